import type { ResultIssueKind } from '@wayside/contract/bank-results';
import { type BankStatus, RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { transactionIdIssue, transactionKey } from '@wayside/contract/wire/transaction-id';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import { type NewActivityEntry, toFieldChanges } from '../../platform/db/activity-entry.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { payoutEntry } from './pay-mechanic.ts';
import { idempotencyKeyOf, type PayingContext } from './pay-once.ts';
import { postAllPendingEntries, postOwnEntries } from './post-entries.ts';
import { finishErasures } from './retained-columns.ts';
import { decideRunRow } from './run-row-states.ts';
import { voidPayment } from './void-payment.ts';

/** The outcome of a run row as reported by a result file or an administrator. */
export interface ReportedOutcome {
  readonly reference: string;
  readonly status: BankStatus;
  /** Null if an administrator reports the outcome. */
  readonly amountPaise: number | null;
  /**
   * Whether the account or UPI ID in the file is the destination of the row; null if the file contains none or they
   * cannot be compared.
   */
  readonly isSameAccount: (stored: {
    readonly mechanicId: string;
    readonly mode: string;
    readonly destination: string;
    readonly destinationDigest: string;
  }) => boolean | null;
  readonly transactionId: string | null;
  readonly reason: string | null;
  readonly isOfPerson: boolean;
}

export interface AppliedOutcome {
  readonly reference: string;
  readonly runId: string | null;
  readonly isChanged: boolean;
  /** Null if the outcome was applied or was already known. */
  readonly issue: ResultIssueKind | null;
  /** The stored values that the issue's message needs. */
  readonly stored: {
    readonly state: string;
    readonly amountPaise: number;
    readonly transactionId: string | null;
    readonly isSameAccount: boolean | null;
  } | null;
}

const FIND_ROWS = defineStatement({
  name: 'find-run-rows',
  text: `SELECT r.reference, r.run_id AS "runId", r.mechanic_id AS "mechanicId", r.amount_paise AS "amountPaise", r.mode, r.destination,
      r.destination_digest AS "destinationDigest", r.state, r.payout_id AS "payoutId", r.transaction_id AS "transactionId",
      p.created_by AS "createdBy"
    FROM payment_run_rows AS r JOIN payment_runs AS p ON p.id = r.run_id WHERE r.reference = ANY ($1)`,
  row: z.object({
    reference: z.string(),
    runId: z.string(),
    mechanicId: z.string(),
    amountPaise: z.number(),
    mode: z.string(),
    destination: z.string(),
    destinationDigest: z.string(),
    state: z.enum(RUN_ROW_STATES),
    payoutId: z.nullable(z.string()),
    transactionId: z.nullable(z.string()),
    createdBy: z.string(),
  }),
  example: [['W0000001']],
});
type FoundRow = z.infer<NonNullable<typeof FIND_ROWS.row>>;

const USED_KEYS = defineStatement({
  name: 'used-transaction-keys',
  text: `SELECT key, coalesce(payout_id, loyalty_payout_id) AS "paymentId" FROM transaction_ids WHERE key = ANY ($1)
    UNION SELECT comparable_transaction_key(transaction_key), id FROM approvals
    WHERE state = 'waiting' AND comparable_transaction_key(transaction_key) = ANY ($1)`,
  row: z.object({ key: z.string(), paymentId: z.string() }),
  example: [['waits1']],
});

// Locks the mechanics so that they cannot be erased in the meantime.
const LOCK_MECHANICS = defineStatement({
  name: 'lock-paid-mechanics',
  text: `SELECT m.id, coalesce(s.balance_paise, 0) AS "balancePaise" FROM mechanics AS m
    LEFT JOIN mechanic_balances AS s ON s.mechanic_id = m.id WHERE m.id = ANY ($1) ORDER BY m.id FOR NO KEY UPDATE OF m`,
  row: z.object({ id: z.string(), balancePaise: z.number() }),
  example: [['0'.repeat(24)]],
});

const INSERT_PAYOUTS = defineStatement({
  name: 'insert-run-payouts',
  text: `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, request_hash, amount_paise, method, requested_by, paid_at)
    SELECT *, $9::timestamptz FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bigint[], $7::text[], $8::text[])`,
  example: [[], [], [], [], [], [], [], [], new Date(0)],
});

const CHANGE_ROWS = defineStatement({
  name: 'change-run-rows',
  text: `UPDATE payment_run_rows AS r SET state = given.state, changed_at = $6, reason = given.reason,
      payout_id = coalesce(given.payout_id, r.payout_id), transaction_id = coalesce(given.transaction_id, r.transaction_id)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS given (reference, state, reason, payout_id, transaction_id)
    WHERE r.reference = given.reference`,
  example: [[], [], [], [], [], new Date(0)],
});

const FINISH_RUNS = defineStatement({
  name: 'finish-payment-runs',
  text: `UPDATE payment_runs AS p SET state = 'finished', ended_by = $2, ended_at = $3 WHERE id = ANY ($1) AND state = 'sent'
      AND NOT EXISTS (SELECT FROM payment_run_rows WHERE run_id = p.id AND state = 'sent') RETURNING id`,
  row: z.object({ id: z.string() }),
  example: [['0'.repeat(24)], null, new Date(0)],
});

interface Change {
  readonly row: FoundRow;
  readonly to: 'paid' | 'failed' | 'reversed';
  readonly payoutId: string | null;
  readonly transactionId: string | null;
  readonly reason: string | null;
}

/**
 * Applies the reported outcomes of payment run rows: marks the rows as paid, releases their amounts or voids their
 * payouts (BANK-03, BANK-04).
 * @param client holds the ledger's lock
 * @param stated at most one outcome for each reference
 */
export async function applyOutcomes(
  client: pg.ClientBase,
  context: PayingContext,
  stated: readonly ReportedOutcome[],
): Promise<AppliedOutcome[]> {
  await postAllPendingEntries(client);
  const found = new Map(
    (await rowsOf(client, FIND_ROWS, [stated.map(({ reference }) => reference)])).map((row) => [
      row.reference,
      row,
    ]),
  );
  const keys = stated.flatMap(({ transactionId }) => (transactionId === null ? [] : transactionKey(transactionId)));
  const used = new Map((await rowsOf(client, USED_KEYS, [keys])).map(({ key, paymentId }) => [key, paymentId]));
  const changes: Change[] = [];
  const applied = stated.map((outcome): AppliedOutcome => {
    const row = found.get(outcome.reference);
    const { reference } = outcome;
    if (!row) return { reference, runId: null, isChanged: false, issue: 'unknown_reference', stored: null };
    const { runId, state, amountPaise, transactionId } = row;
    const isSameAccount = outcome.isSameAccount(row);
    const { change, issue } = decideOutcome(row, { ...outcome, isSameAccount }, used);
    if (change !== null) changes.push(change);
    const stored = { state, amountPaise, transactionId, isSameAccount };
    return { reference, runId, isChanged: change !== null, issue, stored };
  });
  if (changes.length > 0) await applyChanges(client, context, changes);
  return applied;
}

interface OutcomeDecision {
  readonly change: Change | null;
  readonly issue: ResultIssueKind | null;
}

/** @param used the transaction ids in use and their payments; the id of a new payment is added */
function decideOutcome(
  row: FoundRow,
  outcome: Omit<ReportedOutcome, 'isSameAccount'> & { readonly isSameAccount: boolean | null },
  used: Map<string, string>,
): OutcomeDecision {
  const reportedId = outcome.transactionId;
  const key = reportedId === null || transactionIdIssue(reportedId) !== null ? null : transactionKey(reportedId);
  const decision = decideRunRow(
    { ...row, transactionKey: row.transactionId === null ? null : transactionKey(row.transactionId) },
    { ...outcome, transactionKey: key },
  );
  if (decision.to === null && decision.issue !== null) return { change: null, issue: decision.issue };
  const paymentId = key === null ? undefined : used.get(key);
  if (paymentId !== undefined && paymentId !== row.payoutId) return { change: null, issue: 'transaction_id_used' };
  if (decision.to === null) return { change: null, issue: null };
  const { to } = decision;
  const { reason } = outcome;
  if (to !== 'paid') return { change: { row, to, payoutId: null, transactionId: null, reason }, issue: null };
  const payoutId = new ObjectId().toHexString();
  if (key !== null) used.set(key, payoutId);
  return {
    change: { row, to, payoutId, transactionId: outcome.transactionId?.trim() ?? null, reason: null },
    issue: null,
  };
}

async function applyChanges(
  client: pg.ClientBase,
  context: PayingContext,
  changes: readonly Change[],
): Promise<void> {
  const { at, actor } = context;
  const mechanicIds = [...new Set(changes.map(({ row }) => row.mechanicId))];
  const locked = await rowsOf(client, LOCK_MECHANICS, [mechanicIds]);
  const balances = new Map(locked.map(({ id, balancePaise }) => [id, balancePaise]));
  const paid = changes.filter(({ to }) => to === 'paid');
  if (paid.length > 0) await insertPayouts(client, paid, at);
  // Voiding a paid amount also changes its row, so this skips it.
  const others = changes.filter(({ to, row }) => to !== 'reversed' || row.state !== 'paid');
  await rowsOf(client, CHANGE_ROWS, [
    others.map(({ row }) => row.reference),
    others.map(({ to }) => to),
    others.map(({ reason }) => reason),
    others.map(({ payoutId }) => payoutId),
    others.map(({ transactionId }) => transactionId),
    at,
  ]);
  await postOwnEntries(client);
  const runIds = [...new Set(changes.map(({ row }) => row.runId))];
  await recordActivities(
    client,
    actor,
    at,
    others.map((each) => entryOf(each, balances, at)),
  );
  for (const { row, to, reason } of changes)
    if (to === 'reversed' && row.state === 'paid' && row.payoutId !== null)
      await voidPayment(client, context, {
        kind: 'payout',
        id: row.payoutId,
        reason: reason ?? 'The bank has returned it.',
      });
  await finishErasures(client, context, 'mechanics', mechanicIds);
  const finished = await rowsOf(client, FINISH_RUNS, [runIds, actor.id, at]);
  await recordActivities(
    client,
    actor,
    at,
    finished.map(({ id }) => ({ action: 'finished', entity: 'payment_run', entityId: id })),
  );
}

/** A payment to a UPI id is `online`; a payment to an account is a bank transfer. */
const methodOf = (mode: string): string => (mode === 'upi' ? 'online' : 'bank_transfer');

async function insertPayouts(client: pg.ClientBase, paid: readonly Change[], at: Date): Promise<void> {
  const requests = paid.map(({ row, transactionId }) => ({
    kind: 'payout' as const,
    payeeId: row.mechanicId,
    amountPaise: row.amountPaise,
    method: methodOf(row.mode),
    transactionId: transactionId ?? '',
  }));
  const keys = requests.map(idempotencyKeyOf);
  await rowsOf(client, INSERT_PAYOUTS, [
    paid.map(({ payoutId }) => payoutId),
    paid.map(({ row }) => row.mechanicId),
    requests.map(({ transactionId }) => transactionId),
    keys.map(({ transactionKey: key }) => key),
    keys.map(({ requestHash }) => requestHash),
    requests.map(({ amountPaise }) => amountPaise),
    requests.map(({ method }) => method),
    paid.map(({ row }) => row.createdBy),
    at,
  ]);
}

/** Returns the activity entry of an amount. For a voided payment, the void writes the entry. */
function entryOf(
  { row, to, payoutId, transactionId, reason }: Change,
  balances: Map<string, number>,
  at: Date,
): NewActivityEntry {
  const { mechanicId, amountPaise, reference, runId: paymentRunId } = row;
  if (to !== 'paid')
    return {
      action: 'payment_failed',
      entity: 'mechanic',
      entityId: mechanicId,
      changes: [
        ...toFieldChanges({ amountPaise }),
        { field: 'state', before: row.state, after: to },
        ...toFieldChanges({ paymentRunId, reference }),
      ],
      note: reason,
    };
  const before = balances.get(mechanicId) ?? 0;
  balances.set(mechanicId, before - amountPaise);
  const payout = { id: payoutId ?? '', mechanicId, amountPaise, transactionId: transactionId ?? '' };
  return payoutEntry({ ...payout, method: methodOf(row.mode), paidAt: at }, before, { paymentRunId, reference });
}
