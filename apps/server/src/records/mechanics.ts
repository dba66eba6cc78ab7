import { AADHAAR_ON_FILE, mechanic } from '@wayside/contract/mechanics';
import { mechanics } from '../db/schema/mechanics.ts';
import { defineRecord } from './define-record.ts';
import { separate, unlessEmpty } from './field-source.ts';

/** The last four digits; a number that has no more than these is hidden whole (MECH-06). */
const MASKED_NUMBER = `CASE WHEN length(b.bank_account_number) > 4
  THEN '••••' || right(b.bank_account_number, 4) WHEN b.bank_account_number <> '' THEN '••••' END`;

/** A document of another host by its copy, once there is one (FILE-04). */
const copied = (field: 'profile_photo' | 'shop_photo') =>
  `coalesce((SELECT copied_image FROM document_copies WHERE field = '${field}' AND id = b.id), b.${field})`;

/** That there is an Aadhaar card, and not where (FILE-04). */
const MASKED_CARD = `CASE WHEN b.aadhaar_card <> '' THEN '${AADHAAR_ON_FILE}' END`;

/** The whole number of a bank account and the Aadhaar card are never read with the record. */
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
    // The wallet is the sum of its entries; what the source states is booked as one (LOYA-05).
    walletPaise: separate({ read: mechanics.walletPaise, write: mechanics.sourceWalletPaise }),
    referralCode: mechanics.referralCode,
    vehicleTypes: mechanics.vehicleTypes,
    shop: unlessEmpty({
      name: mechanics.shopName,
      perHourPaise: mechanics.shopPerHourPaise,
      experienceYears: mechanics.shopExperienceYears,
      description: mechanics.shopDescription,
      latitude: mechanics.shopLatitude,
      longitude: mechanics.shopLongitude,
    }),
    bank: unlessEmpty({
      accountHolder: mechanics.bankAccountHolder,
      bankName: mechanics.bankName,
      accountNumber: separate({ read: MASKED_NUMBER, write: mechanics.bankAccountNumber }),
      ifscCode: mechanics.bankIfscCode,
      upiId: mechanics.bankUpiId,
      preferredMethod: mechanics.bankPreferredMethod,
    }),
    documents: unlessEmpty({
      profilePhoto: separate({ read: copied('profile_photo'), write: mechanics.profilePhoto }),
      aadhaarCard: separate({ read: MASKED_CARD, write: mechanics.aadhaarCard }),
      shopPhoto: separate({ read: copied('shop_photo'), write: mechanics.shopPhoto }),
    }),
    createdAt: mechanics.createdAt,
  },
});
