import { useQuery } from '@tanstack/react-query';
import { approvalSettingsQuery } from '../lib/approval-settings-query.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatExactRupees } from '../lib/format.ts';

/** Says before a payment that it waits for approval, where its amount alone is above a limit (TEAM-06). */
export function ApprovalNote({ amountPaise }: { amountPaise: number }) {
  const { data } = useQuery({ ...approvalSettingsQuery, enabled: isOwnServer() });
  const limitPaise = Math.min(
    data?.limitPaise ?? Number.POSITIVE_INFINITY,
    data?.dayLimitPaise ?? Number.POSITIVE_INFINITY,
  );
  if (amountPaise <= limitPaise) return null;
  return (
    <p className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text">
      Above the limit of {formatExactRupees(limitPaise)}: it is paid when somebody else has approved it.
    </p>
  );
}
