import type { ApprovalCause } from '@wayside/contract/approvals';
import type { ActorContext } from '../../context.ts';
import { causeOfApproval } from '../../money/ledger/approval-requests.ts';

/** Whether a payment of the caller needs approval now, and why; the payment itself decides again (OWN-08). */
export const checkApproval = (
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  { amountPaise }: { readonly amountPaise: number },
): Promise<ApprovalCause | null> =>
  database.transaction((client) => causeOfApproval(client, { actor, amountPaise, at: now() }));
