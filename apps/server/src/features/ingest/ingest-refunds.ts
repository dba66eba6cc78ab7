import { REFUND_STATES } from '@wayside/contract/filter-values';
import type { IngestResult } from '@wayside/contract/ingest';
import { type RefundOfSource, refundOfSource } from '@wayside/contract/refunds';
import { recordId } from '@wayside/contract/wire/fields';
import { domainKey, wireKey } from '@wayside/contract/wire/wire-object';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import * as mini from 'zod/mini';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { confirmation } from '../../money/ledger/confirm-refunds.ts';
import { lockLedger, postOwnEntries } from '../../money/ledger/post-entries.ts';
import { explainNotRefundable, findPaymentFacts, type PaymentFacts } from '../../money/ledger/refund-facts.ts';
import { nextRefundState } from '../../money/ledger/refund-states.ts';
import { type NewActivityEntry, SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import { retryConflicts } from '../../platform/db/database-errors.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { refunds } from '../../platform/db/schema/refunds.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { createDocumentReader, rejectionOf } from '../../sync/import/read-record.ts';
import { readRecords, rejected } from './read-records.ts';
import { createRecordQueue, whileKeyIsValid } from './record-queue.ts';

const turns = createRecordQueue();

const readRefund = createDocumentReader<RefundOfSource>({
  read: (source) => {
    const decoded = mini.safeDecode(refundOfSource, source as never);
    return decoded.success ? decoded.data : rejectionOf(source, decoded.error.issues);
  },
  idOf: (source) => {
    const entry = Object.entries(source).find(([key]) => domainKey(refundOfSource, key) === 'id');
    const id = mini.safeDecode(recordId, entry?.[1] as never);
    return id.success ? id.data : null;
  },
});

// A record without the id of a refund request confirms the payment's only sent request with the same amount. If there
// are several such requests, a user decides.
const FIND = defineStatement({
  name: 'find-refund-of-source',
  text: `SELECT id, payment_id AS "paymentId", kind, state, amount_paise AS "amountPaise", source_id AS "sourceId",
      EXISTS (SELECT FROM refunds AS other WHERE other.source_id = $2 AND other.id <> refunds.id) AS "isOfOther" FROM refunds
    WHERE kind <> 'dispute' AND (id = $1 OR source_id = $2 OR ($1::text IS NULL AND id = (
      SELECT CASE count(*) WHEN 1 THEN min(id) END FROM refunds
      WHERE payment_id = $3 AND amount_paise = $4 AND source_id IS NULL AND state = 'requested')))
    ORDER BY id = $1 DESC NULLS LAST, source_id = $2 DESC NULLS LAST LIMIT 1`,
  row: z.object({
    id: z.string(),
    paymentId: z.string(),
    kind: z.string(),
    state: z.enum(REFUND_STATES),
    amountPaise: z.number(),
    sourceId: z.nullable(z.string()),
    /** Whether the record's id belongs to another refund. */
    isOfOther: z.boolean(),
  }),
  example: [null, sampleOf('refunds', 'source_id'), sampleOf('refunds', 'payment_id'), 100],
});

type FoundRefund = z.infer<NonNullable<typeof FIND.row>>;

type Issue = { readonly field: keyof RefundOfSource; readonly message: string };
type Outcome =
  | { readonly outcome: 'created' | 'updated'; readonly entry: NewActivityEntry }
  | { readonly outcome: 'unchanged' }
  | Issue;

const UNCHANGED_RESULT = { outcome: 'unchanged' } as const;

/**
 * Confirms or fails a refund, or stores a refund that the marketplace created (REFD-01). @param client holds the
 * ledger's lock
 */
async function applyRefund(client: pg.ClientBase, record: RefundOfSource, at: Date): Promise<Outcome> {
  const { id: sourceId, paymentId, refundId, amountPaise, status, refundedAt } = record;
  const facts = await findPaymentFacts(client, paymentId);
  if (facts === null) return { field: 'paymentId', message: 'is not a payment here' };
  const [found] = await rowsOf(client, FIND, [refundId, sourceId, paymentId, amountPaise]);
  if (refundId !== null && found?.id !== refundId) return { field: 'refundId', message: 'is not a refund here' };
  const decidedAt = refundedAt === null ? at : new Date(Math.min(Date.parse(refundedAt), at.getTime()));
  const confirmed = { state: 'confirmed', returnedPaise: amountPaise, decidedAt, sourceId } as const;
  if (found === undefined) {
    if (status === 'failed') return UNCHANGED_RESULT;
    if (exceedsRemaining(amountPaise, facts)) return amountIssue(facts);
    const made = { id: new ObjectId().toHexString(), paymentId, kind: 'part', amountPaise } as const;
    const { mechanicId } = facts;
    await orm(client)
      .insert(refunds)
      .values({ ...made, ...confirmed, mechanicId, requestedAt: at });
    return { outcome: 'created', entry: confirmation(made) };
  }
  const issue = checkRefundMatch(record, found);
  if (issue !== null) return issue;
  if (found.state === status) return UNCHANGED_RESULT;
  const isConfirmedLate = found.state !== 'requested' && status === 'confirmed';
  if (isConfirmedLate && exceedsRemaining(amountPaise, facts)) return amountIssue(facts);
  const { id } = found;
  // The marketplace's response also ends a cancelled refund. The activity log contains who cancelled it and why.
  const decided = { ...confirmed, decidedBy: null, outcomeReason: null };
  const change = status === 'confirmed' ? decided : ({ ...decided, state: 'failed', returnedPaise: 0 } as const);
  await orm(client).update(refunds).set(change).where(eq(refunds.id, id));
  const failure = { action: 'failed', entity: 'refund', entityId: id } as const;
  return { outcome: 'updated', entry: status === 'confirmed' ? confirmation(found) : failure };
}

/** Returns why a record does not match its refund, or null if it matches. */
function checkRefundMatch(record: RefundOfSource, found: FoundRefund): Issue | null {
  if (found.paymentId !== record.paymentId)
    return { field: 'paymentId', message: 'is not the payment of this refund' };
  if (found.amountPaise !== record.amountPaise)
    return { field: 'amountPaise', message: `must be ${rupeesText(found.amountPaise)}, as it was requested` };
  if (found.isOfOther) return { field: 'id', message: 'belongs to another refund' };
  if (found.sourceId !== null && found.sourceId !== record.id)
    return { field: 'refundId', message: 'belongs to another record' };
  if (found.state === record.status || nextRefundState(found.state, `ingest_${record.status}`) !== null)
    return null;
  const isConfirmed = found.state === 'confirmed';
  return {
    field: 'status',
    message: isConfirmed ? 'must not follow a confirmed refund' : 'is about a refund that was not sent',
  };
}

const exceedsRemaining = (amountPaise: number, { paidPaise, returnedPaise, pendingPaise }: PaymentFacts): boolean =>
  amountPaise > paidPaise - returnedPaise - pendingPaise;

const amountIssue = (facts: PaymentFacts): Issue => ({
  field: 'amountPaise',
  message: `is more than what is left: ${explainNotRefundable({ ...facts, status: 'paid', disputedPaise: 0 })}`,
});

interface RefundsInput {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly key: ServiceKeyIdentity;
}

/**
 * Ingests the outcomes of refunds at the marketplace (REFD-01). A repeated record is `unchanged`. @throws 400; 401;
 * 413; 503
 */
export function ingestRefunds(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { bytes, mediaType, key }: RefundsInput,
): Promise<IngestResult[]> {
  return turns.run(database, async () => {
    const readings = await readRecords(readRefund, bytes, mediaType);
    return retryConflicts(() =>
      whileKeyIsValid(
        database.transaction,
        key,
      )(async (client) => {
        await lockLedger(client);
        const at = now();
        const entries: NewActivityEntry[] = [];
        const results: IngestResult[] = [];
        for (const [index, reading] of readings.entries()) {
          if ('rejection' in reading) {
            results.push(rejected(index, reading.rejection));
            continue;
          }
          const { id } = reading.record;
          const applied = await applyRefund(client, reading.record, at);
          if ('field' in applied) {
            const { field, message } = applied;
            results.push(rejected(index, { id, errors: [{ field: wireKey(refundOfSource, field), message }] }));
            continue;
          }
          if ('entry' in applied) entries.push(applied.entry);
          results.push({ index, id, outcome: applied.outcome, errors: [] });
        }
        await postOwnEntries(client);
        await recordActivities(client, SYSTEM_ACTOR, at, entries);
        return results;
      }),
    );
  });
}
