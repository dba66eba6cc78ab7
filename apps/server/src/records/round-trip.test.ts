import type { Booking } from '@wayside/contract/bookings';
import { AADHAAR_ON_FILE, type Mechanic } from '@wayside/contract/mechanics';
import { arbitraryOf } from '@wayside/contract/testing/arbitraries';
import { checkedEncoderOf, decodeLeniently } from '@wayside/contract/wire/wire';
import fc from 'fast-check';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { bookSourceWallets } from '../money/ledger/book-source-wallets.ts';
import { fileDatabase } from '../testing/file-database.ts';
import { toWalletSources } from '../testing/money-records.ts';
import { orderedCollections } from './collections.ts';
import type { RecordDefinition } from './define-record.ts';
import { ensureStubs } from './ensure-stubs.ts';
import { decryptMechanic } from './mechanics.ts';
import { encryptRows, upsertRows } from './write-rows.ts';

const test = fileDatabase();

// biome-ignore lint/suspicious/noExplicitAny: records of every type go through the same steps
type AnyRecord = any;

const isBlank = (record: object | null) =>
  record !== null && Object.values(record).every((value) => value === null);
const positive = (number: number | null) => number && Math.abs(number);
const percent = (number: number | null) => number && Math.abs(number % 100);

/** The record as the database stores it. A nested record without values becomes null. */
const storable: Record<string, ((record: AnyRecord) => AnyRecord) | undefined> = {
  configs: (record) => ({
    ...record,
    commissionPercent: percent(record.commissionPercent),
    discountPercent: percent(record.discountPercent),
    loyaltyPoints: positive(record.loyaltyPoints),
  }),
  users: (record) => ({ ...record, walletPaise: positive(record.walletPaise) }),
  mechanics: (record: Mechanic) => ({
    ...record,
    walletPaise: positive(record.walletPaise),
    shop: isBlank(record.shop) ? null : record.shop,
    bank: isBlank(record.bank) ? null : record.bank,
    documents: isBlank(record.documents) ? null : record.documents,
  }),
  bookings: (record: Booking) => ({
    ...record,
    amounts: record.amounts ?? { totalPaise: null, paidPaise: null, duePaise: null, discountPaise: null },
    ...chargesOfKind(record),
  }),
  payments: (record) => ({
    ...record,
    amounts: record.amounts ?? { totalPaise: null, discountPaise: null, paidPaise: null, duePaise: null },
  }),
  earnings: (record) => ({ ...record, mechanic: { id: record.mechanic.id ?? record.id } }),
  payouts: (record) => ({ ...record, mechanic: { id: record.mechanic.id ?? record.id } }),
};

/** Returns the charges of the booking's kind, the only ones that are stored (BOOK-10). */
function chargesOfKind({ kind, serviceCharges, emergencyCharges }: Booking) {
  const none = {
    platformFeePaise: null,
    mechanicChargePaise: null,
    serviceCostPaise: null,
    pricePerKmPaise: null,
    additionalServiceCostPaise: null,
  };
  return kind === 'emergency'
    ? { serviceCharges: null, emergencyCharges: emergencyCharges ?? none }
    : { serviceCharges: serviceCharges ?? none, emergencyCharges: null };
}

/** Returns the record as it is read back: references without an id are null, and a stub person has only an id. */
function asRead(collection: string, record: AnyRecord): AnyRecord {
  const references = ['customer', 'mechanic', 'user', 'booking', 'payment', 'service'].filter(
    (key) => key in record,
  );
  const read = { ...record };
  for (const key of references) {
    const id = record[key]?.id ?? null;
    const isPerson = key === 'customer' || (key === 'mechanic' && ['bookings', 'payments'].includes(collection));
    read[key] = id === null ? null : { id, ...(isPerson ? { name: null, phone: null, email: null } : {}) };
  }
  if ('noteCount' in read) read.noteCount = null;
  if (collection === 'notifications') read.delivery = null;
  if (collection === 'configs') return { ...read, createdAt: undefined, updatedAt: undefined };
  if (collection === 'mechanics' && record.bank)
    read.bank = { ...record.bank, accountNumber: masked(record.bank.accountNumber) };
  if (collection === 'mechanics' && record.documents)
    read.documents = { ...record.documents, aadhaarCard: record.documents.aadhaarCard ? AADHAAR_ON_FILE : null };
  return read;
}

function masked(number: string | null): string | null {
  if (!number) return null;
  const characters = [...number];
  return characters.length > 4 ? `••••${characters.slice(-4).join('')}` : '••••';
}

/** Generates distinct records, because some tables hold at most one row and some values are unique. */
function recordsOf({ collection, sourceSchema }: RecordDefinition): fc.Arbitrary<AnyRecord[]> {
  const record = arbitraryOf(sourceSchema).map((found) => storable[collection]?.(found) ?? found);
  const unique = fc.uniqueArray(record as fc.Arbitrary<AnyRecord>, {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: collection === 'configs' ? 1 : 20,
  });
  return unique.map((records) =>
    records.map((one, index) => ({
      ...one,
      ...(collection === 'earnings' && one.payment ? { payment: { id: one.id } } : {}),
      ...(collection === 'payouts' && one.transactionId ? { transactionId: `T ${index}` } : {}),
    })),
  );
}

async function writeAndRead(client: pg.ClientBase, definition: RecordDefinition, records: readonly AnyRecord[]) {
  const rows = records.map((record) => definition.toRow(record));
  await ensureStubs(client, definition, rows);
  await upsertRows(client, definition, await encryptRows(client, test.keys, definition, rows));
  const ids = records.map(({ id }) => id);
  const { table, select } = definition;
  if (table === 'users' || table === 'mechanics') await bookSourceWallets(client, table, toWalletSources(ids));
  const { rows: found } = await client.query<{ record: AnyRecord }>(
    `SELECT ${select.json} AS record FROM ${table} AS b ${select.joins} WHERE b.id = ANY ($1)`,
    [ids],
  );
  const decrypted = await Promise.all(
    found.map(({ record }) => (table === 'mechanics' ? decryptMechanic(test.keys, record) : record)),
  );
  return new Map(decrypted.map((record) => [record.id, record]));
}

it.each(orderedCollections.map((definition) => [definition.collection, definition] as const))(
  '[IMPO-01, API-15] any record of %s is read back unchanged, and decoded leniently without a warning',
  async (collection, definition) => {
    const encode = checkedEncoderOf(definition.schema);
    await fc.assert(
      fc.asyncProperty(recordsOf(definition), async (records) => {
        const client = await test.database.pool.connect();
        try {
          await client.query('BEGIN');
          const found = await writeAndRead(client, definition, records);
          for (const record of records) {
            const read = found.get(record.id);
            expect(read).toEqual(asRead(collection, record));
            const warnings: string[] = [];
            const wire: unknown = JSON.parse(JSON.stringify(encode(read)));
            const decoded = decodeLeniently(definition.schema, wire, (path, issue) =>
              warnings.push(`${path} ${issue}`),
            );
            expect({ decoded, warnings }).toEqual({ decoded: read, warnings: [] });
          }
        } finally {
          await client.query('ROLLBACK');
          client.release();
        }
      }),
      { numRuns: 10 },
    );
  },
);
