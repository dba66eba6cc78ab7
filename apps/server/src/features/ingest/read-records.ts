import { setImmediate as untilNextTurn } from 'node:timers/promises';
import { type IngestResult, MAX_INGEST_RECORDS, RECORD_LINES_TYPE } from '@wayside/contract/ingest';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { ApiError, badRequest } from '../../api-error.ts';
import { DocumentSplitter, type SourcePart } from '../../sync/import/document-splitter.ts';
import type { Reading } from '../../sync/import/read-record.ts';

/**
 * The number of records per turn of the event loop, about half a millisecond of work. Other calls of the node each
 * need several turns.
 */
const RECORDS_PER_TURN = 5;

const unreadableError = (said: Sentence) => badRequest([{ field: '', ...said }]);

const BRACE = 0x7b;
const isObject = ({ content }: SourcePart): boolean => 'bytes' in content && content.bytes[0] === BRACE;

function* splitDocument(bytes: Buffer): Generator<SourcePart> {
  const splitter = new DocumentSplitter();
  yield* splitter.push(bytes);
  yield* splitter.end();
}

/**
 * Reads the body of a call (SYNC-01): an array, a single object, or one record per line. @returns a reading for each
 * record, in the same order
 * @throws 400 with the line that cannot be read; 413 if there are too many records
 */
export async function readRecords<R>(
  readRecord: (part: SourcePart) => Reading<R>,
  bytes: Buffer,
  mediaType: string,
): Promise<readonly Reading<R>[]> {
  const readings: Reading<R>[] = [];
  let isList = false;
  for (const part of splitDocument(bytes)) {
    isList ||= part.index !== null;
    if (readings.length === MAX_INGEST_RECORDS)
      throw new ApiError(
        'too_large',
        sentence('too_many_records', { most: MAX_INGEST_RECORDS.toLocaleString('en-US') }),
      );
    const reading = readRecord(part);
    if ('rejection' in reading && reading.rejection.isUnreadable)
      throw unreadableError(
        sentence('line_unreadable', { line: reading.rejection.line, reason: reading.rejection.reason }),
      );
    if (!isList && mediaType !== RECORD_LINES_TYPE && !isObject(part))
      throw unreadableError(sentence('line_no_record', { line: part.line }));
    if (!isList && readings.length === 1 && mediaType !== RECORD_LINES_TYPE)
      throw unreadableError(sentence('line_after_record', { line: part.line, type: RECORD_LINES_TYPE }));
    if (readings.push(reading) % RECORDS_PER_TURN === 0) await untilNextTurn();
  }
  if (readings.length === 0 && bytes.toString('latin1').trim() === '')
    throw unreadableError(sentence('body_empty'));
  return readings;
}

/** Returns the result of a rejected record. */
export const rejected = (index: number, { id, errors }: Pick<IngestResult, 'id'> & { errors: readonly object[] }) =>
  ({ index, id, outcome: 'rejected', errors: [...errors] }) as IngestResult;
