import { bookingStatus } from './lists.ts';
import { REPORT_STATS } from './roadside-states.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, oneOf, recordId, text } from './wire/fields.ts';
import { geoPoint } from './wire/geo-point.ts';
import { dayRangeKeys } from './wire/list-endpoints.ts';
import { pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import { type PersonRef, personRef } from './wire/person-ref.ts';
import { between, calendarDay, typedText } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('roadside');

/**
 * The phases of an emergency (ROAD-07): `claim` lasts from its creation to the first claim, `assign` from that claim
 * (or from the creation of an unclaimed emergency) until a mechanic accepts, and `arrive` from then until the
 * mechanic arrives.
 */
export const REPORT_PHASES = ['claim', 'assign', 'arrive'] as const;
export type ReportPhase = (typeof REPORT_PHASES)[number];

/** The reason shown for a cancellation that was not requested in Wayside or that belongs to an erased customer. */
export const NO_REASON = 'No reason given';
/** The area name for emergencies without a location. */
export const NO_AREA = 'none';
/** The size of an area cell in degrees. An area is named after its centre: "18.55, 73.85". */
export const AREA_DEGREES = 0.1;
/** The maximum numbers of areas, reasons and mechanics in a report; it lists those with the highest counts. */
export const MAX_REPORT_AREAS = 200;
export const MAX_REPORT_REASONS = 50;
export const MAX_REPORT_MECHANICS = 50;
/** The default number of days in a report. */
export const DEFAULT_REPORT_DAYS = 30;

const phaseFields = {
  count: numeric,
  medianSeconds: maybe(numeric),
  ninetiethSeconds: maybe(numeric),
  /** The number that met the current target. */
  inTime: numeric,
};
export type PhaseStats = DomainOf<typeof phaseFields>;
const phase: Wire<PhaseStats> = wireObject(phaseFields);

const statFields = {
  emergencies: numeric,
  claim: phase,
  assign: phase,
  arrive: phase,
  lapses: numeric,
  cancelled: numeric,
  /**
   * The number of mechanics who did not arrive: the marketplace never confirmed the assignment, or the mechanic
   * accepted but was replaced or cancelled before arrival.
   */
  notCome: numeric,
};
export type RoadsideStats = DomainOf<typeof statFields>;
const stats: Wire<RoadsideStats> = wireObject(statFields);

const hourFields = { hour: numeric, ...statFields };
/** The hour of the day in the business time zone, 0 to 23. */
export type HourStats = DomainOf<typeof hourFields>;

const phasesOfHour = wireObject({ hour: numeric, claim: phase, assign: phase, arrive: phase });

const areaFields = {
  /** The name of the area: "18.55, 73.85", or `none`. */
  area: text,
  centre: maybe(geoPoint),
  /** The place nearest to the centre: "Hadapsar, Pune" (DESK-02). */
  place: maybe(text),
  ...statFields,
};
export type AreaStats = DomainOf<typeof areaFields>;

const cancellation = wireObject({ reason: text, count: numeric });
const notComing = wireObject({ mechanic: personRef, count: numeric });

const PATH = '/admin/roadside/report';

const MAX_AREA_LENGTH = 40;
const MAX_REASON_LENGTH = 200;

/** Filters that select the emergencies counted in a stat. */
export const reportFilters = {
  ...dayRangeKeys,
  /** The hour of the day, 0 to 23. */
  hour: maybe(between(0, 23)),
  /** The name of the area in the report. */
  area: maybe(typedText(MAX_AREA_LENGTH)),
  figure: maybe(oneOf(REPORT_STATS)),
  /** Only for `cancelled`: the reason in the report. */
  reason: maybe(typedText(MAX_REASON_LENGTH)),
  /** Only for `not_come`. */
  mechanicId: maybe(recordId),
};
export const REPORT_FILTER_SPELLINGS = { mechanicId: 'mechanicid' } as const;

/** ROAD-07 */
export const getRoadsideReport = endpoint('getRoadsideReport', `GET ${PATH}`, {
  permission: 'records:read',
  readScope: 'read:reports',
  summary: `The duration of each phase of the emergencies of the days \`from\` to \`to\`, both included (by default the ${DEFAULT_REPORT_DAYS} days up to today): in all, by the hour of the day and by area (cells of 0.1°), with the share within the current targets, expired claims, cancellations by reason, the mechanics who did not arrive, and the duration of each phase over the same number of days before, by the hour.`,
  query: wireObject(dayRangeKeys),
  response: success({
    /** The period of the report. */
    from: calendarDay,
    to: calendarDay,
    total: stats,
    hours: list(wireObject(hourFields)),
    /** The preceding period of the same length, by hour of the day (DESK-04). */
    previous: wireObject({ from: calendarDay, to: calendarDay, hours: list(phasesOfHour) }),
    areas: list(wireObject(areaFields)),
    cancellations: list(cancellation),
    notComing: list(notComing),
    targets: wireObject({ claimSeconds: numeric, assignSeconds: numeric, arriveSeconds: numeric }),
  }),
});

const rowFields = {
  id: recordId,
  createdAt: instant,
  status: maybe(bookingStatus),
  problem: maybe(text),
  /** The name of the area in the report. */
  area: text,
  location: maybe(geoPoint),
  /** The place nearest to the location (DESK-02). */
  place: maybe(text),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  /** The duration of each phase; null for a phase that was not reached. */
  claimSeconds: maybe(numeric),
  assignSeconds: maybe(numeric),
  arriveSeconds: maybe(numeric),
  lapses: numeric,
  isCancelled: flag,
  /** Only for a cancelled emergency. */
  reason: maybe(text),
  /** The mechanics who did not arrive, with one element per occurrence. */
  notCome: list(personRef),
};
/** An emergency counted in a stat of the report. */
export type ReportRow = DomainOf<typeof rowFields>;

/** ROAD-07 */
export const listReportRows = endpoint('listReportRows', `GET ${PATH}/rows`, {
  permission: 'records:read',
  summary:
    'A page of the emergencies counted by a stat of the report: those of a phase longest first, others newest first. `figure` is `emergencies` by default; `hour`, `area`, `reason` and `mechanicid` are those of the report.',
  query: wireObject({ page: pageNumber, limit: pageLimit, ...reportFilters }, REPORT_FILTER_SPELLINGS),
  response: pagedResponse(wireObject(rowFields, { id: '_id' })),
});
