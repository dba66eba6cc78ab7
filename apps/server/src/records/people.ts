import { type Mechanic, mechanic } from '@wayside/contract/mechanics';
import { type User, user } from '@wayside/contract/users';
import { defineCollection } from './collection.ts';

/** Customers. */
export const users = defineCollection<User>({
  name: 'users',
  noun: 'a customer',
  codec: user,
  table: 'users',
  columns: [
    { name: 'name', type: 'text', read: (record) => record.name },
    { name: 'email', type: 'text', read: (record) => record.email },
    { name: 'phone', type: 'text', read: (record) => record.phone },
    { name: 'vehicle_types', type: 'text[]', read: (record) => record.vehicleTypes },
    { name: 'source_wallet_paise', type: 'bigint', read: (record) => record.walletPaise },
    { name: 'is_blocked', type: 'boolean', read: (record) => record.isBlocked },
    { name: 'referral_code', type: 'text', read: (record) => record.referralCode },
    { name: 'socket_id', type: 'text', read: (record) => record.socketId },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
    { name: 'updated_at', type: 'timestamptz', read: (record) => record.updatedAt },
  ],
});

/** Mechanics and their applications. */
export const mechanics = defineCollection<Mechanic>({
  name: 'mechanics',
  noun: 'a mechanic',
  codec: mechanic,
  table: 'mechanics',
  columns: [
    { name: 'name', type: 'text', read: (record) => record.name },
    { name: 'email', type: 'text', read: (record) => record.email },
    { name: 'phone', type: 'text', read: (record) => record.phone },
    { name: 'status', type: 'text', read: (record) => record.status },
    { name: 'is_blocked', type: 'boolean', read: (record) => record.isBlocked },
    { name: 'is_expert', type: 'boolean', read: (record) => record.isExpert },
    { name: 'is_available', type: 'boolean', read: (record) => record.isAvailable },
    { name: 'is_email_verified', type: 'boolean', read: (record) => record.isEmailVerified },
    { name: 'is_phone_verified', type: 'boolean', read: (record) => record.isPhoneVerified },
    { name: 'source_wallet_paise', type: 'bigint', read: (record) => record.walletPaise },
    { name: 'referral_code', type: 'text', read: (record) => record.referralCode },
    { name: 'vehicle_types', type: 'text[]', read: (record) => record.vehicleTypes },
    { name: 'shop_name', type: 'text', read: ({ shop }) => shop?.name ?? null },
    { name: 'shop_per_hour_paise', type: 'bigint', read: ({ shop }) => shop?.perHourPaise ?? null },
    { name: 'shop_experience_years', type: 'double precision', read: ({ shop }) => shop?.experienceYears ?? null },
    { name: 'shop_description', type: 'text', read: ({ shop }) => shop?.description ?? null },
    { name: 'shop_latitude', type: 'double precision', read: ({ shop }) => shop?.latitude ?? null },
    { name: 'shop_longitude', type: 'double precision', read: ({ shop }) => shop?.longitude ?? null },
    { name: 'bank_account_holder', type: 'text', read: ({ bank }) => bank?.accountHolder ?? null },
    { name: 'bank_name', type: 'text', read: ({ bank }) => bank?.bankName ?? null },
    { name: 'bank_account_number', type: 'text', read: ({ bank }) => bank?.accountNumber ?? null },
    { name: 'bank_ifsc_code', type: 'text', read: ({ bank }) => bank?.ifscCode ?? null },
    { name: 'bank_upi_id', type: 'text', read: ({ bank }) => bank?.upiId ?? null },
    { name: 'bank_preferred_method', type: 'text', read: ({ bank }) => bank?.preferredMethod ?? null },
    { name: 'profile_photo', type: 'text', read: ({ documents }) => documents?.profilePhoto ?? null },
    { name: 'aadhaar_card', type: 'text', read: ({ documents }) => documents?.aadhaarCard ?? null },
    { name: 'shop_photo', type: 'text', read: ({ documents }) => documents?.shopPhoto ?? null },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
  ],
});
