import { configuration } from '@wayside/contract/configuration';
import { payLoyalty } from '@wayside/contract/loyalty';
import { payment } from '@wayside/contract/payments';
import { encoderOf, type Wire } from '@wayside/contract/wire/wire';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { beforeAll, beforeEach, expect } from 'vitest';
import { matchLines } from '../features/settlements/match-lines.ts';
import { SYSTEM_ACTOR } from '../platform/db/activity-entry.ts';
import { recordActivities } from '../platform/db/record-activity.ts';
import { sealOlderRecords } from '../platform/db/seal-older-records.ts';
import { closesUnderTest } from './closes-under-test.ts';
import { moneyRecords } from './money-records.ts';
import { serviceKeyHeader } from './service-key.ts';
import { makeReport, makeStatement, uploadSettlementFile } from './settlements-under-test.ts';
import { encodeBody, type TestResponse } from './test-application.ts';

const wireOf = <T>(schema: Wire<T>, record: T): object => Object(encoderOf(schema)(record));

const AT = '2026-11-01T06:00:00Z';
const LIMITS = { limit: 1000, dayLimit: 50_000 };

/**
 * Creates an application whose database contains every kind of decision about money, made through the API: pending,
 * approved, rejected and voided payments, adjustments, payment runs in each state, bank result files, closes, limits,
 * roles, and records of a source.
 */
export function everyDecision() {
  const closes = closesUnderTest();
  const { runs } = closes;

  // The activity log does not contain administrators whom the tests create to sign in.
  beforeEach(async () => {
    const { rows } = await runs.sql(
      `SELECT id FROM admins WHERE NOT EXISTS (SELECT FROM activity WHERE entity = 'admin' AND entity_id = admins.id AND action IN ('created', 'invited'))`,
    );
    await runs.test.program.transaction((client) =>
      recordActivities(
        client,
        SYSTEM_ACTOR,
        runs.test.clock.now,
        rows.map(({ id }) => ({ action: 'created', entity: 'admin', entityId: id })),
      ),
    );
  });

  beforeAll(async () => {
    const { test, newId, send, mechanic, pay, create, rows, applyResults, outcome, signIn } = runs;
    await sealOlderRecords(test.program);
    await runs.begin();
    const [owner, manager, finance] = [await signIn('owner'), await signIn('manager'), await signIn('finance')];
    const ok = async (answered: Promise<Pick<TestResponse, 'status' | 'body'>>): Promise<TestResponse['body']> => {
      const { status, body } = await answered;
      expect([status, JSON.stringify(body).slice(0, 300)]).toEqual([200, expect.anything()]);
      return body;
    };
    const call = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object = {}, token = owner) =>
      ok(test.call(method, path, { token, body }));

    // Records stated by a source.
    const headers = await serviceKeyHeader(
      test.database,
      'mechanics',
      'users',
      'payouts',
      'configs',
      'payments',
      'refunds',
    );
    const ingest = async (collection: string, ...records: object[]) => {
      const { status, body } = await test.call('POST', `/ingest/${collection}`, { headers, body: records });
      expect([status, JSON.stringify(body.results)]).toEqual([200, expect.stringContaining('created')]);
    };
    const [imported, customer] = [newId(), newId()];
    const rates = { id: newId(), commissionPercent: 10, platformFeePaise: 0 };
    await ingest('configs', wireOf(configuration, completeRecord(configuration, rates)));
    const bank = {
      account_holder_name: 'Ravi Kumar',
      account_number: '50100000001',
      ifsc_code: 'HDFC0000123',
      bank_name: 'HDFC',
      upi_id: 'ravi@okhdfc',
      preferred_method: 'bank',
    };
    await ingest('mechanics', {
      _id: imported,
      name: 'Ravi',
      status: 'approve',
      createdAt: AT,
      wallet_amount: 120,
      payment_details: bank,
    });
    await ingest('users', { _id: customer, name: 'Asha', createdAt: AT, wallet_amount: 80 });
    const payee = { id: imported, name: null, phone: null, email: null };
    const paidOnline = { amountPaise: 500_000, status: 'paid', method: 'upi', transactedAt: AT } as const;
    const paymentId = newId();
    await ingest(
      'payments',
      wireOf(payment, completeRecord(payment, { id: paymentId, mechanic: payee, ...paidOnline })),
    );
    await ingest('payouts', {
      _id: newId(),
      mechanicId: imported,
      amount: 10,
      transactionId: 'SOURCE1',
      paymentMethod: 'online',
      payoutDate: AT,
    });

    const accounts = (await ok(test.call('GET', '/admin/income/accounts', { token: owner }))).data;
    await call('PATCH', `/admin/income/accounts/${accounts[0]._id}`, { name: 'Bank of the business' });
    await call('PATCH', '/admin/approvals/settings', {
      ...LIMITS,
      managerAdjustment: 40_000,
      financeAdjustment: 4000,
    });
    const { data: member } = await call('POST', '/admin/team', {
      name: 'Mira',
      email: 'mira@example.com',
      role: 'viewer',
    });
    await call('PATCH', `/admin/team/${member._id}/role`, { role: 'support' });
    await call('POST', `/admin/team/${member._id}/suspend`);

    // Individual payments.
    const ids = [await mechanic(5000), await mechanic(5000), await mechanic(5000), await mechanic(5000)] as const;
    await moneyRecords(test).wallet('mechanics', ids[0], 4200);
    const paid = await ok(pay(ids[0], 300));
    expect(paid.message).toContain('paid');
    const { rows: payouts } = await runs.sql('SELECT id FROM payouts WHERE request_hash IS NOT NULL');
    await call('POST', `/admin/payments-out/payout/${payouts[0].id}/void`, { reason: 'The account is closed' });
    await ok(pay(ids[0], 200));
    const wallet = {
      payeeKind: 'user',
      payeeId: customer,
      amountPaise: 8000,
      transactionId: 'LOYAL1',
    } as const;
    await ok(test.call('POST', payLoyalty.path, { token: finance, body: encodeBody(payLoyalty, wallet) }));
    for (const amount of [1050, 1060, 1070]) await ok(pay(ids[2], amount));
    const waiting = (await runs.sql(`SELECT id FROM approvals WHERE state = 'waiting' ORDER BY id`)).rows;
    await call('POST', `/admin/approvals/${waiting[0].id}/approve`, {}, manager);
    await call('POST', `/admin/approvals/${waiting[1].id}/reject`, { reason: 'Not now' }, manager);
    await call('POST', `/admin/mechanics/${ids[1]}/adjustments`, {
      amount: 25,
      reason: 'Spare part twice',
      key: newId(),
    });

    const refund = async (amount: number, token: string) =>
      (
        await call(
          'POST',
          `/admin/payments/${paymentId}/refunds`,
          { kind: 'part', amount, mechanicPercent: 40, reason: 'Late', key: newId() },
          token,
        )
      ).data._id as string;
    const dispute = async (amount: number) =>
      (
        await call('POST', `/admin/payments/${paymentId}/disputes`, {
          ...{ amount, dueOn: '2026-11-20', reason: 'Unknown', key: newId() },
        })
      ).data._id as string;
    await ingest('refunds', { _id: newId(), paymentId, amount: 5, status: 'confirmed', refundedAt: AT });
    const refundId = await refund(100, owner);
    const response = { _id: newId(), refundId, paymentId, amount: 100, status: 'confirmed' };
    expect((await test.call('POST', '/ingest/refunds', { headers, body: [response] })).status).toBe(200);
    const lost = { lost: true, mechanicPercent: 10, reason: 'No evidence' };
    await call('POST', `/admin/refunds/${await dispute(50)}/outcome`, lost);
    await call('PATCH', '/admin/approvals/settings', { financeRefund: 0, managerRefund: 400 });
    await call('POST', `/admin/refunds/${await refund(20, finance)}/approve`, {}, manager);
    await call('POST', `/admin/refunds/${await refund(30, finance)}/reject`, { reason: 'Not late' }, manager);
    await refund(40, finance);
    await dispute(60);

    // Settlement files and decisions on their lines.
    const reported = Array.from({ length: 6 }, (_, index) => `pay_${index}`);
    const report = makeReport(reported.map((each, index) => ({ id: each, amount: index < 2 ? 1 : 2000 })));
    await ok(uploadSettlementFile(test, report, { by: finance }));
    await ok(
      uploadSettlementFile(test, makeStatement([{ narration: 'CAPITAL', amount: 9 }]), {
        profile: 'hdfc-statement',
        by: finance,
      }),
    );
    const match = async () => {
      while (await matchLines({ database: test.program, now: () => test.clock.now }));
    };
    await match();
    const { rows: found } = await runs.sql('SELECT id::text AS id FROM settlement_lines ORDER BY id');
    const lines: string[] = found.map(({ id }) => id);
    const resolve = (index: number, resolution: string) =>
      call(
        'POST',
        '/admin/settlement-lines/resolve',
        { ids: [lines[index]], resolution, reason: 'Bank charge' },
        finance,
      );
    for (const index of [0, 2, 3, 4]) await resolve(index, 'written_off');
    await resolve(6, 'ignored');
    await call(
      'POST',
      `/admin/settlement-lines/${lines[2]}/approve`,
      { amount: 2000, reason: 'Bank charge' },
      manager,
    );
    await call('POST', `/admin/settlement-lines/${lines[3]}/reject`, { reason: 'Ask the bank' }, manager);
    await call('POST', `/admin/settlement-lines/${lines[6]}/reopen`, undefined, finance);
    await match();
    await resolve(6, 'ignored');

    const runOf = async (payees: readonly string[]): Promise<string> => (await ok(create(payees))).data._id;
    const approved = async (payees: readonly string[]): Promise<string> => {
      const id = await runOf(payees);
      await call('POST', `/admin/payment-runs/${id}/approve`, {}, manager);
      return id;
    };
    const more: string[] = [];
    for (let index = 0; index < 12; index += 1) more.push(await mechanic(700 + index));
    const sent = await approved(more.slice(0, 5));
    const [, , , , removed] = await rows(sent);
    await call(
      'POST',
      `/admin/payment-runs/${sent}/rows/${removed?.reference}/remove`,
      { reason: 'Asked to wait' },
      finance,
    );
    await ok(send('POST', `/payment-runs/${sent}/file`));
    const [first, second, third] = await rows(sent);
    await applyResults([
      { reference: first?.reference ?? '', status: 'Paid', amount: first?.amount ?? 0, utr: runs.utr() },
      { reference: 'W0000UNKNOWN1', status: 'Paid', amount: 1, utr: runs.utr() },
    ]);
    await ok(outcome(sent, second?.reference ?? '', { status: 'failed', reason: 'The account is closed' }));
    await ok(outcome(sent, third?.reference ?? '', { status: 'paid', transactionId: runs.utr() }));
    await ok(outcome(sent, third?.reference ?? '', { status: 'reversed', reason: 'Returned' }));
    await runOf(more.slice(5, 7));
    await approved(more.slice(7, 9));
    await ok(send('POST', `/payment-runs/${await runOf(more.slice(9, 12))}/cancel`, { reason: 'Made twice' }));

    await ok(closes.close('2026-11-02', '2026-11-01', owner));
    await ok(closes.reopen('2026-11-02', owner));
    await ok(closes.close('2026-11-03', undefined, owner));
    // Ensures that no decision waits for matching.
    await match();
  }, 120_000);

  return runs;
}
