import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type LineType, MAX_SETTLEMENT_LINES } from '@wayside/contract/settlements';
import { isScientific, transactionIdIssue } from '@wayside/contract/wire/transaction-id';
import { parse } from 'csv-parse';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre';
import {
  BankResultError,
  bankFileText,
  cleanCell,
  FOOTER,
  headingForm,
  isBlank,
  MAX_BANNER_LINES,
  SEPARATOR_LINE,
  SEPARATORS,
} from '../bank-files/parse-bank-results.ts';
import { readCamt053, readMt940 } from './parse-statement.ts';
import type { Column, SettlementProfile } from './settlement-profile.ts';

/** A line of a settlement report or bank statement. Amounts that are taken away are below 0, fees and taxes are above 0. */
export interface ParsedSettlementLine {
  readonly line: number;
  readonly type: LineType;
  readonly reference: string | null;
  /** The form in which lines are compared; of a bank's line made from its content. */
  readonly referenceKey: string | null;
  readonly paymentKey: string | null;
  readonly orderId: string | null;
  readonly bankKeys: readonly string[];
  readonly utr: string | null;
  readonly settlementReference: string | null;
  /** "2026-11-05" */
  readonly day: string;
  readonly settledOn: string | null;
  readonly amountPaise: number;
  readonly feePaise: number;
  readonly taxPaise: number;
  readonly netPaise: number;
}

/** What is wrong with a line. */
export interface LineIssue {
  readonly line: number;
  readonly issue: string;
}

/** A file that cannot be read; its message and its issues are for the person who gave it. */
export class SettlementFileError extends Error {
  readonly issues: readonly LineIssue[];

  constructor(message: string, issues: readonly LineIssue[] = []) {
    super(message);
    this.issues = issues;
  }
}

const MAX_ISSUES = 20;
const MAX_ID_LENGTH = 200;

/** An id in the form in which ids are compared; null for a placeholder. */
export const idKey = (id: string): string | null =>
  id === '' || transactionIdIssue(id) !== null ? null : id.trim().toLowerCase();

/**
 * Parses a settlement report or bank statement (RECON-01). All lines or none: their sum is that of the file.
 * @throws SettlementFileError that names up to 20 lines
 */
export async function parseSettlementFile(
  profile: SettlementProfile,
  content: Buffer,
): Promise<ParsedSettlementLine[]> {
  const lines: ParsedSettlementLine[] = [];
  const issues: LineIssue[] = [];
  const take = (line: number, read: () => ParsedSettlementLine | null) => {
    try {
      const found = read();
      if (found !== null) lines.push(found);
    } catch (error) {
      if (!(error instanceof SettlementFileError)) throw error;
      issues.push({ line, issue: error.message });
    }
  };
  if (profile.format === 'table') {
    for await (const { line, cells } of tableLines(profile, content))
      take(line, () => readCells(profile, line, cells));
  } else {
    const text = [...readText(content)].join('');
    const entries = profile.format === 'mt940' ? readMt940(text) : readCamt053(text);
    for (const { line, ...entry } of entries) take(line, () => bankLine(line, entry));
  }
  if (issues.length > 0) throw new SettlementFileError('Nothing was stored.', issues.slice(0, MAX_ISSUES));
  if (lines.length === 0) throw new SettlementFileError(`This file has no lines of ${profile.label}.`);
  if (lines.length > MAX_SETTLEMENT_LINES)
    throw new SettlementFileError(`This file has more than ${MAX_SETTLEMENT_LINES} lines. Divide it.`);
  return lines;
}

function* readText(content: Buffer): Generator<string> {
  try {
    yield* bankFileText([content]);
  } catch (error) {
    if (error instanceof BankResultError) throw new SettlementFileError(error.message);
    throw error;
  }
}

interface TableRow {
  readonly line: number;
  readonly row: readonly string[];
}

const ZIP = '504b0304';
/** Of a workbook when it is unpacked, against archives that unpack to more than the memory. */
const MAX_UNPACKED_BYTES = 400_000_000;

async function* workbookRows(content: Buffer): AsyncGenerator<TableRow> {
  let sheets: Awaited<ReturnType<typeof readXlsx>>['sheets'];
  try {
    let unpacked = 0;
    unzipSync(content, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        return false;
      },
    });
    if (unpacked > MAX_UNPACKED_BYTES) throw new SettlementFileError('This workbook is too large.');
    ({ sheets } = await readXlsx(content, { maxRows: MAX_SETTLEMENT_LINES + 100 }));
  } catch (error) {
    if (error instanceof SettlementFileError) throw error;
    throw new SettlementFileError('This workbook cannot be read. Save it again as XLSX or CSV.');
  }
  let line = 0;
  for (const { rows } of sheets) for (const row of rows) yield { line: ++line, row: row.map(cellText) };
}

const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');

async function* textRows(profile: SettlementProfile, content: Buffer): AsyncGenerator<TableRow> {
  const text = readText(content);
  const first = text.next();
  if (first.done) return;
  const beginning = first.value;
  const stated = SEPARATOR_LINE.exec(beginning.split('\n', 1)[0] ?? '')?.[1];
  const isHeading = (line: string, separator: string) =>
    findHeadings(
      profile,
      line.split(separator).map((cell) => cell.replaceAll('"', '')),
    ) !== null;
  const lines = beginning.split('\n', MAX_BANNER_LINES + 5);
  const delimiter = stated ?? SEPARATORS.find((each) => lines.some((line) => isHeading(line, each))) ?? ',';
  const source = Readable.from(
    (function* () {
      yield beginning;
      yield* text;
    })(),
  );
  const parser = source.pipe(
    parse({
      delimiter,
      recordDelimiter: '\n',
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: 100_000,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { line: info.lines, row: record };
  } catch (error) {
    if (error instanceof SettlementFileError) throw error;
    throw new SettlementFileError(
      `This file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

type CellName = keyof NonNullable<SettlementProfile['columns']>;
type Cells = Readonly<Record<CellName, readonly string[]>>;
/** Places of each column among the headings, -1 where there is none. */
type Places = Readonly<Record<CellName, readonly number[]>>;

const NAMES = [
  ...[
    'type',
    'reference',
    'payment',
    'order',
    'bankReference',
    'amount',
    'credit',
    'debit',
    'direction',
    'fee',
    'tax',
  ],
  ...['net', 'day', 'settledOn', 'settlement', 'utr', 'narration', 'balance'],
] as readonly CellName[];

function columnsOf({ columns }: SettlementProfile, name: CellName): readonly Column[] {
  if (columns === undefined) return [];
  if (name === 'order' || name === 'fee' || name === 'tax') return columns[name];
  const column = columns[name];
  return column === undefined ? [] : [column];
}

/** Where the columns are if the row has the headings; a row needs those of the day and of an amount. */
function findHeadings(profile: SettlementProfile, row: readonly string[]): Places | null {
  const headings = row.map(headingForm);
  const placeOf = (column: Column) =>
    [column].flat().reduce((found, name) => (found >= 0 ? found : headings.indexOf(headingForm(name))), -1);
  const places = Object.fromEntries(
    NAMES.map((name) => [name, columnsOf(profile, name).map(placeOf)]),
  ) as unknown as Places;
  const has = (name: CellName) => places[name].some((place) => place >= 0);
  const isComplete = has('day') && (has('amount') || (has('credit') && has('debit')));
  const needsType = profile.kind === 'bank' || has('type');
  return isComplete && needsType ? places : null;
}

async function* tableLines(
  profile: SettlementProfile,
  content: Buffer,
): AsyncGenerator<{ readonly line: number; readonly cells: Cells }> {
  const isWorkbook = content.subarray(0, 4).toString('hex') === ZIP;
  let places: Places | null = null;
  for await (const { line, row } of isWorkbook ? workbookRows(content) : textRows(profile, content)) {
    const cleaned = row.map(cleanCell);
    if (cleaned.every(isBlank)) continue;
    const found = findHeadings(profile, cleaned);
    if (found !== null) {
      places = found;
      continue;
    }
    // Before the headings is a banner, and before those of the details the summary of a report.
    if (places === null) continue;
    const at = places;
    const cells = Object.fromEntries(
      NAMES.map((name) => [name, at[name].map((place) => cleaned[place] ?? '')]),
    ) as unknown as Cells;
    // A footer has no day.
    if (!/\d/.test(cells.day[0] ?? '') || FOOTER.test(cleaned.find((cell) => !isBlank(cell)) ?? '')) {
      if (
        [cells.amount, cells.credit, cells.debit].some((amounts) => amounts.some(isAmount)) &&
        hasReference(cells)
      )
        throw new SettlementFileError('Nothing was stored.', [{ line, issue: 'It has no day.' }]);
      continue;
    }
    yield { line, cells };
  }
  if (places === null)
    throw new SettlementFileError(`This is no file of ${profile.label}: a line with its headings is missing.`);
}

const AMOUNT = /^[-+]?\d{1,13}(?:\.\d{1,2}0*)?$/;
const plainAmount = (text: string): string =>
  text
    .replaceAll(/[₹,\s]|INR|Rs\.?/gi, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/−/, '-');
const isAmount = (text: string): boolean => AMOUNT.test(plainAmount(text)) && Number(plainAmount(text)) !== 0;
const hasReference = ({ reference, payment, bankReference }: Cells): boolean =>
  [reference, payment, bankReference].some(([cell]) => /\d{4}/.test(cell ?? ''));

/** Paise of a cell, without a binary fraction; 0 for an empty one. */
function paiseOf(text: string, name: string, isInPaise: boolean): number {
  const plain = plainAmount(text);
  if (plain === '' || /^-+$/.test(plain)) return 0;
  if (!AMOUNT.test(plain) || isScientific(text))
    throw new SettlementFileError(`Its ${name} is no number of rupees.`);
  const [whole = '', fraction = ''] = plain.replace(/^[-+]/, '').split('.');
  const paise = isInPaise ? Number(whole) : Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return plain.startsWith('-') && paise > 0 ? -paise : paise;
}

const firstOf = (cells: readonly string[]): string => cells.find((text) => text !== '') ?? '';

function readCells(profile: SettlementProfile, line: number, cells: Cells): ParsedSettlementLine | null {
  const dayText = firstOf(cells.day);
  const day = dayOf(profile, dayText);
  if (day === null) throw new SettlementFileError(`Its day "${dayText.slice(0, 40)}" is not known.`);
  for (const name of ['reference', 'payment', 'order', 'bankReference', 'utr'] as const) {
    const text = firstOf(cells[name]);
    if (text.length > MAX_ID_LENGTH) throw new SettlementFileError(`Its ${name} is too long.`);
    if (isScientific(text))
      throw new SettlementFileError(
        `Its ${name} is a number in scientific notation: a spreadsheet has removed its last digits. Use the file as it was downloaded.`,
      );
  }
  if (profile.kind === 'gateway') return readGatewayCells(profile, cells, { line, day });
  const paise = (name: 'credit' | 'debit') => Math.abs(paiseOf(firstOf(cells[name]), name, profile.isInPaise));
  return bankLine(line, {
    day,
    amountPaise: paise('credit') - paise('debit'),
    reference: firstOf(cells.bankReference),
    narration: firstOf(cells.narration),
    balance: firstOf(cells.balance),
  });
}

function readGatewayCells(
  profile: SettlementProfile,
  cells: Cells,
  place: Pick<ParsedSettlementLine, 'line' | 'day'>,
): ParsedSettlementLine | null {
  const cell = (name: CellName) => firstOf(cells[name]);
  const paise = (name: CellName) => paiseOf(cell(name), name, profile.isInPaise);
  const sum = (name: CellName) =>
    cells[name].reduce((all, text) => all + paiseOf(text, name, profile.isInPaise), 0);
  const type = profile.types[cell('type').toLowerCase()] ?? 'adjustment';
  if (type === 'skip') return null;
  const amount = cell('amount') === '' ? paise('credit') - paise('debit') : paise('amount');
  const amountPaise = isTakenAway(profile, type, cells, amount) ? -Math.abs(amount) : amount;
  const sign = profile.feesAreNegative ? -1 : 1;
  const taxPaise = sign * sum('tax') || 0;
  const feePaise = (sign * sum('fee') || 0) - (profile.feeIncludesTax ? taxPaise : 0);
  const computed = amountPaise - feePaise - taxPaise;
  const reference = cell('reference') || (type === 'payment' ? cell('payment') : '') || null;
  const utr = cell('utr') || null;
  return {
    ...place,
    type,
    reference,
    referenceKey: idKey(reference ?? ''),
    paymentKey: idKey(cell('payment') || (type === 'payment' ? (reference ?? '') : '')),
    orderId: orderIdOf(cells.order),
    bankKeys: bankKeysOf(cell('bankReference'), ''),
    utr,
    settlementReference: cell('settlement') || utr,
    settledOn: dayOf(profile, cell('settledOn')),
    amountPaise,
    feePaise,
    taxPaise,
    netPaise: cell('net') === '' ? computed : Math.sign(computed) * Math.abs(paise('net')),
  };
}

function isTakenAway(profile: SettlementProfile, type: LineType, cells: Cells, amount: number): boolean {
  const [direction = ''] = cells.direction;
  if (direction !== '') return profile.debitWords.includes(direction.toLowerCase());
  const [credit = '', debit = ''] = [cells.credit[0], cells.debit[0]];
  if (cells.amount[0] && isAmount(debit) !== isAmount(credit)) return isAmount(debit);
  return amount > 0 && (type === 'refund' || type === 'chargeback');
}

const OUR_ID = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/i;

/** The id of a booking or payment of ours in what the merchant gave the gateway, else the first of it. */
function orderIdOf(texts: readonly string[]): string | null {
  const ours = texts.flatMap((text) => OUR_ID.exec(text)?.[0] ?? []);
  const [found = texts.find((text) => text !== '')] = ours;
  return found?.toLowerCase() ?? null;
}

interface BankEntry {
  readonly day: string;
  readonly amountPaise: number;
  readonly reference: string;
  readonly narration: string;
  readonly balance: string;
}

function bankLine(line: number, entry: BankEntry): ParsedSettlementLine | null {
  const { day, amountPaise, reference, narration, balance } = entry;
  if (amountPaise === 0) return null;
  const bankKeys = bankKeysOf(reference, narration);
  const isTold = balance !== '' || bankKeys.length > 0;
  const content = JSON.stringify([day, amountPaise, reference, narration, balance]);
  return {
    line,
    type: amountPaise > 0 ? 'credit' : 'debit',
    reference: reference || null,
    referenceKey: isTold ? createHash('sha256').update(content).digest('hex') : null,
    paymentKey: null,
    orderId: null,
    bankKeys,
    utr: bankKeys[0]?.toUpperCase() ?? null,
    settlementReference: null,
    day,
    settledOn: day,
    amountPaise,
    feePaise: 0,
    taxPaise: 0,
    netPaise: amountPaise,
  };
}

const MAX_BANK_KEYS = 8;
/** A UTR or RRN: 12 digits, or 10 to 22 letters and digits of which at least 6 are digits. The narration also has account and phone numbers. */
const CAN_BE_UTR = /^(?:\d{12}|(?=(?:[a-z]*\d){6})(?=\d*[a-z])[a-z0-9]{10,22})$/;

/** All that can be the UTR of a bank's line. */
function bankKeysOf(reference: string, narration: string): string[] {
  const words = `${reference} ${narration}`.toLowerCase().split(/[^a-z0-9]+/);
  // Banks fill references with zeros, cheque numbers too.
  const keys = words.map((word) =>
    /^\d+$/.test(word) ? word.replace(/^0+/, '').replace(/^\d{11}$/, '0$&') : word,
  );
  return [...new Set(keys.filter((word) => CAN_BE_UTR.test(word) && idKey(word) !== null))].slice(0, MAX_BANK_KEYS);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const PARTS: Readonly<Record<string, string>> = {
  dd: String.raw`(?<d>\d{2})`,
  d: String.raw`(?<d>\d{1,2})`,
  mmm: '(?<name>[a-z]{3})[a-z]*',
  mm: String.raw`(?<m>\d{1,2})`,
  yyyy: String.raw`(?<y>\d{4})`,
  yy: String.raw`(?<y>\d{2})`,
  ' ': '[ -]',
};
const patterns = new Map<string, RegExp>();

function patternOf(days: string): RegExp {
  const known = patterns.get(days);
  if (known) return known;
  const source = days.replaceAll(/dd|d|mmm|mm|yyyy|yy|[^a-z]/g, (part) => PARTS[part] ?? `\\${part}`);
  const made = new RegExp(`^${source}(?!\\d)`, 'i');
  patterns.set(days, made);
  return made;
}

/** A workbook without formats has the number of days since 1899-12-30. */
const SERIAL_DAY = /^[3-7]\d{4}(?:\.\d+)?$/;
const SERIAL_DAY_OF_UNIX_EPOCH = 25_569;
const DAY_MS = 86_400_000;
/** An earlier day is that of an empty clock. */
const FIRST_DAY = '2000-01-01';

/** "2026-11-05" of a cell; null where no pattern of the profile fits. */
function dayOf({ days }: SettlementProfile, text: string): string | null {
  if (SERIAL_DAY.test(text))
    return new Date(Math.floor(Number(text) - SERIAL_DAY_OF_UNIX_EPOCH) * DAY_MS).toISOString().slice(0, 10);
  for (const pattern of [...days, 'yyyy-mm-dd']) {
    const { d, m, y, name } = patternOf(pattern).exec(text.trim())?.groups ?? {};
    const month = name === undefined ? Number(m) : MONTHS.indexOf(name.toLowerCase()) + 1;
    const year = y?.length === 2 ? `20${y}` : y;
    const day = `${year}-${String(month).padStart(2, '0')}-${d?.padStart(2, '0')}`;
    const date = new Date(`${day}T00:00:00Z`);
    if (d !== undefined && day > FIRST_DAY && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day))
      return day;
  }
  return null;
}
