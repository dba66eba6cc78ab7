import type * as z from 'zod/mini';
import { optionalFields, recordResponse } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, list, maybe, numeric, recordId, text } from './wire/fields.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { between, clearableText, recordInPath } from './wire/request-fields.ts';
import { conflictResponse, versioned } from './wire/versioned.ts';
import { countUnreadable, decodeLeniently, type Wire, withLenientDecoder } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('configuration');

const values = {
  chargePerKmPaise: maybe(rupees),
  platformFeePaise: maybe(rupees),
  commissionPercent: maybe(numeric),
  referralBonusPaise: maybe(rupees),
  mechanicChargePaise: maybe(rupees),
  discountPercent: maybe(numeric),
  loyaltyPoints: maybe(numeric),
  upiId: maybe(text),
};
const SPELLINGS = {
  chargePerKmPaise: 'charge_per_km',
  platformFeePaise: 'platform_fee',
  commissionPercent: 'commision_percentage',
  referralBonusPaise: 'referral_bonus',
  mechanicChargePaise: 'mechanic_charge',
  discountPercent: 'discount_percentage',
  loyaltyPoints: 'Loyality_points',
  upiId: 'upi_number',
} as const;

const fields = { id: recordId, ...values };
/** The marketplace's prices and rates, stored in one record (CONF-01). */
export type Configuration = DomainOf<typeof fields>;
export const configuration: Wire<Configuration> = wireObject(fields, { id: '_id', ...SPELLINGS });

/** A configuration with the times of its changes, which a source may state (PAYO-08). */
export type ConfigurationOfSource = Configuration & {
  readonly createdAt?: string | null;
  readonly updatedAt?: string | null;
};
/** The configuration as import and ingest read it. */
export const configurationOfSource: Wire<ConfigurationOfSource> = wireObject(
  { ...fields, createdAt: maybe(instant), updatedAt: maybe(instant) },
  { id: '_id', ...SPELLINGS },
);

const storedConfiguration = versioned(fields, { id: '_id', ...SPELLINGS });
/**
 * The configuration as a screen shows it, with its version. An external provider may have amounts below 0 (TOUGH-08).
 */
const shownConfiguration = countUnreadable(
  versioned(
    {
      ...fields,
      chargePerKmPaise: maybe(signedRupees),
      platformFeePaise: maybe(signedRupees),
      referralBonusPaise: maybe(signedRupees),
      mechanicChargePaise: maybe(signedRupees),
    },
    { id: '_id', ...SPELLINGS },
  ),
);
export type ShownConfiguration = z.output<typeof shownConfiguration>;

const recordOrNull = maybe(shownConfiguration);
/**
 * The record, or null. An external provider may return the record in a list, or an empty record if there is none
 * (TOUGH-08).
 */
const shownRecord = withLenientDecoder<ShownConfiguration | null, typeof recordOrNull>(
  maybe(shownConfiguration),
  (value, path, report) => {
    const given: unknown = Array.isArray(value) ? (value[0] ?? null) : value;
    const isEmpty = typeof given === 'object' && given !== null && Object.keys(given).length === 0;
    return decodeLeniently(recordOrNull, isEmpty ? null : given, report, path);
  },
);

/** The values that an administrator sets. */
export type ConfigurationValues = Omit<Configuration, 'id'>;

const MAX_POINTS = 1e9;
const MAX_UPI_LENGTH = 100;
const bounded = {
  chargePerKmPaise: rupees,
  platformFeePaise: rupees,
  commissionPercent: between(0, 100),
  referralBonusPaise: rupees,
  mechanicChargePaise: rupees,
  discountPercent: between(0, 100),
  loyaltyPoints: between(0, MAX_POINTS),
  upiId: clearableText(MAX_UPI_LENGTH),
};
/** The complete request body with its bounds (CONF-02). */
const body = wireObject({ ...values, ...bounded }, SPELLINGS);
/** The request body of an update; omitted fields keep their values (EDIT-01). */
const changesBody = wireObject(optionalFields(bounded), SPELLINGS);

const shownRecordResponse = success({ record: shownRecord }, { record: 'data' });
/** The response with the record. An external provider may send only a list that contains it (API-15, TOUGH-08). */
const configurationResponse = withLenientDecoder<z.output<typeof shownRecordResponse>, typeof shownRecordResponse>(
  success({ record: shownRecord }, { record: 'data' }),
  (value, path, report) =>
    decodeLeniently(shownRecordResponse, Array.isArray(value) ? { data: value } : value, report, path),
);

/** API-12 */
export const getConfiguration = endpoint('getConfiguration', 'GET /master/globalget', {
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'The configuration, null before there is one.',
  response: configurationResponse,
});

/** API-12, API-14 */
export const createConfiguration = endpoint('createConfiguration', 'POST /master/global/create', {
  permission: 'catalogue:change',
  summary: 'Creates the configuration; 409 when one exists.',
  body,
  response: recordResponse(storedConfiguration),
  errorCodes: [409],
});

/** API-12, API-13 */
export const updateConfiguration = endpoint('updateConfiguration', 'PUT /master/global/update/{id}', {
  permission: 'catalogue:change',
  summary: 'Changes the configuration; omitted fields keep their values. Past earnings do not change (PAYO-08).',
  params: recordInPath,
  body: changesBody,
  response: recordResponse(storedConfiguration),
  conflict: conflictResponse(storedConfiguration),
  errorCodes: [404],
});

/** API-17 */
export const listConfigurationVersions = endpoint(
  'listConfigurationVersions',
  'GET /admin/configuration/versions',
  {
    permission: 'records:read',
    summary: 'Every version of the configuration, newest first; `changedBy` is null for an import.',
    response: success(
      {
        versions: list(
          wireObject({
            number: numeric,
            at: instant,
            changedBy: maybe(text),
            values: wireObject(values, SPELLINGS),
          }),
        ),
      },
      { versions: 'data' },
    ),
  },
);
