import { useQuery } from '@tanstack/react-query';
import { listApprovals } from '@wayside/contract/approvals';
import { call } from '../lib/api.ts';
import { APPROVAL_KEYS } from '../lib/approval-keys.ts';
import { cn } from '../ui/cn.ts';

const MOST = 99;

/** How many payments wait for approval, at the link of the sidebar; it follows changes (TEAM-06). */
export function ApprovalsBadge({ isSmall }: { isSmall: boolean }) {
  const { data: count = 0 } = useQuery({
    queryKey: [APPROVAL_KEYS.waiting],
    queryFn: async ({ signal }) =>
      (await call(listApprovals, { query: { page: 1, limit: 1, state: 'waiting' }, signal })).total,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (count === 0) return null;
  return (
    <span
      className={cn(
        'numeric rounded-full bg-warning-soft text-xs font-semibold text-warning-text',
        isSmall ? 'absolute -top-1 -right-1 px-1 leading-4' : 'ml-auto px-1.5 leading-5',
      )}
    >
      {count > MOST ? `${MOST}+` : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
