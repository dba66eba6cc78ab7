import type { Booking } from '@wayside/contract/bookings';
import type { ConfigurationOfSource } from '@wayside/contract/configuration';
import type { Mechanic } from '@wayside/contract/mechanics';
import type { Notification } from '@wayside/contract/notifications';
import type { Part } from '@wayside/contract/parts';
import type { Payment } from '@wayside/contract/payments';
import type { Earning, Payout } from '@wayside/contract/payouts';
import type { Service } from '@wayside/contract/services';
import type { Slot } from '@wayside/contract/slots';
import type { SosService } from '@wayside/contract/sos-services';
import type { User } from '@wayside/contract/users';
import type { VehicleModel } from '@wayside/contract/vehicle-models';
import { demoBooking, undatedBooking } from './demo-bookings.ts';
import { demoCatalogue } from './demo-catalogue.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { DemoLedger } from './demo-ledger.ts';
import { demoMechanic } from './demo-mechanics.ts';
import { demoNotifications } from './demo-notifications.ts';
import type { DemoPlan } from './demo-plan.ts';
import { demoUser } from './demo-users.ts';
import { MechanicPool } from './mechanic-pool.ts';
import { orphanEarnings, orphanPayments } from './orphans.ts';

/** Records of every collection, by the names of an import's files. */
export interface DemoRecords {
  readonly configs: ConfigurationOfSource[];
  readonly users: User[];
  readonly mechanics: Mechanic[];
  readonly companies: VehicleModel[];
  readonly slots: Slot[];
  readonly sosservices: SosService[];
  readonly services: Service[];
  readonly parts: Part[];
  readonly bookings: Booking[];
  readonly payments: Payment[];
  readonly earnings: Earning[];
  readonly payouts: Payout[];
  readonly notifications: Notification[];
}

/** A part of the records that fits in memory. */
export type DemoBatch = Partial<DemoRecords>;

const BATCH = 100;

function* inBatches<T>(count: number, make: (place: number) => T): Generator<T[]> {
  for (let from = 0; from < count; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => make(from + place));
  }
}

/** Generates the demo in batches whose references only point back. The same plan gives the same records. */
export function* demoBatches(plan: DemoPlan): Generator<DemoBatch> {
  const { slots, vehicleModels, configuration } = demoConfiguration(plan);
  const { services, parts, sosServices } = demoCatalogue(plan);
  yield { configs: [configuration], companies: vehicleModels, slots, sosservices: sosServices, services, parts };
  for (const users of inBatches(plan.users, (place) => demoUser(plan, place))) yield { users };
  const mechanicPool = new MechanicPool();
  for (const hired of inBatches(plan.mechanics, (place) => ({ ...demoMechanic(plan, place), place }))) {
    for (const { mechanic, city, place } of hired) mechanicPool.add(mechanic, city, place);
    yield { mechanics: hired.map(({ mechanic }) => mechanic) };
  }
  yield* bookedBatches(plan, mechanicPool);
  for (const notifications of gathered(demoNotifications(plan, mechanicPool))) yield { notifications };
}

function* bookedBatches(plan: DemoPlan, mechanicPool: MechanicPool): Generator<DemoBatch> {
  const ledger = new DemoLedger(plan);
  yield { bookings: [undatedBooking(plan, mechanicPool)], earnings: orphanEarnings(plan, mechanicPool) };
  for (const made of inBatches(plan.bookings, (index) => ({ ...demoBooking(plan, index, mechanicPool), index }))) {
    const booked = made.map(({ booking, payments, index }) => ledger.book(booking, payments, index));
    yield {
      bookings: made.map(({ booking }) => booking),
      payments: made.flatMap(({ payments }) => payments),
      earnings: booked.flatMap(({ earnings }) => earnings),
      payouts: booked.flatMap(({ payouts }) => payouts),
    };
  }
  yield { payments: orphanPayments(plan, mechanicPool), payouts: ledger.payRest(mechanicPool.members) };
}

function* gathered<T>(records: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
