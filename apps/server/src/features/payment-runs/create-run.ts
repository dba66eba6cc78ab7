import { createHash, randomBytes } from 'node:crypto';
import { RUN_EXPIRY_DAYS } from '@wayside/contract/payment-runs';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, conflict, fieldError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { BankProfile } from '../../money/bank-files/bank-profile.ts';
import { findApprovalCause } from '../../money/ledger/approval-requests.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postAllPendingEntries } from '../../money/ledger/post-entries.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { paymentRuns } from '../../platform/db/schema/payment-runs.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { createDestinationDigester, type Destination } from './destination-digest.ts';
import { type PlannedPayment, planPayment, type RunSelection, readPayees, sumOf, toPayeeFilter } from './payees.ts';
import { findBankProfile } from './profiles.ts';
import { type RunResponse, runResponse } from './read-run.ts';

interface CreateRunInput extends RunSelection {
  readonly debitAccount: string;
  readonly seenCount: number;
  readonly seenTotalPaise: number;
  readonly key: string;
}

const DAY_MS = 86_400_000;

const EARLIER_RUN = defineStatement({
  name: 'earlier-run',
  text: 'SELECT id, request_hash AS "requestHash" FROM payment_runs WHERE created_by = $1 AND request_key = $2',
  row: z.object({ id: z.string(), requestHash: z.instanceof(Buffer) }),
  example: ['0'.repeat(24), 'key 1'],
});
const NEXT_NUMBER = defineStatement({
  name: 'next-run-number',
  text: 'SELECT coalesce(max(number), 0) + 1 AS number FROM payment_runs',
  row: z.object({ number: z.number() }),
  example: [],
});
// Prevents the erasure of the mechanics until the end of the transaction.
const LOCK_PAYEES = defineStatement({
  name: 'lock-payees-of-run',
  text: 'SELECT id FROM mechanics WHERE $1::text[] IS NULL OR id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
  row: z.object({ id: z.string() }),
  example: [null],
  isPrepared: false,
});
const INSERT_ROWS = defineStatement({
  name: 'insert-run-rows',
  text: `INSERT INTO payment_run_rows (run_id, changed_at, position, reference, mechanic_id, amount_paise, mode, destination, destination_digest)
    SELECT $1, $2::timestamptz, position, reference, mechanic_id, amount_paise, mode, destination, digest
    FROM unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[])
      WITH ORDINALITY AS given (reference, mechanic_id, amount_paise, mode, destination, digest, position)`,
  example: ['0'.repeat(24), new Date(0), [], [], [], [], [], []],
});

/**
 * Creates a payment run and reserves its amounts (BANK-01). Under the ledger's lock, it posts pending entries, reads
 * the owed and unreserved amounts, and stores the run. If four-eyes approval is required, the run is pending
 * approval.
 * @throws 400 if the profile is unknown or there are too many payees; 403; 409 if the payees or the total differ from
 *   what the user saw
 */
export async function createRun(
  context: PayContext & Pick<AppContext, 'keys'>,
  input: CreateRunInput,
): Promise<RunResponse> {
  const profile = await findBankProfile(context, input.profile);
  const { actor, keys } = context;
  const createdBy = actor.id;
  if (createdBy === null) throw new Error('only an administrator makes a payment run');
  const requestHash = hashOf(input);
  const digestOf = await createDestinationDigester(keys);
  const id = await payOnce(
    context,
    async (client, { at }) => {
      await requireRight(client, actor, 'money:move');
      const [earlier] = await rowsOf(client, EARLIER_RUN, [createdBy, input.key]);
      if (earlier && !requestHash.equals(earlier.requestHash)) throw conflict('key_of_another_run');
      if (earlier) return earlier.id;
      const { ids, minimumPaise } = toPayeeFilter(input);
      await rowsOf(client, LOCK_PAYEES, [ids]);
      await postAllPendingEntries(client);
      const payees = await readPayees(client, context, { ids, at });
      const payments = payees
        .map((payee) => planPayment(profile, payee, minimumPaise))
        .filter(({ issue }) => issue === null);
      requireSeen(payments, input, profile);
      const totalPaise = sumOf(payments);
      const cause = await findApprovalCause(client, { actor, amountPaise: totalPaise, at });
      const lapsesAt = cause === null ? null : new Date(at.getTime() + RUN_EXPIRY_DAYS * DAY_MS);
      const runId = new ObjectId().toHexString();
      const number = (await rowsOf(client, NEXT_NUMBER, []))[0]?.number ?? 1;
      const cell = { table: 'payment_runs', id: runId, column: 'debit_account' };
      await orm(client)
        .insert(paymentRuns)
        .values({
          id: runId,
          number,
          state: cause === null ? 'ready' : 'waiting',
          profile: profile.name,
          definition: JSON.stringify(profile),
          debitAccount: await keys.encrypt(client, input.debitAccount, cell),
          rowCount: payments.length,
          totalPaise,
          createdBy,
          createdAt: at,
          requestKey: input.key,
          requestHash,
          lapsesAt,
        });
      await insertRows(client, { runId, number, at, payments, digestOf });
      await recordActivity(client, actor, at, {
        action: 'created',
        entity: 'payment_run',
        entityId: runId,
        changes: toFieldChanges({ number, profile: profile.name, rows: payments.length, totalPaise, cause }).filter(
          ({ after }) => after !== null,
        ),
      });
      return runId;
    },
    true,
  );
  return runResponse(context, id, null);
}

function hashOf({ key: _key, ids, ...input }: CreateRunInput): Buffer {
  const text = JSON.stringify([Object.entries(input).sort(), ids === null ? null : [...ids].sort()]);
  return createHash('sha256').update(text).digest();
}

/** @throws 400; 409 */
function requireSeen(
  payments: readonly PlannedPayment[],
  { seenCount, seenTotalPaise }: CreateRunInput,
  { label, file }: BankProfile,
): void {
  const totalPaise = sumOf(payments);
  if (payments.length === 0) throw conflict('nobody_to_pay');
  if (payments.length !== seenCount || totalPaise !== seenTotalPaise)
    throw conflict('run_total_changed', {
      total: rupeesText(totalPaise),
      count: payments.length,
      seenTotal: rupeesText(seenTotalPaise),
      seenCount,
    });
  if (payments.length > file.mostRows)
    throw badRequest([fieldError('ids', 'more_rows_than_file', { most: file.mostRows, bank: label })]);
}

/** Letters and digits that cannot be confused with each other. */
const REFERENCE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Returns the references of a run: "W", the number of the run, five random letters, and the position. The random
 * letters ensure that a restored backup never repeats a reference.
 */
function createReferences(number: number, count: number): string[] {
  const random = [...randomBytes(5)].map((byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length]).join('');
  const start = `W${String(number).padStart(4, '0')}${random}`;
  return Array.from({ length: count }, (_, index) => `${start}${String(index + 1).padStart(5, '0')}`);
}

interface NewRows {
  readonly runId: string;
  readonly number: number;
  readonly at: Date;
  readonly payments: readonly PlannedPayment[];
  readonly digestOf: (destination: Destination) => string;
}

async function insertRows(
  client: pg.ClientBase,
  { runId, number, at, payments, digestOf }: NewRows,
): Promise<void> {
  await rowsOf(client, INSERT_ROWS, [
    runId,
    at,
    createReferences(number, payments.length),
    payments.map(({ payee }) => payee.id),
    payments.map(({ amountPaise }) => amountPaise),
    payments.map(({ mode }) => mode),
    payments.map(({ destination }) => destination),
    payments.map(digestOf),
  ]);
}
