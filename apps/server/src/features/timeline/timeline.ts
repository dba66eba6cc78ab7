import {
  MAX_RECORD_COUNT,
  PERSON_STATUS_ACTIONS,
  type RecordCounts,
  TIMELINE_KINDS,
  TIMELINE_LENGTH,
  type TimelineEntity,
  type TimelineEntry,
  type TimelineKind,
} from '@wayside/contract/timeline';
import type { Permission } from '@wayside/contract/wire/permissions';
import { z } from 'zod';
import { badRequest, fieldError, notFound } from '../../api-error.ts';
import { callerPermissions } from '../../caller-permissions.ts';
import type { ReaderContext } from '../../context.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';

/**
 * A query for one kind of entries, which an index returns in order. `$1` is the id of the record; `$2` to `$5`
 * identify the last entry of the previous page (instant, rank of its kind, id as text, id as number); `$6` contains
 * the reader's permissions.
 */
interface Source {
  readonly kind: TimelineKind;
  /** The table with joins. The alias of its rows is `t`. */
  readonly from: string;
  readonly where: string;
  readonly at: string;
  readonly hasNumber?: true;
  readonly needs?: Permission;
  /** The columns of the entry; omitted columns are null. */
  readonly columns: Partial<Record<keyof typeof COLUMNS, string>>;
}

/** The columns of an entry with their types. Names of people are read only for the rows of the page. */
const COLUMNS = {
  record_id: 'text',
  status: 'text',
  amount_paise: 'bigint',
  text: 'text',
  email: 'text',
  admin_id: 'text',
  colleague_id: 'text',
  other_mechanic_id: 'text',
} as const;

const quoteLiterals = (texts: readonly string[]) => texts.map((word) => `'${word}'`).join(', ');

const bookingsBy = (column: string): Source => ({
  kind: 'booking_created',
  from: 'bookings AS t',
  where: `t.${column} = $1 AND t.record_state = 'full'`,
  at: 't.listed_at',
  columns: { record_id: 't.id', status: 't.status', amount_paise: 't.total_paise', text: 't.kind' },
});

const statusesBy = (column: string): Source => ({
  kind: 'booking_status',
  from: 'booking_status_changes AS t',
  where: `t.${column} = $1`,
  at: 't.at',
  hasNumber: true,
  columns: { record_id: 't.booking_id', status: 't.status' },
});

const paymentsBy = (column: string): Source => ({
  kind: 'payment',
  from: 'payments AS t',
  where: `t.${column} = $1 AND t.record_state = 'full'`,
  at: 't.occurred_at',
  needs: 'payments:read',
  columns: { record_id: 't.id', status: 't.status', amount_paise: 't.amount_paise', text: 't.method' },
});

/** Returns the source of refunds and disputes. @param owner the column of the payment or of the refund itself */
const refundsBy = (owner: string): Source => ({
  kind: 'refund',
  from: 'refunds AS t JOIN payments AS p ON p.id = t.payment_id',
  where: `${owner} = $1`,
  at: 't.requested_at',
  needs: 'payments:read',
  columns: {
    record_id: 't.id',
    status: 't.state',
    amount_paise: 't.amount_paise',
    text: 't.kind',
    admin_id: 't.requested_by',
  },
});

const notesBy = (column: string): Source => ({
  kind: 'note',
  from: 'notes AS t',
  where: `t.${column} = $1`,
  at: 't.created_at',
  columns: { record_id: 't.booking_id', text: 't.text', admin_id: 't.author_id' },
});

const callsBy = (column: string): Source => ({
  kind: 'call',
  from: 'call_people AS t JOIN calls AS c ON c.id = t.call_id',
  where: `t.${column} = $1`,
  at: 't.at',
  hasNumber: true,
  columns: { text: 'c.line', admin_id: 'c.taken_by' },
});

/** @param voided the column of `payout_voids` that refers to the payout */
const payoutsBy = (kind: 'payout' | 'loyalty_payout', column: string): Source => ({
  kind,
  from: `${kind}s AS t`,
  where: `t.${column} = $1`,
  at: 't.listed_at',
  needs: 'payouts:read',
  columns: {
    record_id: 't.id',
    status: `CASE WHEN EXISTS (SELECT FROM payout_voids AS v WHERE v.${kind}_id = t.id) THEN 'voided' END`,
    amount_paise: 't.amount_paise',
    ...(kind === 'payout' ? { text: 't.method' } : {}),
  },
});

function sourcesOfPerson(entity: 'user' | 'mechanic'): readonly Source[] {
  const [table, ownColumn, bookingColumn] =
    entity === 'user' ? ['users', 'user_id', 'customer_id'] : ['mechanics', 'mechanic_id', 'mechanic_id'];
  return [
    {
      kind: 'person_created',
      from: `${table} AS t`,
      where: `t.id = $1 AND t.record_state = 'full'`,
      at: 't.listed_at',
      columns: { record_id: 't.id' },
    },
    bookingsBy(bookingColumn),
    statusesBy(bookingColumn),
    paymentsBy(bookingColumn),
    refundsBy(entity === 'user' ? 'p.customer_id' : 't.mechanic_id'),
    ...(entity === 'mechanic' ? [payoutsBy('payout', ownColumn)] : []),
    payoutsBy('loyalty_payout', ownColumn),
    {
      kind: 'notification',
      from: 'notifications AS t',
      where: `t.${ownColumn} = $1`,
      at: 't.listed_at',
      needs: 'notifications:manage',
      columns: { record_id: 't.id', status: 't.delivery', text: 't.message' },
    },
    notesBy(ownColumn),
    callsBy(ownColumn),
    {
      kind: 'person_status',
      from: 'activity AS t',
      where: `t.entity_id = $1 AND t.action IN (${quoteLiterals(PERSON_STATUS_ACTIONS)}) AND t.entity = '${entity}'`,
      at: 't.at',
      hasNumber: true,
      needs: 'activity:read',
      columns: { record_id: 't.id::text', status: 't.action', text: 't.note', email: 't.actor_email' },
    },
  ];
}

/**
 * A booking's status is listed once, from its changes if there are any, otherwise from the booking. Of an emergency,
 * only the steps before the recorded changes are listed.
 */
const SOURCES_OF_BOOKING: readonly Source[] = [
  { ...bookingsBy('id'), columns: { record_id: 't.id', text: 't.kind' } },
  {
    kind: 'current_status',
    from: 'bookings AS t',
    where: `t.id = $1 AND t.status <> 'pending' AND NOT EXISTS (SELECT FROM booking_status_changes AS c WHERE c.booking_id = t.id)`,
    at: 'greatest(t.updated_at, t.listed_at)',
    columns: { record_id: 't.id', status: 't.status' },
  },
  statusesBy('booking_id'),
  {
    kind: 'emergency_step',
    from: `emergency_steps AS t JOIN bookings AS b ON b.id = t.booking_id
      LEFT JOIN LATERAL (SELECT min(c.at) AS at FROM booking_status_changes AS c WHERE c.booking_id = t.booking_id) AS first ON true`,
    where: `t.booking_id = $1 AND t.kind NOT IN ('ended', 'cancelled') AND (t.kind NOT IN ('pending', 'accepted', 'arrived')
      OR t.at > b.listed_at AND (t.at < first.at OR first.at IS NULL AND t.kind IS DISTINCT FROM b.status))`,
    at: 't.at',
    hasNumber: true,
    columns: {
      record_id: 't.booking_id',
      status: 't.kind',
      text: 't.reason',
      admin_id: 't.admin_id',
      colleague_id: 't.colleague_id',
      other_mechanic_id: 't.mechanic_id',
    },
  },
  paymentsBy('booking_id'),
  refundsBy('p.booking_id'),
  notesBy('booking_id'),
];

/** The number of entries to read: one more than a page, to detect whether there are further entries. */
const READ = TIMELINE_LENGTH + 1;

function selectSource({ kind, from, where, at, hasNumber, needs, columns }: Source): string {
  const rank = TIMELINE_KINDS.indexOf(kind);
  const last = hasNumber
    ? `CASE WHEN ${rank} < $3::int THEN 9223372036854775807 WHEN ${rank} = $3::int THEN $5::bigint ELSE 0 END`
    : `CASE WHEN ${rank} < $3::int THEN '~' WHEN ${rank} = $3::int THEN $4::text ELSE '' END`;
  const values = Object.entries(COLUMNS).map(
    ([name, type]) => `${columns[name as keyof typeof COLUMNS] ?? 'NULL'}::${type} AS ${name}`,
  );
  return `(SELECT '${kind}'::text AS kind, ${rank} AS rank, ${at} AS at, ${hasNumber ? 't.id' : 'NULL::bigint'} AS number,
      ${hasNumber ? 'NULL::text' : 't.id'} AS id, ${values.join(', ')}
    FROM ${from}
    WHERE ${where} AND (${at}, t.id) < ($2::timestamptz, ${last})${needs ? ` AND '${needs}' = ANY ($6::text[])` : ' AND $6::text[] IS NOT NULL'}
    ORDER BY ${at} DESC, t.id DESC LIMIT ${READ})`;
}

const ORDER = 'at DESC, rank DESC, number DESC, id COLLATE "C" DESC';

const defineTimeline = (entity: TimelineEntity, sources: readonly Source[]) =>
  defineStatement({
    name: `timeline-of-${entity}`,
    text: `WITH page AS (SELECT * FROM (${sources.map(selectSource).join('\n UNION ALL ')}) AS entries ORDER BY ${ORDER} LIMIT ${READ})
      SELECT page.kind, page.rank, coalesce(page.number::text, page.id) AS id, nullif(page.at, '-infinity') AS at, record_id AS "recordId",
        page.status, amount_paise AS "amountPaise", page.text, coalesce(${adminNameSql('a')}, page.email) AS by,
        coalesce(${adminNameSql('c')}, m.name) AS other
      FROM page LEFT JOIN admins AS a ON a.id = page.admin_id LEFT JOIN admins AS c ON c.id = page.colleague_id
        LEFT JOIN mechanics AS m ON m.id = page.other_mechanic_id
      ORDER BY page.at DESC, page.rank DESC, page.number DESC, page.id COLLATE "C" DESC`,
    row: z.object({
      kind: z.enum(TIMELINE_KINDS),
      rank: z.number(),
      id: z.string(),
      at: z.nullable(z.date()),
      recordId: z.nullable(z.string()),
      status: z.nullable(z.string()),
      amountPaise: z.nullable(z.number()),
      text: z.nullable(z.string()),
      by: z.nullable(z.string()),
      other: z.nullable(z.string()),
    }),
    example: [sampleOf(`${entity}s`), 'infinity', TIMELINE_KINDS.length, '', 0, ['payments:read', 'payouts:read']],
  });

/** The statements that read the newest entries of a record before a given entry, one more than a page. */
export const TIMELINES = {
  booking: defineTimeline('booking', SOURCES_OF_BOOKING),
  user: defineTimeline('user', sourcesOfPerson('user')),
  mechanic: defineTimeline('mechanic', sourcesOfPerson('mechanic')),
} as const;

interface RecordInput<E extends TimelineEntity> {
  readonly entity: E;
  readonly id: string;
}

const NOUNS = { booking: 'booking', user: 'customer', mechanic: 'mechanic' } as const;

const FIND = defineStatement({
  name: 'find-record-of-timeline',
  text: `SELECT CASE $1::text WHEN 'booking' THEN EXISTS (SELECT FROM bookings WHERE id = $2 AND record_state = 'full')
    WHEN 'user' THEN EXISTS (SELECT FROM users WHERE id = $2 AND record_state = 'full')
    ELSE EXISTS (SELECT FROM mechanics WHERE id = $2 AND record_state = 'full') END AS "isHere"`,
  row: z.object({ isHere: z.boolean() }),
  example: ['user', sampleOf('users')],
});

async function requireRecord({ database }: ReaderContext, { entity, id }: RecordInput<TimelineEntity>) {
  const [found] = await database.rows(FIND, [entity, id]);
  if (!found?.isHere) throw notFound(NOUNS[entity]);
}

/**
 * Returns a page of a record's timeline, newest first, limited to entries that the reader may read (PEOP-02). @throws
 * 404 if the record is missing, a stub, or an erased person; 400 if the cursor is invalid
 */
export async function readTimeline(
  context: ReaderContext,
  input: RecordInput<TimelineEntity> & { readonly before: string | null },
): Promise<{ rows: TimelineEntry[]; next: string | null }> {
  const cursor = input.before === null ? FIRST : readCursor(input.before);
  const values = [input.id, ...cursor, callerPermissions(context)];
  const [found] = await Promise.all([
    context.database.rows(TIMELINES[input.entity], values),
    requireRecord(context, input),
  ]);
  const rows = found.slice(0, TIMELINE_LENGTH);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ rank: _, at, ...entry }) => ({ ...entry, at: at?.toISOString() ?? null })),
    next: last === undefined || found.length === rows.length ? null : cursorOf(last),
  };
}

/** The values `$2` to `$5` of a timeline. */
type Cursor = readonly [at: string, rank: number, id: string, number: string];

/** The cursor before every entry. */
const FIRST: Cursor = ['infinity', TIMELINE_KINDS.length, '', '0'];
const UNDATED_POSITION = '-infinity';
const CURSOR = /^(-infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,2})_([0-9a-f]{1,24})$/;
const NUMBER = /^\d{1,18}$/;

const cursorOf = ({ at, rank, id }: { at: Date | null; rank: number; id: string }): string =>
  [at?.toISOString() ?? UNDATED_POSITION, rank, id].join('_');

function readCursor(text: string): Cursor {
  const [, at = '', rank = '', id = ''] = CURSOR.exec(text) ?? [];
  if (at === '' || (at !== UNDATED_POSITION && Number.isNaN(Date.parse(at))))
    throw badRequest([fieldError('before', 'next_of_page')]);
  return [at, Number(rank), id, NUMBER.test(id) ? id : '0'];
}

/** @param rows a table name with a WHERE clause */
const selectCount = (rows: string) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${MAX_RECORD_COUNT}) AS counted)`;
const selectPermittedCount = (permission: string, rows: string) =>
  `CASE WHEN '${permission}' = ANY ($2::text[]) THEN ${selectCount(rows)} END`;

const COUNT_ROW = z.object({
  bookings: z.number(),
  payments: z.nullable(z.number()),
  earnings: z.nullable(z.number()),
  payouts: z.nullable(z.number()),
  notes: z.number(),
  activity: z.nullable(z.number()),
});

const COUNTS = {
  user: defineStatement({
    name: 'counts-of-user',
    text: `SELECT ${selectCount("bookings WHERE customer_id = $1 AND record_state = 'full'")} AS bookings,
      ${selectPermittedCount('payments:read', "payments WHERE customer_id = $1 AND record_state = 'full'")} AS payments,
      NULL::int AS earnings, NULL::int AS payouts,
      ${selectCount('notes WHERE user_id = $1 AND booking_id IS NULL')} AS notes,
      ${selectPermittedCount('activity:read', "activity WHERE entity_id = $1 AND entity = 'user'")} AS activity`,
    row: COUNT_ROW,
    example: [sampleOf('users'), ['payments:read']],
  }),
  mechanic: defineStatement({
    name: 'counts-of-mechanic',
    text: `SELECT ${selectCount("bookings WHERE mechanic_id = $1 AND record_state = 'full'")} AS bookings, NULL::int AS payments,
      ${selectPermittedCount('payouts:read', "ledger_entries WHERE mechanic_id = $1 AND (flow = 'payout') = false")} AS earnings,
      ${selectPermittedCount('payouts:read', "ledger_entries WHERE mechanic_id = $1 AND (flow = 'payout') = true")} AS payouts,
      ${selectCount('notes WHERE mechanic_id = $1 AND booking_id IS NULL')} AS notes,
      ${selectPermittedCount('activity:read', "activity WHERE entity_id = $1 AND entity = 'mechanic'")} AS activity`,
    row: COUNT_ROW,
    example: [sampleOf('mechanics'), ['payouts:read']],
  }),
} as const;

/**
 * Counts a person's records of each kind, up to 1,000. Null for kinds that the reader may not read (PEOP-01). @throws
 * 404
 */
export async function countRecords(
  context: ReaderContext,
  input: RecordInput<'user' | 'mechanic'>,
): Promise<RecordCounts> {
  const [[counts]] = await Promise.all([
    context.database.rows(COUNTS[input.entity], [input.id, callerPermissions(context)]),
    requireRecord(context, input),
  ]);
  if (counts === undefined) throw notFound(NOUNS[input.entity]);
  return counts;
}
