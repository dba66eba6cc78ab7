import type { RunPreview } from '@wayside/contract/payment-runs';
import type { ActorContext, AppContext } from '../../context.ts';
import { causeOfApproval } from '../../money/ledger/approval-requests.ts';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import { type ChosenPayees, type PlannedPayment, planPayment, readPayees, runPayeeOf } from './payees.ts';
import { profileNamed } from './profiles.ts';

export interface RunSelection {
  /** The name of a profile. */
  readonly profile: string;
  readonly ids: readonly string[] | null;
  readonly all: boolean;
  readonly minimumPaise: number | null;
}

/** Who a selection means. */
export const chosenBy = ({ ids, all, minimumPaise }: RunSelection): ChosenPayees => ({
  ids: all ? null : (ids ?? []),
  minimumPaise,
});

export const sumOf = (payments: readonly PlannedPayment[]): number =>
  payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/**
 * Who would be paid by a run and who cannot be, with the reason; it changes nothing (BANK-01).
 * @throws 400 for an unknown profile
 */
export async function previewRun(
  context: Pick<AppContext, 'database' | 'keys' | 'settings' | 'now'> & Pick<ActorContext, 'actor'>,
  selection: RunSelection,
): Promise<RunPreview> {
  const profile = await profileNamed(context, selection.profile);
  const at = context.now();
  await expireApprovals(context.database, at);
  const { ids, minimumPaise } = chosenBy(selection);
  return context.database.longTransaction(async (client) => {
    const payees = await readPayees(client, context, { ids, at });
    const planned = payees.map((payee) => planPayment(profile, payee, minimumPaise));
    const paid = planned.filter(({ issue }) => issue === null);
    const totalPaise = sumOf(paid);
    const cause = await causeOfApproval(client, { actor: context.actor, amountPaise: totalPaise, at });
    return {
      payees: paid.map(runPayeeOf),
      excluded: planned.filter(({ issue }) => issue !== null).map(runPayeeOf),
      totalPaise,
      needsApproval: cause !== null,
    };
  });
}
