import { sentence } from '@wayside/contract/sentences';
import type { LineIssue } from './read-table-lines.ts';

/** An entry of an MT940 (SWIFT) or CAMT.053 (ISO 20022) bank statement. */
interface StatementEntry {
  readonly line: number;
  readonly day: string;
  /** Negative for a debit. */
  readonly amountPaise: number;
  readonly reference: string;
  readonly narration: string;
  readonly balance: string;
}

/**
 * :61: contains the value date, the entry date, the debit/credit mark, the amount with a decimal comma, a transaction
 * code and references.
 */
const STATEMENT_LINE =
  /^:61:(?<day>\d{6})(?:\d{4})?(?<mark>R?[CD])[A-Z]?(?<whole>\d+),(?<fraction>\d{0,2})[A-Z][A-Z0-9]{3}(?<reference>.*)$/;

/** :60F: or :60M: contains the debit/credit mark, the date, the currency and the amount. */
const OPENING_BALANCE = /^:60[FM]:[CD]\d{6}([A-Z]{3})/;
const notRupees = (currency: string) => sentence('line_currency', { currency });

interface Field {
  readonly line: number;
  text: string;
}

/** Returns the fields of an MT940 statement, each with its continuation lines. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const last = fields.at(-1);
    if (/^:\d{2}[A-Z]?:/.test(line)) fields.push({ line: index + 1, text: line });
    else if (last && !/^[-{]/.test(line)) last.text += `\n${line}`;
  }
  return fields;
}

/**
 * Yields the entries of an MT940 statement and the issues of its unreadable lines. A narrative `:86:` may follow each
 * statement line `:61:`.
 */
export function* readMt940(text: string): Generator<StatementEntry | LineIssue, void> {
  const fields = fieldsOf(text);
  for (const [index, { line, text: field }] of fields.entries()) {
    const [first = '', ...supplement] = field.split('\n');
    const currency = OPENING_BALANCE.exec(first)?.[1] ?? 'INR';
    if (currency !== 'INR') yield { line, issue: notRupees(currency) };
    const found = STATEMENT_LINE.exec(first)?.groups;
    if (!found) {
      if (first.startsWith(':61:'))
        yield { line, issue: sentence('line_entry_unreadable', { entry: first.slice(0, 40) }) };
      continue;
    }
    const { day = '', mark = '', whole, fraction = '', reference = '' } = found;
    const next = fields[index + 1]?.text ?? '';
    const paise = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
    yield {
      line,
      day: `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4, 6)}`,
      // The reversal of a debit is a credit.
      amountPaise: mark === 'C' || mark === 'RD' ? paise : -paise,
      reference: reference.replace('//', ' ').trim(),
      narration: [...supplement, next.startsWith(':86:') ? next.slice(4) : ''].join('').trim(),
      balance: '',
    };
  }
}

/**
 * Returns the texts of an element with any namespace prefix. Character references are not decoded, because ids and
 * amounts contain none. Each pattern stops at the next tag, so that a file with many unclosed tags is not slow.
 */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?>([^<]*)</(?:\\w+:)?${name}>`, 'g'))].map(
    ([, text = '']) => text.trim(),
  );

const ENTRY = /<(?:\w+:)?Ntry(?:\s[^<>]*)?>([\s\S]*?)(<\/(?:\w+:)?Ntry>|$)/g;
/** The status of an entry that is not booked yet. Newer versions of the format contain it as a code. */
const PENDING = /<(?:\w+:)?Sts>\s*(?:<(?:\w+:)?Cd>\s*)?PDNG\s*</;
/** The booking date or time of an entry. */
const BOOKED_ON = /<(?:\w+:)?BookgDt>\s*<(?:\w+:)?Dt(?:Tm)?(?:\s[^<>]*)?>([^<]*)</;
/** An unsigned amount in rupees; the credit/debit indicator gives the direction. */
const UNSIGNED_AMOUNT = /^(?=\.?\d)\d*(?:\.\d{0,2}0*)?$/;

/** Returns why an entry cannot be read; null if it can. */
function checkEntry(entry: { isClosed: boolean; amount: string; currency: string; mark: string }) {
  if (!entry.isClosed) return sentence('line_entry_open');
  if (entry.currency !== 'INR') return notRupees(entry.currency);
  if (!UNSIGNED_AMOUNT.test(entry.amount))
    return sentence('line_cell_no_rupees', { cell: sentence('cell_amount') });
  return ['CRDT', 'DBIT'].includes(entry.mark) ? null : sentence('line_no_direction');
}

/**
 * Yields the booked entries of a CAMT.053 statement and the issues of unreadable ones. It reads elements by name and
 * expands no entities.
 */
export function* readCamt053(text: string): Generator<StatementEntry | LineIssue, void> {
  let line = 1;
  let end = 0;
  for (const match of text.matchAll(ENTRY)) {
    const [, entry = '', close] = match;
    line += text.slice(end, match.index).split('\n').length - 1;
    end = match.index;
    if (PENDING.test(entry)) continue;
    const [amount = ''] = textsOf(entry, 'Amt');
    const [mark = ''] = textsOf(entry, 'CdtDbtInd');
    const [whole = '', fraction = ''] = amount.split('.');
    const [day = ''] = [
      BOOKED_ON.exec(entry)?.[1]?.trim() ?? [],
      textsOf(entry, 'Dt'),
      textsOf(entry, 'DtTm'),
    ].flat();
    const paise = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
    const currency = /<(?:\w+:)?Amt\s[^<>]*Ccy="(\w+)"/.exec(entry)?.[1] ?? 'INR';
    const issue = checkEntry({ isClosed: Boolean(close), amount, currency, mark });
    if (issue !== null) {
      yield { line, issue };
      continue;
    }
    yield {
      line,
      day: day.slice(0, 10),
      amountPaise: mark === 'DBIT' ? -paise : paise,
      reference: ['AcctSvcrRef', 'EndToEndId', 'TxId', 'InstrId'].flatMap((name) => textsOf(entry, name)).join(' '),
      narration: ['Ustrd', 'AddtlNtryInf', 'AddtlTxInf'].flatMap((name) => textsOf(entry, name)).join(' '),
      balance: '',
    };
  }
}
