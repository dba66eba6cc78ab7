import { createHash } from 'node:crypto';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import { z } from 'zod';
import { conflict } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { findCause } from '../../find-cause.ts';
import type { BankProfile } from '../../money/bank-files/bank-profile.ts';
import { bankFileLines, bankFileName, bankRow } from '../../money/bank-files/write-bank-file.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postAllPendingEntries } from '../../money/ledger/post-entries.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { recordActivities, recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { findRun, removalEntry, requireState } from './decide-on-run.ts';
import { createDestinationComparer } from './destination-digest.ts';
import { bankPaymentOf, type Payee, readPayees } from './payees.ts';
import { storedProfile } from './profiles.ts';
import { type RunResponse, readRun, runResponse } from './read-run.ts';

/** The number of rows that are read, checked and written at once, which limits memory use. */
const ROWS_PER_PART = 500;

const NEXT_ROWS = defineStatement({
  name: 'next-reserved-rows',
  text: `SELECT position, reference, mechanic_id AS "mechanicId", amount_paise AS "amountPaise", mode, destination,
      destination_digest AS "destinationDigest"
    FROM payment_run_rows WHERE run_id = $1 AND position > $2 AND state = 'reserved' ORDER BY position LIMIT ${ROWS_PER_PART}`,
  row: z.object({
    position: z.number(),
    reference: z.string(),
    mechanicId: z.string(),
    amountPaise: z.number(),
    mode: z.string(),
    destination: z.string(),
    destinationDigest: z.string(),
  }),
  example: ['1'.repeat(24), 0],
});
type ReservedRow = z.infer<NonNullable<typeof NEXT_ROWS.row>>;

const CHANGE_STATES = defineStatement({
  name: 'send-run-rows',
  text: `UPDATE payment_run_rows AS r SET state = given.state, reason = given.reason, changed_at = $4
    FROM unnest($1::text[], $2::text[], $3::text[]) AS given (reference, state, reason) WHERE r.reference = given.reference`,
  example: [[], [], [], new Date(0)],
});
const INSERT_PART = defineStatement({
  name: 'insert-run-file-part',
  text: 'INSERT INTO payment_run_file_parts (id, run_id, part, content) VALUES ($1, $2, $3, $4)',
  example: ['-1', '0'.repeat(24), 1, ''],
});
// Statement that reads the number of the file for the day, because banks require distinct file names.
const DAY = defineStatement({
  name: 'day-of-run-file',
  text: `WITH today AS (SELECT ($2::timestamptz AT TIME ZONE business_time_zone())::date AS day)
    SELECT day::text, (SELECT count(*) + 1 FROM payment_runs WHERE profile = $1 AND sent_at >= day_start(day, business_time_zone())) AS number FROM today`,
  row: z.object({ day: z.string(), number: z.number() }),
  example: ['icici', new Date(0)],
});
const SEND = defineStatement({
  name: 'send-payment-run',
  text: `UPDATE payment_runs SET state = 'sent', sent_by = $2, sent_at = $3, file_name = $4, file_hash = $5 WHERE id = $1`,
  example: ['f'.repeat(24), null, new Date(0), 'file.csv', Buffer.alloc(0)],
});

type FileContext = PayContext & Pick<AppContext, 'keys'>;

/**
 * Creates the file of a run once (BANK-02). Checks each amount again under the ledger's lock. If an amount is no
 * longer owed or the bank details have changed, the row is removed with the reason. @throws 403; 404; 409 if the run
 * is pending approval, has ended, or nothing can be paid
 */
export async function makeRunFile(context: FileContext, { id }: { readonly id: string }): Promise<RunResponse> {
  const { actor, keys, settings } = context;
  const said = await payOnce<Sentence | null>(
    context,
    async (client, { at }) => {
      await requireRight(client, actor, 'money:move');
      const run = await findRun(client, id);
      if (run.state === 'sent' || run.state === 'finished') return null;
      requireState(run, 'ready');
      const profile = storedProfile(run.definition);
      await postAllPendingEntries(client);
      const place = { table: 'payment_runs', id, column: 'debit_account' };
      const [today] = await rowsOf(client, DAY, [run.profile, at]);
      if (!today) throw new Error('a selection of values returned no row');
      const facts = {
        debitAccount: await readStored(keys, run.debitAccount, place),
        narration: `${settings.brand} ${run.number}`,
        day: today.day,
      };
      const file = new FileWriter(client, context, id, profile);
      const removed: string[] = [];
      let sentCount = 0;
      for (let last = 0; ; ) {
        const rows = await rowsOf(client, NEXT_ROWS, [id, last]);
        const end = rows.at(-1);
        if (!end) break;
        last = end.position;
        const checked = await checkRows(client, context, { rows, profile, facts, at });
        await rowsOf(client, CHANGE_STATES, [
          rows.map(({ reference }) => reference),
          checked.map(({ reason }) => (reason === null ? 'sent' : 'removed')),
          checked.map(({ reason }) => reason),
          at,
        ]);
        const removals = rows.flatMap((row, index) => {
          const reason = checked[index]?.reason ?? null;
          return reason === null ? [] : [{ ...row, reason }];
        });
        await recordActivities(
          client,
          actor,
          at,
          removals.map((row) => removalEntry(id, row)),
        );
        removed.push(...removals.map(({ reason }) => reason));
        sentCount += rows.length - removals.length;
        await file.write(checked.flatMap(({ cells }) => (cells === null ? [] : [cells])));
      }
      if (sentCount === 0)
        throw removed[0] === undefined
          ? conflict('run_without_rows')
          : conflict('run_unpayable', { reason: findCause(removed[0]) ?? removed[0] });
      const fileName = bankFileName(profile, { brand: settings.brand, ...today });
      const hash = file.hash();
      await rowsOf(client, SEND, [id, actor.id, at, fileName, hash]);
      const made = { fileName, fileHash: hash.toString('hex'), rows: sentCount, removed: removed.length };
      await recordActivity(client, actor, at, {
        action: 'file_made',
        entity: 'payment_run',
        entityId: id,
        changes: toFieldChanges(made),
      });
      return readySentence(fileName, sentCount, removed.length);
    },
    true,
  );
  return runResponse(context, id, said);
}

function readySentence(file: string, sentCount: number, removedCount: number): Sentence {
  const ready = sentence('run_file_ready', { file, count: sentCount });
  if (removedCount === 0) return ready;
  return sentence('run_file_ready_removed', {
    ready,
    removed: sentence('rows_removed_from_file', { count: removedCount }),
  });
}

interface CheckInput {
  readonly rows: readonly ReservedRow[];
  readonly profile: BankProfile;
  readonly facts: Parameters<typeof bankRow>[1];
  readonly at: Date;
}

interface CheckedRow {
  readonly cells: readonly string[] | null;
  /** The reason why the row is removed. */
  readonly reason: string | null;
}

/** Returns each row in the bank's format, or the reason why it can no longer be paid. */
async function checkRows(
  client: pg.ClientBase,
  context: FileContext,
  { rows, profile, facts, at }: CheckInput,
): Promise<CheckedRow[]> {
  const payees = await readPayees(client, context, { ids: rows.map(({ mechanicId }) => mechanicId), at });
  const byId = new Map(payees.map((payee) => [payee.id, payee]));
  const { isUnchanged } = await createDestinationComparer(
    context.keys,
    rows.map(({ destinationDigest }) => destinationDigest),
  );
  const check = (row: ReservedRow, payee: Payee | undefined): CheckedRow => {
    if (!payee) return { cells: null, reason: sentence('mechanic_gone').message };
    // The reserved amount includes this row.
    if (payee.freePaise < 0)
      return {
        cells: null,
        reason: sentence('less_owed_than_in_transit', { amount: rupeesText(payee.balancePaise) }).message,
      };
    const written = bankRow(profile, facts, bankPaymentOf(payee, row.amountPaise, row.reference));
    if (written.issue !== undefined) return { cells: null, reason: written.issue };
    if (written.mode !== row.mode || isUnchanged({ mode: row.mode, payee }, row) !== true)
      return { cells: null, reason: sentence('bank_details_changed').message };
    return { cells: written.cells, reason: null };
  };
  return rows.map((row) => check(row, byId.get(row.mechanicId)));
}

/** Writer of a file in encrypted parts that also hashes the bytes of the file. */
class FileWriter {
  readonly #client: pg.ClientBase;
  readonly #context: FileContext;
  readonly #runId: string;
  readonly #profile: BankProfile;
  readonly #hash = createHash('sha256');
  #part = 0;

  constructor(client: pg.ClientBase, context: FileContext, runId: string, profile: BankProfile) {
    this.#client = client;
    this.#context = context;
    this.#runId = runId;
    this.#profile = profile;
  }

  async write(rows: readonly (readonly string[])[]): Promise<void> {
    const { file } = this.#profile;
    const hasHeadings = file.hasHeadings && this.#part === 0;
    const content = [...bankFileLines({ ...this.#profile, file: { ...file, hasHeadings } }, rows)].join('');
    this.#part += 1;
    this.#hash.update(content);
    const id = `${this.#runId}-${this.#part}`;
    const place = { table: 'payment_run_file_parts', id, column: 'content' };
    const stored = await this.#context.keys.encrypt(this.#client, content, place);
    await rowsOf(this.#client, INSERT_PART, [id, this.#runId, this.#part, stored]);
  }

  hash(): Buffer {
    return this.#hash.digest();
  }
}

const READ_PART = defineStatement({
  name: 'read-run-file-part',
  text: 'SELECT id, content FROM payment_run_file_parts WHERE run_id = $1 AND part = $2',
  row: z.object({ id: z.string(), content: z.string() }),
  example: ['2'.repeat(24), 1],
});

interface RunFile {
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
}

/**
 * Reads the file of a run part by part and logs each download (BANK-02). @throws 404; 409 if the file has not been
 * created
 */
export async function downloadRunFile(
  context: ActorContext & Pick<AppContext, 'keys'>,
  { id }: { readonly id: string },
): Promise<RunFile> {
  const { database, actor, now } = context;
  const { fileName, fileHash } = await readRun(context, id);
  if (fileName === null) throw conflict('run_file_not_made');
  await database.transaction((client) =>
    recordActivity(client, actor, now(), {
      action: 'file_downloaded',
      entity: 'payment_run',
      entityId: id,
      changes: [{ field: 'fileHash', before: null, after: fileHash }],
    }),
  );
  return { fileName, parts: partsOf(context, id) };
}

async function* partsOf(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  runId: string,
): AsyncGenerator<string> {
  for (let part = 1; ; part += 1) {
    const [stored] = await database.rows(READ_PART, [runId, part]);
    if (!stored) return;
    const place = { table: 'payment_run_file_parts', id: stored.id, column: 'content' };
    yield await readStored(keys, stored.content, place);
  }
}
