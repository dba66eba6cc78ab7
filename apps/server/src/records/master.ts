import { type ConfigurationOfSource, configurationOfSource } from '@wayside/contract/configuration';
import { type Slot, slot, type VehicleModel, vehicleModel } from '@wayside/contract/master';
import { defineCollection } from './collection.ts';

/** Time slots. */
export const slots = defineCollection<Slot>({
  name: 'slots',
  noun: 'a time slot',
  codec: slot,
  table: 'slots',
  columns: [
    { name: 'start_time', type: 'text', read: (record) => record.startTime },
    { name: 'end_time', type: 'text', read: (record) => record.endTime },
    { name: 'duration', type: 'text', read: (record) => record.duration },
  ],
});

/** Makers of vehicles. */
export const companies = defineCollection<VehicleModel>({
  name: 'companies',
  noun: 'a vehicle model',
  codec: vehicleModel,
  table: 'vehicle_models',
  columns: [
    { name: 'company_name', type: 'text', read: (record) => record.companyName },
    { name: 'image', type: 'text', read: (record) => record.image },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
  ],
});

/** Prices and rates: one record at most, written by `stateConfiguration`. */
export const configs = defineCollection<ConfigurationOfSource>({
  name: 'configs',
  noun: 'a configuration',
  codec: configurationOfSource,
  table: 'configurations',
  columns: [
    { name: 'charge_per_km_paise', type: 'bigint', read: (record) => record.chargePerKmPaise },
    { name: 'platform_fee_paise', type: 'bigint', read: (record) => record.platformFeePaise },
    { name: 'commission_percent', type: 'double precision', read: (record) => record.commissionPercent },
    { name: 'referral_bonus_paise', type: 'bigint', read: (record) => record.referralBonusPaise },
    { name: 'mechanic_charge_paise', type: 'bigint', read: (record) => record.mechanicChargePaise },
    { name: 'discount_percent', type: 'double precision', read: (record) => record.discountPercent },
    { name: 'loyalty_points', type: 'double precision', read: (record) => record.loyaltyPoints },
    { name: 'upi_id', type: 'text', read: (record) => record.upiId },
    { name: 'stated_at', type: 'timestamptz', read: ({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? null },
  ],
});
