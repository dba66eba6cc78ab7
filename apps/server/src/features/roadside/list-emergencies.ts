import {
  DEFAULT_TARGETS,
  type Emergency,
  ENDED_SHOWN_SECONDS,
  MAX_DESK_EMERGENCIES,
  type RoadsideDesk,
  type RoadsideTargets,
} from '@wayside/contract/roadside';
import type { ReportPhase } from '@wayside/contract/roadside-report';
import { EMERGENCY_STEPS, type EmergencyStep } from '@wayside/contract/roadside-requests';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { placeName } from '../../platform/places/gazetteer.ts';
import { isClaimLiveSql } from './expire-claims.ts';
import { listDesksOnShift } from './shifts.ts';

/** Returns SQL for the number of seconds that a phase may take according to the current targets (ROAD-01). */
export const targetSecondsSql = (phase: ReportPhase): string =>
  `coalesce((SELECT ${phase}_seconds FROM roadside_settings), ${DEFAULT_TARGETS[`${phase}Seconds`]})`;

const emergencyRow = z.object({
  id: z.string(),
  state: z.enum(['new', 'claimed', 'assigned', 'on_site', 'ended']),
  status: z.nullable(z.string()),
  since: z.date(),
  dueAt: z.nullable(z.date()),
  waitDueAt: z.nullable(z.date()),
  createdAt: z.nullable(z.date()),
  problem: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  vehicleTypes: z.nullable(z.array(z.string())),
  customerId: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  mechanicId: z.nullable(z.string()),
  mechanicName: z.nullable(z.string()),
  mechanicPhone: z.nullable(z.string()),
  mechanicEmail: z.nullable(z.string()),
  ownerId: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  claimedAt: z.nullable(z.date()),
  offeredToId: z.nullable(z.string()),
  offeredTo: z.nullable(z.string()),
  requestKind: z.nullable(z.enum(['assign', 'cancel'])),
  requestState: z.nullable(z.enum(['waiting', 'confirmed', 'overruled', 'withdrawn'])),
  requestReason: z.nullable(z.string()),
  requestedById: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  requestedAt: z.nullable(z.date()),
  askedMechanicId: z.nullable(z.string()),
  askedMechanicName: z.nullable(z.string()),
  askedMechanicPhone: z.nullable(z.string()),
  noteCount: z.number(),
});
/** An emergency as returned by the statements. */
type EmergencyRow = z.infer<typeof emergencyRow>;

const targetIntervalSql = (phase: ReportPhase): string => `make_interval(secs => ${targetSecondsSql(phase)})`;

/** The state of an emergency `e` with its claim `c`, the start of the state, and the time at which its target ends. */
const STATE = `CASE WHEN e.phase = 'pending' THEN CASE WHEN c.booking_id IS NULL THEN 'new' ELSE 'claimed' END
    WHEN e.phase = 'accepted' THEN 'assigned' WHEN e.phase = 'arrived' THEN 'on_site' ELSE 'ended' END`;
const SINCE = "CASE WHEN e.phase = 'pending' AND c.booking_id IS NOT NULL THEN c.claimed_at ELSE e.phase_since END";
const DUE = `CASE WHEN e.phase = 'pending' AND c.booking_id IS NULL THEN e.phase_since + ${targetIntervalSql('claim')}
    WHEN e.phase = 'pending' THEN c.claimed_at + ${targetIntervalSql('assign')}
    WHEN e.phase = 'accepted' THEN e.phase_since + ${targetIntervalSql('arrive')} END`;
/** The time at which the wait since the call exceeds the targets of all states up to the current one (DESK-01). */
const WAIT_DUE = `e.created_at + CASE WHEN e.phase = 'pending' AND c.booking_id IS NULL THEN ${targetIntervalSql('claim')}
    WHEN e.phase = 'pending' THEN ${targetIntervalSql('claim')} + ${targetIntervalSql('assign')}
    WHEN e.phase = 'accepted' THEN ${targetIntervalSql('claim')} + ${targetIntervalSql('assign')} + ${targetIntervalSql('arrive')} END`;

const FIELDS = `b.id, ${STATE} AS state, b.status, ${SINCE} AS since, ${DUE} AS "dueAt", ${WAIT_DUE} AS "waitDueAt", b.created_at AS "createdAt", b.problem,
  b.latitude, b.longitude, u.vehicle_types AS "vehicleTypes",
  u.id AS "customerId", u.name AS "customerName", u.phone AS "customerPhone", u.email AS "customerEmail",
  m.id AS "mechanicId", m.name AS "mechanicName", m.phone AS "mechanicPhone", m.email AS "mechanicEmail",
  c.admin_id AS "ownerId", ${adminNameSql('o')} AS owner, c.claimed_at AS "claimedAt",
  c.offered_to AS "offeredToId", CASE WHEN c.offered_to IS NOT NULL THEN ${adminNameSql('f')} END AS "offeredTo",
  r.kind AS "requestKind", r.state AS "requestState", r.reason AS "requestReason", r.requested_by AS "requestedById",
  CASE WHEN r.id IS NOT NULL THEN ${adminNameSql('q')} END AS "requestedBy", r.requested_at AS "requestedAt",
  a.id AS "askedMechanicId", a.name AS "askedMechanicName", a.phone AS "askedMechanicPhone",
  (SELECT count(*) FROM notes AS n WHERE n.booking_id = b.id) AS "noteCount"`;

const JOINS = `JOIN bookings AS b ON b.id = e.booking_id
  LEFT JOIN emergency_claims AS c ON c.booking_id = e.booking_id AND ${isClaimLiveSql('c')}
  LEFT JOIN users AS u ON u.id = b.customer_id LEFT JOIN mechanics AS m ON m.id = b.mechanic_id
  LEFT JOIN admins AS o ON o.id = c.admin_id LEFT JOIN admins AS f ON f.id = c.offered_to
  LEFT JOIN LATERAL (
    SELECT * FROM emergency_requests WHERE booking_id = e.booking_id AND state <> 'withdrawn'
      AND (state = 'waiting' OR greatest(requested_at, decided_at) >= e.phase_since)
    ORDER BY requested_at DESC, id DESC LIMIT 1
  ) AS r ON true
  LEFT JOIN admins AS q ON q.id = r.requested_by LEFT JOIN mechanics AS a ON a.id = r.mechanic_id`;

/**
 * Selects the first rows of a phase, which an index returns in the order of their targets. There are only a few
 * claims.
 */
const selectFirst = (condition: string, order = 'phase_since'): string =>
  `(SELECT booking_id FROM emergencies AS e WHERE ${condition} ORDER BY ${order} LIMIT ${MAX_DESK_EMERGENCIES})`;
const IS_RECENTLY_ENDED_SQL = `phase = 'ended' AND phase_since > now() - interval '${ENDED_SHOWN_SECONDS} seconds'`;
const IS_UNCLAIMED_SQL = `NOT EXISTS (SELECT FROM emergency_claims AS c WHERE c.booking_id = e.booking_id AND ${isClaimLiveSql('c')})`;

/**
 * Statement that reads the queue. Emergencies that exceed their target the most come first, by the time in the state
 * or the wait since the call (ROAD-01, DESK-01); then emergencies without a target, then ended ones. It uses the
 * clock of the database.
 */
const LIST_EMERGENCIES = defineStatement({
  name: 'list-emergencies',
  text: `WITH shown AS (
      (SELECT booking_id FROM emergency_claims AS c WHERE ${isClaimLiveSql('c')})
      UNION ALL ${selectFirst(`phase = 'pending' AND ${IS_UNCLAIMED_SQL}`)}
      UNION ALL ${selectFirst(`phase = 'accepted' AND ${IS_UNCLAIMED_SQL}`)}
      UNION ALL ${selectFirst(`phase = 'arrived' AND ${IS_UNCLAIMED_SQL}`)}
      UNION ALL ${selectFirst(IS_RECENTLY_ENDED_SQL, 'phase_since DESC')})
    SELECT ${FIELDS} FROM shown JOIN emergencies AS e USING (booking_id) ${JOINS}
    WHERE b.record_state = 'full' AND (e.phase <> 'ended' OR ${IS_RECENTLY_ENDED_SQL.replaceAll('phase', 'e.phase')})
    ORDER BY e.phase = 'ended', least(${DUE}, ${WAIT_DUE}) NULLS LAST, CASE WHEN e.phase <> 'ended' THEN e.phase_since END, e.phase_since DESC, b.id
    LIMIT ${MAX_DESK_EMERGENCIES}`,
  row: emergencyRow,
  example: [],
});

const oneRow = emergencyRow.extend({ requestId: z.nullable(z.string()), readAt: z.date() });
/** A single emergency as returned by its statement. */
export type OneEmergencyRow = z.infer<typeof oneRow>;

/** Statement that reads a single emergency with the id of its request and the time of reading. */
export const READ_EMERGENCY = defineStatement({
  name: 'read-emergency',
  text: `SELECT ${FIELDS}, r.id AS "requestId", clock_timestamp()::timestamptz(3) AS "readAt" FROM emergencies AS e ${JOINS} WHERE e.booking_id = $1 AND b.record_state = 'full'`,
  row: oneRow,
  example: [sampleOf('emergencies', 'booking_id')],
});

/** Statement that counts all emergencies in each state, without a limit, and reads the targets. */
const COUNT_EMERGENCIES = defineStatement({
  name: 'count-emergencies',
  text: `SELECT (SELECT count(*) FROM emergencies AS e WHERE phase = 'pending' AND ${IS_UNCLAIMED_SQL}) AS new,
      (SELECT count(*) FROM emergency_claims AS c JOIN emergencies USING (booking_id) WHERE phase = 'pending' AND ${isClaimLiveSql('c')}) AS claimed,
      (SELECT count(*) FROM emergencies WHERE phase = 'accepted') AS assigned,
      (SELECT count(*) FROM emergencies WHERE phase = 'arrived') AS on_site,
      (SELECT count(*) FROM emergencies WHERE ${IS_RECENTLY_ENDED_SQL}) AS ended,
      ${targetSecondsSql('claim')} AS "claimSeconds", ${targetSecondsSql('assign')} AS "assignSeconds", ${targetSecondsSql('arrive')} AS "arriveSeconds",
      now()::timestamptz(3) AS now`,
  row: z.object({
    new: z.number(),
    claimed: z.number(),
    assigned: z.number(),
    on_site: z.number(),
    ended: z.number(),
    claimSeconds: z.number(),
    assignSeconds: z.number(),
    arriveSeconds: z.number(),
    now: z.date(),
  }),
  example: [],
});

/** The queue of the desk (ROAD-01). */
interface EmergencyQueue {
  readonly rows: Emergency[];
  readonly counts: Readonly<Record<Emergency['state'], number>>;
  readonly targets: RoadsideTargets;
  readonly desks: RoadsideDesk[];
  readonly now: string;
}

/** Returns the queue of the desk with counts, targets and open desks (ROAD-01). */
export async function listEmergencies({
  database,
  now: clock,
}: Pick<AppContext, 'database' | 'now'>): Promise<EmergencyQueue> {
  const [rows, [counted], desks] = await Promise.all([
    database.rows(LIST_EMERGENCIES, []),
    database.rows(COUNT_EMERGENCIES, []),
    listDesksOnShift(database.pool, clock),
  ]);
  if (!counted) throw new Error('a selection of values returned no row');
  const { claimSeconds, assignSeconds, arriveSeconds, now, ...counts } = counted;
  return {
    rows: rows.map(asEmergency),
    counts,
    targets: { claimSeconds, assignSeconds, arriveSeconds },
    desks,
    now: now.toISOString(),
  };
}

/** Returns an emergency (ROAD-01). @throws 404 if the booking is not an emergency or was never on the desk */
export async function getEmergency(
  { database }: Pick<AppContext, 'database'>,
  { id }: { readonly id: string },
): Promise<Emergency> {
  const [row] = await database.rows(READ_EMERGENCY, [id]);
  if (!row) throw notFound('emergency');
  return asEmergency(row);
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Converts a row to an emergency of the contract. */
export function asEmergency(row: EmergencyRow): Emergency {
  const { latitude, longitude } = row;
  const location = latitude === null || longitude === null ? null : { latitude, longitude };
  return {
    id: row.id,
    state: row.state,
    status: row.status,
    since: row.since.toISOString(),
    dueAt: iso(row.dueAt),
    waitDueAt: iso(row.waitDueAt),
    createdAt: iso(row.createdAt),
    problem: row.problem,
    vehicleTypes: row.vehicleTypes ?? [],
    location,
    place: location && placeName(location),
    customer: toPerson(row.customerId, row.customerName, row.customerPhone, row.customerEmail),
    mechanic: toPerson(row.mechanicId, row.mechanicName, row.mechanicPhone, row.mechanicEmail),
    claim:
      row.ownerId === null || row.claimedAt === null
        ? null
        : {
            ownerId: row.ownerId,
            owner: row.owner ?? '',
            claimedAt: row.claimedAt.toISOString(),
            offeredToId: row.offeredToId,
            offeredTo: row.offeredTo,
          },
    request:
      row.requestKind === null || row.requestedAt === null
        ? null
        : {
            kind: row.requestKind,
            mechanic: toPerson(row.askedMechanicId, row.askedMechanicName, row.askedMechanicPhone, null),
            reason: row.requestReason,
            requestedById: row.requestedById ?? '',
            requestedBy: row.requestedBy ?? '',
            requestedAt: row.requestedAt.toISOString(),
            state: row.requestState ?? 'waiting',
          },
    noteCount: row.noteCount,
  };
}

const toPerson = (id: string | null, name: string | null, phone: string | null, email: string | null) =>
  id === null ? null : { id, name, phone, email };

const LIST_STEPS = defineStatement({
  name: 'list-emergency-steps',
  text: `SELECT s.kind, s.at, ${adminNameSql('a')} AS by, ${adminNameSql('c')} AS colleague,
      m.id AS "mechanicId", m.name AS "mechanicName", m.phone AS "mechanicPhone", s.reason
    FROM emergency_steps AS s LEFT JOIN admins AS a ON a.id = s.admin_id LEFT JOIN admins AS c ON c.id = s.colleague_id
      LEFT JOIN mechanics AS m ON m.id = s.mechanic_id
    WHERE s.booking_id = $1 ORDER BY s.id`,
  row: z.object({
    kind: z.enum(EMERGENCY_STEPS),
    at: z.date(),
    by: z.nullable(z.string()),
    colleague: z.nullable(z.string()),
    mechanicId: z.nullable(z.string()),
    mechanicName: z.nullable(z.string()),
    mechanicPhone: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  }),
  example: [sampleOf('emergency_steps', 'booking_id')],
});

/**
 * Returns the timeline of an emergency in the order in which the server recorded it (ROAD-03). @throws 404 as for the
 * emergency
 */
export async function listSteps(
  { database }: Pick<AppContext, 'database'>,
  { id }: { readonly id: string },
): Promise<EmergencyStep[]> {
  const [[emergency], rows] = await Promise.all([
    database.rows(READ_EMERGENCY, [id]),
    database.rows(LIST_STEPS, [id]),
  ]);
  if (!emergency) throw notFound('emergency');
  return rows.map(({ at, mechanicId, mechanicName, mechanicPhone, ...step }) => ({
    ...step,
    at: at.toISOString(),
    mechanic:
      mechanicId === null ? null : { id: mechanicId, name: mechanicName, phone: mechanicPhone, email: null },
  }));
}
