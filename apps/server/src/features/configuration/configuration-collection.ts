import type { Configuration } from '@wayside/contract/configuration';
import type { CrudResource } from '../../crud/crud-resource.ts';
import { collections } from '../../records/collections.ts';
import { keepSavedConfiguration } from '../../records/state-configuration.ts';

/** What an administrator sets, from a row or from a version's content. */
const valuesJson = (of: (column: string) => string) => `
  'chargePerKmPaise', ${of('charge_per_km_paise')}, 'platformFeePaise', ${of('platform_fee_paise')},
  'commissionPercent', ${of('commission_percent')}, 'referralBonusPaise', ${of('referral_bonus_paise')},
  'mechanicChargePaise', ${of('mechanic_charge_paise')}, 'discountPercent', ${of('discount_percent')},
  'loyaltyPoints', ${of('loyalty_points')}, 'upiId', ${of('upi_id')}`;

/** Prices and rates: one record at most (CONF-01). */
export const CONFIGURATIONS: CrudResource<Configuration> = {
  collection: collections.configs,
  entity: 'configuration',
  noun: 'configuration',
  json: `json_build_object('id', b.id, ${valuesJson((column) => `b.${column}`)})`,
  orderBy: 'b.id',
  afterWrite: (client, { email }, changed) => keepSavedConfiguration(client, email, changed),
};

/** The values of a version `v`. */
export const VERSION_JSON = `json_build_object(${valuesJson((column) => `v.content -> '${column}'`)})`;
