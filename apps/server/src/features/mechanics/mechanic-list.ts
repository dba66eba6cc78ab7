import type { ListShape } from '../../db/page-statement.ts';

/** The last four digits; a number that has no more than these is hidden whole (MECH-06). */
const MASKED_NUMBER = `CASE WHEN length(b.bank_account_number) > 4
  THEN '••••' || right(b.bank_account_number, 4) WHEN b.bank_account_number <> '' THEN '••••' END`;

/** A status of the record, or null where nothing of it is known. */
const status = (fields: Readonly<Record<string, string>>): string =>
  `CASE WHEN num_nonnulls(${Object.values(fields).join(', ')}) > 0 THEN
    json_build_object(${Object.entries(fields)
      .map(([name, value]) => `'${name}', ${value}`)
      .join(', ')}) END`;

const SHOP = status({
  name: 'b.shop_name',
  perHourPaise: 'b.shop_per_hour_paise',
  experienceYears: 'b.shop_experience_years',
  description: 'b.shop_description',
  latitude: 'b.shop_latitude',
  longitude: 'b.shop_longitude',
});

const BANK = status({
  accountHolder: 'b.bank_account_holder',
  bankName: 'b.bank_name',
  accountNumber: MASKED_NUMBER,
  ifscCode: 'b.bank_ifsc_code',
  upiId: 'b.bank_upi_id',
  preferredMethod: 'b.bank_preferred_method',
});

const DOCUMENTS = status({
  profilePhoto: 'b.profile_photo',
  aadhaarCard: 'b.aadhaar_card',
  shopPhoto: 'b.shop_photo',
});

/** How mechanics are listed (MECH-01, MECH-02). The whole number of a bank account never leaves the database here. */
export const MECHANIC_LIST: ListShape = {
  name: 'list-mechanics',
  table: 'mechanics',
  orderBy: 'listed_at',
  counter: 'mechanics',
  statusColumn: 'status',
  searchColumns: ['phone', 'name', 'email'],
  digitsColumn: 'phone_digits',
  json: `json_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'isBlocked', b.is_blocked,
    'isExpert', b.is_expert, 'isAvailable', b.is_available, 'isEmailVerified', b.is_email_verified,
    'isPhoneVerified', b.is_phone_verified, 'walletPaise', b.wallet_paise, 'referralCode', b.referral_code,
    'vehicleTypes', b.vehicle_types, 'createdAt', iso_instant(b.created_at),
    'shop', ${SHOP}, 'bank', ${BANK}, 'documents', ${DOCUMENTS})`,
  joins: '',
};
