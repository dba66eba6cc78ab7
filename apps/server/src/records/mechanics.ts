import { AADHAAR_ON_FILE, type Mechanic, mechanic } from '@wayside/contract/mechanics';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import { readWhereReadable } from '../platform/crypto/reencrypt.ts';
import { mechanics } from '../platform/db/schema/mechanics.ts';
import { defineRecord } from './define-record.ts';
import { noteCount, nullIfEmpty, separate } from './field-source.ts';

/** The document's copy in Wayside, or the address on another host until there is a copy (FILE-04). */
const copiedImageSql = (field: 'profile_photo' | 'shop_photo') =>
  `coalesce((SELECT copied_image FROM document_copies WHERE field = '${field}' AND id = b.id), b.${field})`;

/** Shows that there is an Aadhaar card, but not where it is (FILE-04). */
const MASKED_CARD = `CASE WHEN b.aadhaar_card IS NOT NULL THEN '${AADHAAR_ON_FILE}' END`;

/** Bank details, partly encrypted; null if there are none. */
export const storedBank = nullIfEmpty({
  accountHolder: mechanics.bankAccountHolder,
  bankName: mechanics.bankName,
  accountNumber: mechanics.bankAccountNumber,
  ifscCode: mechanics.bankIfscCode,
  upiId: mechanics.bankUpiId,
  preferredMethod: mechanics.bankPreferredMethod,
});

/** The stored record, in which some values are encrypted (PRIV-01); `decryptMechanic` decrypts them. */
export const mechanicRecord = defineRecord({
  table: mechanics,
  schema: mechanic,
  collection: 'mechanics',
  map: {
    id: mechanics.id,
    name: mechanics.name,
    email: mechanics.email,
    phone: mechanics.phone,
    status: mechanics.status,
    isBlocked: mechanics.isBlocked,
    isExpert: mechanics.isExpert,
    isAvailable: mechanics.isAvailable,
    isEmailVerified: mechanics.isEmailVerified,
    isPhoneVerified: mechanics.isPhoneVerified,
    // The wallet balance is the sum of its entries; the balance stated by the source is booked as an entry (LOYA-05).
    walletPaise: separate({ read: mechanics.walletPaise, write: mechanics.sourceWalletPaise }),
    referralCode: mechanics.referralCode,
    vehicleTypes: mechanics.vehicleTypes,
    shop: nullIfEmpty({
      name: mechanics.shopName,
      perHourPaise: mechanics.shopPerHourPaise,
      experienceYears: mechanics.shopExperienceYears,
      description: mechanics.shopDescription,
      latitude: mechanics.shopLatitude,
      longitude: mechanics.shopLongitude,
    }),
    bank: storedBank,
    documents: nullIfEmpty({
      profilePhoto: separate({ read: copiedImageSql('profile_photo'), write: mechanics.profilePhoto }),
      aadhaarCard: separate({ read: MASKED_CARD, write: mechanics.aadhaarCard }),
      shopPhoto: separate({ read: copiedImageSql('shop_photo'), write: mechanics.shopPhoto }),
    }),
    createdAt: mechanics.createdAt,
    noteCount: noteCount('mechanic_id'),
  },
});

/** Returns the last four digits. A number of four digits or fewer is hidden completely (MECH-06). */
export function maskAccount(number: string | null): string | null {
  if (number === null || number === '') return null;
  const characters = [...number];
  return `••••${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
}

/** Masks a UPI id, showing its handle and at most two characters of the name before it (BANK-05). */
export function maskUpiId(upiId: string | null): string | null {
  if (upiId === null || upiId === '') return null;
  const [name = '', ...handle] = upiId.split('@');
  const characters = [...name];
  const start = characters.length > 4 ? characters.slice(0, 2).join('') : '';
  return [`${start}••••`, ...handle].join('@');
}

export type BankDetails = NonNullable<Mechanic['bank']>;

/**
 * Returns bank details for display, with the account number masked. A value that no known key can decrypt is treated
 * as missing.
 */
export async function readBank(keys: DataKeys, id: string, bank: BankDetails): Promise<BankDetails> {
  const read = (column: string, value: string | null) =>
    readWhereReadable(keys, value, { table: 'mechanics', id, column });
  return {
    ...bank,
    accountNumber: maskAccount(await read('bank_account_number', bank.accountNumber)),
    ifscCode: await read('bank_ifsc_code', bank.ifscCode),
    upiId: await read('bank_upi_id', bank.upiId),
  };
}

/** Returns a mechanic for display, with the bank account masked. The complete number is never read with the record. */
export async function decryptMechanic(keys: DataKeys, stored: Mechanic): Promise<Mechanic> {
  const { id, bank } = stored;
  return { ...stored, bank: bank && (await readBank(keys, id, bank)) };
}

/** Whether a resubmission was requested from the mechanic and the source has not changed the record since then. */
const IS_RESUBMISSION_PENDING = `EXISTS (SELECT FROM activity AS asked WHERE asked.entity = 'mechanic' AND asked.entity_id = mechanics.id
  AND asked.action = 'resubmission_requested' AND asked.at >= coalesce(
    (SELECT changed_at FROM imported_records AS source WHERE source.collection = 'mechanics' AND source.id = mechanics.id), '-infinity'))`;

/**
 * SQL conditions of applications that wait for a decision and of those that wait for the mechanic (MECH-08, WORK-05).
 */
export const APPLICATION_QUEUES = {
  to_decide: `(status IN ('pending', 'sent_for_verification') OR status = 'resent_for_verification' AND NOT ${IS_RESUBMISSION_PENDING})`,
  waiting: `(status = 'resent_for_verification' AND ${IS_RESUBMISSION_PENDING})`,
} as const;
