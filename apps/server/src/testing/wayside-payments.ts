import { COLLECTIONS } from '@wayside/contract/collections';
import { payLoyalty } from '@wayside/contract/loyalty';
import { createPayout } from '@wayside/contract/payouts';
import { beforeAll, expect } from 'vitest';
import { type ImportRun, importFiles } from './import-run.ts';
import { verifyIntegrity } from './integrity.ts';
import { moneyRecords } from './money-records.ts';
import { paymentRunsUnderTest } from './payment-runs-under-test.ts';
import { serviceKeyHeader } from './service-key.ts';
import { encodeBody, type RequestOptions } from './test-application.ts';

/** A payout that was made in Wayside. */
export interface WaysidePayment {
  readonly id: string;
  readonly mechanic: string;
  /** The record as stored and exported by a marketplace that follows the feed. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** The result of an ingested record. */
export interface IngestResult {
  readonly _id: string;
  readonly outcome: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

/** The reason for rejecting a record of a payment that was made in Wayside. */
export const PAYMENT_REASON = 'This payment was made in Wayside.';

/** The kinds of payouts that Wayside makes. */
export const WAYSIDE_PAYMENT_KINDS = [
  ...(['payout', 'approved payout', 'payout of a run', 'loyalty payout', 'loyalty payout to a customer'] as const),
  ...(['void', 'adjustment'] as const),
];
export type WaysidePaymentKind = (typeof WAYSIDE_PAYMENT_KINDS)[number];

type Person = 'owner' | 'finance' | 'manager';
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Adds payments of every kind, a service key, and an import to the application of `paymentRuns` (OWN-01). */
export function waysidePayments() {
  const runs = paymentRunsUnderTest();
  const { newId, sql } = runs;
  let headers: { authorization: string };
  let tokens: Readonly<Record<Person, string>> | undefined;
  beforeAll(async () => {
    headers = await serviceKeyHeader(runs.test.database, ...COLLECTIONS, 'refunds');
  });

  const signIn = async () => {
    tokens = {
      owner: await runs.signIn('owner'),
      finance: await runs.signIn('finance'),
      manager: await runs.signIn('manager'),
    };
  };
  const ask = async (by: Person, method: Method, path: string, sent: Omit<RequestOptions, 'token'> = {}) => {
    if (tokens === undefined) await signIn();
    return runs.test.call(method, path, { ...sent, token: tokens?.[by] ?? '' });
  };
  async function call(by: Person, method: Method, path: string, body?: object) {
    const response = await ask(by, method, path, body === undefined ? {} : { body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  }
  const payoutBody = (mechanicId: string, rupees: number, transactionId: string): object =>
    encodeBody(createPayout, { mechanicId, amountPaise: rupees * 100, transactionId, method: 'bank_transfer' });
  const requestPayout = (mechanic: string, rupees: number, transactionId: string) =>
    call('finance', 'POST', createPayout.path, payoutBody(mechanic, rupees, transactionId));
  const idIn = async (table: string, column: string, value: string): Promise<string> =>
    (await sql(`SELECT id FROM ${table} WHERE ${column} = $1`, [value])).rows[0].id;
  const recordOf = (id: string, mechanic: string, amount: number, transactionId: string): WaysidePayment => ({
    id,
    mechanic,
    record: { _id: id, mechanicId: mechanic, amount, transactionId, paymentMethod: 'bank_transfer' },
  });

  const payout = async (rupees = 400): Promise<WaysidePayment> => {
    const mechanic = await runs.mechanic(1000);
    const utr = runs.utr();
    await requestPayout(mechanic, rupees, utr);
    return recordOf(await idIn('payouts', 'transaction_id', utr), mechanic, rupees, utr);
  };
  const wallet = async (kind: 'user' | 'mechanic'): Promise<WaysidePayment> => {
    const records = moneyRecords(runs.test);
    const person = kind === 'mechanic' ? await runs.mechanic(0) : newId();
    if (kind === 'user') await sql(`INSERT INTO users (id, name) VALUES ($1, 'Meena Sharma')`, [person]);
    await records.wallet(kind === 'user' ? 'users' : 'mechanics', person, 12_000);
    const utr = runs.utr();
    const body = { payeeKind: kind, payeeId: person, amountPaise: 12_000, transactionId: utr };
    await call('finance', 'POST', payLoyalty.path, encodeBody(payLoyalty, body));
    return recordOf(await idIn('loyalty_payouts', 'transaction_id', utr), person, 120, utr);
  };

  const make: Readonly<Record<WaysidePaymentKind, () => Promise<WaysidePayment>>> = {
    payout: () => payout(),
    'approved payout': async () => {
      const mechanic = await runs.mechanic(1000);
      const utr = runs.utr();
      await call('owner', 'PATCH', '/admin/approvals/settings', { limit: 100 });
      const { approval } = await requestPayout(mechanic, 400, utr);
      await call('manager', 'POST', `/admin/approvals/${approval}/approve`);
      await call('finance', 'POST', `/admin/approvals/${approval}/record`, { transactionId: utr });
      await call('owner', 'PATCH', '/admin/approvals/settings', { limit: null });
      return recordOf(await idIn('payouts', 'transaction_id', utr), mechanic, 400, utr);
    },
    'payout of a run': async () => {
      const mechanic = await runs.mechanic(1000);
      const { rows } = await runs.sent([mechanic]);
      const utr = runs.utr();
      const lines = rows.map(({ reference, amount }) => ({ reference, amount, status: 'Success', utr }));
      expect((await runs.applyResults(lines)).issues).toEqual([]);
      return recordOf(await idIn('payouts', 'transaction_id', utr), mechanic, 1000, utr);
    },
    'loyalty payout': () => wallet('mechanic'),
    'loyalty payout to a customer': () => wallet('user'),
    void: async () => {
      const { id, mechanic, record } = await payout();
      await call('finance', 'POST', `/admin/payments-out/payout/${id}/void`, { reason: 'Returned' });
      const voidId = await idIn('payout_voids', 'payout_id', id);
      return { id: voidId, mechanic, record: { ...record, _id: voidId } };
    },
    adjustment: async () => {
      const mechanic = await runs.mechanic(1000);
      const { adjustment: id } = await call('owner', 'POST', `/admin/mechanics/${mechanic}/adjustments`, {
        ...{ amount: 50, reason: 'Tools', key: `adjustment-${newId()}` },
      });
      return { id, mechanic, record: { _id: id, mechanicId: mechanic, amount: 50 } };
    },
  };

  /** Returns every row about payouts and amounts owed. */
  const books = async () => {
    const tables = [
      'payouts',
      'loyalty_payouts',
      'payout_voids',
      'adjustments',
      'ledger_entries',
      'wallet_entries',
    ];
    const rows = await Promise.all(tables.map((table) => sql(`SELECT * FROM ${table} ORDER BY id`)));
    const { rows: balances } = await sql('SELECT * FROM mechanic_balances ORDER BY mechanic_id');
    return JSON.stringify([...rows.map((result) => result.rows), balances]);
  };

  return {
    runs,
    newId,
    sql,
    ask,
    call,
    payoutBody,
    make,
    books,
    get headers() {
      return headers;
    },
    /** Sends records to the ingest API. @returns the result of each */
    ingest: async (collection: string, ...records: readonly object[]): Promise<readonly IngestResult[]> =>
      (await runs.test.call('POST', `/ingest/${collection}`, { headers, body: records })).body.results,
    import: (collection: string, records: readonly object[], ...words: string[]): Promise<ImportRun> =>
      importFiles(runs.test.database, { [collection]: records }, ...words),
    issues: async () => (await verifyIntegrity(runs.test.database)).issues,
  };
}
