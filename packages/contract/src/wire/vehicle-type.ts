import { openEnum } from './fields.ts';

/** The vehicles that the marketplace knows (FMT-05). */
export const VEHICLE_TYPES = ['bike', 'car', 'auto', 'bus', 'truck'] as const;

/** How the wire spells a type of vehicle. */
export const vehicleType = openEnum(VEHICLE_TYPES);
