import type { CollectionName } from '@wayside/contract/collections';
import type { IngestResult } from '@wayside/contract/ingest';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { collections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { openErasureRecord, rememberOrWarn } from '../../sync/erasure/erasure-record.ts';
import { BatchWriter, type BatchWriterOptions, type RunTransaction } from '../../sync/import/batch-writer.ts';
import { type Reading, recordReader, type SourceRecord } from '../../sync/import/read-record.ts';
import { readRecords } from './read-records.ts';
import { Turns } from './turns.ts';
import { whileKeyIsValid } from './while-key-is-valid.ts';

/** What a call of ingest brings. */
export interface IngestInput<C = CollectionName> {
  readonly collection: C;
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly key: ServiceKeyIdentity;
}

/** What the calls of ingest need. */
export type IngestContext = Pick<AppContext, 'database' | 'keys' | 'now' | 'log' | 'settings'>;

/** Batches wait for each other's locks anyway; more at once take the connections and the processor from lists. */
const AT_ONCE = 1;
const turns = new Turns(AT_ONCE);

/**
 * Writes the records of one call (SYNC-01, SYNC-02), each whole or not at all, with what follows from them (SYNC-05).
 * The same call again changes nothing, so that a client without an answer repeats it.
 * @returns what became of each, in their order
 * @throws 400, 401 when the key is revoked in the meantime, 413, 503
 */
export async function ingestRecords(
  context: IngestContext,
  { collection, bytes, mediaType, key }: IngestInput,
): Promise<IngestResult[]> {
  const { database, keys, log, settings } = context;
  const definition = collections[collection] as RecordDefinition;
  const results = await turns.take(database, async () => {
    const readings = await readRecords(recordReader(definition), bytes, mediaType);
    const transaction = whileKeyIsValid(database.transaction, key);
    return writeRecords(definition, readings, { transaction, keys, documentHosts: settings.documentHosts });
  });
  if (collection === 'users' || collection === 'mechanics')
    await rememberOrWarn({ database, log }, openErasureRecord(settings));
  return results;
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
  const results: (IngestResult | undefined)[] = readings.map(() => undefined);
  const unreadable = readings.flatMap((reading, index) =>
    'record' in reading ? [] : [{ ...reading.rejection, index }],
  );
  for (const rejection of await writer.nameOwner(definition, unreadable))
    if (rejection.index !== null) results[rejection.index] = rejected(rejection.index, rejection);
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

/** The result of a record that is rejected. */
export const rejected = (index: number, { id, errors }: Pick<IngestResult, 'id'> & { errors: readonly object[] }) =>
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
