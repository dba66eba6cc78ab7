/**
 * The states of an emergency on the desk, in order (ROAD-01): unclaimed, claimed, a mechanic is assigned (accepted),
 * the mechanic has arrived, ended within the last hour.
 */
export const EMERGENCY_STATES = ['new', 'claimed', 'assigned', 'on_site', 'ended'] as const;
export type EmergencyState = (typeof EMERGENCY_STATES)[number];

/** Stats of the report; each opens the emergencies that it counts (ROAD-07). */
export const REPORT_FIGURES = [
  'emergencies',
  /** Those that went through the phase. */
  'claim',
  'assign',
  'arrive',
  /** Those that did so within its target. */
  'claim_in_time',
  'assign_in_time',
  'arrive_in_time',
  'lapses',
  'cancelled',
  'not_come',
] as const;
export type ReportFigure = (typeof REPORT_FIGURES)[number];
