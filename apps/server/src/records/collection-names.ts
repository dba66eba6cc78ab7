/** The collections of a marketplace in the order of an import: references point back, but for earnings rows to payments. */
export const COLLECTION_NAMES = [
  'configs',
  'users',
  'mechanics',
  'companies',
  'slots',
  'sosservices',
  'services',
  'parts',
  'bookings',
  // Before the payments whose truth they are: these are then posted once, and not reversed (IMPO-05).
  'earnings',
  'payments',
  'payouts',
  'notifications',
] as const;
export type CollectionName = (typeof COLLECTION_NAMES)[number];

/** Tables that others reference and that hold stubs for records that have not come. Their collections bear their names. */
export const REFERENCED_NAMES = ['users', 'mechanics', 'services', 'bookings', 'payments'] as const;
export type ReferencedName = (typeof REFERENCED_NAMES)[number];
