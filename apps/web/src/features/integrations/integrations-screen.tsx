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
        subtitle="Your app sends its records here and reads the decisions made here."
      />
      <ServiceKeys />
      <Webhooks />
      <ConnectGuide />
    </div>
  );
}
