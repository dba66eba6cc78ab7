import { EMERGENCY_STATES, type EmergencyState } from '@wayside/contract/roadside-states';
import { isRecordId } from '../../lib/record-keys.ts';

/** The address of the desk: the state that is shown alone, and the emergency that is selected. */
export interface RoadsideSearch {
  readonly state?: EmergencyState;
  readonly emergency?: string;
}

/** Reads any query string; unknown states and ids are ignored. For `validateSearch`. */
export function readRoadsideSearch({ state, emergency }: Record<string, unknown>): RoadsideSearch {
  const shown = EMERGENCY_STATES.find((each) => each === state);
  return {
    ...(shown && { state: shown }),
    ...(isRecordId(emergency) && { emergency }),
  };
}
