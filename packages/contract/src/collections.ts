/** The collections that import and ingest accept, with the names of their files and paths. */
export const COLLECTIONS = [
  'configs',
  'users',
  'mechanics',
  'companies',
  'slots',
  'sosservices',
  'services',
  'parts',
  'bookings',
  'earnings',
  'payments',
  'payouts',
  'notifications',
] as const;
export type CollectionName = (typeof COLLECTIONS)[number];

/**
 * The collections that ingest accepts: those of the import, `positions` of mechanics (ROAD-04), and `refunds`
 * (REFD-01).
 */
export const INGEST_COLLECTIONS = [...COLLECTIONS, 'positions', 'refunds'] as const;
export type IngestCollection = (typeof INGEST_COLLECTIONS)[number];
