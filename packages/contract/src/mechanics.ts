import { APPLICATION_STATUSES } from './filter-values.ts';
import { APPLICATION_STATUS_SPELLINGS, MECHANIC_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import {
  descriptionText,
  flag,
  instant,
  linkText,
  list,
  maybe,
  nameText,
  numeric,
  oneOf,
  openEnum,
  phone,
  recordId,
  text,
  textOrNumber,
  unlessNull,
  vehicleType,
  years,
} from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { idList, optionalNote, recordInPath, seenState } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('mechanics');

/** A mechanic's bank details and preferred method (MECH-06). */
export const bankDetails = wireObject(
  {
    accountHolder: maybe(nameText),
    bankName: maybe(nameText),
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

export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const applicationStatus = openEnum(APPLICATION_STATUSES, APPLICATION_STATUS_SPELLINGS);

const shop = wireObject(
  {
    name: maybe(nameText),
    perHourPaise: maybe(rupees),
    experienceYears: maybe(years),
    description: maybe(descriptionText),
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

/**
 * The URL with which records of our server show that an Aadhaar card exists; `showAadhaarCard` returns the actual
 * link (FILE-04). The file host never has an image at this path.
 */
export const AADHAAR_ON_FILE = '/files/documents/on-file';

const documents = wireObject(
  { profilePhoto: maybe(linkText), aadhaarCard: maybe(linkText), shopPhoto: maybe(linkText) },
  { profilePhoto: 'profile_photo', aadhaarCard: 'adhar_card', shopPhoto: 'shop_photo' },
);

const fields = {
  id: recordId,
  name: maybe(nameText),
  email: maybe(text),
  phone: maybe(phone),
  status: maybe(applicationStatus),
  isBlocked: flag,
  isExpert: flag,
  isAvailable: flag,
  isEmailVerified: flag,
  isPhoneVerified: flag,
  /** Null if there is no wallet (MECH-02). */
  walletPaise: maybe(signedRupees),
  referralCode: maybe(text),
  vehicleTypes: list(vehicleType),
  createdAt: maybe(instant),
  shop: maybe(shop),
  bank: maybe(bankDetails),
  documents: maybe(documents),
  /**
   * The number of notes on the record; null if there are none or an external provider does not support them
   * (WORK-04). Never imported.
   */
  noteCount: unlessNull(numeric),
};

/** A mechanic and their application (MECH-02 to MECH-07). */
export type Mechanic = DomainOf<typeof fields>;

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

/** The statuses of an application that is pending a decision (MECH-08). */
export const WAITING_STATUSES: readonly ApplicationStatus[] = [
  'pending',
  'sent_for_verification',
  'resent_for_verification',
];

/** The actions that a mechanic's status allows (MECH-08, MECH-09, MECH-13), used by the web app and the server. */
export const mechanicCan = {
  beDecided: ({ status }: Pick<Mechanic, 'status'>) => WAITING_STATUSES.some((waiting) => waiting === status),
  beBlocked: ({ status }: Pick<Mechanic, 'status'>) => status === 'approved',
  bePaidLoyalty: ({ status, walletPaise }: Pick<Mechanic, 'status' | 'walletPaise'>) =>
    status === 'approved' && walletPaise !== null,
} as const;

/** API-06, MECH-01. Bank account numbers and Aadhaar cards are masked (MECH-06, FILE-04). */
export const { list: listMechanics, count: countMechanics } = listEndpoints(MECHANIC_LIST, {
  name: 'Mechanics',
  path: '/mechanic/allmechnic',
  permission: 'records:read',
  readScope: 'read:mechanics',
  tag: 'mechanics',
  response: pagedResponse(mechanic, 'totalUsers'),
  summary:
    'A page of mechanics, newest first; `search` matches any part of phone, name or email. `status` takes several values with commas between them; `sort` is `date` for the oldest first, `wallet` or `-wallet`.',
});

/** API-17 */
export const getMechanic = endpoint('getMechanic', 'GET /admin/mechanics/{id}', {
  permission: 'records:read',
  readScope: 'read:mechanics',
  summary: 'One mechanic.',
  params: recordInPath,
  response: success({ record: mechanic }, { record: 'data' }),
  errorCodes: [404],
});

/** The maximum number of decisions in a review that are not sent yet (WORK-05). */
export const MAX_UNSENT_DECISIONS = 50;

/**
 * Returns the application that has been pending longest, and the number of pending ones. With `after`, the id of an
 * open application, it returns the next one in this order, and the first one after the last, so that a skipped
 * application comes again. `position` is the place of the open application, starting at 1; null if it is not pending
 * (WORK-05).
 */
export const getNextApplication = endpoint('getNextApplication', 'GET /admin/mechanics/next-application', {
  permission: 'records:read',
  summary:
    'The application that has been pending longest, or the next one `after` a mechanic in that order; the number of pending applications and of those waiting for the mechanic; and the position of that mechanic. `without` lists applications to treat as decided.',
  query: wireObject({ after: maybe(recordId), without: idList(MAX_UNSENT_DECISIONS) }),
  response: success({ mechanicId: maybe(recordId), waiting: numeric, asked: numeric, position: maybe(numeric) }),
});

/** The decisions on an application; the third requests the documents again (WORK-05). */
export const DECISIONS = ['approved', 'rejected', 'resent_for_verification'] as const;
export type Decision = (typeof DECISIONS)[number];

const MAX_REMARKS_LENGTH = 2000;

/** Decides on an application, as an update-style call (MECH-08, WORK-05). */
export const decideApplication = endpoint('decideApplication', 'PATCH /mechanic/checkapplication', {
  permission: 'applications:decide',
  summary:
    'Approves or rejects a pending application, or asks the mechanic to resubmit it (409 if nothing has changed since the last request). Remarks are required except for an approval.',
  body: wireObject({
    id: recordId,
    status: oneOf(DECISIONS, APPLICATION_STATUS_SPELLINGS),
    remarks: optionalNote(MAX_REMARKS_LENGTH),
  }),
  response: success({}),
  errorCodes: [404, 409],
});

/** API-06, MECH-09 */
export const toggleMechanicBlock = endpoint('toggleMechanicBlock', 'GET /mechanic/blockmechnic/{id}', {
  isChange: true,
  permission: 'people:block',
  summary:
    'Blocks or unblocks an approved mechanic. With `seen`, only from that state: 409 when another user has changed it.',
  params: recordInPath,
  query: wireObject({ seen: seenState }),
  response: success({ isBlocked: maybe(flag) }),
  errorCodes: [404, 409],
});

/** API-06, MECH-10 */
export const toggleMechanicExpert = endpoint('toggleMechanicExpert', 'GET /mechanic/toggle/expert/{id}', {
  isChange: true,
  permission: 'applications:decide',
  summary: 'Makes a mechanic an expert or regular. `seen` as for blocking.',
  params: recordInPath,
  query: wireObject({ seen: seenState }),
  response: success({ isExpert: maybe(flag) }, { isExpert: 'isexpert' }),
  errorCodes: [404, 409],
});

/** API-06, MECH-13 */
export const deleteMechanic = endpoint('deleteMechanic', 'DELETE /mechanic/deletemechnic/{id}', {
  permission: 'people:delete',
  summary: 'Erases a mechanic’s personal data and documents. Bookings and money rows are retained.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});

/** MECH-06 */
export const showBankAccount = endpoint('showBankAccount', 'GET /admin/mechanics/{id}/bank-account', {
  permission: 'bank:reveal',
  needsProof: true,
  summary: 'The complete number of a mechanic’s bank account. Logged in the activity log.',
  params: recordInPath,
  response: success({ accountNumber: maybe(text) }),
  errorCodes: [404],
});

/** BANK-05 */
export const showUpiId = endpoint('showUpiId', 'GET /admin/mechanics/{id}/upi-id', {
  permission: 'bank:reveal',
  needsProof: true,
  summary: 'The complete UPI ID of a mechanic. Logged in the activity log.',
  params: recordInPath,
  response: success({ upiId: maybe(text) }, { upiId: 'upi_id' }),
  errorCodes: [404],
});

/** FILE-04 */
export const showAadhaarCard = endpoint('showAadhaarCard', 'GET /admin/mechanics/{id}/documents/aadhaar', {
  permission: 'aadhaar:reveal',
  needsProof: true,
  summary:
    'A link to the image of a mechanic’s Aadhaar card, which ends with the session. Logged in the activity log.',
  params: recordInPath,
  response: success({ url: maybe(linkText) }),
  errorCodes: [404],
});
