import type pg from 'pg';
import { BOOKING_SHAPE } from '../apps/server/src/features/bookings/list-bookings.ts';
import { ATTENTION } from '../apps/server/src/features/dashboard/attention.ts';
import { DASHBOARD } from '../apps/server/src/features/dashboard/dashboard.ts';
import { PAYMENT_SHAPE } from '../apps/server/src/features/payments/list-payments.ts';
import { LEDGER_LIST } from '../apps/server/src/features/payouts/list-ledger.ts';
import type { ListInput, ListShape } from '../apps/server/src/platform/db/list-shape.ts';
import { pageStatement } from '../apps/server/src/platform/db/page-statement.ts';
import { FIND_SESSION } from '../apps/server/src/platform/http/session.ts';
import { hashToken } from '../apps/server/src/session-token.ts';

/** The rows of a page. */
export const LIMIT = 10;

/** A prepared statement of the product with its values. */
export interface Question {
  readonly text: string;
  readonly name: string;
  readonly values: unknown[];
}

/** The statement that reads a page of a list. */
export function listQuestion(shape: ListShape, input: Partial<ListInput>): Question {
  const whole = { status: null, search: null, page: 1, limit: LIMIT, ...input };
  const { statement, values } = pageStatement(shape, whole);
  return { ...statement, values };
}

/** The statement that reads a page of bookings. */
export const pageQuestion = (input: Partial<ListInput>): Question => listQuestion(BOOKING_SHAPE, input);

/** The statements of a list call: the session, then the page. */
export const callQuestions = (token: string, input: Partial<ListInput>): readonly Question[] => [
  { name: FIND_SESSION.name, text: FIND_SESSION.text, values: [hashToken(token), new Date(), false] },
  pageQuestion(input),
];

/** Asks a database for one value, as text. */
export const asker = (client: pg.Client) => async (sql: string) =>
  String(Object.values((await client.query(sql)).rows[0] ?? {})[0] ?? '');

/** Queries of the bookings screen and the dashboard by description. */
export async function questionsFor(client: pg.Client): Promise<Record<string, Question>> {
  const ask = asker(client);
  const lastPage = async (condition: string) =>
    Math.max(
      1,
      Math.ceil(
        Number(await ask(`SELECT count(*) FROM bookings WHERE record_state = 'full' ${condition}`)) / LIMIT,
      ),
    );
  const pages = await lastPage('');
  const completedPages = await lastPage("AND status = 'completed'");
  const paymentPages = Math.ceil(
    Number(await ask("SELECT count(*) FROM payments WHERE record_state = 'full'")) / LIMIT,
  );
  const booking = await ask('SELECT id FROM bookings ORDER BY listed_at DESC OFFSET 77 LIMIT 1');
  const customer = await ask('SELECT customer_id FROM bookings ORDER BY listed_at DESC OFFSET 78 LIMIT 1');
  return {
    'first page': pageQuestion({}),
    'middle page': pageQuestion({ page: Math.ceil(pages / 2) }),
    'last page': pageQuestion({ page: pages }),
    'status, first page': pageQuestion({ status: ['completed'] }),
    'status, middle page': pageQuestion({ status: ['completed'], page: Math.ceil(completedPages / 2) }),
    'status, last page': pageQuestion({ status: ['completed'], page: completedPages }),
    'search, 6 characters of an id': pageQuestion({ search: booking.slice(-6) }),
    'search, a whole id': pageQuestion({ search: booking }),
    'one customer’s bookings': pageQuestion({ fixedFilters: [{ column: 'customer_id', id: customer }] }),
    'total alone': {
      name: 'total',
      text: "SELECT sum(count) FROM counters WHERE name = 'bookings' AND status IS NULL AND period = 'ever'",
      values: [],
    },
    'payments by amount, first page': listQuestion(PAYMENT_SHAPE, { sort: '-amount' }),
    'payments by amount, middle page': listQuestion(PAYMENT_SHAPE, {
      sort: '-amount',
      page: Math.ceil(paymentPages / 2),
    }),
    'payments by amount, last page': listQuestion(PAYMENT_SHAPE, { sort: '-amount', page: paymentPages }),
    'ledger entries, first page': listQuestion(LEDGER_LIST, {}),
    'what needs attention': { name: ATTENTION.name, text: ATTENTION.text, values: [new Date()] },
    dashboard: { name: DASHBOARD.name, text: DASHBOARD.text, values: [new Date()] },
  };
}
