import type { Booking, BookingCharges } from '@wayside/contract/bookings';
import { DEMO_SERVICES, RATES } from './demo-catalogue.ts';
import type { Random } from './random.ts';

/** The price of a booking in paise. The total is the charges less the discount. */
export interface BookingPrice {
  readonly services: Booking['services'];
  readonly charges: BookingCharges;
  readonly discountPaise: number;
  readonly totalPaise: number;
}

const RUPEE = 100;

export function totalOf(charges: BookingCharges, discountPaise: number): number {
  return Object.values(charges).reduce<number>((sum, charge) => sum + (charge ?? 0), 0) - discountPaise;
}

function priced(services: Booking['services'], charges: BookingCharges, discountPaise: number): BookingPrice {
  return { services, charges, discountPaise, totalPaise: totalOf(charges, discountPaise) };
}

/** Returns the discount. Some customers have a coupon for a percentage or a fixed amount. */
function discountOn(costPaise: number, random: Random): number {
  if (random.chance(0.68)) return 0;
  if (random.chance(0.3)) return Math.min(costPaise, random.pick([5000, 10_000, 15_000]));
  return Math.floor((costPaise * random.pick([RATES.discountPercent, 10, 12.5])) / 100);
}

/** Returns the price of one to three services of the catalogue, which cost ₹199 to ₹8,999 each. */
export function priceOfServices(random: Random): BookingPrice {
  const count = random.weighted([
    [1, 62],
    [2, 28],
    [3, 10],
  ]);
  const services = Array.from({ length: count }, () => {
    const { name, leastRupees, mostRupees } = random.pick(DEMO_SERVICES);
    // Low prices are more frequent.
    const steps = Math.floor((mostRupees - leastRupees) / 50);
    return { name, pricePaise: (leastRupees + Math.floor(random.next() ** 1.8 * (steps + 1)) * 50) * RUPEE };
  });
  const serviceCostPaise = services.reduce((sum, { pricePaise }) => sum + pricePaise, 0);
  const charges: BookingCharges = {
    platformFeePaise: RATES.platformFeePaise,
    mechanicChargePaise: random.chance(0.6) ? RATES.mechanicChargePaise : 0,
    serviceCostPaise,
    pricePerKmPaise: 0,
    additionalServiceCostPaise: random.chance(0.12) ? random.between(3, 40) * 2550 : 0,
  };
  return priced(services, charges, discountOn(serviceCostPaise, random));
}

/** Returns the price of roadside help, which consists of the call-out, the work, and a charge per kilometre. */
export function priceOfEmergency(random: Random): BookingPrice {
  const charges: BookingCharges = {
    platformFeePaise: RATES.platformFeePaise,
    mechanicChargePaise: RATES.mechanicChargePaise + random.between(0, 6) * 5000,
    serviceCostPaise: random.between(4, 50) * 5000,
    pricePerKmPaise: random.pick([RATES.chargePerKmPaise, 1500, 1850]),
    additionalServiceCostPaise: random.chance(0.2) ? random.between(2, 30) * 5025 : 0,
  };
  return priced([], charges, random.chance(0.06) ? 5000 : 0);
}
