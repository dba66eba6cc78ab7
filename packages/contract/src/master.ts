import { instant, maybe, numeric, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const slotFields = { id: recordId, startTime: maybe(text), endTime: maybe(text), duration: maybe(text) };
/** A time slot for bookings; its times are free text (SLOT-05). */
export type Slot = DomainOf<typeof slotFields>;
/** A time slot on the wire. */
export const slot: Wire<Slot> = wireObject(slotFields, {
  id: '_id',
  startTime: 'starttime',
  endTime: 'endtime',
  duration: 'no_of_hour',
});

const vehicleModelFields = {
  id: recordId,
  companyName: maybe(text),
  image: maybe(text),
  createdAt: maybe(instant),
};
/** A maker of vehicles (MODL-01). */
export type VehicleModel = DomainOf<typeof vehicleModelFields>;
/** A maker of vehicles on the wire. */
export const vehicleModel: Wire<VehicleModel> = wireObject(vehicleModelFields, {
  id: '_id',
  companyName: 'companyname',
});

const configurationFields = {
  id: recordId,
  chargePerKmPaise: maybe(rupees),
  platformFeePaise: maybe(rupees),
  commissionPercent: maybe(numeric),
  referralBonusPaise: maybe(rupees),
  mechanicChargePaise: maybe(rupees),
  discountPercent: maybe(numeric),
  loyaltyPoints: maybe(numeric),
  upiId: maybe(text),
};
/** The marketplace's prices and rates: one record (CONF-01). */
export type Configuration = DomainOf<typeof configurationFields>;
/** The configuration on the wire. */
export const configuration: Wire<Configuration> = wireObject(configurationFields, {
  id: '_id',
  chargePerKmPaise: 'charge_per_km',
  platformFeePaise: 'platform_fee',
  commissionPercent: 'commision_percentage',
  referralBonusPaise: 'referral_bonus',
  mechanicChargePaise: 'mechanic_charge',
  discountPercent: 'discount_percentage',
  loyaltyPoints: 'Loyality_points',
  upiId: 'upi_number',
});
