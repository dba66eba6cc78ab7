import { NAMED_BOOKINGS, OPEN_CALL_MS, type OpenCall } from '@wayside/contract/calls';
import { z } from 'zod';
import type { ReaderContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { readerPermissions } from '../../reader-may.ts';

/** More calls than anybody reads. */
const MOST_CALLS = 20;

const openBookings = (column: string) =>
  jsonRows(`SELECT b.id, b.kind, b.status, iso_instant(coalesce(b.scheduled_at, b.created_at)) AS at FROM bookings AS b
    WHERE b.${column} = t.id AND b.record_state = 'full' AND b.status IN ('pending', 'accepted', 'arrived')
    ORDER BY b.listed_at DESC, b.id DESC LIMIT ${NAMED_BOOKINGS + 1}`);

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
  `SELECT '${kind}' AS kind, t.id, t.name, t.is_blocked AS "isBlocked", ${openBookings(bookingColumn)} AS "openBookings",
    ${lastPayment} AS "lastPayment"
  FROM call_people AS c JOIN ${kind}s AS t ON t.id = c.${kind}_id AND t.record_state = 'full' WHERE c.call_id = calls.id`;

const READ = defineStatement({
  name: 'open-calls',
  text: `SELECT id, phone, nullif(line, '') AS line, at, ${jsonRows(
    `${peopleIn('user', 'customer_id', LAST_PAYMENT)} UNION ALL ${peopleIn('mechanic', 'mechanic_id', LAST_PAYOUT)}`,
  )} AS people
    FROM calls WHERE at > $1 AND taken_at IS NULL AND phone IS NOT NULL ORDER BY at DESC, id DESC LIMIT ${MOST_CALLS}`,
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

/** The calls of the last two minutes that nobody has taken, newest first, without what the reader may not read (PEOP-07). */
export async function listOpenCalls(context: ReaderContext): Promise<{ rows: OpenCall[] }> {
  const { database, now } = context;
  const sinceMs = now().getTime() - OPEN_CALL_MS;
  const rows = await database.rows(READ, [new Date(sinceMs), readerPermissions(context)]);
  return {
    rows: rows.map((call) => ({
      ...call,
      at: call.at.toISOString(),
      remainingMs: Math.min(OPEN_CALL_MS, call.at.getTime() - sinceMs),
    })),
  };
}
