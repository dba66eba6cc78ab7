import { sentence } from '@wayside/contract/sentences';
import type { SettlementLineDetails } from '@wayside/contract/settlement-lines';
import { badRequest, fieldError, preconditionFailed } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { rowsOf } from '../../platform/db/statement.ts';
import { changedSince, isExpectedVersion } from '../../records/version-tag.ts';
import { findOpenLine } from './find-lines.ts';
import { EDITED_FIELDS, editedValues, lineVersion, readSettlementLine } from './list-settlements.ts';
import {
  type LineResponse,
  type ResolvingContext,
  readLineResponse,
  runDecision,
  setLines,
} from './run-decision.ts';

interface UpdateLineInput {
  readonly id: string;
  /** The expected versions of the line; null matches any version. */
  readonly ifMatch: readonly string[] | null;
  /** If undefined, the field is unchanged; if null, it is cleared. */
  readonly ownerId: string | null | undefined;
  readonly note: string | null | undefined;
}

/**
 * Sets the owner and note of an exception (RECON-03). @throws 400 if the owner lacks the permission to reconcile;
 * 404; 409; 412 (EDIT-01)
 */
export async function updateLine(
  context: ActorContext,
  { id, ifMatch, ownerId, note }: UpdateLineInput,
): Promise<LineResponse> {
  await runDecision(context, async (deciding) => {
    const { client, actor, at } = deciding;
    const line = await findOpenLine(client, id);
    if (ifMatch !== null && !isExpectedVersion(lineVersion(line), ifMatch))
      throw preconditionFailed('line', conflictOf(await readLineIn(deciding, id), ifMatch));
    const after = {
      ownerId: ownerId === undefined ? line.ownerId : ownerId,
      note: note === undefined ? line.note : note,
    };
    const isOwned = after.ownerId !== line.ownerId;
    const isNoted = after.note !== line.note;
    if (!isOwned && !isNoted) return;
    if (isOwned && after.ownerId !== null)
      await requireRight(client, { id: after.ownerId }, 'settlements:reconcile').catch(() => {
        throw badRequest([fieldError('owner', 'person_who_reconciles')]);
      });
    await setLines(deciding, [line.id], after);
    await recordActivity(client, actor, at, {
      action: 'updated',
      entity: 'settlement_line',
      entityId: id,
      changes: isOwned ? [{ field: 'ownerId', before: line.ownerId, after: after.ownerId }] : [],
      note: isNoted ? after.note : null,
    });
  });
  return readLineResponse(context, id, sentence('line_saved'));
}

const readLineIn = ({ client, at }: ResolvingContext, id: string): Promise<SettlementLineDetails> =>
  readSettlementLine(
    { database: { rows: (statement, values) => rowsOf(client, statement, values) }, now: () => at },
    id,
  );

/** Returns the current line and the user who last changed it. */
function conflictOf(record: SettlementLineDetails, ifMatch: readonly string[]) {
  const last = record.history.find(({ action }) => action === 'updated');
  const author = { source: 'administrator', by: last?.by ?? null, at: last?.at ?? null } as const;
  const changes = changedSince(EDITED_FIELDS, editedValues(record), ifMatch).map((field) => ({ field, ...author }));
  return { record, changes, deletion: null };
}
