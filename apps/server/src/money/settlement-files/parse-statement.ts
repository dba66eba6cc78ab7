/** An entry of a bank statement of SWIFT or ISO 20022. */
interface StatementEntry {
  readonly line: number;
  readonly day: string;
  /** Below 0 for a debit. */
  readonly amountPaise: number;
  readonly reference: string;
  readonly narration: string;
  readonly balance: string;
}

/** :61: has the value day, the day of entry, the mark, the amount with a comma, a code and references. */
const STATEMENT_LINE =
  /^:61:(?<day>\d{6})(?:\d{4})?(?<mark>R?[CD])[A-Z]?(?<whole>\d+),(?<fraction>\d{0,2})[A-Z][A-Z0-9]{3}(?<reference>.*)$/;

/** The entries of an MT940 statement. Each statement line `:61:` may have a narrative `:86:`. */
export function* readMt940(text: string): Generator<StatementEntry, void> {
  const fields: { line: number; text: string }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const last = fields.at(-1);
    if (/^:\d{2}[A-Z]?:/.test(line)) fields.push({ line: index + 1, text: line });
    else if (last && !/^[-{]/.test(line)) last.text += `\n${line}`;
  }
  for (const [index, { line, text: field }] of fields.entries()) {
    const [first = '', ...supplement] = field.split('\n');
    const found = STATEMENT_LINE.exec(first)?.groups;
    if (!found) continue;
    const { day = '', mark = '', whole, fraction = '', reference = '' } = found;
    const next = fields[index + 1]?.text ?? '';
    const paise = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
    yield {
      line,
      day: `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4, 6)}`,
      // A reversed debit is a credit.
      amountPaise: mark === 'C' || mark === 'RD' ? paise : -paise,
      reference: reference.replace('//', ' ').trim(),
      narration: [...supplement, next.startsWith(':86:') ? next.slice(4) : ''].join('').trim(),
      balance: '',
    };
  }
}

/** Texts of an element, whatever the prefix of its name; references to characters stay, since ids and amounts have none. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</(?:\\w+:)?${name}>`, 'g'))].map(
    ([, text = '']) => text.trim(),
  );

const ENTRY = /<(?:\w+:)?Ntry(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?Ntry>/g;

/** The entries of a CAMT.053 statement. It reads elements by name and expands no entity. */
export function* readCamt053(text: string): Generator<StatementEntry, void> {
  let line = 1;
  let end = 0;
  for (const match of text.matchAll(ENTRY)) {
    const entry = match[1] ?? '';
    line += text.slice(end, match.index).split('\n').length - 1;
    end = match.index;
    const [amount = ''] = textsOf(entry, 'Amt');
    const [whole = '', fraction = ''] = amount.split('.');
    const booked = /<(?:\w+:)?BookgDt>([\s\S]*?)<\/(?:\w+:)?BookgDt>/.exec(entry)?.[1] ?? entry;
    const [day = ''] = [...textsOf(booked, 'Dt'), ...textsOf(booked, 'DtTm')];
    const paise = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
    if (!Number.isSafeInteger(paise) || !/^\d{4}-\d{2}-\d{2}/.test(day)) continue;
    yield {
      line,
      day: day.slice(0, 10),
      amountPaise: textsOf(entry, 'CdtDbtInd')[0] === 'DBIT' ? -paise : paise,
      reference: ['AcctSvcrRef', 'EndToEndId', 'TxId', 'InstrId'].flatMap((name) => textsOf(entry, name)).join(' '),
      narration: ['Ustrd', 'AddtlNtryInf', 'AddtlTxInf'].flatMap((name) => textsOf(entry, name)).join(' '),
      balance: '',
    };
  }
}
