/** Tables that others reference and that hold stubs for records that have not come. Their collections bear their names. */
export const REFERENCED_NAMES = ['users', 'mechanics', 'services', 'bookings', 'payments'] as const;
export type ReferencedName = (typeof REFERENCED_NAMES)[number];
