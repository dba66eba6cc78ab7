import type { CloseKind } from '@wayside/contract/closes';
import { ACCOUNT_PURPOSES, type AccountPurpose } from '@wayside/contract/income-accounts';
import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import {
  COUNT_JOURNAL_LINES,
  JOURNAL_ENTRIES,
  JOURNAL_PAGE,
  type JournalEntry,
  placeBehind,
} from './journal-entries.ts';

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
  /** Above 0; the other one is null. */
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

export interface ExportJournalInput {
  /** Days of the business, both included; null where open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The journal: a line for each debit and credit, in the order of the books; each entry balances to the paisa (CLOS-02). */
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
    (last) => database.rows(JOURNAL_ENTRIES, [from, to, ...placeBehind(last)]),
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
  for await (const entries of pages) yield entries.flatMap((entry) => entryLines(entry, accounts));
}

/** The lines of an entry, debits first. @throws Error where they do not balance, or an account is missing */
function entryLines(entry: JournalEntry, accounts: ReadonlyMap<AccountPurpose, Account>): Line[] {
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
