import type { CollectionName } from '@wayside/contract/collections';
import { INGEST_OUTCOMES, type IngestOutcome, type IngestResult } from '@wayside/contract/ingest';
import type pg from 'pg';
import { z } from 'zod';
import { invalidKey, unavailable } from '../../api-error.ts';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { countKeyUse } from '../../db/count-key-use.ts';
import { isLockTimeout, isTooSlow } from '../../db/database-errors.ts';
import { defineStatement, rowsOf, sampleOf } from '../../db/statement.ts';
import { openErasureRecord } from '../../erasure/erasure-record.ts';
import { rememberOrWarn } from '../../erasure/remember-erasures.ts';
import { BatchWriter, type BatchWriterOptions, type RunTransaction } from '../../import/batch-writer.ts';
import type { Reading, SourceRecord } from '../../import/read-record.ts';
import { collections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { readRecords } from './read-records.ts';
import { Semaphore } from './semaphore.ts';

export interface IngestInput {
  readonly collection: CollectionName;
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly key: ServiceKeyIdentity;
}

export interface IngestAnswer {
  readonly counts: Readonly<Record<IngestOutcome, number>>;
  /** In the order of the records. */
  readonly results: readonly IngestResult[];
}

/** Batches wait for each other's locks anyway; more at once take the connections and the processor from lists. */
const AT_ONCE = 1;
const LONGEST_WAIT_MS = 15_000;
const tooLate = () => unavailable('Other records are being written. Please send these again.', 2);
const turns = new WeakMap<object, Semaphore>();

const IS_VALID = defineStatement({
  name: 'is-service-key-valid',
  text: 'SELECT revoked_at IS NULL AS "isValid" FROM service_keys WHERE id = $1',
  row: z.object({ isValid: z.boolean() }),
  example: [sampleOf('service_keys')],
});

/**
 * Writes the records of one call (SYNC-01, SYNC-02), each whole or not at all, with what follows from them (SYNC-05).
 * The same call again changes nothing, so that a client without an answer repeats it.
 * @throws 400, 401 when the key is revoked meanwhile, 413, 503
 */
export async function ingestRecords(
  context: Pick<AppContext, 'database' | 'keys' | 'now' | 'log' | 'settings'>,
  { collection, bytes, mediaType, key }: IngestInput,
): Promise<IngestAnswer> {
  const { database, keys, now, log, settings } = context;
  const mine = turns.get(database) ?? new Semaphore(AT_ONCE);
  turns.set(database, mine);
  const definition = collections[collection] as RecordDefinition;
  const results = await mine.run(
    async () => {
      const readings = await readRecords(definition, bytes, mediaType);
      const transaction = whileValid(database.transaction, key);
      return writeRecords(definition, readings, { transaction, keys, documentHosts: settings.documentHosts });
    },
    LONGEST_WAIT_MS,
    tooLate,
  );
  if (collection === 'users' || collection === 'mechanics')
    await rememberOrWarn({ database, log }, openErasureRecord(settings));
  const counts = Object.fromEntries(INGEST_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    IngestOutcome,
    number
  >;
  for (const { outcome } of results) counts[outcome as IngestOutcome]++;
  await countKeyUse(database, key.id, now(), counts).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of a service key was not counted'),
  );
  return { counts, results };
}

/** Transactions that commit only while the key is valid. */
function whileValid(transaction: AppContext['database']['transaction'], key: ServiceKeyIdentity): RunTransaction {
  return async <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    try {
      return await transaction(async (client) => {
        const result = await work(client);
        const [found] = await rowsOf(client, IS_VALID, [key.id]);
        if (!found?.isValid) throw invalidKey('This service key was revoked.');
        return result;
      });
    } catch (error) {
      if (isTooSlow(error) || isLockTimeout(error)) throw tooLate();
      throw error;
    }
  };
}

async function writeRecords(
  definition: RecordDefinition,
  readings: readonly Reading[],
  {
    transaction,
    ...options
  }: { readonly transaction: RunTransaction } & Pick<BatchWriterOptions, 'keys' | 'documentHosts'>,
): Promise<IngestResult[]> {
  const writer = new BatchWriter(transaction, { ...options, isDryRun: false });
  const results: (IngestResult | undefined)[] = readings.map((reading, index) =>
    'record' in reading ? undefined : rejected(index, reading.rejection),
  );
  for (const round of roundsOf(readings)) {
    const written = await writer.write(
      definition,
      round.map(({ record }) => record),
    );
    for (const { index, record } of round) {
      const outcome = written.outcomes.get(record.id);
      const reason = written.rejected.get(record.id);
      if (reason) results[index] = rejected(index, { ...reason, id: record.id });
      else if (outcome) results[index] = { index, id: record.id, outcome, errors: [] };
    }
  }
  return results.flatMap((result) => (result ? [result] : []));
}

const rejected = (index: number, { id, errors }: Pick<IngestResult, 'id'> & { errors: readonly object[] }) =>
  ({ index, id, outcome: 'rejected', errors: [...errors] }) as IngestResult;

/** Records with the same id come one after the other, each in a round of its own (SYNC-02). */
function roundsOf(readings: readonly Reading[]) {
  const rounds: { readonly index: number; readonly record: SourceRecord }[][] = [];
  const seen = new Map<string, number>();
  for (const [index, reading] of readings.entries()) {
    if ('rejection' in reading) continue;
    const round = seen.get(reading.record.id) ?? 0;
    seen.set(reading.record.id, round + 1);
    const records = rounds[round] ?? [];
    records.push({ index, record: reading.record });
    rounds[round] = records;
  }
  return rounds;
}
