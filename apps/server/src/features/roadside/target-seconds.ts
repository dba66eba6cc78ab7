import { DEFAULT_TARGETS } from '@wayside/contract/roadside';
import type { ReportPhase } from '@wayside/contract/roadside-report';

/** The SQL of the seconds that a phase may take, by the targets of now (ROAD-01). */
export const targetSeconds = (phase: ReportPhase): string =>
  `coalesce((SELECT ${phase}_seconds FROM roadside_settings), ${DEFAULT_TARGETS[`${phase}Seconds`]})`;
