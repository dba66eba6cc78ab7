import { createHash } from 'node:crypto';
import { setImmediate as untilNextTurn } from 'node:timers/promises';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import { earningRecord, payoutRecord } from '../../records/payouts.ts';
import type { BatchWriter } from './batch-writer.ts';
import { IdSet } from './id-set.ts';
import { createRecordReader, type Reading, type RejectedRecord, type SourceRecord } from './read-record.ts';
import { type RecordError, type RejectedFile, ruleReason } from './rejections.ts';
import { readParts, type SourceFile } from './source-folder.ts';

interface UniqueValue {
  readonly constraint: string;
  /** Returns the value as 24 hexadecimal characters; null if there is none. */
  of(row: Row): string | null;
}

const asId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Returns the function that reads a text column of a row. */
function createColumnReader({ columns }: RecordDefinition, field: string): (row: Row) => string | null {
  const index = columns.findIndex((column) => column.field === field) + 1;
  return (row) => {
    const value = row[index];
    return typeof value === 'string' ? value : null;
  };
}

const storedKeyOf = createColumnReader(payoutRecord as RecordDefinition, 'transactionKey');

const uniqueValues: Readonly<Record<string, UniqueValue | undefined>> = {
  configs: { constraint: 'configurations_single', of: () => '0'.repeat(24) },
  earnings: {
    constraint: 'earnings_payment',
    of: createColumnReader(earningRecord as RecordDefinition, 'paymentId'),
  },
  payouts: {
    constraint: 'payouts_transaction',
    of: (row) => {
      const key = storedKeyOf(row);
      return key === null ? null : asId(transactionKey(key));
    },
  },
};

/**
 * Returns a function that rejects a record if an earlier record of this run has the same unique value. The database
 * would reject it too, but a dry run needs this check.
 */
function createUniqueValueChecker(collection: string): (row: Row) => string | null {
  const unique = uniqueValues[collection];
  if (!unique) return () => null;
  const seen = new IdSet();
  return (row) => {
    const value = unique.of(row);
    return value === null || seen.add(value) ? null : ruleReason(unique.constraint);
  };
}

export interface Counter {
  read: number;
  added: number;
  changed: number;
  same: number;
  rejected: number;
  /** How many of the changed records the source has deleted (SYNC-03). */
  deleted: number;
  /** How many of the unchanged records are older than the stored ones (SYNC-03). */
  stale: number;
  /** The number of amounts with more than two decimals. */
  roundedAmounts: number;
  /** The number of payouts without a transaction id (IMPO-06). */
  withoutTransactionId: number;
  missingReferences: number;
}

export interface ImportTargets {
  readonly writer: BatchWriter;
  readonly rejected: RejectedFile;
  /** Called after each chunk of the file with the number of records read so far. */
  onProgress(bytes: number, records: number): void;
}

const BATCH_RECORDS = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** After this many records, decoding yields to database responses, so that both run concurrently. */
const RECORDS_PER_TURN = 20;

interface Batch {
  readonly records: SourceRecord[];
  readonly rejections: RejectedRecord[];
  bytes: number;
}

const createEmptyBatch = (): Batch => ({ records: [], rejections: [], bytes: 0 });

function isFull({ records, rejections, bytes }: Batch): boolean {
  return records.length >= BATCH_RECORDS || rejections.length >= BATCH_RECORDS || bytes >= BATCH_BYTES;
}

/** Returns a function that rejects a record if an earlier record has the same id or the same unique value. */
function createRepetitionChecker({ definition }: SourceFile): (reading: Reading) => Reading {
  const ids = new IdSet();
  const repeatedValue = createUniqueValueChecker(definition.collection);
  return (reading) => {
    if ('rejection' in reading) return reading;
    const { line, index, id, row } = reading.record;
    const isFirst = ids.add(id);
    const reason = isFirst ? row && repeatedValue(row) : 'duplicate id: an earlier record has it';
    return reason === null ? reading : { rejection: { line, index, id, reason, errors: [], isUnreadable: false } };
  };
}

/** Imports one file, reading the next batch while the database writes the current one. */
export async function importFile(file: SourceFile, targets: ImportTargets): Promise<Counter> {
  const counter: Counter = {
    read: 0,
    added: 0,
    changed: 0,
    same: 0,
    rejected: 0,
    deleted: 0,
    stale: 0,
    roundedAmounts: 0,
    withoutTransactionId: 0,
    missingReferences: 0,
  };
  const readRecord = createRecordReader(file.definition);
  const withoutRepetition = createRepetitionChecker(file);
  let batch = createEmptyBatch();
  let writing: Promise<void> = Promise.resolve();

  async function hand(over: Batch): Promise<void> {
    await writing;
    writing = writeBatch(file, over, targets, counter);
    // The promise is awaited later; until then, Node would report an unhandled rejection without this handler.
    writing.catch(() => undefined);
  }

  for await (const part of readParts(file, (bytes) => targets.onProgress(bytes, counter.read))) {
    const reading = withoutRepetition(readRecord(part));
    if ('record' in reading) batch.records.push(reading.record);
    else batch.rejections.push(reading.rejection);
    if ('bytes' in part.content) batch.bytes += part.content.bytes.length;
    if (++counter.read % RECORDS_PER_TURN === 0) await untilNextTurn();
    if (!isFull(batch)) continue;
    await hand(batch);
    batch = createEmptyBatch();
  }
  await hand(batch);
  await writing;
  return counter;
}

/** The counter of each outcome in the report's table. */
const COUNTED_AS = {
  created: 'added',
  updated: 'changed',
  deleted: 'changed',
  unchanged: 'same',
  stale: 'same',
} as const;

async function writeBatch(file: SourceFile, batch: Batch, targets: ImportTargets, counter: Counter): Promise<void> {
  const result = await targets.writer.write(file.definition, batch.records);
  const rejections = [...(await targets.writer.nameOwner(file.definition, batch.rejections))];
  const transactionIdAt = file.definition.columns.findIndex(({ name }) => name === 'transaction_key') + 1;
  for (const { line, index, id, row, roundedAmounts } of batch.records) {
    const rejected = result.rejected.get(id);
    const outcome = result.outcomes.get(id);
    if (rejected) rejections.push({ line, index, id, isUnreadable: false, ...rejected });
    else if (outcome) {
      counter[COUNTED_AS[outcome]]++;
      if (outcome === 'deleted' || outcome === 'stale') counter[outcome]++;
      counter.roundedAmounts += roundedAmounts;
      if (transactionIdAt > 0 && row?.[transactionIdAt] === null) counter.withoutTransactionId++;
    }
  }
  rejections.sort((one, other) => one.line - other.line || (one.index ?? 0) - (other.index ?? 0));
  counter.rejected += rejections.length;
  counter.missingReferences += result.missingReferences;
  await targets.rejected.write(
    rejections.map(({ line, index, id, reason, errors }) => ({
      ...{ file: file.name, line, index, id, reason },
      ...unnamedFields(reason, errors),
    })),
  );
}

function unnamedFields(reason: string, errors: readonly RecordError[]): { readonly fields?: readonly string[] } {
  const fields = errors.map(({ field }) => field).filter((field) => field !== '' && !reason.includes(field));
  return fields.length === 0 ? {} : { fields };
}
