import { type Mechanic, mechanic } from '@wayside/contract/mechanics';
import { type User, user } from '@wayside/contract/users';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { newRecordId } from './record-id.ts';

/** Creates a customer with all fields. */
export function aUser(overrides: Partial<User> = {}): User {
  return completeRecord(user, {
    id: newRecordId(),
    name: 'Ravi Kumar',
    email: 'ravi.kumar@example.in',
    phone: '9876543210',
    vehicleTypes: ['car'],
    walletPaise: 25_000,
    isBlocked: false,
    referralCode: 'RAVI10',
    createdAt: '2026-01-10T06:00:00.000Z',
    updatedAt: '2026-02-10T06:00:00.000Z',
    ...overrides,
  });
}

/** Creates a customer that has only dates. */
export function aUserWithoutValues(overrides: Partial<User> = {}): User {
  const nothing = { name: null, email: null, phone: null, walletPaise: null, referralCode: null };
  return aUser({ ...nothing, vehicleTypes: [], ...overrides });
}

/** Creates a customer with values of the maximum length. */
export function aUserWithLongValues(overrides: Partial<User> = {}): User {
  return aUser({
    name: 'Anantha'.repeat(29).slice(0, 200),
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.in`,
    vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'],
    walletPaise: 9_999_999_999,
    ...overrides,
  });
}

/** Creates an approved mechanic with a wallet and a shop, without bank account and documents. */
export function aMechanic(overrides: Partial<Mechanic> = {}): Mechanic {
  return completeRecord(mechanic, {
    id: newRecordId(),
    name: 'Suresh Patil',
    email: 'suresh.patil@example.in',
    phone: '9123456780',
    status: 'approved',
    isBlocked: false,
    isExpert: false,
    isAvailable: true,
    isEmailVerified: true,
    isPhoneVerified: true,
    walletPaise: 50_000,
    referralCode: 'SURESH5',
    vehicleTypes: ['bike', 'car'],
    createdAt: '2026-01-05T06:00:00.000Z',
    shop: {
      name: 'Patil Motors',
      perHourPaise: 40_000,
      experienceYears: 8,
      description: 'Two-wheelers and small cars',
      latitude: 19.076,
      longitude: 72.8777,
    },
    ...overrides,
  });
}

/** Creates a pending application with bank account and documents. */
export function anApplication(overrides: Partial<Mechanic> = {}): Mechanic {
  return aMechanic({
    name: 'Imran Shaikh',
    email: 'imran.shaikh@example.in',
    phone: '9000012345',
    status: 'pending',
    walletPaise: null,
    bank: someBank(),
    documents: someDocuments('imran'),
    ...overrides,
  });
}

/** Creates a bank account with a number ending in 8901. */
export function someBank(): NonNullable<Mechanic['bank']> {
  return {
    accountHolder: 'Imran Shaikh',
    bankName: 'State Bank of India',
    accountNumber: '5012345678901',
    ifscCode: 'SBIN0001234',
    upiId: 'imran@upi',
    preferredMethod: 'bank_transfer',
  };
}

/** Creates document URLs like those of stored images; see servePictures. */
export function someDocuments(whose: string): NonNullable<Mechanic['documents']> {
  return {
    profilePhoto: `/pictures/${whose}-face.png`,
    aadhaarCard: `/pictures/${whose}-aadhaar.png`,
    shopPhoto: `/pictures/${whose}-shop.png`,
  };
}

/** Returns a reference to a person, as in other records. */
export function refTo({ id, name, phone, email }: User | Mechanic): PersonRef {
  return { id, name, phone, email };
}
