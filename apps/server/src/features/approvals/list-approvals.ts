import type { Approval } from '@wayside/contract/approvals';
import type { Page } from '@wayside/contract/wire/paging';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { APPROVAL_PAGES, READ_APPROVAL } from './approval-statements.ts';

export interface ListApprovalsInput {
  readonly page: number;
  readonly limit: number;
  readonly state: 'waiting' | 'decided';
}

/** A page of what waits, the oldest first, or of what was decided, the newest first (TEAM-06). */
export async function listApprovals(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { page, limit, state }: ListApprovalsInput,
): Promise<Page<Approval>> {
  const [found] = await database.rows(APPROVAL_PAGES[state], [now(), limit, (page - 1) * limit]);
  const { total = 0, rows = [] } = found ?? {};
  return { rows, total, page, pageCount: Math.ceil(total / limit) };
}

/** One request to pay. @throws 404 */
export async function getApproval(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { id }: { readonly id: string },
): Promise<Approval> {
  const [found] = await database.rows(READ_APPROVAL, [now(), id]);
  if (!found) throw notFound('payment that needs approval');
  return found;
}
