import { configuration, configurationOfSource } from '@wayside/contract/configuration';
import { configurations } from '../platform/db/schema/configuration.ts';
import { defineRecord } from './define-record.ts';

/** Prices and rates: one record at most, which an import writes by `stateConfiguration`. */
export const configurationRecord = defineRecord({
  table: configurations,
  schema: configuration,
  sourceSchema: configurationOfSource,
  collection: 'configs',
  posts: true,
  map: {
    id: configurations.id,
    chargePerKmPaise: configurations.chargePerKmPaise,
    platformFeePaise: configurations.platformFeePaise,
    commissionPercent: configurations.commissionPercent,
    referralBonusPaise: configurations.referralBonusPaise,
    mechanicChargePaise: configurations.mechanicChargePaise,
    discountPercent: configurations.discountPercent,
    loyaltyPoints: configurations.loyaltyPoints,
    upiId: configurations.upiId,
  },
  computed: { statedAt: ({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? null },
});
