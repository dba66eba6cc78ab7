import { bookingRecord } from './bookings.ts';
import { COLLECTION_NAMES } from './collection-names.ts';
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

/** Every record that is imported, by the name of its file. */
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

/** The same in the order of an import. */
export const orderedCollections: readonly RecordDefinition[] = COLLECTION_NAMES.map((name) => collections[name]);
