import { PageHeader } from '../../ui/page-header.tsx';
import { ConnectGuide } from './connect-guide.tsx';
import { ServiceKeys } from './service-keys.tsx';
import { Webhooks } from './webhooks.tsx';

/** Service keys, endpoints and how a program connects (SYNC-06, HOOK-02). */
export function IntegrationsScreen() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Integrations"
        subtitle="The marketplace’s programs send their records here, and learn what is decided here."
      />
      <ServiceKeys />
      <Webhooks />
      <ConnectGuide />
    </div>
  );
}
