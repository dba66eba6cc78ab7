import { useQuery } from '@tanstack/react-query';
import { type ApprovalSettings, updateApprovalSettings } from '@wayside/contract/approvals';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';

const LimitsForm = lazyPart(() => import('./limits-form.tsx'), 'LimitsForm');

function limitsText({ limitPaise, dayLimitPaise }: ApprovalSettings): string {
  const limits = { amount: formatExactRupees(limitPaise), dayAmount: formatExactRupees(dayLimitPaise) };
  if (limitPaise !== null && dayLimitPaise !== null)
    return t(
      'A payment needs approval if it is above {amount}, or if it takes a person’s payouts of the day above {dayAmount}.',
      limits,
    );
  if (limitPaise !== null) return t('A payment needs approval if it is above {amount}.', limits);
  if (dayLimitPaise !== null)
    return t('A payment needs approval if it takes a person’s payouts of the day above {dayAmount}.', limits);
  return t('Off. Payments do not need approval.');
}

/** The limits above which payments need approval. Owners can change them here (TEAM-06). */
export function ApprovalLimits() {
  const query = useQuery(approvalSettingsQuery);
  const failure = useFailedLoad(query, t('Failed to load the limits'));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { data } = query;
  const isOn = data !== undefined && (data.limitPaise !== null || data.dayLimitPaise !== null);
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-3 px-5 py-3.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={id} className="font-semibold">
              {t('Approval limits')}
            </h2>
            {failure && <RetryNote {...failure} />}
            {failure === null && data === undefined && <Skeleton className="h-5 w-72 max-w-full" />}
            {data && <p className="text-sm text-ink-soft">{limitsText(data)}</p>}
          </div>
          {data && (
            <Allowed to={updateApprovalSettings}>
              <Button onClick={() => setOpen(true)}>{t('Change limits')}</Button>
            </Allowed>
          )}
        </div>
        {isOn && data.otherApprovers === 0 && (
          <p className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t('No one else can approve your requests. Add an administrator who may pay.')}
          </p>
        )}
      </Card>
      {isOpen && data && <LimitsForm settings={data} onClose={() => setOpen(false)} />}
    </section>
  );
}
