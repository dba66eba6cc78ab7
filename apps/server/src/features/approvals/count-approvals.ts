import type { ApprovalFilters } from '@wayside/contract/lists';
import { MAX_COUNTED } from '@wayside/contract/wire/count-endpoint';
import type { AppContext } from '../../context.ts';
import { listApprovals } from './list-approvals.ts';

type State = ApprovalFilters['state'];

/** How many payments are in each of the states, `MAX_COUNTED` for as many and more (VIEW-04). */
export async function countApprovals(
  context: Pick<AppContext, 'database' | 'now'>,
  states: readonly State[],
): Promise<number[]> {
  const counts = new Map<State, number>();
  for (const state of new Set(states)) {
    const { total } = await listApprovals(context, { state, page: 1, limit: 1 });
    counts.set(state, Math.min(total, MAX_COUNTED));
  }
  return states.map((state) => counts.get(state) ?? 0);
}
