import { type RecordHeader, recordHeader } from '@wayside/contract/ingest';
import { fieldErrorsOf, MAX_FIELD_ERRORS } from '@wayside/contract/wire/field-errors';
import { recordId } from '@wayside/contract/wire/fields';
import { isRoundedToPaise, rupees, signedRupees } from '@wayside/contract/wire/money';
import type { Wire } from '@wayside/contract/wire/wire';
import { domainKey, wireKey } from '@wayside/contract/wire/wire-object';
import * as z from 'zod/mini';
import type { RecordDefinition } from '../../records/define-record.ts';
import { canDelete } from './delete-at-source.ts';
import type { SourcePart } from './document-splitter.ts';
import { toPlainJson } from './extended-json.ts';
import { versionOf } from './imported-records.ts';
import { negativeWallet, type RecordError, type RecordPosition, type RejectionReason } from './rejections.ts';
import type { IncomingRecord } from './sort-records.ts';
import { walletIndex } from './source-wallets.ts';

/** The path of an amount in a source record: keys, and `*` for every element of a list. */
type Path = readonly string[];

interface Definition {
  readonly in?: Node;
  readonly innerType?: Node;
  readonly element?: Node;
  readonly options?: readonly Node[];
  readonly shape?: Record<string, Node>;
}
interface Node {
  readonly _zod: { readonly def: unknown };
}

function pathsOf(schema: Node, prefix: Path): Path[] {
  if (schema === rupees || schema === signedRupees) return [prefix];
  const { in: input, innerType, element, options, shape } = schema._zod.def as Definition;
  if (element) return pathsOf(element, [...prefix, '*']);
  const inside = [input, innerType, ...(options ?? [])].filter((inner) => inner !== undefined);
  const fields = Object.entries(shape ?? {});
  return [
    ...inside.flatMap((inner) => pathsOf(inner, prefix)),
    ...fields.flatMap(([key, field]) => pathsOf(field, [...prefix, key])),
  ];
}

function roundedAt(value: unknown, path: Path, depth: number): number {
  const key = path[depth];
  if (key === undefined)
    return (typeof value === 'number' || typeof value === 'string') && isRoundedToPaise(value) ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  if (key !== '*') return roundedAt((value as Record<string, unknown>)[key], path, depth + 1);
  if (!Array.isArray(value)) return 0;
  return value.reduce((sum: number, element: unknown) => sum + roundedAt(element, path, depth + 1), 0);
}

/** Returns a function that counts the amounts of a source record with fractions of a paisa (IMPO-03). */
function createRoundedAmountsCounter(schema: Wire<unknown>): (source: unknown) => number {
  const paths = pathsOf(schema, []);
  return (source) => paths.reduce((sum, path) => sum + roundedAt(source, path, 0), 0);
}

export interface SourceRecord extends RecordPosition, IncomingRecord {
  /** How many of the record's amounts have more than two decimals. */
  readonly roundedAmounts: number;
}

export interface RejectedRecord extends RecordPosition, RejectionReason {
  readonly id: string | null;
  /** True if the text is not JSON; false if it is JSON but not a valid record. */
  readonly isUnreadable: boolean;
}

/** A record, or the reason why it was rejected. */
export type Reading<R = SourceRecord> = { readonly record: R } | { readonly rejection: RejectedRecord };

const MAX_REASONS = 3;
const MAX_ERRORS = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @returns the document, or the reason why it cannot be parsed */
function parse(bytes: Buffer): { readonly value: unknown } | string {
  if (bytes.includes(0)) return 'the document holds a NUL byte';
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'the document is not UTF-8';
  }
  try {
    return { value: toPlainJson(JSON.parse(text)) };
  } catch {
    // The parser's own message would quote the document.
    return 'broken JSON';
  }
}

function idOf(source: object): string | null {
  const entry = Object.entries(source).find(([key]) => key !== 'id' && domainKey(recordHeader, key) === 'id');
  const id = z.safeDecode(recordId, entry?.[1]);
  return id.success ? id.data : null;
}

const headerField = (field: 'version' | 'isDeleted') => wireKey(recordHeader, field);
const VERSION_MISSING_ERROR: RecordError = {
  field: headerField('version'),
  message: 'is missing: a deletion needs a version',
};
const DELETION_NOT_POSSIBLE_ERROR: RecordError = {
  field: headerField('isDeleted'),
  message: 'is not possible: records of this collection are never deleted',
};

function errorsOf(source: object, issues: Parameters<typeof fieldErrorsOf>[0]): RecordError[] {
  return fieldErrorsOf(issues).map(({ field, message }) => {
    const isMissing = !field.includes('.') && ((source as Record<string, unknown>)[field] ?? null) === null;
    return { field, message: isMissing ? 'is missing' : message };
  });
}

function reasonOf(errors: readonly RecordError[]): RejectionReason {
  const reasons = errors.slice(0, MAX_REASONS).map(({ field, message }) => `${field} ${message}`);
  const rest = errors.length - MAX_ERRORS;
  const least = errors.length < MAX_FIELD_ERRORS ? 'and' : 'and at least';
  const more = errors.length > MAX_REASONS ? [`${least} ${errors.length - MAX_REASONS} more`] : [];
  return {
    reason: [...reasons, ...more].join('; '),
    errors: [
      ...errors.slice(0, MAX_ERRORS),
      ...(rest > 0 ? [{ field: '', message: `${least} ${rest} more fields are wrong` }] : []),
    ],
  };
}

export const rejectionOf = (source: object, issues: Parameters<typeof fieldErrorsOf>[0]): RejectionReason =>
  reasonOf(errorsOf(source, issues));

const toRejection = (message: string): RejectionReason => ({ reason: message, errors: [{ field: '', message }] });

/** Reads a deletion, or returns the reason why it is rejected. */
function readDeletion(collection: string, header: RecordHeader): IncomingRecord | RejectionReason {
  if (!canDelete(collection)) return reasonOf([DELETION_NOT_POSSIBLE_ERROR]);
  const version = versionOf(header);
  return version === null ? reasonOf([VERSION_MISSING_ERROR]) : { id: header.id, row: null, version };
}

/**
 * How to read documents of a kind: `read` returns a record or a rejection, and `idOf` the id of a rejected document;
 * null if it cannot be read.
 */
interface DocumentKind<R> {
  readonly read: (source: object) => R | RejectionReason;
  readonly idOf: (source: object) => string | null;
}

/** Returns the function that reads documents of a kind. */
export function createDocumentReader<R extends object>({
  read,
  idOf,
}: DocumentKind<R>): (part: SourcePart) => Reading<R & RecordPosition> {
  return ({ line, index, content }) => {
    const reject = (reason: RejectionReason, id: string | null = null, isUnreadable = false): Reading<never> => ({
      rejection: { line, index, id, isUnreadable, ...reason },
    });
    if ('issue' in content) return reject(toRejection(content.issue), null, true);
    const parsed = parse(content.bytes);
    if (typeof parsed === 'string') return reject(toRejection(parsed), null, true);
    const { value: source } = parsed;
    if (typeof source !== 'object' || source === null || Array.isArray(source))
      return reject(toRejection('must be a record'));
    const found = read(source);
    if ('reason' in found) return reject(found, idOf(source));
    return { record: { line, index, ...found } };
  };
}

/** Returns a function that reads the documents of a collection by the schema of the API. */
export function createRecordReader(definition: RecordDefinition): (part: SourcePart) => Reading {
  const countRounded = createRoundedAmountsCounter(definition.sourceSchema);
  return createDocumentReader({
    read: (source) => {
      const read = readSource(definition, source);
      return 'reason' in read ? read : { ...read, roundedAmounts: read.row === null ? 0 : countRounded(source) };
    },
    idOf,
  });
}

function readSource(definition: RecordDefinition, source: object): IncomingRecord | RejectionReason {
  const { collection, sourceSchema, toRow } = definition;
  const header = z.safeDecode(recordHeader, source as never);
  if (header.success && header.data.isDeleted) return readDeletion(collection, header.data);
  const decoded = z.safeDecode(sourceSchema, source as never);
  if (!header.success || !decoded.success) {
    const issues = [...(decoded.error?.issues ?? []), ...(header.error?.issues ?? [])];
    return rejectionOf(source, issues);
  }
  const row = toRow(decoded.data);
  const { appliedEventId } = header.data;
  const walletPosition = walletIndex(definition);
  if (walletPosition > 0 && Number(row[walletPosition]) < 0 && appliedEventId == null)
    return negativeWallet(definition);
  return { id: row[0], row, version: versionOf(header.data), appliedEventId };
}
