import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import { recordId } from '@wayside/contract/wire/fields';
import { domainKey } from '@wayside/contract/wire/wire-object';
import * as z from 'zod/mini';
import type { RecordDefinition, Row } from '../records/define-record.ts';
import { plainJson } from './extended-json.ts';
import { roundedAmountsCounter } from './rounded-amounts.ts';
import type { SourcePart } from './source-part.ts';

/** A record that is left out. The reason names fields and rules, never a value (SECU-04). */
export interface Rejection {
  readonly file: string;
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** Its place in the file's list, from 0; null where each line is a document. */
  readonly index: number | null;
  readonly id: string | null;
  readonly reason: string;
}

/** A record that can be imported. */
export interface SourceRecord {
  readonly line: number;
  readonly index: number | null;
  readonly row: Row;
  /** How many of its amounts had more than two decimals. */
  readonly roundedAmounts: number;
}

/** A record, or why there is none. */
export type Reading = { readonly record: SourceRecord } | { readonly rejection: Omit<Rejection, 'file'> };

const MAX_REASONS = 3;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @returns the document, or a text that says why there is none */
function parse(bytes: Buffer): object | string {
  if (bytes.includes(0)) return 'the document holds a NUL byte';
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'the document is not UTF-8';
  }
  try {
    const value: unknown = plainJson(JSON.parse(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'must be a record';
  } catch {
    // The parser's own words quote the document.
    return 'broken JSON';
  }
}

function idOf(codec: object, source: object): string | null {
  const entry = Object.entries(source).find(([key]) => key !== 'id' && domainKey(codec, key) === 'id');
  const id = z.safeDecode(recordId, entry?.[1]);
  return id.success ? id.data : null;
}

function reasonOf(source: object, issues: Parameters<typeof fieldErrorsOf>[0]): string {
  const reasons = fieldErrorsOf(issues).map(({ field, message }) => {
    const isMissing = !field.includes('.') && ((source as Record<string, unknown>)[field] ?? null) === null;
    return `${field} ${isMissing ? 'is missing' : message}`;
  });
  const more = reasons.length > MAX_REASONS ? [`and ${reasons.length - MAX_REASONS} more`] : [];
  return [...reasons.slice(0, MAX_REASONS), ...more].join('; ');
}

/** Returns the function that reads the documents of a collection through the contract. */
export function recordReader({ sourceSchema, toRow }: RecordDefinition): (part: SourcePart) => Reading {
  const countRounded = roundedAmountsCounter(sourceSchema);
  return ({ line, index, content }) => {
    const reject = (reason: string, id: string | null = null): Reading => ({
      rejection: { line, index, id, reason },
    });
    if ('issue' in content) return reject(content.issue);
    const source = parse(content.bytes);
    if (typeof source === 'string') return reject(source);
    const decoded = z.safeDecode(sourceSchema, source);
    if (!decoded.success) return reject(reasonOf(source, decoded.error.issues), idOf(sourceSchema, source));
    const row = toRow(decoded.data);
    return { record: { line, index, row, roundedAmounts: countRounded(source) } };
  };
}
