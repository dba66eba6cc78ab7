import * as z from 'zod/mini';
import { booking } from './bookings.ts';
import { type CollectionName, INGEST_COLLECTIONS } from './collections.ts';
import { configurationOfSource } from './configuration.ts';
import { mechanic } from './mechanics.ts';
import { notification } from './notifications.ts';
import { part } from './parts.ts';
import { payment } from './payments.ts';
import { earning, payoutOfSource } from './payouts.ts';
import { service } from './services.ts';
import { slot } from './slots.ts';
import { sosService } from './sos-services.ts';
import { user } from './users.ts';
import { vehicleModel } from './vehicle-models.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import { flag, instant, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { between } from './wire/request-fields.ts';
import { documented, type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('ingest');

const fields = {
  mechanicId: recordId,
  latitude: between(-90, 90),
  longitude: between(-180, 180),
  /** When the mechanic was at this position. The server ignores a position that is older than the stored one. */
  at: instant,
};
/** The position of a mechanic, as POST /ingest/positions accepts it (ROAD-04). */
export type Position = DomainOf<typeof fields>;
export const position: Wire<Position> = wireObject(fields, { mechanicId: 'mechanicid' });

/** The schema of each collection's records, in import files and in ingest (IMPO-01, SYNC-01). */
export const SOURCE_SCHEMAS: Readonly<Record<CollectionName, Wire<{ readonly id: string }>>> = {
  configs: configurationOfSource,
  users: user,
  mechanics: mechanic,
  companies: vehicleModel,
  slots: slot,
  sosservices: sosService,
  services: service,
  parts: part,
  bookings: booking,
  earnings: earning,
  payments: payment,
  payouts: payoutOfSource,
  notifications: notification,
};

/** The maximum number of records and bytes in one ingest call (SYNC-01). */
export const MAX_INGEST_RECORDS = 1000;
export const MAX_INGEST_BYTES = 5 * 1024 * 1024;
/** The content type of a body with one record per line. */
export const RECORD_LINES_TYPE = 'application/x-ndjson';

const versionNumber: Wire<number> = wireValue(
  documented(z.union([z.number(), z.string()]), {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'outranks `updatedAt`',
  }),
  (value, fail) => {
    const number = typeof value === 'number' || /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    const isValid = Number.isSafeInteger(number) && number >= 0;
    return isValid ? number : fail(fieldIssue('integer_from_zero', { most: Number.MAX_SAFE_INTEGER }));
  },
);

/** The id of an event in the feed and in webhooks. */
const eventId: Wire<string> = wireValue(
  documented(z.string(), {
    type: 'string',
    description: 'of users and mechanics: the last event of the feed that `wallet_amount` includes',
  }),
  (value, fail) => (/^evt_[0-9a-f]{24}$/.test(value) ? value : fail(fieldIssue('feed_event'))),
);

const headerFields = {
  id: recordId,
  version: maybe(versionNumber),
  updatedAt: maybe(instant),
  isDeleted: flag,
  appliedEventId: maybe(eventId),
};
/**
 * The fields that import and ingest read from a record of any collection: its id, its version, whether it is deleted
 * (SYNC-03), and the last event that its wallet includes (OWN-04).
 */
export type RecordHeader = DomainOf<typeof headerFields>;
export const recordHeader: Wire<RecordHeader> = wireObject(headerFields, {
  id: '_id',
  version: '_version',
  isDeleted: '_deleted',
  appliedEventId: '_applied',
});

/** The outcome of a record (SYNC-02). */
export const INGEST_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'deleted', 'rejected'] as const;
export type IngestOutcome = (typeof INGEST_OUTCOMES)[number];

const resultFields = {
  /** The index of the record in the request, starting at 0. */
  index: numeric,
  id: maybe(recordId),
  outcome: openEnum(INGEST_OUTCOMES),
  /** Why the record was rejected. */
  errors: list(wireObject({ field: text, message: text })),
};
/** The result of one ingested record. */
export type IngestResult = DomainOf<typeof resultFields>;

const counts = wireObject({
  created: numeric,
  updated: numeric,
  unchanged: numeric,
  stale: numeric,
  deleted: numeric,
  rejected: numeric,
});

/** SYNC-01, SYNC-02 */
export const ingestRecords = endpoint('ingestRecords', 'POST /ingest/{collection}', {
  permission: 'service-key',
  summary:
    'Ingests up to 1,000 records of a collection, at most 5 MB: an array, one object, or lines. Each record is stored completely or rejected, and identified by its `_id`; `positions` of mechanics are identified by `mechanicid`, returned as `_id`. A record of `refunds` confirms a refund, or reports that it failed.',
  successNeeds: [],
  takesRecords: true,
  params: wireObject({ collection: oneOf(INGEST_COLLECTIONS) }),
  query: wireObject({
    /** With `rejected`, the response lists only rejected records. */
    results: maybe(oneOf(['all', 'rejected'])),
  }),
  response: success({ counts, results: list(wireObject(resultFields, { id: '_id' })) }),
  errorCodes: [403, 404, 413, 415, 429],
});
