import { CLOSE_KINDS } from '@wayside/contract/closes';
import { ACCOUNT_PURPOSES, type AccountPurpose } from '@wayside/contract/income-accounts';
import { z } from 'zod';
import { defineStatement } from '../../platform/db/statement.ts';
import { ABOUT_DAY, dayOf, endOf, startOf, WALLET_ABOUT_DAY, WALLET_BOOKED_AT } from '../../records/books.ts';
import { BOOKED_AT, VOID_OF_ENTRY } from '../../records/ledger-entries.ts';

/** What an entry books on each account: above 0 a debit, below 0 a credit. They sum to 0. docs/money.md has the table. */
type Postings = Partial<Record<AccountPurpose, string>>;

const isImportedOrPaid = "b.flow = 'platform' AND b.source <> 'adjustment'";

/** Of the entry `b` of the ledger; a reversal has the opposite amounts. The balance is what the platform owes the mechanic. */
const OF_LEDGER: Postings = {
  bank: '-b.paid_out_paise',
  gateway_clearing: `CASE WHEN ${isImportedOrPaid} THEN b.gross_paise ELSE 0 END`,
  mechanics_payable: '-b.balance_paise',
  commission_income: '-b.commission_paise',
  platform_fee_income: '-b.platform_fee_paise',
  adjustments: "CASE WHEN b.source = 'adjustment' THEN b.net_paise ELSE 0 END",
  differences: `CASE WHEN ${isImportedOrPaid} THEN b.net_paise + b.commission_paise + b.platform_fee_paise - b.gross_paise ELSE 0 END`,
};

/** Of the wallet entry `b`. */
const OF_WALLETS: Postings = {
  bank: 'CASE WHEN b.loyalty_payout_id IS NOT NULL THEN b.amount_paise ELSE 0 END',
  wallets_payable: '-b.amount_paise',
  opening_balances: "CASE WHEN b.kind = 'opening' THEN b.amount_paise ELSE 0 END",
  loyalty_expense: "CASE WHEN b.kind IN ('source_change', 'adjustment') THEN b.amount_paise ELSE 0 END",
};

/** One amount for each purpose, in their order; the driver reads numbers of this type as numbers, which hold paise exactly. */
const arrayOf = (postings: Postings): string =>
  `ARRAY[${ACCOUNT_PURPOSES.map((purpose) => postings[purpose] ?? '0').join(', ')}]::float8[]`;

const lineCount = (postings: Postings): string =>
  `coalesce(sum(cardinality(array_remove(${arrayOf(postings)}, 0))), 0)::bigint`;

const isBetween = (booked: string): string => `${booked} >= ${startOf('$1')} AND ${booked} < ${endOf('$2')}`;

const entryRow = z.object({
  book: z.enum(['ledger', 'wallet']),
  id: z.number(),
  /** The instant of the books in its full precision. */
  booked: z.string(),
  /** The day of the books: "2026-11-05". */
  day: z.string(),
  /** The day that it is about, where that is another one. */
  aboutDay: z.nullable(z.string()),
  kind: z.enum(CLOSE_KINDS),
  mechanicId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  bookingId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  /** Of an adjustment or a void; null once its person is erased. */
  reason: z.nullable(z.string()),
  /** For each of `ACCOUNT_PURPOSES`, in paise: above 0 a debit, below 0 a credit. */
  postings: z.array(z.number()),
});
/** An entry of the ledger or of a wallet as the journal has it. */
export type JournalEntry = z.infer<typeof entryRow>;

/** The entries of a page. */
export const JOURNAL_PAGE = 1_000;

/** The number of lines from day $1 to day $2, both included and null where open. */
export const COUNT_JOURNAL_LINES = defineStatement({
  name: 'count-journal-lines',
  text: `SELECT (SELECT ${lineCount(OF_LEDGER)} FROM ledger_entries AS b WHERE ${isBetween(BOOKED_AT)})
    + (SELECT ${lineCount(OF_WALLETS)} FROM wallet_entries AS b WHERE ${isBetween(WALLET_BOOKED_AT)}) AS count`,
  row: z.object({ count: z.number() }),
  example: [null, null],
  isPrepared: false,
});

/** The same entries in the order of the books, behind the instant $3 and its ids $4 of the ledger and $5 of wallets. */
export const JOURNAL_ENTRIES = defineStatement({
  name: 'journal-entries',
  text: `SELECT * FROM (
    (SELECT 'ledger' AS book, b.id, ${BOOKED_AT}::text AS booked, ${dayOf(BOOKED_AT)} AS day, ${ABOUT_DAY} AS "aboutDay",
      CASE WHEN b.source = 'adjustment' THEN 'adjustment'
        ELSE CASE b.flow WHEN 'payout' THEN 'payout' ELSE b.flow || '_earning' END || CASE b.kind WHEN 'reversal' THEN '_reversal' ELSE '' END
      END AS kind,
      b.mechanic_id AS "mechanicId", NULL AS "customerId", b.booking_id AS "bookingId", b.payment_id AS "paymentId",
      p.transaction_id AS "transactionId", CASE WHEN b.kind <> 'payout' THEN coalesce(j.reason, v.reason) END AS reason,
      ${arrayOf(OF_LEDGER)} AS postings, ${BOOKED_AT} AS at
    FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
      LEFT JOIN adjustments AS j ON b.source = 'adjustment' AND j.id = b.source_id ${VOID_OF_ENTRY}
    WHERE ${isBetween(BOOKED_AT)} AND (${BOOKED_AT}, b.id) > ($3::timestamptz, $4::bigint)
    ORDER BY ${BOOKED_AT}, b.id LIMIT ${JOURNAL_PAGE})
    UNION ALL
    (SELECT 'wallet', b.id, ${WALLET_BOOKED_AT}::text, ${dayOf(WALLET_BOOKED_AT)}, ${WALLET_ABOUT_DAY},
      CASE b.kind WHEN 'adjustment' THEN 'wallet_adjustment' ELSE b.kind END,
      b.mechanic_id, b.user_id, NULL, NULL, l.transaction_id, v.reason, ${arrayOf(OF_WALLETS)}, ${WALLET_BOOKED_AT}
    FROM wallet_entries AS b LEFT JOIN loyalty_payouts AS l ON l.id = b.loyalty_payout_id
      LEFT JOIN payout_voids AS v ON b.kind = 'void' AND v.loyalty_payout_id = b.loyalty_payout_id
    WHERE ${isBetween(WALLET_BOOKED_AT)} AND (${WALLET_BOOKED_AT}, b.id) > ($3::timestamptz, $5::bigint)
    ORDER BY ${WALLET_BOOKED_AT}, b.id LIMIT ${JOURNAL_PAGE})
  ) AS entries ORDER BY at, book, id LIMIT ${JOURNAL_PAGE}`,
  row: entryRow.extend({ at: z.date() }),
  example: [null, null, '-infinity', 0, 0],
  isPrepared: false,
});

const LAST_ID = '9223372036854775807';

/** Where a page goes on behind an entry: at one instant, entries of the ledger are before those of wallets. */
export function placeBehind(
  last: JournalEntry | null,
): readonly [booked: string, ledgerId: number | string, walletId: number] {
  if (last === null) return ['-infinity', 0, 0];
  return last.book === 'ledger' ? [last.booked, last.id, 0] : [last.booked, LAST_ID, last.id];
}
