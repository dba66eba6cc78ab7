import { bookingStatus } from './lists.ts';
import { REPORT_FIGURES } from './roadside-states.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, oneOf, recordId, text } from './wire/fields.ts';
import { geoPoint } from './wire/geo-point.ts';
import { dayRangeKeys } from './wire/list-endpoints.ts';
import { pagedAnswer, pageLimit, pageNumber } from './wire/paging.ts';
import { type PersonRef, personRef } from './wire/person-ref.ts';
import { between, calendarDay, typedText } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('roadside');

/**
 * The phases of an emergency (ROAD-07): `claim` from its creation to the first claim, `assign` from that claim (or
 * from its creation if it was not claimed) until a mechanic accepted, `arrive` from then until the mechanic's
 * arrival.
 */
export const REPORT_PHASES = ['claim', 'assign', 'arrive'] as const;
export type ReportPhase = (typeof REPORT_PHASES)[number];

/** The reason of a cancellation that was not requested here, or whose customer is erased. */
export const NO_REASON = 'No reason given';
/** The area of emergencies without a place. */
export const NO_AREA = 'none';
/** The size of area cells in degrees; areas are named by their centres: "18.55, 73.85". */
export const AREA_DEGREES = 0.1;
/** The areas, reasons and mechanics that a report lists at most, those with the most first. */
export const MAX_REPORT_AREAS = 200;
export const MAX_REPORT_REASONS = 50;
export const MAX_REPORT_MECHANICS = 50;
/** The number of days of a report without a range. */
export const USUAL_REPORT_DAYS = 30;

const phaseFields = {
  count: numeric,
  medianSeconds: maybe(numeric),
  ninetiethSeconds: maybe(numeric),
  /** How many did so within the target of now. */
  inTime: numeric,
};
export type PhaseFigures = DomainOf<typeof phaseFields>;
const phase: Wire<PhaseFigures> = wireObject(phaseFields);

const figureFields = {
  emergencies: numeric,
  claim: phase,
  assign: phase,
  arrive: phase,
  lapses: numeric,
  cancelled: numeric,
  /**
   * Mechanics who did not arrive: requested without confirmation by the marketplace; or accepted, but replaced or
   * cancelled before arrival.
   */
  notCome: numeric,
};
export type RoadsideFigures = DomainOf<typeof figureFields>;
const figures: Wire<RoadsideFigures> = wireObject(figureFields);

const hourFields = { hour: numeric, ...figureFields };
/** The hour of the day of the business, 0 to 23. */
export type HourFigures = DomainOf<typeof hourFields>;

const phasesOfHour = wireObject({ hour: numeric, claim: phase, assign: phase, arrive: phase });

const areaFields = {
  /** "18.55, 73.85", or `none`. */
  area: text,
  centre: maybe(geoPoint),
  /** The place that is nearest to the centre: "Hadapsar, Pune" (DESK-02). */
  place: maybe(text),
  ...figureFields,
};
export type AreaFigures = DomainOf<typeof areaFields>;

const cancellation = wireObject({ reason: text, count: numeric });
const notComing = wireObject({ mechanic: personRef, count: numeric });

const PATH = '/admin/roadside/report';

const MAX_AREA_LENGTH = 40;
const MAX_REASON_LENGTH = 200;

/** The emergencies that a stat counts. */
export const reportFilters = {
  ...dayRangeKeys,
  /** An hour of the day, 0 to 23. */
  hour: maybe(between(0, 23)),
  /** The area's name in a report. */
  area: maybe(typedText(MAX_AREA_LENGTH)),
  figure: maybe(oneOf(REPORT_FIGURES)),
  /** Only for `cancelled`: the reason as a report names it. */
  reason: maybe(typedText(MAX_REASON_LENGTH)),
  /** Only for `not_come`. */
  mechanicId: maybe(recordId),
};
export const REPORT_FILTER_SPELLINGS = { mechanicId: 'mechanicid' } as const;

/** ROAD-07 */
export const getRoadsideReport = endpoint('getRoadsideReport', `GET ${PATH}`, {
  permission: 'records:read',
  readScope: 'read:reports',
  summary: `The duration of each phase of the emergencies of the days \`from\` to \`to\`, both included (by default the ${USUAL_REPORT_DAYS} days up to today): in all, by the hour of the day and by area (cells of 0.1°), with the share within the current targets, expired claims, cancellations by reason, the mechanics who did not arrive, and the duration of each phase over the same number of days before, by the hour.`,
  query: wireObject(dayRangeKeys),
  answer: success({
    /** The days that it is about. */
    from: calendarDay,
    to: calendarDay,
    total: figures,
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
  /** The area's name in a report. */
  area: text,
  location: maybe(geoPoint),
  /** The nearest place of the location (DESK-02). */
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
  /** One for each time. */
  notCome: list(personRef),
};
/** An emergency behind a figure of a report. */
export type ReportRow = DomainOf<typeof rowFields>;

/** ROAD-07 */
export const listReportRows = endpoint('listReportRows', `GET ${PATH}/rows`, {
  permission: 'records:read',
  summary:
    'A page of the emergencies counted by a stat of the report: those of a phase longest first, others newest first. `figure` is `emergencies` by default; `hour`, `area`, `reason` and `mechanicid` are those of the report.',
  query: wireObject({ page: pageNumber, limit: pageLimit, ...reportFilters }, REPORT_FILTER_SPELLINGS),
  answer: pagedAnswer(wireObject(rowFields, { id: '_id' })),
});
