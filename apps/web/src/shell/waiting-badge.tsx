import { useQuery } from '@tanstack/react-query';
import type { AttentionKind } from '@wayside/contract/dashboard';
import { attentionQuery } from '../lib/attention-query.ts';
import { cn } from '../ui/cn.ts';

const MOST = 99;

export interface WaitingBadgeProps {
  id: string;
  kind: AttentionKind;
  isSmall: boolean;
}

/** How many of a kind wait, at the link of the sidebar; it follows changes (WORK-02, TEAM-06). */
export function WaitingBadge({ id, kind, isSmall }: WaitingBadgeProps) {
  const { data } = useQuery(attentionQuery);
  const count = data?.find((item) => item.kind === kind)?.count ?? 0;
  if (count === 0) return null;
  return (
    <span
      id={id}
      className={cn(
        'numeric rounded-full text-xs font-semibold',
        kind.endsWith('emergencies') ? 'bg-danger-soft text-danger-text' : 'bg-warning-soft text-warning-text',
        isSmall ? 'absolute -top-1 -right-1 px-1 leading-4' : 'ml-auto px-1.5 leading-5',
      )}
    >
      <span translate="no">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only"> {WAITING[kind] ?? 'waiting'}</span>
    </span>
  );
}

/** What a number at a link counts, where it is not simply what waits there. */
const WAITING: Partial<Record<AttentionKind, string>> = {
  unassigned_emergencies: 'emergencies without a mechanic',
  unclaimed_emergencies: 'emergencies that nobody has claimed',
};
