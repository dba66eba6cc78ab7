import type { Approval } from '@wayside/contract/approvals';
import type { ApprovalFilters } from '@wayside/contract/lists';
import type { Page } from '@wayside/contract/wire/paging';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import { APPROVAL_PAGES, READ_APPROVAL } from './approval-statements.ts';

/** A page of what waits or is to be paid, the oldest first, or of what has ended, the newest first (TEAM-06, OWN-08). */
export const listApprovals = (
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { state, ...page }: ApprovalFilters & PageInput,
): Promise<Page<Approval>> => readStatementPage(database, APPROVAL_PAGES[state ?? 'waiting'], [now()], page);

/** One request to pay. @throws 404 */
export async function getApproval(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { id }: { readonly id: string },
): Promise<Approval> {
  const [found] = await database.rows(READ_APPROVAL, [now(), id]);
  if (!found) throw notFound('payment that needs approval');
  return found;
}
