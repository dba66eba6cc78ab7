import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { CloseChain, ClosedDay, CloseError } from '../closing/close-chain.ts';
import { type CloseDocument, signingKey } from '../closing/close-document.ts';
import {
  LEDGER_BOOKED_AT,
  LEDGER_LINE,
  WALLET_BOOK,
  WALLET_BOOKED_AT,
  WALLET_LINE,
} from '../closing/entry-lines.ts';
import { countRows, eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

const CHAIN = {
  text: 'SELECT number, document, hash, public_key AS "publicKey", key_id AS "keyId", signature FROM closes ORDER BY number',
  row: z.object({
    number: z.number(),
    document: z.string(),
    hash: z.instanceof(Buffer),
    publicKey: z.instanceof(Buffer),
    keyId: z.string(),
    signature: z.instanceof(Buffer),
  }),
};

const quoteInstant = (instant: string) => `'${new Date(instant).toISOString()}'::timestamptz`;
const linesQuery = (table: string, line: string, bookedAt: string, { startsAt, endsAt }: CloseDocument) => ({
  text: `SELECT ${line} AS line FROM ${table} WHERE ${bookedAt} >= ${quoteInstant(startsAt)} AND ${bookedAt} < ${quoteInstant(endsAt)} ORDER BY id`,
  row: z.object({ line: z.string() }),
});

const openingQuery = ({ startsAt }: CloseDocument) => ({
  text: `SELECT 'balances' AS book, coalesce(sum(balance_paise), 0)::bigint AS paise FROM ledger_entries WHERE ${LEDGER_BOOKED_AT} < ${quoteInstant(startsAt)}
    UNION ALL SELECT ${WALLET_BOOK}, sum(amount_paise)::bigint FROM wallet_entries WHERE ${WALLET_BOOKED_AT} < ${quoteInstant(startsAt)} GROUP BY 1`,
  row: z.object({ book: z.string(), paise: z.number() }),
});

/**
 * Checks that closed days contain exactly the entries with which they were closed, and that the chain of closes is
 * complete (CLOS-01, CLOS-03).
 */
export const closes: IntegrityCheck = {
  name: 'Closes',
  passed: 'agree with the entries',
  findIssues: async function* (context) {
    const checked = countText(await countRows(context.client, 'closes'), 'close');
    const chain = new CloseChain();
    let broken: string | null = null;
    for await (const { keyId, ...row } of eachRow(context.client, CHAIN)) {
      if (broken !== null) continue;
      const derived = await context.keys.deriveKeyById(keyId, 'closes');
      if (derived === null || !signingKey({ id: keyId, key: derived }).publicKey.equals(row.publicKey))
        yield `Row ${row.number} of the chain of closes is signed with a key of another installation.`;
      broken = catchIssue(() => chain.add(row));
    }
    if (broken !== null) yield broken;
    const [first] = chain.currentCloses.values();
    if (first !== undefined) yield* openingIssues(context, first);
    for (const close of chain.currentCloses.values()) {
      const issue = await dayIssue(context, close);
      if (issue !== null) yield issue;
    }
    return checked;
  },
};

/** Returns the message of a CloseError instead of throwing it, so that the check reads all rows. */
function catchIssue(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof CloseError) return error.message;
    throw error;
  }
}

async function* openingIssues(
  { client }: IntegrityCheckContext,
  first: CloseDocument,
): AsyncGenerator<string, void> {
  const found = new Map<string, number>();
  for await (const { book, paise } of eachRow(client, openingQuery(first))) found.set(book, paise);
  for (const { book, openingPaise } of first.books)
    if ((found.get(book) ?? 0) !== openingPaise)
      yield `the books do not begin with what was before ${first.day}: ${book} differ by ${(found.get(book) ?? 0) - openingPaise} paise`;
}

/** Returns the first issue of a closed day; null if its entries are the closed ones. */
async function dayIssue({ client }: IntegrityCheckContext, close: CloseDocument): Promise<string | null> {
  const day = new ClosedDay(close);
  let issue: string | null = null;
  for (const query of [
    linesQuery('ledger_entries', LEDGER_LINE, LEDGER_BOOKED_AT, close),
    linesQuery('wallet_entries', WALLET_LINE, WALLET_BOOKED_AT, close),
  ])
    for await (const { line } of eachRow(client, query)) issue ??= catchIssue(() => day.add(line.trimEnd()));
  return issue ?? catchIssue(() => day.requireStated());
}
