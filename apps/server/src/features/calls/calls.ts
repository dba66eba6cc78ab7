import { createHmac } from 'node:crypto';
import { CALL_RETENTION_DAYS, MAX_NAMED_BOOKINGS, OPEN_CALL_MS, type OpenCall } from '@wayside/contract/calls';
import { toSearchDigits } from '@wayside/contract/wire/fold-text';
import { ObjectId } from 'bson';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import { callerPermissions } from '../../caller-permissions.ts';
import type { ActorContext, AppContext, ReaderContext } from '../../context.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import type { Database } from '../../platform/db/database.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { orm } from '../../platform/db/orm.ts';
import { callPeople, calls } from '../../platform/db/schema/communication.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';

/** A limit higher than the number of calls that anyone reads. */
const MAX_OPEN_CALLS = 20;

const openBookingsSql = (column: string) =>
  jsonRows(`SELECT b.id, b.kind, b.status, iso_instant(coalesce(b.scheduled_at, b.created_at)) AS at FROM bookings AS b
    WHERE b.${column} = t.id AND b.record_state = 'full' AND b.status IN ('pending', 'accepted', 'arrived')
    ORDER BY b.listed_at DESC, b.id DESC LIMIT ${MAX_NAMED_BOOKINGS + 1}`);

const LAST_PAYMENT = `(SELECT json_build_object('id', p.id, 'amountPaise', p.amount_paise, 'status', p.status,
    'at', iso_instant(nullif(p.occurred_at, '-infinity'))) FROM payments AS p
  WHERE p.customer_id = t.id AND p.record_state = 'full' AND 'payments:read' = ANY ($2::text[])
  ORDER BY p.occurred_at DESC, p.id DESC LIMIT 1)`;
const LAST_PAYOUT = `(SELECT json_build_object('id', p.id, 'amountPaise', p.amount_paise, 'status', NULL,
    'at', iso_instant(nullif(p.listed_at, '-infinity'))) FROM payouts AS p
  WHERE p.mechanic_id = t.id AND 'payouts:read' = ANY ($2::text[])
    AND NOT EXISTS (SELECT FROM payout_voids AS v WHERE v.payout_id = p.id)
  ORDER BY p.listed_at DESC, p.id DESC LIMIT 1)`;

const peopleIn = (kind: 'user' | 'mechanic', bookingColumn: string, lastPayment: string) =>
  `SELECT '${kind}' AS kind, t.id, t.name, t.is_blocked AS "isBlocked", ${openBookingsSql(bookingColumn)} AS "openBookings",
    ${lastPayment} AS "lastPayment"
  FROM call_people AS c JOIN ${kind}s AS t ON t.id = c.${kind}_id AND t.record_state = 'full' WHERE c.call_id = calls.id`;

const READ = defineStatement({
  name: 'open-calls',
  text: `SELECT id, phone, nullif(line, '') AS line, at, ${jsonRows(
    `${peopleIn('user', 'customer_id', LAST_PAYMENT)} UNION ALL ${peopleIn('mechanic', 'mechanic_id', LAST_PAYOUT)}`,
  )} AS people
    FROM calls WHERE at > $1 AND taken_at IS NULL AND phone IS NOT NULL ORDER BY at DESC, id DESC LIMIT ${MAX_OPEN_CALLS}`,
  row: z.object({
    id: z.string(),
    phone: z.string(),
    line: z.nullable(z.string()),
    at: z.date(),
    people: z.array(
      z.object({
        kind: z.enum(['user', 'mechanic']),
        id: z.string(),
        name: z.nullable(z.string()),
        isBlocked: z.boolean(),
        openBookings: z.array(
          z.object({
            id: z.string(),
            kind: z.nullable(z.string()),
            status: z.nullable(z.string()),
            at: z.nullable(z.string()),
          }),
        ),
        lastPayment: z.nullable(
          z.object({
            id: z.string(),
            amountPaise: z.nullable(z.number()),
            status: z.nullable(z.string()),
            at: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
  example: [new Date(0), ['payments:read', 'payouts:read']],
});

/**
 * Returns the calls of the last two minutes that no user has taken, newest first. Omits data that the reader is not
 * permitted to read (PEOP-07).
 */
export async function listOpenCalls(context: ReaderContext): Promise<{ rows: OpenCall[] }> {
  const { database, now } = context;
  const sinceMs = now().getTime() - OPEN_CALL_MS;
  const rows = await database.rows(READ, [new Date(sinceMs), callerPermissions(context)]);
  return {
    rows: rows.map((call) => ({
      ...call,
      at: call.at.toISOString(),
      remainingMs: Math.min(OPEN_CALL_MS, call.at.getTime() - sinceMs),
    })),
  };
}

/** A call as reported by a telephone system. */
interface ReceiveCallInput {
  readonly phone: string;
  readonly at: string;
  readonly line: string | null;
}

/** The time by which the telephone system's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const RETENTION_MS = CALL_RETENTION_DAYS * 86_400_000;

/** The maximum number of people who can share a phone number. */
const MAX_PEOPLE = 20;
const PERSON = z.object({ id: z.string() });

const BETWEEN_DIGITS = '[\\s().-]*';

/**
 * Returns a regular expression that finds a number in folded text that may contain other numbers: "98200 12345/98200
 * 12346", "+91 98200-12345 (home)", "098200 12345 ext 7". A number with more digits before or after it does not
 * match.
 * @param digits as `toSearchDigits` returns them
 */
function toPhonePattern(digits: string): string {
  const country = digits.length === 10 ? ['0*', '(91)?', '0*'] : [`(00|\\+91${BETWEEN_DIGITS}0*)?`];
  return ['(^|[^0-9\\s().-])', ...country, ...digits, '($|[^0-9\\s().-])'].join(BETWEEN_DIGITS);
}

// Statement that finds the people with a number. The index finds the digits in any text that contains the number. The
// lock makes an erasure wait until the call is stored, so that the erasure also removes the number from the call.
const findIn = (table: 'users' | 'mechanics') =>
  defineStatement({
    name: `${table}-with-number`,
    text: `SELECT id FROM ${table} WHERE record_state = 'full' AND digits_of(phone) LIKE '%' || $1 || '%'
      AND fold_text(phone) ~ $2 ORDER BY id LIMIT ${MAX_PEOPLE} FOR SHARE`,
    isPrepared: false,
    row: PERSON,
    example: ['', '[0-9]'],
  });
const FIND = { users: findIn('users'), mechanics: findIn('mechanics') } as const;

async function findPeople(client: pg.ClientBase, phone: string) {
  const digits = toSearchDigits(phone);
  if (digits === null) return [];
  const find = (table: keyof typeof FIND) => rowsOf(client, FIND[table], [digits, toPhonePattern(digits)]);
  const users = await find('users');
  const mechanics = await find('mechanics');
  return [
    ...users.map(({ id }) => ({ userId: id, mechanicId: null })),
    ...mechanics.map(({ id }) => ({ userId: null, mechanicId: id })),
  ];
}

async function fingerprintOf(keys: AppContext['keys'], call: object): Promise<Buffer> {
  const { key } = await keys.deriveKey('fingerprints');
  return createHmac('sha256', key).update(JSON.stringify(call)).digest();
}

/**
 * Stores a call with all people who currently have its number (PEOP-07). The same number, line and time identify the
 * same call, even after the number was erased (PRIV-06).
 * @throws 400 if the time is in the future or more than 90 days ago
 */
export async function receiveCall(
  { database, keys, now }: AppContext,
  { phone, line, at: given }: ReceiveCallInput,
): Promise<{ id: string }> {
  const at = new Date(given);
  const ageMs = now().getTime() - at.getTime();
  if (ageMs < -MAX_CLOCK_SKEW_MS) throw badRequest([fieldError('at', 'not_in_future')]);
  if (ageMs > RETENTION_MS) throw badRequest([fieldError('at', 'within_last_days', { days: CALL_RETENTION_DAYS })]);
  const call = { phone, line: line ?? '', at };
  const fingerprint = await fingerprintOf(keys, call);
  return database.transaction(async (client) => {
    const people = await findPeople(client, phone);
    const [added] = await orm(client)
      .insert(calls)
      .values({ ...call, fingerprint, id: new ObjectId().toHexString() })
      .onConflictDoNothing()
      .returning({ id: calls.id });
    if (added && people.length > 0)
      await orm(client)
        .insert(callPeople)
        .values(people.map((person) => ({ ...person, callId: added.id, at })));
    return added ?? findRepeatedCall(client, { ...call, fingerprint });
  });
}

async function findRepeatedCall(
  client: pg.ClientBase,
  { phone, line, at, fingerprint }: { phone: string; line: string; at: Date; fingerprint: Buffer },
) {
  const [same] = await orm(client)
    .select({ id: calls.id })
    .from(calls)
    .where(
      or(eq(calls.fingerprint, fingerprint), and(eq(calls.phone, phone), eq(calls.line, line), eq(calls.at, at))),
    );
  if (!same) throw new Error('the call was neither inserted nor found');
  return same;
}

/**
 * Assigns a phone call to the user who takes it (PEOP-07). @throws 404; 409 with the name of the colleague who has
 * already taken the call
 */
export async function takeCall(
  { database, now, actor }: ActorContext,
  { id }: { readonly id: string },
): Promise<Record<string, never>> {
  const taken = await database.orm
    .update(calls)
    .set({ takenBy: actor.id, takenAt: now() })
    .where(and(eq(calls.id, id), isNull(calls.takenBy)));
  if (taken.rowCount) return {};
  const [call] = await database.orm
    .select({
      takenBy: calls.takenBy,
      name: sql<string>`${sql.raw(adminNameSql('admins'))}`,
    })
    .from(calls)
    .innerJoin(admins, eq(admins.id, calls.takenBy))
    .where(eq(calls.id, id));
  if (!call) throw notFound('call');
  if (call.takenBy !== actor.id) throw conflict('call_taken', { name: call.name });
  return {};
}

const REMOVE_OLD_CALLS = defineStatement({
  name: 'forget-calls',
  text: `DELETE FROM calls WHERE at < now() - interval '${CALL_RETENTION_DAYS} days'`,
  example: [],
});

/** Deletes calls that are older than 90 days (PEOP-07). */
export const removeOldCalls = (database: Pick<Database, 'rows'>) => database.rows(REMOVE_OLD_CALLS, []);

const INTERVAL_MS = 3_600_000;

/** Deletes old calls every hour. @returns a function that stops the job and resolves after the current run */
export function removeOldCallsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    withFailureLogging(log, 'old calls could not be removed', () => removeOldCalls(database)),
  );
}
