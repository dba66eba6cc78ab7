/**
 * The states of an emergency on the desk, in their order (ROAD-01): nobody has claimed it, somebody has, a
 * mechanic is assigned (accepted), the mechanic is there (arrived), it ended within the last hour.
 */
export const EMERGENCY_STATES = ['new', 'claimed', 'assigned', 'on_site', 'ended'] as const;
export type EmergencyState = (typeof EMERGENCY_STATES)[number];

/** What a report counts, each of which opens the emergencies behind it (ROAD-07). */
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
