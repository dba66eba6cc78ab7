import { isStorable } from '@wayside/contract/wire/fields';
import { storedTransactionKey, transactionKey } from '@wayside/contract/wire/transaction-id';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { mechanicWithBalance } from '../../testing/mechanic-with-balance.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const owed = mechanicWithBalance();
const { application, records, pay, call, newId, newNumber } = owed;
const sql = (text: string, values: unknown[] = []) => application.database.pool.query(text, values);
const newUtr = () => `HDFCN52026${String(newNumber()).padStart(12, '0')}`;
const grouped = (utr: string) => `UTR: ${utr.replaceAll(/(.{4})(?=.)/g, '$1-')}`.toLowerCase();
const issues = async () => (await verifyIntegrity(application.database)).issues;
const paidOut = async () => (await records.sums(owed.mechanic))[3];

describe('[OWN-03] a transaction id', () => {
  it('is accepted for only one payment, in any spelling', async () => {
    const utr = newUtr();
    expect((await pay({ amount: '100', transaction_id: utr })).status).toBe(200);
    const other = await pay({ amount: '200', transaction_id: grouped(utr) });
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringContaining(`Transaction ID ${utr} was already used to pay ₹100 to Ravi Kumar`),
    ]);
    const wallet = newId();
    await sql(`INSERT INTO users (id, name) VALUES ($1, 'Meena')`, [wallet]);
    await records.wallet('users', wallet, 5000);
    const body = { amount: 50, usertype: 'user', transaction_id: `'${utr}`, userid: wallet };
    expect((await application.send('POST', '/admin/pay/loyality', body)).status).toBe(409);
    expect(await paidOut()).toBe(10_000);
    expect(await issues()).toEqual([]);
  });

  it('identifies the same request in another spelling, which returns the first response', async () => {
    const utr = newUtr();
    const first = await pay({ amount: '100', transaction_id: utr });
    const again = await pay({ amount: '100', transaction_id: grouped(utr) });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await paidOut()).toBe(10_000);
  });

  it('is accepted for only one payment when many spellings are sent concurrently', async () => {
    const utr = newUtr();
    const spellings = [utr, grouped(utr), utr.toLowerCase(), ` ${utr} `, `TXN/${utr}`, `="${utr}"`];
    const responses = await Promise.all(
      spellings.flatMap((transaction_id) => ['100', '200'].map((amount) => pay({ amount, transaction_id }))),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(6).fill(200), ...Array(6).fill(409)]);
    const { rows } = await sql('SELECT count(*)::int AS n FROM payouts WHERE mechanic_id = $1', [owed.mechanic]);
    expect(rows[0].n).toBe(1);
  });

  it.each([
    ['-', 'must have a letter or digit'],
    ['N/A', 'is a placeholder, not a transaction ID'],
    ['000', 'is a placeholder, not a transaction ID'],
    ['4.33E+11', 'is a number in scientific notation: a spreadsheet has removed its last digits'],
    ['4,33e+11', 'is a number in scientific notation: a spreadsheet has removed its last digits'],
    ['HDFС52026110512345', 'has Cyrillic or Greek letters that look like Latin ones: write it in Latin letters'],
  ])('is rejected for a payout and a loyalty payout when it is %s', async (transaction_id, message) => {
    const payout = await pay({ transaction_id });
    const body = { amount: 50, usertype: 'mechnaic', transaction_id, userid: owed.mechanic };
    const loyalty = await application.send('POST', '/admin/pay/loyality', body);
    for (const { status, body: response } of [payout, loyalty]) {
      expect(status).toBe(400);
      expect(response.errors).toEqual([{ field: 'transaction_id', message }]);
    }
  });

  it('is found by the global search and the history, in any spelling and by prefix', async () => {
    const utr = newUtr();
    await pay({ amount: '100', transaction_id: `UTR ${utr}` });
    const { rows } = await sql('SELECT id FROM payouts WHERE mechanic_id = $1', [owed.mechanic]);
    for (const search of [
      utr,
      grouped(utr),
      utr.slice(4, 22),
      `utr ${utr.slice(0, 14)}`,
      `UTR-HDFCN52026${utr.slice(10)}`,
    ]) {
      const { status, body } = await call('GET', '/admin/payments-out', { query: { search, limit: '100' } });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(
        body.data.map(({ _id }: { _id: string }) => _id),
        search,
      ).toContain(rows[0].id);
    }
    const none = await call('GET', '/admin/payments-out', { query: { search: '---' } });
    expect(none.body.data).toEqual([]);
  });

  it('has the same normalized form in the database and in the program', async () => {
    const texts = fc
      .sample(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string({ unit: fc.constantFrom(...'utrefxn0123456789 -–./_\u200b१éß') }),
          fc.constantFrom('UTR1234567890', 'utr ref 1234567890', 'UTR-77', '\'="12"', '{}~^`[]\\|'),
        ),
        2_000,
      )
      .filter((text) => isStorable(text));
    const stored = texts.map(storedTransactionKey);
    const { rows } = await sql('SELECT comparable_transaction_key(key) AS form FROM unnest($1::text[]) AS key', [
      stored,
    ]);
    expect(rows.map(({ form }) => form)).toEqual(texts.map(transactionKey));
  });
});

describe('[OWN-03] an external payout', () => {
  const ingest = async (...payouts: object[]) => {
    const headers = await serviceKeyHeader(application.database, 'payouts');
    const body = payouts.map((each) => ({ _id: newId(), mechanicId: owed.mechanic, amount: 10, ...each }));
    return (await call('POST', '/ingest/payouts', { headers, body })).body;
  };

  it('is rejected with an error that names the field when its transaction id is invalid, and is accepted without a transaction id', async () => {
    const { results } = await ingest(
      { transactionId: 'NA' },
      { transactionId: '-' },
      { transactionId: 4.33e21 },
      { transactionId: '4.33E+11' },
      { transactionId: 'HDFС52026110512345' },
      { transactionId: '' },
      { transactionId: null },
      {},
    );
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...Array(5).fill('rejected'),
      ...Array(3).fill('created'),
    ]);
    expect(results.slice(0, 2).map(({ errors }: { errors: object }) => errors)).toEqual([
      [
        {
          field: 'transactionId',
          message:
            'is a placeholder, not a transaction ID. Send the id from the bank, or omit the field if there is none',
        },
      ],
      [
        {
          field: 'transactionId',
          message: 'must have a letter or digit. Send the id from the bank, or omit the field if there is none',
        },
      ],
    ]);
    expect(await issues()).toEqual([]);
  });

  it('is rejected when its transaction id was used in another spelling, in the database or in the same request', async () => {
    const [utr, own] = [newUtr(), newUtr()];
    await pay({ amount: '100', transaction_id: utr });
    const { results } = await ingest(
      { transactionId: grouped(utr) },
      { transactionId: own },
      { transactionId: grouped(own) },
    );
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['rejected', 'created', 'rejected']);
    expect(results[0].errors[0].field).toBe('transactionId');
    expect((await pay({ amount: '100', transaction_id: grouped(own) })).status).toBe(409);
    expect(await issues()).toEqual([]);
  });
});
