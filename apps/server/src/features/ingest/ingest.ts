import type { CollectionName, IngestCollection } from '@wayside/contract/collections';
import { INGEST_OUTCOMES, type IngestOutcome, type IngestResult } from '@wayside/contract/ingest';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { countKeyUse } from '../../platform/db/key-use.ts';
import { collections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { appendErasuresOrWarn, openErasureLog } from '../../sync/erasure/erasure-log.ts';
import { BatchWriter, type BatchWriterOptions, type RunTransaction } from '../../sync/import/batch-writer.ts';
import { createRecordReader, type Reading, type SourceRecord } from '../../sync/import/read-record.ts';
import { ingestPositions } from './ingest-positions.ts';
import { ingestRefunds } from './ingest-refunds.ts';
import { readRecords, rejected } from './read-records.ts';
import { createRecordQueue, whileKeyIsValid } from './record-queue.ts';

/** The records of a call. */
interface IngestInput<C = CollectionName> {
  readonly collection: C;
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly key: ServiceKeyIdentity;
}

/** The context that ingest calls need. */
type IngestContext = Pick<AppContext, 'database' | 'keys' | 'now' | 'log' | 'settings'>;

/**
 * Batches wait for each other's locks anyway. More concurrent batches would take connections and processor time away
 * from lists.
 */
const turns = createRecordQueue();

/**
 * Writes the records of one call, each completely or not at all (SYNC-01, SYNC-02, SYNC-05). Repeating the call
 * changes nothing.
 * @returns a result for each record, in the same order
 */
async function ingestRecords(
  context: IngestContext,
  { collection, bytes, mediaType, key }: IngestInput,
): Promise<IngestResult[]> {
  const { database, keys, log, settings } = context;
  const definition = collections[collection] as RecordDefinition;
  const results = await turns.run(database, async () => {
    const readings = await readRecords(createRecordReader(definition), bytes, mediaType);
    const transaction = whileKeyIsValid(database.transaction, key);
    return writeRecords(definition, readings, { transaction, keys, documentHosts: settings.documentHosts });
  });
  if (collection === 'users' || collection === 'mechanics')
    await appendErasuresOrWarn({ database, log }, openErasureLog(settings));
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
  for (const round of splitIntoRounds(readings)) {
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

/** Groups records into rounds, so that records with the same id are written sequentially (SYNC-02). */
function splitIntoRounds(readings: readonly Reading[]) {
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

/** The outcomes of the records of a call. */
interface IngestResponse {
  readonly counts: Readonly<Record<IngestOutcome, number>>;
  /** In the same order as the records. */
  readonly results: readonly IngestResult[];
}

function ingestInto(
  context: IngestContext,
  collection: IngestCollection,
  input: Omit<IngestInput, 'collection'>,
): Promise<IngestResult[]> {
  if (collection === 'positions') return ingestPositions(context, input);
  if (collection === 'refunds') return ingestRefunds(context, input);
  return ingestRecords(context, { ...input, collection });
}

/**
 * Ingests the records (SYNC-01, SYNC-02), positions (ROAD-04) or refunds (REFD-01) of one call, and counts the use of
 * the key.
 * @throws 400; 401 if the key has been revoked in the meantime; 413; 503
 */
export async function ingest(
  context: IngestContext,
  { collection, ...input }: IngestInput<IngestCollection>,
): Promise<IngestResponse> {
  const { database, now, log } = context;
  const results = await ingestInto(context, collection, input);
  const counts = Object.fromEntries(INGEST_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    IngestOutcome,
    number
  >;
  for (const { outcome } of results) counts[outcome as IngestOutcome]++;
  await countKeyUse(database, input.key.id, now(), counts).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of a service key could not be recorded'),
  );
  return { counts, results };
}
