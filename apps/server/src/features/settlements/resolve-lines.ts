import { type Sentence, sentence } from '@wayside/contract/sentences';
import {
  canBeIgnored,
  MAX_RESOLVED,
  unresolvedPaise,
  type WriteOffLimit,
} from '@wayside/contract/settlement-lines';
import { isRowNumber } from '@wayside/contract/wire/request-fields';
import { z } from 'zod';
import { badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivities, recordActivity } from '../../platform/db/record-activity.ts';
import { settlementLineParts } from '../../platform/db/schema/settlements.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { type FoundLine, findMatchedLine, findMatchedLines, findOpenLine } from './find-lines.ts';
import { ADD_CHANGED, EVALUATE, IS_UNMATCHED_SQL } from './match-statements.ts';
import {
  EMPTY_REQUEST,
  type LineResponse,
  queuePayments,
  type ResolvingContext,
  readLineResponse,
  runDecision,
  setLines,
} from './run-decision.ts';

const FIND_PAYMENTS = defineStatement({
  name: 'find-payments-of-line',
  text: `SELECT p.id, p.amount_paise AS "amountPaise", (${IS_UNMATCHED_SQL}) AS "isFree" FROM payments AS p WHERE p.id = ANY ($1) ORDER BY p.id`,
  row: z.object({ id: z.string(), amountPaise: z.nullable(z.number()), isFree: z.boolean() }),
  example: [[sampleOf('payments')]],
});
const LINES_OF_PAYMENTS = defineStatement({
  name: 'missing-lines-of-payments',
  text: 'SELECT id FROM settlement_lines WHERE payment_id = ANY ($1) AND file_id IS NULL',
  row: z.object({ id: z.number() }),
  example: [[sampleOf('payments')]],
});
/** Statement that queues credits that could pay a settlement whose own credit a user has unlinked. */
const QUEUE_CREDITS = defineStatement({
  name: 'queue-credits-of-settlement',
  text: `UPDATE settlement_lines AS l SET needs_match = true FROM settlements AS s
    WHERE s.id = $1 AND l.bank_keys <> '{}' AND l.bank_keys @> ARRAY[s.utr_key] AND l.type = 'credit' AND l.resolution IS NULL AND NOT l.is_repeat`,
  example: [1],
});
/** Statement that sums the caller's write-offs since midnight, except those that another user approved. */
const WRITTEN_OFF_TODAY = defineStatement({
  name: 'written-off-today',
  text: `SELECT coalesce(sum(written_off_paise), 0)::float8 AS paise FROM settlement_lines
    WHERE resolution = 'written_off' AND approved_by IS NULL AND resolved_by = $1
      AND resolved_at >= day_start(($2::timestamptz AT TIME ZONE business_time_zone())::date, business_time_zone())`,
  row: z.object({ paise: z.number() }),
  example: ['0'.repeat(24), new Date(0)],
});

/** @throws 409 for a line that cannot belong to a payment */
function requireCredited({ type, fileId, amountPaise }: FoundLine): void {
  if ((type !== 'payment' && type !== 'credit') || fileId === null || amountPaise <= 0)
    throw conflict('line_of_no_payment');
}

/** @throws 404; 409 if a payment already has a line */
async function findFreePayments({ client }: ResolvingContext, ids: readonly string[]) {
  const found = await rowsOf(client, FIND_PAYMENTS, [ids]);
  if (found.length < new Set(ids).size) throw notFound('payment');
  const taken = found.find(({ isFree }) => !isFree);
  if (taken) throw conflict('payment_has_line', { payment: taken.id.slice(-6).toUpperCase() });
  return found;
}

/** Sets the states of a line and of the rows of missing payments, and adds rows for payments that are missing now. */
async function evaluate(
  { client }: ResolvingContext,
  line: FoundLine,
  paymentIds: readonly string[],
): Promise<void> {
  const payments = [...paymentIds, ...(line.paymentId === null ? [] : [line.paymentId])];
  const missing = await rowsOf(client, LINES_OF_PAYMENTS, [payments]);
  await rowsOf(client, EVALUATE, [[line.id, ...missing.map(({ id }) => id)]]);
  await rowsOf(client, ADD_CHANGED, [payments]);
}

/** Releases a line from its payment or settlement, to which another line may now belong. */
async function releaseLine(deciding: ResolvingContext, { paymentId, settlementId }: FoundLine): Promise<void> {
  if (settlementId !== null) await rowsOf(deciding.client, QUEUE_CREDITS, [settlementId]);
  if (paymentId !== null || settlementId !== null) await queuePayments(deciding, [paymentId]);
}

/** Links a line to a payment (RECON-03). @throws 404; 409 */
export async function linkLine(
  context: ActorContext,
  { id, paymentId }: { readonly id: string; readonly paymentId: string },
): Promise<LineResponse> {
  await runDecision(context, async (deciding) => {
    const { client, actor, at, by } = deciding;
    const line = await findMatchedLine(client, id);
    requireCredited(line);
    await findFreePayments(deciding, [paymentId]);
    const resolution = { step: 'person', resolution: 'linked', resolvedBy: by, resolvedAt: at } as const;
    await setLines(deciding, [line.id], { ...resolution, paymentId, settlementId: null, state: 'matched' });
    await evaluate(deciding, line, [paymentId]);
    await releaseLine(deciding, line);
    await recordActivity(client, actor, at, {
      action: 'linked',
      entity: 'settlement_line',
      entityId: id,
      changes: [{ field: 'paymentId', before: line.paymentId, after: paymentId }],
    });
  });
  return readLineResponse(context, id, sentence('line_linked'));
}

interface SplitLineInput {
  readonly id: string;
  readonly parts: readonly { readonly paymentId: string; readonly amountPaise: number }[];
}

/** Splits a line among payments, each with its full amount (RECON-03). @throws 400; 404; 409 */
export async function splitLine(context: ActorContext, { id, parts }: SplitLineInput): Promise<LineResponse> {
  const ids = parts.map(({ paymentId }) => paymentId);
  if (ids.length < 2 || new Set(ids).size < ids.length)
    throw badRequest([fieldError('parts', 'two_payments_each_once')]);
  await runDecision(context, async (deciding) => {
    const { client, actor, at, by } = deciding;
    const line = await findMatchedLine(client, id);
    requireCredited(line);
    const sumPaise = parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    if (sumPaise !== line.amountPaise)
      throw conflict('parts_differ', { parts: rupeesText(sumPaise), line: rupeesText(line.amountPaise) });
    const found = await findFreePayments(deciding, ids);
    const wrong = parts.find(
      ({ paymentId, amountPaise }) =>
        found.find((payment) => payment.id === paymentId)?.amountPaise !== amountPaise,
    );
    if (wrong)
      throw conflict('part_differs', {
        amount: rupeesText(wrong.amountPaise),
        payment: wrong.paymentId.slice(-6).toUpperCase(),
      });
    await orm(client)
      .insert(settlementLineParts)
      .values(parts.map((part) => ({ lineId: line.id, ...part })));
    await setLines(deciding, [line.id], {
      ...{ state: 'matched', step: 'person', isOpen: false, needsMatch: false, resolution: 'split' },
      ...{ resolvedBy: by, resolvedAt: at, paymentId: null, settlementId: null, expectedPaise: line.amountPaise },
      ...EMPTY_REQUEST,
    });
    await evaluate(deciding, line, ids);
    await releaseLine(deciding, line);
    await recordActivity(client, actor, at, {
      action: 'split',
      entity: 'settlement_line',
      entityId: id,
      changes: parts.map(({ paymentId, amountPaise }) => ({ field: paymentId, before: null, after: amountPaise })),
    });
  });
  return readLineResponse(context, id, sentence('line_split'));
}

interface WriteOffFacts {
  readonly limitPaise: number;
  readonly writtenOffTodayPaise: number;
  readonly amountPaise: number;
}

/**
 * Decides whether a user may write off an amount without approval (RECON-03). The limit is per day, so that an amount
 * cannot be split to avoid it.
 */
export const decideWriteOff = ({
  limitPaise,
  writtenOffTodayPaise,
  amountPaise,
}: WriteOffFacts): 'write_off' | 'request' =>
  writtenOffTodayPaise + amountPaise <= limitPaise ? 'write_off' : 'request';

/** Returns the daily limit for write-offs without approval, and how much of it the caller has used today (RECON-03). */
export async function readWriteOffLimit({ database, settings, actor, now }: ActorContext): Promise<WriteOffLimit> {
  const [written] = await database.rows(WRITTEN_OFF_TODAY, [actor.id, now()]);
  return { limitPaise: settings.writeOffLimit * 100, writtenOffPaise: written?.paise ?? 0 };
}

interface ResolveLinesInput {
  readonly ids: readonly string[];
  readonly resolution: 'written_off' | 'ignored';
  readonly reason: string;
}

interface ResolveLinesResponse extends Sentence {
  readonly resolvedCount: number;
  readonly requestedCount: number;
}

/** @throws 404; 409 */
function requireResolvable(
  lines: readonly FoundLine[],
  { count, resolution }: { readonly count: number; readonly resolution: ResolveLinesInput['resolution'] },
): void {
  if (lines.length < count) throw notFound('settlement_line');
  if (lines.some(({ isOpen, requestedBy }) => !isOpen || requestedBy !== null))
    throw conflict('some_lines_resolved');
  if (new Set(lines.map(({ state }) => state)).size > 1) throw conflict('lines_of_different_states');
  if (resolution === 'ignored' && !lines.every(canBeIgnored)) throw conflict('lines_not_ignorable');
}

/**
 * Writes off or ignores exceptions that have the same state. Either all or none are resolved (RECON-03). @throws 400;
 * 404; 409
 */
export function resolveLines(
  context: ActorContext,
  { ids, resolution, reason }: ResolveLinesInput,
): Promise<ResolveLinesResponse> {
  if (ids.length > MAX_RESOLVED || !ids.every(isRowNumber))
    throw badRequest([fieldError('ids', 'line_ids_from_one', { most: MAX_RESOLVED })]);
  return runDecision(context, async (deciding) => {
    const { client, actor, at, by, settings } = deciding;
    const lines = await findMatchedLines(client, ids);
    requireResolvable(lines, { count: ids.length, resolution });
    const [written] = await rowsOf(client, WRITTEN_OFF_TODAY, [by, at]);
    const decision = decideWriteOff({
      limitPaise: settings.writeOffLimit * 100,
      writtenOffTodayPaise: written?.paise ?? 0,
      amountPaise: lines.reduce((sum, line) => sum + unresolvedPaise(line), 0),
    });
    const isRequest = resolution === 'written_off' && decision === 'request';
    const request = { requestedBy: by, requestedAt: at, requestReason: reason };
    if (isRequest)
      for (const line of lines)
        await setLines(deciding, [line.id], { ...request, requestedPaise: unresolvedPaise(line) });
    else for (const line of lines) await closeLine(deciding, line, { resolution, reason, approvedBy: null });
    await recordActivities(
      client,
      actor,
      at,
      lines.map((line) => ({
        action: isRequest ? 'requested' : resolution,
        entity: 'settlement_line',
        entityId: String(line.id),
        changes: [{ field: 'amountPaise', before: null, after: unresolvedPaise(line) }],
        note: reason,
      })),
    );
    return {
      ...resolvedSentence(isRequest ? 'requested' : resolution, lines.length),
      resolvedCount: isRequest ? 0 : lines.length,
      requestedCount: isRequest ? lines.length : 0,
    };
  });
}

const RESOLVED = {
  requested: 'write_offs_requested',
  ignored: 'lines_ignored',
  written_off: 'lines_written_off',
} as const;

const resolvedSentence = (resolved: keyof typeof RESOLVED, count: number): Sentence =>
  sentence(RESOLVED[resolved], { count });

interface Closing {
  readonly resolution: 'written_off' | 'ignored';
  readonly reason: string;
  readonly approvedBy: string | null;
}

const closeLine = (deciding: ResolvingContext, line: FoundLine, { resolution, reason, approvedBy }: Closing) =>
  setLines(deciding, [line.id], {
    ...{ state: 'ignored', reason, resolution, approvedBy, isOpen: false, needsMatch: false },
    ...{ resolvedBy: deciding.by, resolvedAt: deciding.at },
    writtenOffPaise: resolution === 'written_off' ? unresolvedPaise(line) : null,
    // The payment of a duplicate line belongs to another line.
    ...(line.state === 'duplicate' && { paymentId: null }),
  });

/** @throws 409 if the line or the request differs from what was requested or shown */
function requireSameRequest(line: FoundLine, shown: ShownRequest): void {
  if (line.requestedPaise !== unresolvedPaise(line))
    throw conflict('write_off_changed', {
      requested: rupeesText(line.requestedPaise ?? 0),
      open: rupeesText(unresolvedPaise(line)),
    });
  if (line.requestedPaise !== shown.amountPaise || line.requestReason !== shown.reason)
    throw conflict('request_changed');
}

/** The values that the approver saw. */
interface ShownRequest {
  readonly amountPaise: number;
  readonly reason: string;
}

interface WriteOffDecision {
  readonly id: string;
  /** The values to approve; null rejects the request. */
  readonly approved: ShownRequest | null;
  /** The reason for the rejection; optional if requesters withdraw their own request. */
  readonly reason: string | null;
}

/**
 * Approves or rejects a write-off above the limit. The requester may only withdraw it (RECON-03).
 * @throws 400 if a rejection has no reason; 404; 409
 */
export async function decideOnWriteOff(
  context: ActorContext,
  { id, approved, reason }: WriteOffDecision,
): Promise<LineResponse> {
  const said = await runDecision<Sentence>(context, async (deciding) => {
    const { client, actor, at, by } = deciding;
    const line = await (approved === null ? findOpenLine : findMatchedLine)(client, id);
    if (line.requestedBy === null) throw conflict('no_write_off_requested');
    const isOwn = line.requestedBy === by;
    if (approved !== null && isOwn) throw conflict('own_write_off_to_approve');
    if (approved === null && !isOwn && reason === null) throw badRequest([fieldError('reason', 'required')]);
    if (approved !== null) {
      requireSameRequest(line, approved);
      await closeLine(deciding, line, { resolution: 'written_off', reason: approved.reason, approvedBy: by });
    } else await setLines(deciding, [line.id], EMPTY_REQUEST);
    const rejected = isOwn ? 'withdrawn' : 'rejected';
    await recordActivity(client, actor, at, {
      action: approved === null ? rejected : 'approved',
      entity: 'settlement_line',
      entityId: id,
      changes: [{ field: 'amountPaise', before: null, after: line.requestedPaise }],
      note: approved === null ? reason : line.requestReason,
    });
    return sentence(approved === null ? `write_off_${rejected}` : 'line_written_off');
  });
  return readLineResponse(context, id, said);
}
