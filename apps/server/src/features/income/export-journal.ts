import { CLOSE_KINDS, type CloseKind } from '@wayside/contract/closes';
import { ACCOUNT_PURPOSES, type AccountPurpose } from '@wayside/contract/income-accounts';
import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import {
  ABOUT_DAY,
  BOOKED_AT,
  dayEndSql,
  daySql,
  dayStartSql,
  IS_BALANCE_CHANGE_SQL,
  REFUND_OF_ENTRY,
  VOID_OF_ENTRY,
  WALLET_ABOUT_DAY,
  WALLET_BOOKED_AT,
} from '../../records/ledger-entries.ts';

/**
 * The postings of an entry by account: positive for a debit, negative for a credit. They sum to 0. See the table in
 * docs/money.md.
 */
type Postings = Partial<Record<AccountPurpose, string>>;

const IS_IMPORTED_OR_PAID_SQL = `b.flow = 'platform' AND NOT ${IS_BALANCE_CHANGE_SQL}`;

/**
 * SQL for ledger entry `b`. A reversal has the opposite amounts. The balance is the amount that the platform owes the
 * mechanic.
 */
const LEDGER_POSTINGS: Postings = {
  bank: '-b.paid_out_paise',
  gateway_clearing: `CASE WHEN ${IS_IMPORTED_OR_PAID_SQL} THEN b.gross_paise ELSE 0 END`,
  mechanics_payable: '-b.balance_paise',
  commission_income: '-b.commission_paise',
  platform_fee_income: '-b.platform_fee_paise',
  adjustments: `CASE WHEN ${IS_BALANCE_CHANGE_SQL} THEN b.net_paise ELSE 0 END`,
  differences: `CASE WHEN ${IS_IMPORTED_OR_PAID_SQL} THEN b.net_paise + b.commission_paise + b.platform_fee_paise - b.gross_paise ELSE 0 END`,
};

/** SQL for wallet entry `b`. */
const WALLET_POSTINGS: Postings = {
  bank: 'CASE WHEN b.loyalty_payout_id IS NOT NULL THEN b.amount_paise ELSE 0 END',
  wallets_payable: '-b.amount_paise',
  opening_balances: "CASE WHEN b.kind = 'opening' THEN b.amount_paise ELSE 0 END",
  loyalty_expense: "CASE WHEN b.kind IN ('source_change', 'adjustment') THEN b.amount_paise ELSE 0 END",
};

/**
 * Returns SQL for an array with one amount per purpose, in their order. The driver reads float8 values as numbers,
 * which represent paise exactly.
 */
const postingsArraySql = (postings: Postings): string =>
  `ARRAY[${ACCOUNT_PURPOSES.map((purpose) => postings[purpose] ?? '0').join(', ')}]::float8[]`;

const lineCountSql = (postings: Postings): string =>
  `coalesce(sum(cardinality(array_remove(${postingsArraySql(postings)}, 0))), 0)::bigint`;

const isBetweenSql = (booked: string): string =>
  `${booked} >= ${dayStartSql('$1')} AND ${booked} < ${dayEndSql('$2')}`;

const entryRow = z.object({
  book: z.enum(['ledger', 'wallet']),
  id: z.number(),
  /** The accounting time with full precision. */
  booked: z.string(),
  /** The accounting day: "2026-11-05". */
  day: z.string(),
  /** The day that the entry concerns, if it differs from the accounting day. */
  aboutDay: z.nullable(z.string()),
  kind: z.enum(CLOSE_KINDS),
  mechanicId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  bookingId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  /** Only for an adjustment or a void; null after the person is erased. */
  reason: z.nullable(z.string()),
  /** An amount in paise for each of `ACCOUNT_PURPOSES`: above 0 a debit, below 0 a credit. */
  postings: z.array(z.number()),
});
/** An entry of the ledger or of a wallet as read for the journal. */
type JournalEntry = z.infer<typeof entryRow>;

/** The number of entries per page. */
const JOURNAL_PAGE = 1_000;

/** Statement that counts the journal lines from day $1 to day $2, both inclusive. A null day is unbounded. */
const COUNT_JOURNAL_LINES = defineStatement({
  name: 'count-journal-lines',
  text: `SELECT (SELECT ${lineCountSql(LEDGER_POSTINGS)} FROM ledger_entries AS b WHERE ${isBetweenSql(BOOKED_AT)})
    + (SELECT ${lineCountSql(WALLET_POSTINGS)} FROM wallet_entries AS b WHERE ${isBetweenSql(WALLET_BOOKED_AT)}) AS count`,
  row: z.object({ count: z.number() }),
  example: [null, null],
  isPrepared: false,
});

/**
 * Statement that reads the same entries in accounting order, after the instant $3, the ledger entry id $4 and the
 * wallet entry id $5.
 */
const JOURNAL_ENTRIES = defineStatement({
  name: 'journal-entries',
  text: `SELECT * FROM (
    (SELECT 'ledger' AS book, b.id, ${BOOKED_AT}::text AS booked, ${daySql(BOOKED_AT)} AS day, ${ABOUT_DAY} AS "aboutDay",
      CASE WHEN ${IS_BALANCE_CHANGE_SQL} THEN b.source
        ELSE CASE b.flow WHEN 'payout' THEN 'payout' ELSE b.flow || '_earning' END || CASE b.kind WHEN 'reversal' THEN '_reversal' ELSE '' END
      END AS kind,
      b.mechanic_id AS "mechanicId", NULL AS "customerId", b.booking_id AS "bookingId", b.payment_id AS "paymentId",
      p.transaction_id AS "transactionId", CASE WHEN b.kind <> 'payout' THEN coalesce(j.reason, r.reason, v.reason) END AS reason,
      ${postingsArraySql(LEDGER_POSTINGS)} AS postings, ${BOOKED_AT} AS at
    FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
      LEFT JOIN adjustments AS j ON b.source = 'adjustment' AND j.id = b.source_id ${REFUND_OF_ENTRY} ${VOID_OF_ENTRY}
    WHERE ${isBetweenSql(BOOKED_AT)} AND (${BOOKED_AT}, b.id) > ($3::timestamptz, $4::bigint)
    ORDER BY ${BOOKED_AT}, b.id LIMIT ${JOURNAL_PAGE})
    UNION ALL
    (SELECT 'wallet', b.id, ${WALLET_BOOKED_AT}::text, ${daySql(WALLET_BOOKED_AT)}, ${WALLET_ABOUT_DAY},
      CASE b.kind WHEN 'adjustment' THEN 'wallet_adjustment' ELSE b.kind END,
      b.mechanic_id, b.user_id, NULL, NULL, l.transaction_id, v.reason, ${postingsArraySql(WALLET_POSTINGS)}, ${WALLET_BOOKED_AT}
    FROM wallet_entries AS b LEFT JOIN loyalty_payouts AS l ON l.id = b.loyalty_payout_id
      LEFT JOIN payout_voids AS v ON b.kind = 'void' AND v.loyalty_payout_id = b.loyalty_payout_id
    WHERE ${isBetweenSql(WALLET_BOOKED_AT)} AND (${WALLET_BOOKED_AT}, b.id) > ($3::timestamptz, $5::bigint)
    ORDER BY ${WALLET_BOOKED_AT}, b.id LIMIT ${JOURNAL_PAGE})
  ) AS entries ORDER BY at, book, id LIMIT ${JOURNAL_PAGE}`,
  row: entryRow.extend({ at: z.date() }),
  example: [null, null, '-infinity', 0, 0],
  isPrepared: false,
});

const LAST_ID = '9223372036854775807';

/**
 * Returns the position after which the next page starts. At the same instant, ledger entries precede wallet entries.
 */
function cursorAfter(
  last: JournalEntry | null,
): readonly [booked: string, ledgerId: number | string, walletId: number] {
  if (last === null) return ['-infinity', 0, 0];
  return last.book === 'ledger' ? [last.booked, last.id, 0] : [last.booked, LAST_ID, last.id];
}

const ACCOUNTS = defineStatement({
  name: 'journal-accounts',
  text: 'SELECT purpose, code, name FROM ledger_accounts',
  row: z.object({ purpose: z.enum(ACCOUNT_PURPOSES), code: z.string(), name: z.string() }),
  example: [],
});

interface Account {
  readonly code: string;
  readonly name: string;
}

/** A debit or a credit. */
interface Line {
  readonly entry: JournalEntry;
  readonly account: Account;
  /** Exactly one of the two amounts is positive; the other is null. */
  readonly debitPaise: number | null;
  readonly creditPaise: number | null;
}

const TEXTS: Readonly<Record<CloseKind, string>> = {
  platform_earning: 'Earning of a payment to the platform',
  cash_earning: 'Earning of a payment in cash',
  platform_earning_reversal: 'Reversal: earning of a payment to the platform',
  cash_earning_reversal: 'Reversal: earning of a payment in cash',
  payout: 'Payout',
  payout_reversal: 'Reversal: payout',
  adjustment: 'Adjustment',
  refund: 'Refund borne by the mechanic',
  compensation: 'Earning retained after a refund',
  opening: 'Opening of a wallet',
  source_change: 'Loyalty granted',
  loyalty_payout: 'Loyalty payout',
  void: 'Reversal: loyalty payout',
  wallet_adjustment: 'Adjustment of a wallet',
};

const COLUMNS = [
  textColumn<Line>('Date', ({ entry }) => entry.day),
  textColumn<Line>('Entry', ({ entry }) => `${entry.book} ${entry.id}`),
  textColumn<Line>('Account code', ({ account }) => account.code),
  textColumn<Line>('Account name', ({ account }) => account.name),
  amountColumn<Line>('Debit', ({ debitPaise }) => debitPaise),
  amountColumn<Line>('Credit', ({ creditPaise }) => creditPaise),
  textColumn<Line>('About', ({ entry }) => entry.aboutDay),
  textColumn<Line>('Kind', ({ entry }) => entry.kind),
  textColumn<Line>('Mechanic ID', ({ entry }) => entry.mechanicId),
  textColumn<Line>('Customer ID', ({ entry }) => entry.customerId),
  textColumn<Line>('Booking ID', ({ entry }) => entry.bookingId),
  textColumn<Line>('Payment ID', ({ entry }) => entry.paymentId),
  textColumn<Line>('Transaction ID', ({ entry }) => entry.transactionId),
  textColumn<Line>('Text', ({ entry: { kind, reason } }) =>
    reason === null ? TEXTS[kind] : `${TEXTS[kind]}: ${reason}`,
  ),
];

interface ExportJournalInput {
  /** Business days, both inclusive; null means unbounded. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Exports the journal with a line for each debit and credit, in accounting order. Each entry balances to the paisa
 * (CLOS-02).
 */
export async function exportJournal(
  context: ActorContext,
  { from, to }: ExportJournalInput,
): Promise<ExportTable<Line>> {
  const { database } = context;
  const accounts = await readAccounts(context);
  const [found] = await database.rows(COUNT_JOURNAL_LINES, [from, to]);
  const rowCount = found?.count ?? 0;
  await recordExport(context, { table: 'journal', filters: { from, to }, rowCount });
  const pages = eachPage<JournalEntry>(
    (last) => database.rows(JOURNAL_ENTRIES, [from, to, ...cursorAfter(last)]),
    JOURNAL_PAGE,
  );
  return { name: 'journal', columns: COLUMNS, rowCount, pages: linesOf(pages, accounts) };
}

async function readAccounts({
  database,
}: Pick<ActorContext, 'database'>): Promise<ReadonlyMap<AccountPurpose, Account>> {
  const rows = await database.rows(ACCOUNTS, []);
  return new Map(rows.map(({ purpose, ...account }) => [purpose, account]));
}

async function* linesOf(
  pages: AsyncIterable<readonly JournalEntry[]>,
  accounts: ReadonlyMap<AccountPurpose, Account>,
): AsyncGenerator<Line[], void> {
  for await (const entries of pages) yield entries.flatMap((entry) => toEntryLines(entry, accounts));
}

/** Returns the lines of an entry, debits first. @throws Error if they do not balance or an account is missing */
function toEntryLines(entry: JournalEntry, accounts: ReadonlyMap<AccountPurpose, Account>): Line[] {
  const lines = ACCOUNT_PURPOSES.flatMap((purpose, place): Line[] => {
    const paise = entry.postings[place] ?? 0;
    if (paise === 0) return [];
    const account = accounts.get(purpose);
    if (!account) throw new Error(`there is no account for ${purpose}`);
    return [{ entry, account, debitPaise: paise > 0 ? paise : null, creditPaise: paise < 0 ? -paise : null }];
  });
  if (entry.postings.reduce((sum, paise) => sum + paise, 0) !== 0)
    throw new Error(`the journal of ${entry.book} entry ${entry.id} does not balance`);
  return [
    ...lines.filter((line) => line.debitPaise !== null),
    ...lines.filter((line) => line.creditPaise !== null),
  ];
}
