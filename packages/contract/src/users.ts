import { VEHICLE_TYPES } from './people.ts';
import { flag, instant, list, maybe, openWords, phone, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const fields = {
  id: recordId,
  name: maybe(text),
  email: maybe(text),
  phone: maybe(phone),
  vehicleTypes: list(openWords(VEHICLE_TYPES)),
  walletPaise: maybe(rupees),
  isBlocked: flag,
  referralCode: maybe(text),
  createdAt: maybe(instant),
  updatedAt: maybe(instant),
  /** Present while the customer's application is connected (USER-04). */
  socketId: maybe(text),
};

/** A customer of the marketplace (USER-02, USER-04). */
export type User = DomainOf<typeof fields>;

/** A customer on the wire. */
export const user: Wire<User> = wireObject(fields, {
  id: '_id',
  phone: 'phone_number',
  vehicleTypes: 'vehicle_type',
  walletPaise: 'wallet_amount',
  referralCode: 'referral_code',
});
