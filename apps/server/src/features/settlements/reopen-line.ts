import { sentence } from '@wayside/contract/sentences';
import { canBeReopened } from '@wayside/contract/settlement-lines';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { settlementLineParts } from '../../platform/db/schema/settlements.ts';
import { findLine } from './find-lines.ts';
import {
  EMPTY_REQUEST,
  type LineResponse,
  queuePayments,
  readLineResponse,
  runDecision,
  setLines,
} from './run-decision.ts';

const EMPTY_RESOLUTION = { resolution: null, resolvedBy: null, resolvedAt: null, writtenOffPaise: null } as const;

/**
 * Undoes a user's decision (RECON-03). The line, and the lines and rows of its payments, are matched again without
 * the decision. @throws 404; 409 if the line is unresolved or is a write-off approved by a second user
 */
export async function reopenLine(context: ActorContext, { id }: { readonly id: string }): Promise<LineResponse> {
  await runDecision(context, async (deciding) => {
    const { client, actor, at } = deciding;
    const line = await findLine(client, id);
    const { resolution, paymentId } = line;
    if (resolution === null) throw conflict('line_not_resolved');
    if (line.requestedBy !== null && line.isOpen) throw conflict('write_off_waits');
    if (!canBeReopened(line)) throw conflict('write_off_approved');
    const parts = await orm(client)
      .delete(settlementLineParts)
      .where(eq(settlementLineParts.lineId, line.id))
      .returning({ paymentId: settlementLineParts.paymentId });
    await setLines(deciding, [line.id], { ...EMPTY_RESOLUTION, ...EMPTY_REQUEST, needsMatch: true });
    await queuePayments(deciding, [paymentId, ...parts.map((part) => part.paymentId)]);
    await recordActivity(client, actor, at, {
      action: 'reopened',
      entity: 'settlement_line',
      entityId: id,
      changes: [{ field: 'resolution', before: resolution, after: null }],
    });
  });
  return readLineResponse(context, id, sentence('line_reopened'));
}
