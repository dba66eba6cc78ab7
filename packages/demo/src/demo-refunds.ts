import { randomBytes } from 'node:crypto';
import type { ActivityAction } from '@wayside/contract/activity';
import { REFUND_APPROVAL_DAYS, type RefundKind, type RefundState } from '@wayside/contract/refunds';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { lockLedger, postOwnEntries } from '../../../apps/server/src/money/ledger/post-entries.ts';
import { hashPassword } from '../../../apps/server/src/platform/accounts/passwords.ts';
import {
  type NewActivityEntry,
  SYSTEM_ACTOR,
  toFieldChanges,
} from '../../../apps/server/src/platform/db/activity-entry.ts';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { orm } from '../../../apps/server/src/platform/db/orm.ts';
import { recordActivities, recordActivity } from '../../../apps/server/src/platform/db/record-activity.ts';
import { refunds } from '../../../apps/server/src/platform/db/schema/refunds.ts';
import { admins } from '../../../apps/server/src/platform/db/schema/session.ts';
import { readDemoMarker } from '../../../apps/server/src/records/demo-marker.ts';
import { DAY_MS, HOUR_MS } from './demo-plan.ts';

type Actor = typeof SYSTEM_ACTOR;

const newId = () => randomBytes(12).toString('hex');

interface DemoRefund {
  readonly kind: RefundKind;
  readonly state: RefundState;
  /** The share of the payment in percent. */
  readonly share: number;
  readonly mechanicPercent?: number;
  readonly daysAgo: number;
  /** The number of days until the refund ended or until the dispute's deadline. */
  readonly days?: number;
  readonly reason?: string;
  readonly outcome?: string;
}

/**
 * Refunds in each state, with some additional ones (REFD-01 to REFD-03). A refund without a reason was made by the
 * marketplace.
 */
const REFUNDS: readonly DemoRefund[] = [
  {
    kind: 'full',
    state: 'waiting',
    share: 100,
    mechanicPercent: 25,
    daysAgo: 0.1,
    reason: 'The mechanic never came',
  },
  { kind: 'part', state: 'requested', share: 30, daysAgo: 0.05, reason: 'Late by two hours' },
  {
    kind: 'part',
    state: 'requested',
    share: 40,
    mechanicPercent: 50,
    daysAgo: 5,
    reason: 'The wrong part was fitted',
  },
  {
    kind: 'part',
    state: 'confirmed',
    share: 25,
    daysAgo: 16,
    days: 0.2,
    reason: 'Charged twice for the same part',
  },
  {
    kind: 'goodwill',
    state: 'confirmed',
    share: 10,
    mechanicPercent: 100,
    daysAgo: 12,
    days: 0.1,
    reason: 'Rude on the phone',
  },
  { kind: 'full', state: 'confirmed', share: 100, daysAgo: 8, days: 1, reason: 'The repair did not last a day' },
  { kind: 'part', state: 'confirmed', share: 20, daysAgo: 6 },
  { kind: 'part', state: 'failed', share: 50, daysAgo: 9, days: 0.5, reason: 'The car was scratched' },
  {
    kind: 'full',
    state: 'rejected',
    share: 100,
    daysAgo: 7,
    days: 0.3,
    reason: 'The customer is unhappy',
    outcome: 'The photos show a good repair',
  },
  { kind: 'goodwill', state: 'withdrawn', share: 15, daysAgo: 6, days: 0.1, reason: 'Waited in the rain' },
  {
    kind: 'full',
    state: 'expired',
    share: 100,
    daysAgo: 15,
    days: REFUND_APPROVAL_DAYS,
    reason: 'Asked for by e-mail',
  },
  {
    kind: 'part',
    state: 'cancelled',
    share: 35,
    daysAgo: 11,
    days: 4,
    reason: 'No spare wheel on board',
    outcome: 'The marketplace lost the request',
  },
  {
    kind: 'dispute',
    state: 'open',
    share: 100,
    daysAgo: 6,
    days: 1,
    reason: 'The customer does not know the payment',
  },
  { kind: 'dispute', state: 'open', share: 60, daysAgo: 2, days: 12, reason: 'The service was not as described' },
  {
    kind: 'dispute',
    state: 'lost',
    share: 80,
    mechanicPercent: 50,
    daysAgo: 20,
    days: 5,
    reason: 'The work was not done',
    outcome: 'No photo shows the work',
  },
  {
    kind: 'dispute',
    state: 'won',
    share: 100,
    daysAgo: 18,
    days: 9,
    reason: 'The customer does not know the payment',
    outcome: 'The bank has accepted the receipt',
  },
];

/** The activity entry for each final state of a refund or dispute. */
const ACTIONS: Readonly<Partial<Record<RefundState, ActivityAction>>> = {
  ...{ confirmed: 'confirmed', failed: 'failed', rejected: 'rejected', withdrawn: 'withdrawn', expired: 'lapsed' },
  ...{ cancelled: 'cancelled', lost: 'lost', won: 'won' },
};
/** The states that result from the decision of a colleague of the requester. */
const DECIDED: readonly RefundState[] = ['rejected', 'cancelled', 'lost', 'won'];

const payments = z.array(z.object({ id: z.string(), mechanicId: z.string(), paidPaise: z.coerce.number() }));
/** Payments of different days, newest first, that have a mechanic and an amount large enough for a partial refund. */
const PAYMENTS = `
  SELECT of_day.* FROM generate_series(21, 400) AS ago CROSS JOIN LATERAL (
    SELECT id, mechanic_id AS "mechanicId", amount_paise AS "paidPaise" FROM payments
    WHERE occurred_at >= $1::timestamptz - (ago + 1) * interval '1 day' AND occurred_at < $1::timestamptz - ago * interval '1 day'
      AND status = 'paid' AND record_state = 'full' AND mechanic_id IS NOT NULL AND customer_id IS NOT NULL
      AND booking_id IS NOT NULL AND amount_paise >= 50000
    ORDER BY occurred_at, id LIMIT 1) AS of_day
  ORDER BY ago LIMIT ${REFUNDS.length}`;

const people = z.array(z.object({ id: z.string(), email: z.string() }));
/** The first administrator, who can decide on the requester's requests. */
const DECIDER = `SELECT id, email FROM admins WHERE role IN ('owner', 'manager') AND email_key IS NOT NULL ORDER BY role = 'manager' DESC, created_at LIMIT 1`;

const REQUESTER = { email: 'finance@wayside.test', name: 'Demo finance', role: 'finance' } as const;

/**
 * Ensures that a colleague exists who requests the refunds, so that a visitor can approve them. The colleague's
 * password is random and unknown.
 */
async function ensureRequester(client: pg.ClientBase, at: Date): Promise<Actor> {
  const { email } = REQUESTER;
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
  const row = { id: newId(), ...REQUESTER, emailKey: email, passwordHash };
  const { rowCount } = await orm(client).insert(admins).values(row).onConflictDoNothing();
  const [stored] = await orm(client).select({ id: admins.id }).from(admins).where(eq(admins.emailKey, email));
  if (stored === undefined) throw new Error('the colleague was not stored');
  if (rowCount !== 0)
    await recordActivity(client, SYSTEM_ACTOR, at, {
      ...{ action: 'created', entity: 'admin', entityId: stored.id },
      changes: toFieldChanges({ role: REQUESTER.role }),
    });
  return { ...SYSTEM_ACTOR, id: stored.id, email };
}

/**
 * Adds refunds and disputes in all states to demo data that has none.
 * @param database must already have an administrator
 * @returns whether it has added them
 */
export function addDemoRefunds(database: Pick<Database, 'transaction'>, now: Date): Promise<boolean> {
  return database.transaction(async (client) => {
    await lockLedger(client);
    const { rows: found } = await client.query('SELECT FROM refunds LIMIT 1');
    if (found.length > 0 || (await readDemoMarker(client)) === null) return false;
    const [decider] = people.parse((await client.query(DECIDER)).rows);
    if (decider === undefined) return false;
    const paid = payments.parse((await client.query(PAYMENTS, [now])).rows);
    if (paid.length === 0) return false;
    const requester = await ensureRequester(client, now);
    const made = REFUNDS.slice(0, paid.length).flatMap((refund, place) => {
      const payment = paid[place];
      return payment ? [{ refund, ...rowOf(refund, payment, { now, requester, decider }) }] : [];
    });
    await orm(client)
      .insert(refunds)
      .values(made.map(({ row }) => row));
    await postOwnEntries(client);
    const requested = made.filter(({ row }) => row.requestedBy !== null);
    await recordActivities(client, requester, now, requested.map(requestOf));
    for (const actor of [SYSTEM_ACTOR, requester, { ...SYSTEM_ACTOR, ...decider }])
      await recordActivities(
        client,
        actor,
        now,
        made.filter(({ row }) => row.decidedAt !== null && row.decidedBy === actor.id).map(decisionOf),
      );
    return true;
  });
}

type Made = { readonly refund: DemoRefund; readonly row: typeof refunds.$inferInsert };

function rowOf(
  refund: DemoRefund,
  { id: paymentId, mechanicId, paidPaise }: z.infer<typeof payments>[number],
  { now, requester, decider }: { now: Date; requester: Actor; decider: z.infer<typeof people>[number] },
): Pick<Made, 'row'> {
  const { kind, state, share, mechanicPercent = 0, daysAgo, days = 0, reason = null, outcome = null } = refund;
  const amountPaise = share === 100 ? paidPaise : Math.round((paidPaise * share) / 10_000) * 100;
  // The hour varies from refund to refund.
  const requestedMs = now.getTime() - daysAgo * DAY_MS - (daysAgo < 1 ? 0 : (paidPaise / 100) % 20) * HOUR_MS;
  const isOpen = state === 'waiting' || state === 'requested' || state === 'open';
  const isOwn = reason === null;
  const decidedBy = DECIDED.includes(state) ? decider.id : null;
  return {
    row: {
      ...{ id: newId(), paymentId, mechanicId, kind, state, mechanicPercent, reason },
      amountPaise,
      returnedPaise: state === 'confirmed' || state === 'lost' ? amountPaise : 0,
      dueAt: kind === 'dispute' ? new Date((isOpen ? now.getTime() : requestedMs) + days * DAY_MS + HOUR_MS) : null,
      requestedBy: isOwn ? null : requester.id,
      requestedAt: new Date(requestedMs),
      requestKey: isOwn ? null : newId(),
      lapsesAt:
        state === 'waiting' || state === 'expired' ? new Date(requestedMs + REFUND_APPROVAL_DAYS * DAY_MS) : null,
      decidedAt: isOpen ? null : new Date(requestedMs + days * DAY_MS),
      decidedBy: state === 'withdrawn' ? requester.id : decidedBy,
      outcomeReason: outcome,
      sourceId: state === 'confirmed' || state === 'failed' ? newId() : null,
    },
  };
}

/** Returns the facts of an event in the form that API calls record. */
const factsOf = ({ kind, paymentId, amountPaise, dueAt, returnedPaise = 0 }: Made['row'], isLost = false) =>
  toFieldChanges(
    kind === 'dispute'
      ? { paymentId, amountPaise, dueAt: dueAt?.toISOString() ?? null, ...(isLost ? { returnedPaise } : {}) }
      : { paymentId, kind, amountPaise },
  );

const requestOf = ({ row }: Made): NewActivityEntry => ({
  action: row.kind === 'dispute' ? 'opened' : 'requested',
  entity: 'refund',
  entityId: row.id,
  changes: factsOf(row),
  note: row.reason ?? null,
});

const decisionOf = ({ refund: { state }, row }: Made): NewActivityEntry => ({
  action: ACTIONS[state] ?? 'updated',
  entity: 'refund',
  entityId: row.id,
  changes: factsOf(row, state === 'lost'),
  note: row.outcomeReason ?? null,
});
