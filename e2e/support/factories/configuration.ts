import type { Configuration } from '@wayside/contract/configuration';
import { newRecordId } from './record-id.ts';

/** Creates a configuration with a value in each field. */
export function aConfiguration(fields: Partial<Configuration> = {}): Configuration {
  return {
    id: newRecordId(),
    chargePerKmPaise: 1_250,
    platformFeePaise: 4_900,
    commissionPercent: 12.5,
    referralBonusPaise: 10_000,
    mechanicChargePaise: 25_000,
    discountPercent: 5,
    loyaltyPoints: 20,
    upiId: 'wayside@upi',
    ...fields,
  };
}
