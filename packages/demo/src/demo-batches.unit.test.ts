import { type Booking, chargesOf } from '@wayside/contract/bookings';
import {
  APPLICATION_STATUSES,
  BOOKING_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
} from '@wayside/contract/filter-values';
import { NOTIFICATION_TYPES } from '@wayside/contract/notifications';
import { describe, expect, it } from 'vitest';
import { type DemoRecords, demoBatches } from './demo-batches.ts';
import { planDemo } from './demo-plan.ts';

const NOW = new Date('2026-03-14T11:20:00Z');

/** Returns all records of a demo. */
function everything(bookings: number, seed = 1, now = NOW): DemoRecords {
  const all: Record<string, unknown[]> = {};
  for (const batch of demoBatches(planDemo({ bookings, seed, now }))) {
    for (const [name, records] of Object.entries(batch)) all[name] = [...(all[name] ?? []), ...records];
  }
  return all as Partial<DemoRecords> as DemoRecords;
}

const usual = everything(2500);
const smallest = everything(100);
const words = (values: readonly (string | null)[]) => [...new Set(values)];

describe('[RUN-01] demo records', () => {
  it('are the same for the same seed and time, and differ for another seed', () => {
    expect(everything(300, 7)).toEqual(everything(300, 7));
    const ids = new Set(everything(300, 7).bookings.map(({ id }) => id));
    expect(everything(300, 8).bookings.filter(({ id }) => ids.has(id))).toEqual([]);
  });

  it('have ids of 24 hexadecimal characters that are unique in their collection and sort by time', () => {
    for (const records of Object.values(usual) as { id: string }[][]) {
      expect(records.every(({ id }) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    }
    const dated = usual.bookings.flatMap(({ id, createdAt }) => (createdAt === null ? [] : [{ id, createdAt }]));
    const ids = dated
      .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
      .map(({ id }) => id.slice(0, 8));
    expect(ids).toEqual(ids.toSorted());
  });

  it('have no future dates and no booking before its customer and mechanic joined', () => {
    const joined = new Map([...usual.users, ...usual.mechanics].map(({ id, createdAt }) => [id, createdAt ?? '']));
    const now = NOW.toISOString();
    const happened = [
      ...usual.bookings.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
      ...usual.payments.flatMap(({ createdAt, transactedAt }) => [createdAt, transactedAt]),
      ...usual.payouts.map(({ paidAt }) => paidAt),
      ...usual.users.map(({ updatedAt }) => updatedAt),
    ];
    expect(happened.filter((date) => date !== null && date > now)).toEqual([]);
    const tooEarly = usual.bookings.filter(({ createdAt, customer, mechanic }) =>
      [customer, mechanic].some((person) => (joined.get(person?.id ?? '') ?? '') > (createdAt ?? '9')),
    );
    expect(tooEarly).toEqual([]);
  });

  it('increase over the months and are more frequent during the day and at weekends', () => {
    const timestamps = usual.bookings.flatMap(({ createdAt }) =>
      createdAt === null ? [] : [Date.parse(createdAt)],
    );
    const istHours = timestamps.map((ms) => new Date(ms + 5.5 * 3_600_000).getUTCHours());
    const istDays = timestamps.map((ms) => new Date(ms + 5.5 * 3_600_000).getUTCDay());
    const recent = timestamps.filter((ms) => ms > NOW.getTime() - 30 * 86_400_000).length;
    const earlier = timestamps.filter((ms) => ms < NOW.getTime() - 120 * 86_400_000).length;
    expect(recent).toBeGreaterThan(earlier * 1.5);
    expect(istHours.filter((hour) => hour >= 8 && hour < 20).length).toBeGreaterThan(timestamps.length * 0.7);
    expect(istDays.filter((day) => day === 0 || day === 6).length / 2).toBeGreaterThan(timestamps.length / 7);
  });
});

describe('[BOOK-10] amounts of demo bookings', () => {
  it.each([
    ['usual', usual],
    ['smallest', smallest],
  ])('satisfy total = charges - discount and paid + due = total (%s demo)', (_name, { bookings }) => {
    for (const booking of bookings) {
      if (booking.amounts === null) continue;
      const { totalPaise, paidPaise, duePaise, discountPaise } = booking.amounts;
      const charges = Object.values(chargesOf(booking) ?? {}).reduce<number>(
        (sum, charge) => sum + (charge ?? 0),
        0,
      );
      const actual = { totalPaise, sum: (paidPaise ?? -1) + (duePaise ?? -1) };
      expect(actual).toEqual({ totalPaise: charges - (discountPaise ?? 0), sum: totalPaise });
      const all = [totalPaise, paidPaise, duePaise, discountPaise, ...Object.values(chargesOf(booking) ?? {})];
      expect(all.every((paise) => Number.isSafeInteger(paise) && (paise ?? -1) >= 0)).toBe(true);
      const priced = booking.services.filter(({ pricePaise }) => pricePaise !== null);
      if (booking.kind === 'services' && priced.length > 0)
        expect(priced.reduce((sum, { pricePaise }) => sum + (pricePaise ?? 0), 0)).toBe(
          booking.serviceCharges?.serviceCostPaise,
        );
    }
  });

  it('equal the sum of paid and refunded payments', () => {
    const paid = new Map<string, number>();
    for (const { booking, status, amountPaise } of usual.payments) {
      if (booking?.id && (status === 'paid' || status === 'refunded'))
        paid.set(booking.id, (paid.get(booking.id) ?? 0) + (amountPaise ?? 0));
    }
    const differing = usual.bookings.filter(({ id, amounts }) => (amounts?.paidPaise ?? 0) !== (paid.get(id) ?? 0));
    expect(differing).toEqual([]);
  });

  it('[PAYO-07] never include payouts above the payments that the platform received for a mechanic', () => {
    const owed = new Map<string, number>();
    const add = (id: string, paise: number) => owed.set(id, (owed.get(id) ?? 0) + paise);
    for (const { mechanic, method, status, amountPaise } of usual.payments)
      if (status === 'paid' && method !== 'cash') add(mechanic?.id ?? '', amountPaise ?? 0);
    for (const { mechanic, grossPaise, payment } of usual.earnings)
      if (payment === null) add(mechanic.id ?? '', grossPaise);
    for (const { mechanic, amountPaise } of usual.payouts) {
      expect(amountPaise).toBeGreaterThan(0);
      add(mechanic.id ?? '', -amountPaise);
    }
    expect([...owed.values()].filter((paise) => paise < 0)).toEqual([]);
    const ids = usual.payouts.map(({ transactionId }) => transactionId?.toLowerCase());
    expect(new Set(ids).size).toBe(ids.length);
    // The formats that the screens recognize as a UTR (BANK-05).
    expect(ids.filter((id) => !/^(?:[a-z]{4}n\d{11}|\d{12})$/.test(id ?? ''))).toEqual([]);
  });
});

describe.each([
  ['usual', usual],
  ['smallest', smallest],
])('[BOOK-05, MECH-01, PAYM-02, NOTI-01] the %s demo', (_name, records) => {
  it('contains every status, kind, method and type, and an unknown status', () => {
    const { bookings, payments, mechanics, notifications } = records;
    expect(words(bookings.map(({ status }) => status))).toEqual(
      expect.arrayContaining([...BOOKING_STATUSES, 'on_hold']),
    );
    expect(words(bookings.map(({ kind }) => kind)).toSorted()).toEqual(['emergency', 'services']);
    expect(bookings.filter(({ status }) => status === 'on_hold')).toHaveLength(1);
    expect(words(payments.map(({ status }) => status)).toSorted()).toEqual([...PAYMENT_STATUSES].toSorted());
    expect(words(payments.map(({ method }) => method))).toEqual(expect.arrayContaining([...PAYMENT_METHODS, null]));
    expect(words(mechanics.map(({ status }) => status)).toSorted()).toEqual([...APPLICATION_STATUSES].toSorted());
    expect(words(notifications.map(({ type }) => type)).toSorted()).toEqual([...NOTIFICATION_TYPES].toSorted());
  });

  it.each<[string, (booking: Booking) => boolean]>([
    ['no mechanic', ({ mechanic, status }) => mechanic === null && status === 'completed'],
    ['an unknown customer', ({ customer }) => customer?.id === '5f00000000000000000000c1'],
    ['an unknown mechanic', ({ mechanic }) => mechanic?.id === '5f00000000000000000000a1'],
    ['no customer', ({ customer }) => customer === null],
    ['no wanted date', ({ scheduledAt }) => scheduledAt === null],
    ['no date at all', ({ createdAt }) => createdAt === null],
    ['no rating', ({ rating }) => rating === null],
    ['a rating of 0', ({ rating }) => rating === 0],
    ['a long problem', ({ problem }) => (problem?.length ?? 0) > 1000],
    ['an emergency without a problem', ({ kind, problem }) => kind === 'emergency' && problem === null],
    ['no services', ({ kind, services }) => kind === 'services' && services.length === 0],
    ['a nameless service', ({ services }) => services.some(({ name }) => name === null)],
    [
      'no amounts',
      ({ amounts, serviceCharges, emergencyCharges }) => (amounts ?? serviceCharges ?? emergencyCharges) === null,
    ],
    ['no location', ({ location }) => location === null],
    ['a part paid', ({ amounts }) => (amounts?.paidPaise ?? 0) > 0 && (amounts?.duePaise ?? 0) > 0],
    ['an amount of lakhs', ({ amounts }) => (amounts?.totalPaise ?? 0) > 100_000_000],
  ])('has a booking with %s', (_case, isSo) => {
    expect(records.bookings.some(isSo)).toBe(true);
  });

  it('has people with and without each optional field', () => {
    const { users, mechanics } = records;
    for (const key of ['name', 'email', 'phone', 'walletPaise', 'socketId', 'referralCode'] as const)
      expect(users.filter((user) => user[key] === null).length, key).toBeGreaterThan(0);
    expect(users.some(({ name }) => name?.length === 200)).toBe(true);
    expect(users.some(({ name }) => /\p{Script=Devanagari}/u.test(name ?? ''))).toBe(true);
    expect(users.some(({ isBlocked }) => isBlocked) && users.some(({ socketId }) => socketId !== null)).toBe(true);
    for (const wallets of [users, mechanics].map((people) => people.map(({ walletPaise }) => walletPaise))) {
      expect(wallets).toEqual(expect.arrayContaining([null, 0, 1000]));
      expect(wallets.some((paise) => paise !== null && paise > 0 && paise < 1000)).toBe(true);
      expect(wallets.some((paise) => paise !== null && paise > 1000)).toBe(true);
    }
    for (const key of ['shop', 'bank', 'documents'] as const)
      expect(words(mechanics.map((mechanic) => String(mechanic[key] === null))), key).toHaveLength(2);
  });

  it('has payments without a booking, a customer, a mechanic or an amount, and earnings and payouts', () => {
    for (const key of ['booking', 'customer', 'mechanic', 'amountPaise', 'screenshot'] as const)
      expect(
        records.payments.some((payment) => payment[key] === null),
        key,
      ).toBe(true);
    expect(records.payouts.length).toBeGreaterThan(0);
    expect(records.earnings.length).toBeGreaterThan(0);
    expect(records.configs).toHaveLength(1);
  });
});
