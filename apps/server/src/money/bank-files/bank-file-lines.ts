import { BankResultError } from './bank-file-text.ts';
import type { BankProfile, ResultStatus } from './bank-profile.ts';

/** What a spreadsheet puts between cells, by the language of its system and by the kind of text. */
const SEPARATORS = [',', ';', '\t'] as const;
/** A spreadsheet's own line about the separator. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?[,;\t]*\s*$/i;
/** Lines before the headings, or before the first payment of a file without headings. */
const MAX_BANNER_LINES = 20;

/** No bank writes control characters or halves of characters, which cannot be stored. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();

/** A cell without what makes a spreadsheet keep it as text: `'0012` and `="0012"` (BANK-06). */
const cleanCell = (cell: string): string =>
  plain(
    plain(cell)
      .replace(/^['’]/u, '')
      .replace(/^="(.*)"$/su, '$1')
      .replace(/^['’]/u, ''),
  );

const headingForm = (heading: string): string =>
  cleanCell(heading).normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** How a report ends, or goes on to its next page. */
const FOOTER =
  /^[^\p{L}\p{N}]*(?:(?:grand|sub|page|net) ?-?)?(?:totals?\b|end of\b|page \d|no\.? of\b|number of\b|count\b|records?\b|generated\b|report\b|printed\b|disclaimer\b|note\b|this is a\b)/iu;

/** A reference has digits and no space. */
const CAN_BE_REFERENCE = /^\S*\d\S*$/;

type Cell = 'reference' | 'status' | 'amount' | 'transactionId' | 'account' | 'upiId' | 'reason';
const CELLS = ['reference', 'status', 'amount', 'transactionId', 'account', 'upiId', 'reason'] as const;
const REQUIRED = ['reference', 'status', 'amount'] as const;

/** A line that can hold a payment; a cell that the file does not have is ''. */
export interface BankFileRecord {
  readonly line: number;
  readonly cells: Readonly<Record<Cell, string>>;
}

/** Finds the lines with payments among banner, headings, blank lines and footers of a bank result file (BANK-06). */
export class BankFileLines {
  readonly delimiter: string;
  readonly #profile: BankProfile;
  readonly #statuses: ReadonlyMap<string, ResultStatus>;
  readonly #hasSeparatorLine: boolean;
  #headings: readonly string[] | null = null;
  #bannerLines = 0;
  #hasPayment = false;
  /** Of the line that has most of the columns. */
  #missing: { readonly count: number; readonly column: string } | null = null;

  /** @param beginning of the text, complete lines */
  constructor(profile: BankProfile, beginning: string) {
    this.#profile = profile;
    this.#statuses = new Map(
      Object.entries(profile.answer.statuses).map(([word, status]) => [word.toLowerCase(), status]),
    );
    const [first = ''] = beginning.split('\n', 1);
    const stated = SEPARATOR_LINE.exec(first)?.[1];
    this.#hasSeparatorLine = stated !== undefined;
    this.delimiter = stated ?? this.#likelySeparator(beginning);
  }

  /** The separator with which a line has the headings, or else the one that a line has most of. */
  #likelySeparator(beginning: string): string {
    const lines = beginning.split('\n', MAX_BANNER_LINES + 5);
    const scoreOf = (separator: string) =>
      Math.max(
        ...lines.map((line) => {
          const cells = line.split(separator);
          const headings = cells.map((cell) => headingForm(cell.replaceAll('"', '')));
          return this.#profile.answer.hasHeadings && missingOf(this.#profile, headings).length === 0
            ? 100_000 + cells.length
            : cells.length;
        }),
      );
    return SEPARATORS.reduce((most, each) => (scoreOf(each) > scoreOf(most) ? each : most));
  }

  /**
   * @param line of the file, from 1
   * @returns null for a line that holds no payment
   * @throws BankResultError when the headings are not among the first lines
   */
  next(record: readonly string[], line: number): BankFileRecord | null {
    if (this.#hasSeparatorLine && line === 1) return null;
    const row = record.map(cleanCell);
    if (row.every(isBlank)) return null;
    if (this.#profile.answer.hasHeadings && this.#readHeading(row)) return null;
    const found = { line, cells: this.#cellsOf(row) };
    if (this.#isBanner(found) || this.#isFooter(found, row)) return null;
    this.#hasPayment = true;
    return found;
  }

  /** @throws BankResultError when the headings were not found */
  end(): void {
    if (this.#profile.answer.hasHeadings && this.#headings === null && this.#missing !== null)
      throw this.#noHeadings();
  }

  statusOf({ cells }: BankFileRecord): ResultStatus | undefined {
    return this.#statuses.get(cells.status.toLowerCase());
  }

  /** @returns whether the line belongs to the headings, again on each page, or is before them */
  #readHeading(row: readonly string[]): boolean {
    const headings = row.map(headingForm);
    if (this.#headings !== null) return headings.join('\n') === this.#headings.join('\n');
    const missing = missingOf(this.#profile, headings);
    const [column] = missing;
    if (column === undefined) this.#headings = headings;
    else {
      this.#bannerLines += 1;
      if (missing.length < (this.#missing?.count ?? Number.POSITIVE_INFINITY))
        this.#missing = { count: missing.length, column };
      if (this.#bannerLines > MAX_BANNER_LINES) throw this.#noHeadings();
    }
    return true;
  }

  #noHeadings(): BankResultError {
    return new BankResultError(
      `This isn’t a results file of ${this.#profile.label}: the column "${this.#missing?.column ?? ''}" is missing.`,
    );
  }

  #cellsOf(row: readonly string[]): Record<Cell, string> {
    const cellOf = (column: string | number | undefined): string => {
      if (column === undefined) return '';
      const index = typeof column === 'number' ? column - 1 : (this.#headings ?? []).indexOf(headingForm(column));
      return row[index] ?? '';
    };
    const { answer } = this.#profile;
    const cells = CELLS.map((name) => [name, cellOf(answer[name])] as const);
    return Object.fromEntries(cells) as Record<Cell, string>;
  }

  /** Before the first payment of a file without headings: a line with nothing where a payment has its amount, status and reference. */
  #isBanner(found: BankFileRecord): boolean {
    if (this.#profile.answer.hasHeadings || this.#hasPayment || this.#bannerLines >= MAX_BANNER_LINES) return false;
    const { amount, reference } = found.cells;
    const isBanner = this.statusOf(found) === undefined && !/\d/.test(amount) && !/\d/.test(reference);
    if (isBanner) this.#bannerLines += 1;
    return isBanner;
  }

  /** A total or a sentence; a line that could be a payment with a missing or strange cell is none. */
  #isFooter(found: BankFileRecord, row: readonly string[]): boolean {
    if (this.statusOf(found) !== undefined) return false;
    const { reference, status, amount, transactionId, account, upiId } = found.cells;
    if (!isBlank(reference))
      return FOOTER.test(reference) || (isBlank(status) && !CAN_BE_REFERENCE.test(reference));
    const hasPayment = !isBlank(amount) && ![transactionId, account, upiId].every(isBlank);
    return !hasPayment && (isBlank(status) || FOOTER.test(row.find((cell) => !isBlank(cell)) ?? ''));
  }
}

/** The required columns that a line of headings lacks, as the profile writes them. */
function missingOf({ answer }: BankProfile, headings: readonly string[]): string[] {
  return REQUIRED.flatMap((name) => {
    const column = answer[name];
    return typeof column === 'string' && !headings.includes(headingForm(column)) ? [column] : [];
  });
}
