import type { IngestCollection } from '@wayside/contract/collections';
import { INGEST_OUTCOMES, type IngestOutcome, type IngestResult } from '@wayside/contract/ingest';
import { countKeyUse } from '../../platform/db/key-use.ts';
import { ingestPositions } from './ingest-positions.ts';
import { type IngestContext, type IngestInput, ingestRecords } from './ingest-records.ts';

/** What became of the records of a call. */
export interface IngestAnswer {
  readonly counts: Readonly<Record<IngestOutcome, number>>;
  /** In the order of the records. */
  readonly results: readonly IngestResult[];
}

/**
 * Takes the records of one call of ingest (SYNC-01, SYNC-02), or the positions of mechanics (ROAD-04), and counts the use of the key.
 * @throws 400, 401 when the key is revoked in the meantime, 413, 503
 */
export async function ingest(
  context: IngestContext,
  { collection, ...input }: IngestInput<IngestCollection>,
): Promise<IngestAnswer> {
  const { database, now, log } = context;
  const results =
    collection === 'positions'
      ? await ingestPositions(context, input)
      : await ingestRecords(context, { ...input, collection });
  const counts = Object.fromEntries(INGEST_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    IngestOutcome,
    number
  >;
  for (const { outcome } of results) counts[outcome as IngestOutcome]++;
  await countKeyUse(database, input.key.id, now(), counts).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of a service key was not counted'),
  );
  return { counts, results };
}
