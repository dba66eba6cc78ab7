import { createPayout } from '@wayside/contract/payouts';
import type { Role } from '@wayside/contract/roles';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { applyNextResultFile } from '../features/payment-runs/apply-result-files.ts';
import { integrityChecks } from '../money/verify/run-integrity-checks.ts';
import { verifyIntegrity } from './integrity.ts';
import { moneyRecords } from './money-records.ts';
import { createTestApplication, encodeBody, type TestApplication, type TestResponse } from './test-application.ts';

const NOW = '2026-11-05T03:35:00Z';

/** A line of a bank result file. */
export interface ResultLine {
  readonly reference: string;
  readonly status: string;
  /** In rupees. */
  readonly amount: number | string;
  readonly utr?: string;
  readonly account?: string;
  readonly reason?: string;
}

/** Returns an ICICI bank result file with the columns that are read. */
export const makeResultFile = (lines: readonly ResultLine[]): string =>
  [
    'Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO,Rejection Reason',
    ...lines.map(({ reference, status, amount, utr = '', account = '', reason = '' }) =>
      [reference, status, amount, utr, account, reason].join(','),
    ),
    '',
  ].join('\n');

/**
 * Creates an application for the tests of a file, at 9:05 on 5 November 2026 in India. Its mechanics are each owed an
 * amount and have a bank account. Each test has its own data.
 */
export function paymentRunsUnderTest() {
  let test: TestApplication;
  let last = 0;
  let lastUtr = 0;
  let token: string;
  const newId = () => `65f9${(++last).toString(16).padStart(20, '0')}`;

  beforeAll(async () => {
    test = await createTestApplication({ now: new Date(NOW) });
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    test.clock.now = new Date(NOW);
    token = await test.signIn('finance');
  });

  const send = (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    by: string = token,
  ): Promise<TestResponse> =>
    test.call(method, `/admin${path}`, { token: by, ...(body === undefined ? {} : { body }) });

  const tools = {
    get test() {
      return test;
    },
    newId,
    send,
    sql: (text: string, values: unknown[] = []) => test.database.pool.query(text, values),
    signIn: (role: Role) => test.signIn(role),
    /** Signs in again after the clock has advanced. */
    begin: async () => {
      token = await test.signIn('finance');
    },
    /** Adds a mechanic who is owed an amount in rupees. @param columns that differ in the row */
    mechanic: async (rupees: number, columns: Readonly<Record<string, string | null>> = {}): Promise<string> => {
      const id = newId();
      const records = moneyRecords(test);
      const account = String(50_100_000_000 + last);
      const bank = {
        bank_account_holder: 'Ravi Kumar',
        bank_account_number: account,
        bank_ifsc_code: 'HDFC0000123',
      };
      await records.mechanic(id, { name: `Mechanic ${last}`, ...bank, ...columns });
      if (rupees > 0) await records.payment(newId(), { mechanic_id: id, amount_paise: Math.round(rupees * 100) });
      await records.post();
      return id;
    },
    preview: async (ids: readonly string[], other: object = {}, by?: string) =>
      (await send('POST', '/payment-runs/preview', { profile: 'icici', ids, ...other }, by)).body.data,
    /** Creates a payment run from the preview. */
    create: async (ids: readonly string[], other: Selection = {}, by?: string): Promise<TestResponse> => {
      const { all, minimum, profile = 'icici' } = other;
      const selection = all ? { profile, ids: undefined, all, minimum } : { profile };
      const preview = await tools.preview(ids, selection, by);
      const seen = { seenCount: preview.payees.length, seenTotal: preview.total };
      const body = { ids, ...selection, debitAccount: '000705000123', key: newId(), ...seen, ...other };
      return send('POST', '/payment-runs', body, by);
    },
    /** Creates a payment run and its file. @returns its id and its rows by mechanic */
    sent: async (ids: readonly string[], selection: Selection = {}) => {
      const id: string = (await tools.create(ids, selection)).body.data._id;
      expect((await send('POST', `/payment-runs/${id}/file`)).status).toBe(200);
      return { id, rows: await tools.rows(id) };
    },
    run: async (id: string) => (await send('GET', `/payment-runs/${id}`)).body.data,
    rows: async (id: string, query = '') =>
      (await send('GET', `/payment-runs/${id}/rows?limit=100${query}`)).body.data as RunRowOnWire[],
    states: async (id: string) => (await tools.rows(id)).map(({ state }) => state),
    /** Returns a bank transaction id that no test has used yet. */
    utr: () => `HDFCN52026${String(++lastUtr).padStart(12, '0')}`,
    file: (id: string) => test.call('GET', `/admin/payment-runs/${id}/file`, { token }),
    upload: async (
      content: string | Buffer<ArrayBuffer>,
      other: Readonly<Record<string, string>> = {},
      by: string = token,
    ) => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ profile: 'icici', name: 'result.csv', ...other }))
        form.set(field, value);
      form.set('file', new Blob([content]), 'result.csv');
      const payload = new Response(form);
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/v1/admin/bank-answers',
        headers: { 'content-type': payload.headers.get('content-type') ?? '', token: by },
        payload: Buffer.from(await payload.arrayBuffer()),
      });
      return { status: response.statusCode, body: response.json() };
    },
    /** Returns a bank result file; lines without an account get the account of their payment. */
    resultFile: async (lines: readonly ResultLine[]): Promise<string> => {
      const { rows } = await tools.sql(
        `SELECT reference, bank_account_number AS account FROM payment_run_rows JOIN mechanics AS m ON m.id = mechanic_id
         WHERE reference = ANY ($1)`,
        [lines.map(({ reference }) => reference)],
      );
      const accounts = new Map(rows.map(({ reference, account }) => [reference, account]));
      return makeResultFile(lines.map((line) => ({ account: accounts.get(line.reference) ?? '', ...line })));
    },
    /** Uploads a bank result file and applies it completely. @returns the file with its issues */
    applyResults: async (
      lines: readonly ResultLine[] | string | Buffer<ArrayBuffer>,
      other: Readonly<Record<string, string>> = {},
    ) => {
      const isFile = typeof lines === 'string' || Buffer.isBuffer(lines);
      const { status, body } = await tools.upload(isFile ? lines : await tools.resultFile(lines), other);
      expect(status, body.message).toBe(200);
      await tools.applyAll();
      const { data } = (await send('GET', `/bank-answers/${body.data._id}`)).body;
      const issues = (await send('GET', `/bank-answers/${body.data._id}/issues?limit=100`)).body.data;
      return { ...data, message: body.message, issues };
    },
    parts: () => ({
      database: test.program,
      keys: test.keys,
      settings: test.settings,
      log: pino({ level: 'silent' }),
      now: () => test.clock.now,
    }),
    /** Applies all bank result files completely. */
    applyAll: async () => {
      while (await applyNextResultFile(tools.parts()));
    },
    outcome: (id: string, reference: string, body: object) =>
      send('POST', `/payment-runs/${id}/rows/${reference}/outcome`, body),
    balance: async (id: string): Promise<number> =>
      (await send('GET', `/mechanics/${id}/balance`)).body.data.netBalance,
    onItsWay: async (id: string): Promise<number> => {
      const { body } = await send('GET', '/payouts/summary');
      return body.onItsWay.find(({ mechanicId }: { mechanicId: string }) => mechanicId === id)?.amount ?? 0;
    },
    pay: (mechanicId: string, amount: number) =>
      test.call('POST', createPayout.path, {
        token,
        body: encodeBody(createPayout, {
          mechanicId,
          amountPaise: amount * 100,
          method: 'bank_transfer',
          transactionId: `UTR${newId()}`,
        }),
      }),
    /** Expects that the books are correct. */
    verify: async () => expect((await verifyIntegrity(test.database, integrityChecks)).issues).toEqual([]),
  };
  return tools;
}

/** Fields of a new run that differ. */
interface Selection {
  readonly all?: boolean;
  readonly minimum?: number;
  readonly profile?: string;
  readonly [other: string]: unknown;
}

/** A row of a payment run in an API response. */
export interface RunRowOnWire {
  readonly reference: string;
  readonly mechanicId: string;
  readonly amount: number;
  readonly destination: string;
  readonly state: string;
  readonly reason: string | null;
  readonly transactionId: string | null;
}
