import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { recordHeader } from '@wayside/contract/ingest';
import type { FieldError } from '@wayside/contract/wire/field-errors';
import { wireKey } from '@wayside/contract/wire/wire-object';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import { StartError } from '../../start-error.ts';

export interface RecordPosition {
  /** The line where the record begins, starting at 1. */
  readonly line: number;
  /** Its index in the list, starting at 0; null if each line is a document. */
  readonly index: number | null;
}

/** A rejected record. The reason names fields and rules, never a value (SECU-04). */
export interface Rejection extends RecordPosition {
  readonly file: string;
  readonly id: string | null;
  readonly reason: string;
  /** The affected fields, if the reason does not name them. */
  readonly fields?: readonly string[];
}

/** The file name of the rejected records, next to the imported files. */
export const REJECTED_FILE = 'rejected.ndjson';
/** The path while the file is being written. */
const partOf = (path: string): string => join(dirname(path), `.${REJECTED_FILE}.part`);

/**
 * FOLDER/rejected.ndjson, which contains the rejected records, one per line. A dry run writes it too. It is written
 * to a temporary file next to it, which is opened before anything is imported, so that a read-only folder fails
 * immediately. At the end, the temporary file replaces it; an existing link is replaced, not followed. If nothing is
 * rejected, the file is removed.
 */
export class RejectedFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #count = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** @throws StartError if the file cannot be written */
  static async open(folder: string): Promise<RejectedFile> {
    const path = join(folder, REJECTED_FILE);
    try {
      if ((await lstat(path).catch(() => null))?.isDirectory()) throw new Error(`${path} is a folder`);
      await rm(partOf(path), { force: true });
      return new RejectedFile(path, await open(partOf(path), 'wx'));
    } catch (error) {
      throw new StartError(`${path} cannot be written, but rejected records are written to it.`, {
        cause: error,
      });
    }
  }

  async write(rejections: readonly Rejection[]): Promise<void> {
    if (rejections.length === 0) return;
    this.#count += rejections.length;
    const lines = rejections.map(({ file, line, index, id, reason, fields }) =>
      JSON.stringify({ file, line, index, id, reason, fields }),
    );
    try {
      await this.#handle.appendFile(`${lines.join('\n')}\n`);
    } catch (error) {
      throw new StartError(`${this.path} cannot be written; the import was stopped.`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#count > 0) return rename(partOf(this.path), this.path);
    await rm(partOf(this.path), { force: true });
    await rm(this.path, { force: true });
  }
}

/** An error of one field of a record, in English for the people who run the source. */
export type RecordError = Pick<FieldError, 'field' | 'message'>;

/** The reason for rejecting a record, as a message, and the affected fields by their names in the source record. */
export interface RejectionReason {
  readonly reason: string;
  readonly errors: readonly RecordError[];
}

interface Rule {
  /** The affected fields. */
  readonly fields: readonly string[];
  readonly reason: string;
  /** Checks whether a value of these fields violates the rule; by default, every value does. */
  readonly isViolatedBy?: (value: unknown) => boolean;
}

const RULES: Readonly<Record<string, Rule>> = {
  payouts_transaction: {
    fields: ['transactionId'],
    reason: 'the transaction id is already used by another payout',
  },
  transaction_ids_pkey: {
    fields: ['transactionId'],
    reason: 'the transaction id is already used by another payout',
  },
  // The trigger's error lists the columns that differ.
  payouts_voided: {
    fields: ['mechanic', 'amountPaise', 'transactionId'],
    reason: 'the payout is voided: its mechanic, amount and transaction id stay',
  },
  payouts_own: { fields: ['id'], reason: 'This payment was made in Wayside.' },
  payment_out_ids_pkey: { fields: ['id'], reason: 'the id is already used by another payment' },
  notifications_own: { fields: ['id'], reason: 'This notification was made in Wayside.' },
  earnings_payment: { fields: ['payment'], reason: 'there is already an earnings row for this payment' },
  configurations_single: {
    fields: ['id'],
    reason: 'there is already a configuration, and there can be only one',
  },
  configurations_rates: {
    fields: ['commissionPercent', 'discountPercent'],
    reason: 'a percentage must be between 0 and 100',
    isViolatedBy: (value) => Number(value) < 0 || Number(value) > 100,
  },
  configurations_amounts: {
    fields: ['chargePerKmPaise', 'platformFeePaise', 'referralBonusPaise', 'mechanicChargePaise', 'loyaltyPoints'],
    reason: 'an amount must not be negative',
    isViolatedBy: (value) => Number(value) < 0,
  },
};

const UNKNOWN_EVENT = 'is not the id of an event that the feed still has (30 days)';
const APPLIED = wireKey(recordHeader, 'appliedEventId');
/** The reason for a record whose `_applied` has no position in the feed (OWN-04). */
export const APPLIED_IS_UNKNOWN: RejectionReason = {
  reason: `${APPLIED} ${UNKNOWN_EVENT}`,
  errors: [{ field: APPLIED, message: UNKNOWN_EVENT }],
};

const MISSING_EVENT =
  'is missing: the last wallet_amount of this person came with it. Send the last event that wallet_amount includes, or leave wallet_amount out';
/**
 * The reason for rejecting a record that changes the wallet without an event id, although an earlier record contained
 * one. It is then unknown which payouts the wallet includes (OWN-04).
 */
export const APPLIED_IS_MISSING: RejectionReason = {
  reason: `${APPLIED} ${MISSING_EVENT}`,
  errors: [{ field: APPLIED, message: MISSING_EVENT }],
};

const NEGATIVE_WALLET = `the wallet must not be negative without ${APPLIED}, the last event that it includes`;
/**
 * The reason for a wallet below 0 without a named event. Only a payment in Wayside that exceeds a wallet makes it
 * negative (OWN-04, OWN-08).
 */
export const negativeWallet = ({ sourceSchema }: Pick<RecordDefinition, 'sourceSchema'>): RejectionReason => ({
  reason: NEGATIVE_WALLET,
  errors: [{ field: wireKey(sourceSchema, 'walletPaise'), message: NEGATIVE_WALLET }],
});

/** Data that does not fit (22), a violated rule (23), or more than a row or an index can hold (54). */
const RECORD_ERROR_CODES = /^(22|23|54)/;

/**
 * Returns a message that explains why the database rejects a record, without any of its values; null if the record
 * did not cause the failure.
 */
export function rejectionReason(
  { sourceSchema, columns }: Pick<RecordDefinition, 'sourceSchema' | 'columns'>,
  error: unknown,
  row: Row | null,
): RejectionReason | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (!RECORD_ERROR_CODES.test(error.code)) return null;
  const { constraint, column } = error as { constraint?: string; column?: string };
  const about = (fields: readonly string[], reason: string): RejectionReason => ({
    reason,
    errors: fields.map((field) => ({ field: wireKey(sourceSchema, field), message: reason })),
  });
  const named = (column ?? '')
    .split(' ')
    .flatMap((name) => columns.find((each) => each.name === name)?.field ?? []);
  const rule = constraint === undefined ? undefined : RULES[constraint];
  if (rule) return about(named.length > 0 ? named : violatingFields(rule, columns, row), rule.reason);
  if (error.code === '23502' && column !== undefined)
    return about(named.length > 0 ? named : [''], `${column} is missing`);
  return about([''], `the database cannot hold it (${[error.code, constraint].filter(Boolean).join(', ')})`);
}

function violatingFields(
  { fields, isViolatedBy }: Rule,
  columns: RecordDefinition['columns'],
  row: Row | null,
): readonly string[] {
  const found = fields.filter((field) =>
    isViolatedBy?.(row?.[columns.findIndex((each) => each.field === field) + 1]),
  );
  return found.length > 0 ? found : fields;
}

/** Returns the reason for rejecting a record if an earlier record of the same run has the same unique value. */
export function ruleReason(constraint: string): string {
  return RULES[constraint]?.reason ?? constraint;
}
