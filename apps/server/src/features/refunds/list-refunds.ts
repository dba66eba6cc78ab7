import { REFUND_LIST } from '@wayside/contract/lists';
import type { Refund, Refundable } from '@wayside/contract/refunds';
import { z } from 'zod';
import { hasPermission } from '../../caller-permissions.ts';
import type { AppContext, CallContext } from '../../context.ts';
import { readReservedAmount } from '../../money/ledger/approval-requests.ts';
import { readInTransitAmount } from '../../money/ledger/owed-amounts.ts';
import { readPaymentFacts } from '../../money/ledger/refund-facts.ts';
import { lostPaise, remainingPaise } from '../../money/ledger/refund-states.ts';
import type { ListShape } from '../../platform/db/list-shape.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { amountColumn, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { refundSelect } from '../../records/refunds.ts';
import { readRemainingLimit } from './refund-limits.ts';

/** The statement parts of the list of refunds and disputes, newest first by request time. */
const REFUND_SHAPE: ListShape = {
  name: 'list-refunds',
  ...refundSelect,
  orderBy: 'requested_at',
  counter: 'refunds',
  statusColumn: 'state',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: (holds, among) => {
      const of = (column: string, table: string) =>
        among(column, `SELECT id FROM ${table} WHERE record_state = 'full' AND ${holds('id')}`);
      return [of('payment_id', 'payments'), of('booking_id', 'bookings')];
    },
    byAmount: (isWithin) => [isWithin('amount_paise')],
  },
};

const text = textColumn<Refund>;
const amount = amountColumn<Refund>;
const timestamp = timestampColumn<Refund>;

const COLUMNS = [
  text('Refund ID', ({ id }) => id),
  text('Payment ID', ({ paymentId }) => paymentId),
  text('Booking ID', ({ bookingId }) => bookingId),
  text('Kind', ({ kind }) => kind),
  text('State', ({ state }) => state),
  amount('Amount', ({ amountPaise }) => amountPaise),
  amount('Returned', ({ returnedPaise }) => returnedPaise),
  amount('Borne by the mechanic', ({ mechanicPaise }) => mechanicPaise),
  text('Customer', ({ customer }) => customer?.name),
  text('Mechanic', ({ mechanic }) => mechanic?.name),
  text('Reason', ({ reason }) => reason),
  timestamp('Due', ({ dueAt }) => dueAt),
  timestamp('Requested', ({ requestedAt }) => requestedAt),
  text('Requested by', ({ requestedBy }) => requestedBy),
  text('Approved by', ({ approvedBy }) => approvedBy),
  timestamp('Decided', ({ decidedAt }) => decidedAt),
  text('Decided by', ({ decidedBy }) => decidedBy),
  text('Outcome', ({ outcomeReason }) => outcomeReason),
];

/** List, counts and export of refunds and disputes (REFD-01, REFD-03, VIEW-08). */
export const refundList = definedList<Refund, typeof REFUND_LIST>({
  definition: REFUND_LIST,
  shape: REFUND_SHAPE,
  filters: {
    state: 'status',
    kind: { column: 'kind' },
    paymentId: { column: 'payment_id' },
    customerId: { column: 'customer_id' },
  },
  columns: COLUMNS,
});

/** Returns a refund or dispute. @throws 404 */
export const getRefund = (
  { database }: Pick<AppContext, 'database'>,
  { id }: { readonly id: string },
): Promise<Refund> => findRecord<Refund>(database, REFUND_SHAPE, id, 'refund');

const MECHANIC = defineStatement({
  name: 'mechanic-of-refund',
  text: `SELECT m.id, m.name, m.phone, m.email, coalesce(s.balance_paise, 0) AS "balancePaise",
      (SELECT coalesce(sum((amount_paise * mechanic_percent + 50) / 100), 0)::bigint FROM refunds
        WHERE mechanic_id = m.id AND state IN ('waiting', 'requested')) AS "pendingMechanicPaise"
    FROM mechanics AS m LEFT JOIN mechanic_balances AS s ON s.mechanic_id = m.id WHERE m.id = $1`,
  row: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    balancePaise: z.number(),
    pendingMechanicPaise: z.number(),
  }),
  example: [sampleOf('mechanics')],
});

/**
 * Returns the refundable amount of a payment, the mechanic whose balance it can change, and the amount that the
 * caller may refund without approval (REFD-01, REFD-02). @throws 404
 */
export function getRefundable(context: CallContext, { id }: { readonly id: string }): Promise<Refundable> {
  const { database, session, actor, now } = context;
  return database.transaction(async (client) => {
    const facts = await readPaymentFacts(client, id);
    const { paidPaise, returnedPaise, pendingPaise, disputedPaise, mechanicId } = facts;
    const [found] = mechanicId === null ? [] : await rowsOf(client, MECHANIC, [mechanicId]);
    const balance = found && hasPermission(context, 'payouts:read') ? found : null;
    return {
      paidPaise,
      returnedPaise: facts.status === 'refunded' ? paidPaise : returnedPaise,
      pendingPaise,
      disputedPaise,
      remainingPaise: remainingPaise(facts),
      leftPaise: lostPaise({ amountPaise: paidPaise, isAfterRefund: false }, facts),
      mechanic: found ?? null,
      balancePaise: balance?.balancePaise ?? null,
      pendingMechanicPaise: balance?.pendingMechanicPaise ?? null,
      reservedPaise:
        balance &&
        (await readReservedAmount(client, { kind: 'payout', payee: { mechanicId: balance.id } }, now())) +
          (await readInTransitAmount(client, balance.id)),
      freePaise: session && (await readRemainingLimit(client, { actor, role: session.admin.role, at: now() })),
    };
  });
}
