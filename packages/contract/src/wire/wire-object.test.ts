import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { booking, chargesOf } from '../bookings.ts';
import { earning, payout } from '../payouts.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { instant, maybe, numeric, recordId, text } from './fields.ts';
import { rupees } from './money.ts';
import { encoderOf } from './wire.ts';
import { domainKey, wireObject } from './wire-object.ts';

const record = wireObject(
  { id: recordId, name: maybe(text), pricePaise: maybe(rupees), at: maybe(instant), stars: maybe(numeric) },
  { id: '_id', pricePaise: 'price' },
);
const id = 'a'.repeat(24);

describe('wireObject', () => {
  test('[API-15] decodes to the domain names, with missing fields as null', () => {
    expect(z.decode(record, { _id: id.toUpperCase(), price: '12.345' })).toEqual({
      id,
      name: null,
      pricePaise: 1235,
      at: null,
      stars: null,
    });
  });

  test('throws for two fields with the same API name', () => {
    expect(() => wireObject({ a: text, b: text }, { a: 'b' })).toThrow('two fields are spelled b');
  });

  test('[API-14] names each error by the API field name', () => {
    const result = z.safeDecode(record, { _id: 'short', price: -1, at: 'yesterday', name: 'a\u0000b' });
    expect(fieldErrorsOf(result.error?.issues ?? [])).toMatchObject([
      { field: '_id', message: 'must be an id of 24 hexadecimal characters' },
      { field: 'name', message: 'must be well-formed text without NUL bytes' },
      { field: 'price', message: 'must not be negative' },
      { field: 'at', message: 'must be a date' },
    ]);
    expect(domainKey(record, 'price')).toBe('pricePaise');
  });

  test('decodes an encoded record to the same record', () => {
    const storable = fc.string({ unit: 'grapheme' }).filter((value) => value !== '' && !value.includes('\u0000'));
    const domain = fc.record({
      id: fc.stringMatching(/^[0-9a-f]{24}$/),
      name: fc.option(storable),
      pricePaise: fc.option(fc.integer({ min: 0, max: 1e12 })),
      at: fc.option(
        fc
          .date({ min: new Date('1900-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
      ),
      stars: fc.option(fc.integer({ min: 0, max: 5 })),
    });
    fc.assert(
      fc.property(domain, (value) => {
        expect(encoderOf(record)(value)).toEqual(z.encode(record, value));
        expect(z.decode(record, JSON.parse(JSON.stringify(encoderOf(record)(value))))).toEqual(value);
      }),
    );
  });
});

describe('field errors', () => {
  const unknownFields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
  const strict = wireObject({ name: maybe(text) }, {}, {}, 'reject');

  test('[API-14] name every unknown field of a request', () => {
    const { error } = z.safeDecode(strict, unknownFields(3) as never);
    expect(fieldErrorsOf(error?.issues ?? [])).toMatchObject(
      ['k0', 'k1', 'k2'].map((field) => ({ field, message: 'is unknown' })),
    );
  });

  test('[API-14, SECU-01] name at most 100 fields of a request with 500,000 unknown fields', () => {
    const { error } = z.safeDecode(strict, unknownFields(500_000) as never);
    expect(fieldErrorsOf(error?.issues ?? [])).toHaveLength(100);
  }, 10_000);
});

describe('records of the external API', () => {
  const wireBooking = {
    _id: id,
    bookingtype: 'emergency',
    status: 'accecpted',
    payment_status: 'paid',
    services: [{ servicename: 'Oil change', price: 499.5 }],
    problem: 'Flat tyre',
    service_date: '2026-11-20T10:00:00.000Z',
    createdAt: '2026-11-19T10:00:00.000Z',
    updatedAt: '2026-11-19T10:00:00.000Z',
    userLocation: { coordinates: [72.8777, 19.076] },
    reviewstar: 4,
    userid: { _id: 'b'.repeat(24), name: 'Asha', phone_number: '9876543210', email: 'asha@example.test' },
    mechanicid: null,
    payment_details: { totalamount: 499.5, paidamount: 0, dueamount: 499.5, discount: null },
    payment_ser_summary: null,
    payment_emerg_summary: {
      platform_fee: 20,
      mechanic_charge: 100,
      service_cost: 1,
      price_per_km: 8,
      additional_service_cost: null,
    },
  };

  test('[API-03] contain a booking that is unchanged by decoding and encoding', () => {
    const decoded = z.decode(booking, wireBooking);
    expect(decoded).toMatchObject({
      kind: 'emergency',
      status: 'accepted',
      location: { latitude: 19.076, longitude: 72.8777 },
      amounts: { totalPaise: 49950 },
    });
    expect(z.encode(booking, decoded)).toEqual(wireBooking);
    expect(encoderOf(booking)(decoded)).toEqual(wireBooking);
  });

  test('[BOOK-10] contain a price that depends on the kind of the booking', () => {
    expect(chargesOf(z.decode(booking, wireBooking))?.pricePerKmPaise).toBe(800);
    expect(chargesOf({ ...z.decode(booking, wireBooking), kind: 'services' })).toBeNull();
  });

  test('[IMPO-01] contain references that are populated or plain, and phone numbers as numbers or text', () => {
    const plain = z.decode(booking, { ...wireBooking, userid: 'b'.repeat(24) });
    expect(plain.customer).toEqual({ id: 'b'.repeat(24), name: null, phone: null, email: null });
    const withNumber = z.decode(booking, {
      ...wireBooking,
      userid: { _id: 'b'.repeat(24), phone_number: 9876543210 },
    });
    expect(withNumber.customer?.phone).toBe('9876543210');
  });

  test('[IMPO-05] contain earnings of which only the net amount may be negative', () => {
    const row = { _id: id, mechanicId: id, grossEarning: '100', netEarning: -20 };
    expect(z.decode(earning, row)).toMatchObject({ grossPaise: 10000, netPaise: -2000, payment: null });
    expect(z.safeDecode(payout, { _id: id, mechanicId: id, amount: -1 }).success).toBe(false);
  });
});
