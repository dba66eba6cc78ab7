import { booking } from '@wayside/contract/bookings';
import { decideApplication, mechanic, toggleMechanicExpert } from '@wayside/contract/mechanics';
import { createPayout } from '@wayside/contract/payouts';
import { service } from '@wayside/contract/services';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { expect } from 'vitest';
import { makeResultFile } from './payment-runs-under-test.ts';
import type { WaysidePayment, waysidePayments } from './wayside-payments.ts';

/** The attempts by different writers to change one stored fact, with the result of each. */
export interface ChangeAttempts {
  /** Returns the SQL condition that finds the row to which a column belongs. */
  readonly row: (column: string) => string;
  /** Ingests records from the external marketplace; returns their outcomes, or the HTTP status of the call. */
  readonly outside?: () => Promise<readonly string[]>;
  /** Calls the API as an administrator; returns the HTTP status. */
  readonly administrator?: () => Promise<number>;
  /** Applies a bank result line and returns the outcome. */
  readonly bank?: () => Promise<string>;
}

/**
 * For each fact in the table "Owners" of docs/money.md, a function that creates it and returns the attempts to change
 * it (OWN-01).
 */
export function makeChangeAttempts(
  wayside: ReturnType<typeof waysidePayments>,
): Readonly<Record<string, () => Promise<ChangeAttempts> | ChangeAttempts>> {
  const { make, runs, newId, sql, ask, call, payoutBody } = wayside;
  const byId = (id: string) => () => `id = '${id}'`;
  const outcomes = async (collection: string, ...records: readonly object[]) => {
    const found: string[] = [];
    for (const record of records) found.push((await wayside.ingest(collection, record))[0]?.outcome ?? '');
    return found;
  };
  /** Ingests a record and then a changed version of it. @returns the outcome of the second ingestion */
  const changed = (collection: string, record: object, change: object) => async () =>
    (await outcomes(collection, record, { ...record, ...change })).slice(1);
  const noCollection = (collection: string) => async () => {
    const response = await runs.test.call('POST', `/ingest/${collection}`, { headers: wayside.headers, body: [] });
    return [String(response.status)];
  };
  const status = async (...given: Parameters<typeof ask>) => (await ask(...given)).status;
  const pay = (mechanic: string, transactionId: unknown) => () =>
    status('finance', 'POST', createPayout.path, { body: payoutBody(mechanic, 1, String(transactionId)) });
  const voidAgain = (kind: string, id: string) => () =>
    status('finance', 'POST', `/admin/payments-out/${kind}/${id}/void`, { body: { reason: 'Again' } });
  /** Applies another bank result file for the same row, with other values. */
  const applyBankResult = (reference: string, other: object) => async () => {
    const line = { reference, status: 'Success', amount: 1000, utr: runs.utr(), ...other };
    const { issues } = await runs.applyResults(makeResultFile([line]));
    return issues.length === 1 ? 'for a person' : 'applied';
  };
  const createRunRow = async () => {
    const mechanic = await runs.mechanic(1000);
    const { id, rows } = await runs.sent([mechanic]);
    return { id, mechanic, reference: rows[0]?.reference ?? '' };
  };
  const imported = async () => {
    const [id, mechanic] = [newId(), await runs.mechanic(0)];
    const record = { _id: id, mechanicId: mechanic, amount: 5, transactionId: runs.utr() };
    await outcomes('payouts', record);
    return { id, mechanic, record };
  };
  const ingestChangedAmount =
    ({ id, record }: WaysidePayment) =>
    async () =>
      outcomes('payouts', record, { ...record, amount: 0, _id: id });
  const changedFirst = async (collection: string, record: object, change: object, act: () => Promise<unknown>) => {
    await outcomes(collection, record);
    return async () => {
      await act();
      return outcomes(collection, record, { ...record, ...change });
    };
  };

  return {
    'payout made in Wayside': async () => {
      const payment = await make['payout of a run']();
      const { rows } = await sql('SELECT reference FROM payment_run_rows WHERE payout_id = $1', [payment.id]);
      return {
        row: byId(payment.id),
        outside: ingestChangedAmount(payment),
        administrator: pay(payment.mechanic, payment.record['transactionId']),
        bank: applyBankResult(rows[0].reference, { amount: 1 }),
      };
    },
    'loyalty payout': async () => {
      const payment = await make['loyalty payout']();
      return {
        row: byId(payment.id),
        outside: ingestChangedAmount(payment),
        administrator: pay(payment.mechanic, payment.record['transactionId']),
      };
    },
    void: async () => {
      const { id, record } = await make.void();
      const { rows } = await sql('SELECT payout_id FROM payout_voids WHERE id = $1', [id]);
      return {
        row: byId(id),
        outside: () => outcomes('payouts', record),
        administrator: voidAgain('payout', rows[0].payout_id),
      };
    },
    adjustment: async () => {
      const { id, mechanic, record } = await make.adjustment();
      const { rows } = await sql('SELECT request_key FROM adjustments WHERE id = $1', [id]);
      const body = { amount: 51, reason: 'Tools', key: rows[0].request_key };
      return {
        row: byId(id),
        outside: () => outcomes('payouts', record),
        administrator: () => status('owner', 'POST', `/admin/mechanics/${mechanic}/adjustments`, { body }),
      };
    },
    refund: async () => {
      const paymentId = newId();
      await sql(`INSERT INTO payments (id, status, amount_paise, created_at) VALUES ($1, 'paid', 5000, now())`, [
        paymentId,
      ]);
      const path = `/admin/payments/${paymentId}/refunds`;
      const body = { kind: 'part', amount: 10, mechanicPercent: 0, reason: 'Late', key: newId() };
      const { _id: id } = (await call('owner', 'POST', path, body)).data;
      return {
        row: byId(id),
        outside: () =>
          outcomes('refunds', { _id: newId(), refundId: id, paymentId, amount: 11, status: 'confirmed' }),
        administrator: () => status('owner', 'POST', path, { body: { ...body, amount: 11 } }),
      };
    },
    'imported payout': async () => {
      const { id, record } = await imported();
      return {
        row: byId(id),
        outside: () => outcomes('payouts', { ...record, amount: 6 }),
        administrator: pay(await runs.mechanic(10), record.transactionId),
      };
    },
    'voided imported payout': async () => {
      const { id, record } = await imported();
      expect(await voidAgain('payout', id)()).toBe(200);
      return {
        row: byId(id),
        outside: () => outcomes('payouts', { ...record, amount: 6 }),
        administrator: voidAgain('payout', id),
      };
    },
    'id of a payment out': async () => ({ row: byId((await make.payout()).id) }),
    'used transaction id': async () => {
      const { id, record } = await make.payout();
      const used = record['transactionId'];
      const { reference } = await createRunRow();
      return {
        row: () => `payout_id = '${id}'`,
        outside: async () => outcomes('payouts', { ...record, _id: newId(), mechanicId: await runs.mechanic(0) }),
        administrator: pay(await runs.mechanic(10), used),
        bank: applyBankResult(reference, { utr: String(used) }),
      };
    },
    'ledger entry': async () => {
      const { id } = await make.payout();
      return { row: () => `source_id = '${id}'` };
    },
    'wallet entry': async () => {
      const { id } = await make['loyalty payout']();
      return { row: () => `loyalty_payout_id = '${id}'` };
    },
    'balance of a mechanic': async () => {
      const { mechanic } = await make.payout();
      return { row: () => `mechanic_id = '${mechanic}'` };
    },
    'wallet of a customer': async () => {
      const { mechanic: customer } = await make['loyalty payout to a customer']();
      return { row: byId(customer) };
    },
    'value of a wallet at the source': () => {
      const id = newId();
      return { row: byId(id), outside: changed('users', { _id: id, wallet_amount: 20 }, { wallet_amount: 30 }) };
    },
    'payment of a customer': () => {
      const id = newId();
      const record = { _id: id, amount: 100, paymentMethod: 'upi', status: 'pending' };
      return { row: byId(id), outside: changed('payments', record, { amount: 200 }) };
    },
    'earnings row': async () => {
      const [id, mechanicId] = [newId(), await runs.mechanic(0)];
      return {
        row: byId(id),
        outside: changed('earnings', { _id: id, mechanicId, grossEarning: 1 }, { grossEarning: 2 }),
      };
    },
    'mechanic and fee of a booking': async () => {
      const id = newId();
      const of = async () => ({ [wireKey(booking, 'mechanic')]: await runs.mechanic(0) });
      return {
        row: byId(id),
        outside: changed('bookings', { _id: id, ...(await of()) }, await of()),
      };
    },
    'name of a person': async () => {
      const id = newId();
      await outcomes('users', { _id: id, name: 'Asha' });
      return { row: byId(id), outside: changed('mechanics', { _id: id, name: 'Ravi' }, { name: 'Ravi Kumar' }) };
    },
    'bank details': () => {
      const id = newId();
      const record = { _id: id, payment_details: { account_number: '50100000001' } };
      return { row: byId(id), outside: changed('mechanics', record, { payment_details: { account_number: '2' } }) };
    },
    'erased person': async () => {
      const id = newId();
      const record = { _id: id, name: 'Meena' };
      await outcomes('users', record);
      const path = deleteUser.path.replace('{id}', id);
      await call('owner', 'DELETE', path);
      return {
        row: byId(id),
        outside: () => outcomes('users', record),
        administrator: () => status('owner', 'DELETE', path),
      };
    },
    'decision on an application': async () => {
      const id = newId();
      const decide = () => ask('owner', 'PATCH', decideApplication.path, { body: { id, status: 'approve' } });
      return {
        row: byId(id),
        outside: await changedFirst('mechanics', { _id: id, status: 'pending' }, { status: 'reject' }, decide),
        administrator: async () => (await decide()).status,
      };
    },
    blocked: async () => {
      const id = newId();
      const block = (seen: string) =>
        ask('owner', 'GET', toggleUserBlock.path.replace('{id}', id), { query: { seen } });
      return {
        row: byId(id),
        outside: await changedFirst('users', { _id: id }, { isBlocked: true }, () => block('false')),
        administrator: async () => (await block('false')).status,
      };
    },
    expert: async () => {
      const id = newId();
      const toggle = (seen: string) =>
        ask('owner', 'GET', toggleMechanicExpert.path.replace('{id}', id), { query: { seen } });
      return {
        row: byId(id),
        outside: await changedFirst(
          'mechanics',
          { _id: id, status: 'approve' },
          { [wireKey(mechanic, 'isExpert')]: true },
          () => toggle('false'),
        ),
        administrator: async () => (await toggle('false')).status,
      };
    },
    'catalogue record': async () => {
      const id = newId();
      const named = (name: string) => ({ [wireKey(service, 'name')]: name });
      const record = { _id: id, ...named('Wash'), vehicle_type: 'car' };
      const update = (headers: Record<string, string>) =>
        ask('owner', 'PATCH', '/service/update', { headers, body: { _id: id, ...named('Foam wash') } });
      return {
        row: byId(id),
        outside: await changedFirst('services', record, named('Steam wash'), () => update({})),
        administrator: async () => (await update({ 'if-match': '"old"' })).status,
      };
    },
    'request for approval': async () => {
      const payee = await runs.mechanic(1000);
      await call('owner', 'PATCH', '/admin/approvals/settings', { limit: 100 });
      const body = payoutBody(payee, 400, runs.utr());
      const { approval } = await call('finance', 'POST', createPayout.path, body);
      await call('owner', 'PATCH', '/admin/approvals/settings', { limit: null });
      return {
        row: byId(approval),
        outside: noCollection('approvals'),
        administrator: () => status('finance', 'POST', `/admin/approvals/${approval}/approve`),
      };
    },
    'limits of approvals': async () => {
      await call('owner', 'PATCH', '/admin/approvals/settings', { limit: 100_000 });
      return {
        row: () => 'only_row = 1',
        outside: noCollection('approval_settings'),
        administrator: () => status('finance', 'PATCH', '/admin/approvals/settings', { body: { limit: 1 } }),
      };
    },
    'payment run': async () => {
      const { id } = await createRunRow();
      return {
        row: byId(id),
        outside: noCollection('payment_runs'),
        administrator: () =>
          status('finance', 'POST', `/admin/payment-runs/${id}/cancel`, { body: { reason: 'Late' } }),
      };
    },
    'row of a payment run': async () => {
      const { id, reference } = await createRunRow();
      const { issues } = await runs.applyResults([{ reference, amount: 1000, status: 'Success', utr: runs.utr() }]);
      expect(issues).toEqual([]);
      const path = `/admin/payment-runs/${id}/rows/${reference}/outcome`;
      return {
        row: () => `reference = '${reference}'`,
        outside: noCollection('payment_run_rows'),
        administrator: () => status('finance', 'POST', path, { body: { status: 'failed', reason: 'No' } }),
        bank: applyBankResult(reference, { amount: 1 }),
      };
    },
    'activity entry': () => ({ row: () => 'id = 1', outside: noCollection('activity') }),
    close: async () => {
      const body = { day: '2026-11-03' };
      await call('owner', 'POST', '/admin/closes', body);
      return {
        row: () => 'number = 1',
        outside: noCollection('closes'),
        administrator: () => status('owner', 'POST', '/admin/closes', { body }),
      };
    },
    'notification made in Wayside': async () => {
      const message = 'Hello all';
      const { _id: id } = await call('owner', 'POST', '/notification/create', { message, type: 'all' });
      const record = { _id: id, message, type: 'all' };
      return { row: byId(id), outside: () => outcomes('notifications', record, { ...record, message: 'Goodbye' }) };
    },
    'imported notification': () => {
      const id = newId();
      const record = { _id: id, message: 'Hello', type: 'general' };
      return { row: byId(id), outside: changed('notifications', record, { message: 'Goodbye' }) };
    },
    note: async () => {
      const id = newId();
      await outcomes('bookings', { _id: id });
      const { data } = await call('owner', 'POST', '/admin/notes', { entity: 'booking', id, text: 'Call again' });
      return {
        row: byId(data._id),
        outside: noCollection('notes'),
        administrator: () => status('manager', 'DELETE', `/admin/notes/${data._id}`),
      };
    },
    administrator: async () => {
      const { rows } = await sql(`SELECT id FROM admins WHERE role = 'manager' LIMIT 1`);
      const { id } = rows[0];
      return {
        row: byId(id),
        outside: noCollection('admins'),
        administrator: () => status('finance', 'PATCH', `/admin/team/${id}/role`, { body: { role: 'owner' } }),
      };
    },
  };
}
