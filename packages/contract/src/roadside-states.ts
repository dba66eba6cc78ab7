/**
 * The states of an emergency on the desk, in order (ROAD-01): it is unclaimed; it is claimed; a mechanic is assigned
 * (has accepted); the mechanic has arrived; it ended within the last hour.
 */
export const EMERGENCY_STATES = ['new', 'claimed', 'assigned', 'on_site', 'ended'] as const;
export type EmergencyState = (typeof EMERGENCY_STATES)[number];

/** The stats of the report; each opens a list of the emergencies that it counts (ROAD-07). */
export const REPORT_STATS = [
  'emergencies',
  /** Emergencies that completed the phase. */
  'claim',
  'assign',
  'arrive',
  /** Emergencies that completed the phase within its target. */
  'claim_in_time',
  'assign_in_time',
  'arrive_in_time',
  'lapses',
  'cancelled',
  'not_come',
] as const;
export type ReportStat = (typeof REPORT_STATS)[number];
