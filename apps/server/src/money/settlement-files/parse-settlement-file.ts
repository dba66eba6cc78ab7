import { createHash } from 'node:crypto';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type { LineType } from '@wayside/contract/settlement-lines';
import { MAX_SETTLEMENT_LINES } from '@wayside/contract/settlements';
import { isScientific, transactionIdIssue } from '@wayside/contract/wire/transaction-id';
import { findCause } from '../../find-cause.ts';
import { cleanCell } from '../bank-files/parse-bank-results.ts';
import { readCamt053, readMt940 } from './parse-statement.ts';
import {
  AMOUNT,
  type CellName,
  type Cells,
  isAmount,
  type LineIssue,
  plainAmount,
  readText,
  SettlementFileError,
  statedType,
  tableLines,
  tooManyLines,
} from './read-table-lines.ts';
import type { SettlementProfile } from './settlement-profile.ts';

/** A line of a settlement report or bank statement. Deductions are negative; fees and taxes are positive. */
export interface ParsedSettlementLine {
  readonly line: number;
  readonly type: LineType;
  readonly reference: string | null;
  /** The comparable form of the line's id. For a bank statement line, a hash of its content. */
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

const MAX_ISSUES = 20;
const MAX_ID_LENGTH = 200;

/** Returns the comparable form of an id; null for a placeholder. */
export const idKey = (id: string): string | null =>
  id === '' || transactionIdIssue(id) !== null ? null : id.trim().toLowerCase();

/**
 * Yields the lines of a settlement report or bank statement (RECON-01). The caller stores all of them or none,
 * because their sum must match the file.
 * @param lastDay the last day that a line may have
 * @throws SettlementFileError after the last line, naming up to 20 lines with issues
 */
export async function* parseSettlementFile(
  profile: SettlementProfile,
  content: Buffer,
  lastDay = MAX_DAY,
): AsyncGenerator<ParsedSettlementLine, void> {
  const issues: LineIssue[] = [];
  let total = 0;
  let count = 0;
  for await (const { line, read } of readableLines(profile, content)) {
    const found = catchIssue(read);
    if (found === null) continue;
    const issue = 'code' in found ? found : checkLine(found, total, lastDay);
    if (issue !== null) {
      issues.push({ line, issue });
      if (issues.length === MAX_ISSUES) break;
      continue;
    }
    if ('code' in found || issues.length > 0) continue;
    total += sizeOf(found);
    count += 1;
    if (count > MAX_SETTLEMENT_LINES) throw tooManyLines();
    yield found;
  }
  if (issues.length > 0) throw new SettlementFileError(sentence('nothing_stored'), issues);
  if (count === 0) throw new SettlementFileError(sentence('no_lines_of_format', { format: profile.label }));
}

/** Returns the line, null if there is no line to store, or the issue of the line. */
function catchIssue(read: () => ParsedSettlementLine | null): ParsedSettlementLine | Sentence | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettlementFileError) return error.sentence;
    throw error;
  }
}

function checkLine(found: ParsedSettlementLine, total: number, lastDay: string): Sentence | null {
  if (found.day > lastDay) return sentence('line_day_in_future', { day: found.day });
  // The sum of the lines must be a safe integer too.
  return Number.isSafeInteger(total + sizeOf(found)) ? null : sentence('line_amounts_too_large');
}

/** Yields each line with a function that parses it or throws a SettlementFileError with the reason. */
async function* readableLines(
  profile: SettlementProfile,
  content: Buffer,
): AsyncGenerator<{ readonly line: number; read(): ParsedSettlementLine | null }> {
  if (profile.format === 'table') {
    for await (const { line, cells } of tableLines(profile, content))
      yield { line, read: () => readCells(profile, line, cells) };
    return;
  }
  if (content.length > MAX_STATEMENT_BYTES) throw new SettlementFileError(sentence('statement_too_large'));
  const text = [...readText(content)].join('');
  for (const entry of profile.format === 'mt940' ? readMt940(text) : readCamt053(text))
    yield {
      line: entry.line,
      read: () => {
        if ('issue' in entry) throw new SettlementFileError(entry.issue);
        return toBankLine(entry.line, { ...entry, day: requireDay(profile, entry.day) });
      },
    };
}

/** The maximum size of an MT940 or CAMT.053 statement, which is read into memory as a whole. */
const MAX_STATEMENT_BYTES = 10_000_000;

/** The latest day that a line may have by default. */
const MAX_DAY = '9999-12-31';

const sizeOf = ({ amountPaise, feePaise, taxPaise, netPaise }: ParsedSettlementLine): number =>
  [amountPaise, feePaise, taxPaise, netPaise].reduce((sum, paise) => sum + Math.abs(paise), 0);

/** Parses the amount of a cell to paise without floating-point arithmetic; 0 for an empty cell. */
function parsePaise(text: string, name: string, isInPaise: boolean): number {
  const plain = plainAmount(text);
  if (plain === '' || /^-+$/.test(plain)) return 0;
  if (!AMOUNT.test(plain) || isScientific(text))
    throw new SettlementFileError(sentence('line_cell_no_rupees', { cell: cellName(name) }));
  const [whole = '', fraction = ''] = plain.replace(/^[-+]/, '').split('.');
  const paise = isInPaise ? Number(whole) : Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return plain.startsWith('-') && paise > 0 ? -paise : paise;
}

/** Returns the name of a cell for use in an error message. */
const cellName = (name: string): Sentence | string => findCause(name) ?? name;

const firstFilled = (cells: readonly string[]): string => cells.find((text) => text !== '') ?? '';

function readCells(profile: SettlementProfile, line: number, cells: Cells): ParsedSettlementLine | null {
  const day = requireDay(profile, firstFilled(cells.day));
  requireRupees(firstFilled(cells.currency));
  for (const name of ['reference', 'payment', 'order', 'bankReference', 'settlement', 'utr'] as const) {
    const text = firstFilled(cells[name]);
    if (text.length > MAX_ID_LENGTH)
      throw new SettlementFileError(sentence('line_cell_too_long', { cell: cellName(name) }));
    if (isScientific(text))
      throw new SettlementFileError(sentence('line_cell_rounded_in_report', { cell: cellName(name) }));
  }
  if (profile.kind === 'gateway') return readGatewayCells(profile, cells, { line, day });
  const paise = (name: 'credit' | 'debit' | 'amount') =>
    Math.abs(parsePaise(firstFilled(cells[name]), name, profile.isInPaise));
  const sign = profile.debitWords.includes(firstFilled(cells.direction).toLowerCase()) ? -1 : 1;
  return toBankLine(line, {
    day,
    amountPaise: firstFilled(cells.amount) === '' ? paise('credit') - paise('debit') : sign * paise('amount'),
    reference: firstFilled(cells.bankReference),
    narration: firstFilled(cells.narration),
    balance: firstFilled(cells.balance),
  });
}

/** @throws SettlementFileError for a currency other than rupees. A file may omit the currency. */
function requireRupees(currency: string): void {
  if (currency !== '' && !/^(?:INR|₹|Rs\.?|356)$/i.test(currency))
    throw new SettlementFileError(sentence('line_currency', { currency: currency.slice(0, 10) }));
}

/** Rejects a parsed gateway line whose values are implausible. @throws SettlementFileError */
function requirePlausible(profile: SettlementProfile, cells: Cells, line: ParsedSettlementLine): void {
  if (line.type === 'adjustment') return;
  if (profile.columns?.amount !== undefined && firstFilled(cells.amount) === '')
    throw new SettlementFileError(sentence('line_no_amount'));
  if (line.type === 'payment' && line.amountPaise < 0)
    throw new SettlementFileError(sentence('line_payment_below_zero'));
  if (line.referenceKey === null && line.paymentKey === null && line.orderId === null)
    throw new SettlementFileError(sentence('line_no_payment_id'));
}

function readGatewayCells(
  profile: SettlementProfile,
  cells: Cells,
  place: Pick<ParsedSettlementLine, 'line' | 'day'>,
): ParsedSettlementLine | null {
  const cell = (name: CellName) => firstFilled(cells[name]);
  const paise = (name: CellName) => parsePaise(cell(name), name, profile.isInPaise);
  const sum = (name: CellName) =>
    cells[name].reduce((all, text) => all + parsePaise(text, name, profile.isInPaise), 0);
  const stated = statedType(profile, cells) ?? 'adjustment';
  if (stated === 'skip') return null;
  const type = REVERSED[stated] ?? (stated as LineType);
  const amount = cell('amount') === '' ? paise('credit') - paise('debit') : paise('amount');
  const amountPaise = signedAmount(profile, stated, cells, amount);
  const sign = profile.feesAreNegative ? -1 : 1;
  const taxPaise = sign * sum('tax') || 0;
  const feePaise = (sign * sum('fee') || 0) - (profile.feeIncludesTax ? taxPaise : 0);
  const computed = amountPaise - feePaise - taxPaise;
  const reference = cell('reference') || (type === 'payment' ? cell('payment') : '') || null;
  const utr = cell('utr') || null;
  const line: ParsedSettlementLine = {
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
  requirePlausible(profile, cells, line);
  return line;
}

/** The line type that each reversal type reverses. */
const REVERSED: Readonly<Record<string, LineType>> = {
  refund_reversal: 'refund',
  chargeback_reversal: 'chargeback',
};

function signedAmount(profile: SettlementProfile, stated: string, cells: Cells, amount: number): number {
  if (stated in REVERSED) return Math.abs(amount);
  return isTakenAway(profile, stated, cells, amount) ? -Math.abs(amount) : amount;
}

function isTakenAway(profile: SettlementProfile, type: string, cells: Cells, amount: number): boolean {
  const [direction = ''] = cells.direction;
  if (direction !== '') return profile.debitWords.includes(direction.toLowerCase());
  const [credit = '', debit = ''] = [cells.credit[0], cells.debit[0]];
  if (cells.amount[0] && isAmount(debit) !== isAmount(credit)) return isAmount(debit);
  return amount > 0 && (type === 'refund' || type === 'chargeback');
}

const OUR_ID = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/i;

/**
 * Returns the id of a Wayside booking or payment in the texts that the merchant gave to the gateway, or else the
 * first text.
 */
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

function toBankLine(line: number, entry: BankEntry): ParsedSettlementLine | null {
  const { day, amountPaise, reference, narration, balance } = entry;
  if (amountPaise === 0) return null;
  const bankKeys = bankKeysOf(reference, narration);
  const isDistinct = balance !== '' || bankKeys.length > 0;
  const content = JSON.stringify([day, amountPaise, reference, narration, balance]);
  return {
    line,
    type: amountPaise > 0 ? 'credit' : 'debit',
    // The reference of a batch names all its transfers and is cut, but the key is computed from the full text.
    reference: [...cleanCell(reference)].slice(0, MAX_ID_LENGTH).join('') || null,
    referenceKey: isDistinct ? createHash('sha256').update(content).digest('hex') : null,
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
/**
 * A UTR or RRN has 12 digits, or 10 to 22 letters and digits with at least 6 digits. The narration also contains
 * account and phone numbers.
 */
const CAN_BE_UTR = /^(?:\d{12}|(?=(?:[a-z]*\d){6})(?=\d*[a-z])[a-z0-9]{10,22})$/;

/** Returns all words of a bank statement line that may be its UTR. */
function bankKeysOf(reference: string, narration: string): string[] {
  const words = `${reference} ${narration}`.toLowerCase().split(/[^a-z0-9]+/);
  // Banks pad references, and also cheque numbers, with leading zeros.
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

/** A workbook without cell formats stores a date as the number of days since 1899-12-30. */
const SERIAL_DAY = /^[3-7]\d{4}(?:\.\d+)?$/;
const SERIAL_DAY_OF_UNIX_EPOCH = 25_569;
const DAY_MS = 86_400_000;
/** An earlier day comes from a clock that was never set. */
const MIN_DAY = '2000-01-01';

/** Returns a cell's day, such as "2026-11-05"; null if it fits no pattern of the profile. */
function dayOf({ days }: SettlementProfile, text: string): string | null {
  if (SERIAL_DAY.test(text))
    return new Date(Math.floor(Number(text) - SERIAL_DAY_OF_UNIX_EPOCH) * DAY_MS).toISOString().slice(0, 10);
  for (const pattern of [...days, 'yyyy-mm-dd']) {
    const { d, m, y, name } = patternOf(pattern).exec(text.trim())?.groups ?? {};
    const month = name === undefined ? Number(m) : MONTHS.indexOf(name.toLowerCase()) + 1;
    const year = y?.length === 2 ? `20${y}` : y;
    const day = `${year}-${String(month).padStart(2, '0')}-${d?.padStart(2, '0')}`;
    const date = new Date(`${day}T00:00:00Z`);
    if (d !== undefined && day > MIN_DAY && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day))
      return day;
  }
  return null;
}

/** @throws SettlementFileError for a text that is not a calendar day */
function requireDay(profile: SettlementProfile, text: string): string {
  const day = dayOf(profile, text);
  if (day === null) throw new SettlementFileError(sentence('line_day_unknown', { day: text.slice(0, 40) }));
  return day;
}
