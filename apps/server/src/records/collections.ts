import { bookings } from './bookings.ts';
import { parts, services, sosservices } from './catalogue.ts';
import { COLLECTION_NAMES, type Collection } from './collection.ts';
import { companies, configs, slots } from './master.ts';
import { earnings, payments, payouts } from './money.ts';
import { notifications } from './notifications.ts';
import { mechanics, users } from './people.ts';

/** Every collection by its name. */
export const collections = {
  configs,
  users,
  mechanics,
  companies,
  slots,
  sosservices,
  services,
  parts,
  bookings,
  payments,
  earnings,
  payouts,
  notifications,
};

/** Every collection, in the order of an import. */
export const orderedCollections: readonly Collection[] = COLLECTION_NAMES.map((name) => collections[name]);
