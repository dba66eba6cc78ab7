import { bookingRecord } from './bookings.ts';
import { configurationRecord } from './configuration.ts';
import type { RecordDefinition } from './define-record.ts';
import { mechanicRecord } from './mechanics.ts';
import { notificationRecord } from './notifications.ts';
import { partRecord } from './parts.ts';
import { paymentRecord } from './payments.ts';
import { earningRecord, payoutRecord } from './payouts.ts';
import { serviceRecord } from './services.ts';
import { slotRecord } from './slots.ts';
import { sosServiceRecord } from './sos-services.ts';
import { userRecord } from './users.ts';
import { vehicleModelRecord } from './vehicle-models.ts';

/**
 * Every record that is imported, by the name of its file, in the order of an import: references point back, except those of
 * earnings rows, which come before the payments that they replace, so that these are posted once (IMPO-05).
 */
export const collections = {
  configs: configurationRecord,
  users: userRecord,
  mechanics: mechanicRecord,
  companies: vehicleModelRecord,
  slots: slotRecord,
  sosservices: sosServiceRecord,
  services: serviceRecord,
  parts: partRecord,
  bookings: bookingRecord,
  earnings: earningRecord,
  payments: paymentRecord,
  payouts: payoutRecord,
  notifications: notificationRecord,
};

/** The same as a list. */
export const orderedCollections: readonly RecordDefinition[] = Object.values(collections);
