import { expect } from 'vitest';
import { matchLines } from '../features/settlements/match-lines.ts';
import { integrityChecks } from '../money/verify/run-integrity-checks.ts';
import { fileApplication } from './file-application.ts';
import { verifyIntegrity } from './integrity.ts';
import type { TestResponse } from './test-application.ts';

const NOW = new Date('2026-11-05T03:35:00Z');

/** A line of a Razorpay report, with amounts in rupees. */
export interface ReportLine {
  readonly type?: 'payment' | 'refund' | 'dispute' | 'adjustment';
  readonly id: string;
  readonly paymentId?: string;
  readonly order?: string;
  readonly rrn?: string;
  readonly amount: number;
  readonly fee?: number;
  readonly tax?: number;
  readonly day?: string;
  readonly settlement?: string;
  readonly settledOn?: string;
  readonly utr?: string;
}

const HEADINGS =
  'transaction_entity,entity_id,payment_id,order_receipt,upi_rrn,amount,currency,fee (exclusive tax),tax,debit,credit,entity_created_at,settled_at,settlement_id,settlement_utr';

/** Returns a Razorpay settlement report with the columns that are read. */
export const makeReport = (lines: readonly ReportLine[]): string =>
  [
    HEADINGS,
    ...lines.map(({ type = 'payment', id, amount, fee = 0, tax = 0, day = '04/11/2026', ...line }) => {
      const net = (amount - (type === 'payment' ? fee + tax : 0)).toFixed(2);
      const [debit, credit] = type === 'payment' || type === 'adjustment' ? ['0', net] : [net, '0'];
      const ids = [type, id, line.paymentId ?? '', line.order ?? '', line.rrn ?? ''];
      const settled = [
        `${day} 10:00:00`,
        line.settledOn ?? '05/11/2026',
        line.settlement ?? 'setl_1',
        line.utr ?? 'AXISN0000000001',
      ];
      return [...ids, amount.toFixed(2), 'INR', fee, tax, debit, credit, ...settled].join(',');
    }),
    '',
  ].join('\n');

/** A line of a bank statement, in rupees; a debit is negative. */
export interface StatementLine {
  readonly narration: string;
  readonly amount: number;
  readonly day?: string;
  readonly reference?: string;
}

let balance = 1_000_000;

/**
 * Returns a bank statement in the format of HDFC Bank. @param opening balance, by default the closing balance of the
 * previous statement
 */
export const makeStatement = (lines: readonly StatementLine[], opening = balance): string => {
  balance = opening;
  return [
    'HDFC BANK Ltd.,,,,,,',
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    ...lines.map(({ narration, amount, day = '05/11/26', reference = '' }) => {
      balance += amount;
      return [day, narration, reference, day, amount < 0 ? -amount : '', amount > 0 ? amount : '', balance].join(
        ',',
      );
    }),
    '',
  ].join('\n');
};

interface Upload {
  readonly profile?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly by?: string;
}

/** Uploads a settlement report or bank statement. */
export async function uploadSettlementFile(
  { app }: Pick<ReturnType<typeof fileApplication>, 'app'>,
  content: string | Buffer<ArrayBuffer>,
  { profile = 'razorpay', path = '/admin/settlement-files', headers = {}, by = '' }: Upload = {},
) {
  const form = new FormData();
  form.set('profile', profile);
  form.set('name', 'report.csv');
  form.set('file', new Blob([content]), 'report.csv');
  const payload = new Response(form);
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: {
      'content-type': payload.headers.get('content-type') ?? '',
      ...(path.startsWith('/admin') && { token: by }),
      ...headers,
    },
    payload: Buffer.from(await payload.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

/** Creates an application for the tests of a file, at 9:05 on 5 November 2026 in India. */
export function settlementsUnderTest(env: Record<string, string> = {}) {
  const test = fileApplication({ now: NOW, env });
  let last = 0;
  const newId = () => `65fa${(++last).toString(16).padStart(20, '0')}`;
  const send = (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    by?: string,
  ): Promise<TestResponse> => test.send(method, `/admin${path}`, body, by);

  const tools = {
    test,
    newId,
    send,
    sql: (text: string, values?: unknown[]) => test.sql(text, values),
    /** Adds an online payment with the amount in rupees. @param columns that differ */
    payment: async (rupees: number, columns: Readonly<Record<string, unknown>> = {}): Promise<string> => {
      const row = {
        id: newId(),
        amount_paise: Math.round(rupees * 100),
        status: 'paid',
        method: 'online',
        transacted_at: '2026-11-04T06:00:00Z',
        ...columns,
      };
      const names = Object.keys(row);
      await test.sql(
        `INSERT INTO payments (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
      return row.id;
    },
    upload: (content: string | Buffer<ArrayBuffer>, how?: Upload) =>
      uploadSettlementFile(test, content, { by: test.token, ...how }),
    match: async () => {
      while (await matchLines({ database: test.program, now: () => test.clock.now }));
    },
    /** Uploads a file and matches its lines. @returns the file as the API returns it */
    report: async (lines: readonly ReportLine[] | string, profile?: string, isMatched = true) => {
      const content = typeof lines === 'string' ? lines : makeReport(lines);
      const { status, body } = await tools.upload(content, profile === undefined ? {} : { profile });
      expect(status, body.message).toBe(200);
      if (isMatched) await tools.match();
      return (await send('GET', `/settlement-files/${body.data._id}`)).body.data as FileOnWire;
    },
    statement: (lines: readonly StatementLine[]) => tools.report(makeStatement(lines), 'hdfc-statement'),
    lines: async (query: string) =>
      (await send('GET', `/settlement-lines?limit=100&${query}`)).body.data as LineOnWire[],
    linesOf: async ({ _id }: { readonly _id: string }) =>
      (await tools.lines(`show=any&file=${_id}`)).toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    states: async (file: { readonly _id: string }) => (await tools.linesOf(file)).map(({ state }) => state),
    /** Expects that the books are correct and that the states of every file add up to its total. */
    verify: async () => {
      expect((await verifyIntegrity(test.database, integrityChecks)).issues).toEqual([]);
      const { body } = await send('GET', '/settlement-files?limit=100');
      for (const { sums, total, lineCount } of body.data as FileOnWire[]) {
        expect(Math.round(sums.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(Math.round(total * 100));
        expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(lineCount);
      }
    },
  };
  return tools;
}

interface FileOnWire {
  readonly _id: string;
  readonly total: number;
  readonly lineCount: number;
  readonly openCount: number;
  readonly sums: readonly { readonly state: string; readonly count: number; readonly amount: number }[];
  readonly [field: string]: unknown;
}

/** A line in an API response. */
export interface LineOnWire {
  readonly _id: string;
  readonly line: number | null;
  readonly state: string;
  readonly step: string | null;
  readonly isOpen: boolean;
  readonly amount: number;
  readonly expected: number | null;
  readonly paymentId: string | null;
  readonly day: string;
  readonly reason: string | null;
  readonly [field: string]: unknown;
}
