import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { webhooksQuery } from '../lib/webhooks-query.ts';
import { buttonLook } from '../ui/button.tsx';

/** Says on every screen that endpoints were switched off because they failed (HOOK-02). */
export function IntegrationNotice() {
  const { data } = useQuery({ ...webhooksQuery, staleTime: Number.POSITIVE_INFINITY });
  const off = data?.rows.filter(({ disabledReason: reason }) => reason !== null && reason !== 'switched_off') ?? [];
  const said = off.length === 1 ? 'A webhook endpoint is off' : `${off.length} webhook endpoints are off`;
  return (
    <div role="status" className="min-w-0">
      {off.length > 0 && (
        <Link to="/integrations" aria-label={said} data-tip={said} className={buttonLook('ghost')}>
          <Unplug aria-hidden="true" className="size-4 text-danger-text" />
          <span className="text-danger-text max-lg:hidden">{said}</span>
        </Link>
      )}
    </div>
  );
}
