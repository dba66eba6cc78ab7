import { createHmac } from 'node:crypto';
import { CALL_KEPT_DAYS } from '@wayside/contract/calls';
import { searchedDigits } from '@wayside/contract/wire/phone-search';
import { ObjectId } from 'bson';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, conflict, notFound } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { adminName } from '../../platform/db/admin-name.ts';
import { orm } from '../../platform/db/orm.ts';
import { callPeople, calls } from '../../platform/db/schema/calls.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

/** A call as a telephone system reports it. */
export interface ReceiveCallInput {
  readonly phone: string;
  readonly at: string;
  readonly line: string | null;
}

/** The clock of the telephone system may be ahead by so much. */
const AHEAD_MS = 5 * 60_000;
const KEPT_MS = CALL_KEPT_DAYS * 86_400_000;

/** People who share a number, at most. */
const MOST_PEOPLE = 20;
const PERSON = z.object({ id: z.string() });

const BETWEEN_DIGITS = '[\\s().-]*';

/**
 * The regular expression, over a folded text, of a number among others: "98200 12345/98200 12346", "+91 98200-12345 (home)",
 * "098200 12345 ext 7". More digits before or after it make another number.
 * @param digits as `searchedDigits` returns them
 */
function patternOf(digits: string): string {
  const country = digits.length === 10 ? ['0*', '(91)?', '0*'] : [`(00|\\+91${BETWEEN_DIGITS}0*)?`];
  return ['(^|[^0-9\\s().-])', ...country, ...digits, '($|[^0-9\\s().-])'].join(BETWEEN_DIGITS);
}

// The index finds the digits in any text that has the number; the lock makes an erasure wait
// until the call is stored, so that it removes the number there too.
const findIn = (table: 'users' | 'mechanics') =>
  defineStatement({
    name: `${table}-with-number`,
    text: `SELECT id FROM ${table} WHERE record_state = 'full' AND digits_of(phone) LIKE '%' || $1 || '%'
      AND fold_text(phone) ~ $2 ORDER BY id LIMIT ${MOST_PEOPLE} FOR SHARE`,
    isPrepared: false,
    row: PERSON,
    example: ['0', patternOf('0')],
  });
const FIND = { users: findIn('users'), mechanics: findIn('mechanics') } as const;

async function findPeople(client: pg.ClientBase, phone: string) {
  const digits = searchedDigits(phone);
  if (digits === null) return [];
  const find = (table: keyof typeof FIND) => rowsOf(client, FIND[table], [digits, patternOf(digits)]);
  const users = await find('users');
  const mechanics = await find('mechanics');
  return [
    ...users.map(({ id }) => ({ userId: id, mechanicId: null })),
    ...mechanics.map(({ id }) => ({ userId: null, mechanicId: id })),
  ];
}

async function fingerprintOf(keys: AppContext['keys'], call: object): Promise<Buffer> {
  const { key } = await keys.derived('fingerprints');
  return createHmac('sha256', key).update(JSON.stringify(call)).digest();
}

/**
 * Stores a call with everybody who has its number now (PEOP-07). The same number, line and time again is the same call,
 * also after the number was erased (PRIV-06).
 * @throws 400 for a time in the future, or more than 90 days ago
 */
export async function receiveCall(
  { database, keys, now }: AppContext,
  { phone, line, at: given }: ReceiveCallInput,
): Promise<{ id: string }> {
  const at = new Date(given);
  const ageMs = now().getTime() - at.getTime();
  if (ageMs < -AHEAD_MS) throw badRequest([{ field: 'at', message: 'must not be in the future' }]);
  if (ageMs > KEPT_MS)
    throw badRequest([{ field: 'at', message: `must be within the last ${CALL_KEPT_DAYS} days` }]);
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
    return added ?? findSame(client, { ...call, fingerprint });
  });
}

async function findSame(
  client: pg.ClientBase,
  { phone, line, at, fingerprint }: { phone: string; line: string; at: Date; fingerprint: Buffer },
) {
  const [same] = await orm(client)
    .select({ id: calls.id })
    .from(calls)
    .where(
      or(eq(calls.fingerprint, fingerprint), and(eq(calls.phone, phone), eq(calls.line, line), eq(calls.at, at))),
    );
  if (!same) throw new Error('the call was neither inserted nor there');
  return same;
}

/**
 * Takes a call for the caller, unless somebody has (PEOP-07). Of two at once the first has it.
 * @throws 404; 409 names the colleague who has it
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
      name: sql<string>`${sql.raw(adminName('admins'))}`,
    })
    .from(calls)
    .innerJoin(admins, eq(admins.id, calls.takenBy))
    .where(eq(calls.id, id));
  if (!call) throw notFound('call');
  if (call.takenBy !== actor.id) throw conflict(`${call.name} took this call.`);
  return {};
}
