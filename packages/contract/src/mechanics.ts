import { VEHICLE_TYPES } from './people.ts';
import {
  flag,
  instant,
  list,
  maybe,
  numeric,
  openWords,
  phone,
  recordId,
  text,
  textOrNumber,
  years,
} from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

/** Where a mechanic's application stands. Only the first three can still be decided (MECH-08). */
export const APPLICATION_STATUSES = [
  'pending',
  'sent_for_verification',
  'resent_for_verification',
  'approved',
  'rejected',
] as const;

/** How the wire spells an application's status. */
export const applicationStatus = openWords(APPLICATION_STATUSES, {
  sent_for_verification: 'sendforverification',
  resent_for_verification: 'resendforverification',
  approved: 'approve',
});

const shop = wireObject(
  {
    name: maybe(text),
    perHourPaise: maybe(rupees),
    experienceYears: maybe(years),
    description: maybe(text),
    latitude: maybe(numeric),
    longitude: maybe(numeric),
  },
  {
    name: 'shop_name',
    perHourPaise: 'perHourPrice',
    experienceYears: 'experience',
    latitude: 'lat',
    longitude: 'long',
  },
);

const bankDetails = wireObject(
  {
    accountHolder: maybe(text),
    bankName: maybe(text),
    accountNumber: maybe(textOrNumber),
    ifscCode: maybe(text),
    upiId: maybe(text),
    preferredMethod: maybe(text),
  },
  {
    accountHolder: 'account_holder_name',
    bankName: 'bank_name',
    accountNumber: 'account_number',
    ifscCode: 'ifsc_code',
    upiId: 'upi_id',
    preferredMethod: 'preferred_method',
  },
);

const documents = wireObject(
  { profilePhoto: maybe(text), aadhaarCard: maybe(text), shopPhoto: maybe(text) },
  { profilePhoto: 'profile_photo', aadhaarCard: 'adhar_card', shopPhoto: 'shop_photo' },
);

const fields = {
  id: recordId,
  name: maybe(text),
  email: maybe(text),
  phone: maybe(phone),
  status: maybe(applicationStatus),
  isBlocked: flag,
  isExpert: flag,
  isAvailable: flag,
  isEmailVerified: flag,
  isPhoneVerified: flag,
  /** Null where no wallet exists (MECH-02). */
  walletPaise: maybe(rupees),
  referralCode: maybe(text),
  vehicleTypes: list(openWords(VEHICLE_TYPES)),
  createdAt: maybe(instant),
  shop: maybe(shop),
  bank: maybe(bankDetails),
  documents: maybe(documents),
};

/** A mechanic and their application (MECH-02 to MECH-07). */
export type Mechanic = DomainOf<typeof fields>;

/** A mechanic on the wire. */
export const mechanic: Wire<Mechanic> = wireObject(fields, {
  id: '_id',
  phone: 'phone_number',
  isExpert: 'isexpert',
  isEmailVerified: 'isemailverified',
  isPhoneVerified: 'isPhoneverified',
  walletPaise: 'wallet_amount',
  referralCode: 'referral_code',
  vehicleTypes: 'vehicle_type',
  shop: 'shop_details',
  bank: 'payment_details',
});
