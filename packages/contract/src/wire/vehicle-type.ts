import { openEnum } from './fields.ts';
import { decodeLeniently, type Wire, withLenientDecoder } from './wire.ts';
import { wireValue } from './wire-value.ts';

/** The vehicles that the marketplace knows (FMT-05). */
export const VEHICLE_TYPES = ['bike', 'car', 'auto', 'bus', 'truck'] as const;

type VehicleType = (typeof VEHICLE_TYPES)[number] | (string & {});

const anyType: Wire<VehicleType> = openEnum(VEHICLE_TYPES);
const knownType = (given: VehicleType): VehicleType =>
  VEHICLE_TYPES.find((type) => type === given.toLowerCase()) ?? given;

/** A type of vehicle, which the wire may spell in any case; another word is itself (API-15). */
export const vehicleType = withLenientDecoder<VehicleType, Wire<VehicleType>>(
  wireValue(anyType, knownType),
  (value, path, report) => {
    const given = decodeLeniently(anyType, value, report, path);
    return given === undefined ? undefined : knownType(given);
  },
);
