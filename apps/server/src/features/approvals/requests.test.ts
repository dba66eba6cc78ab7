import { afterEach, describe, expect, inject, it } from 'vitest';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { approvalTestTeam, type Person } from '../../testing/approval-test-team.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { isLite } from '../../testing/lite-server.ts';
import type { TestResponse } from '../../testing/test-application.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const eyes = approvalTestTeam();
const { pay, payWallet, requestPayout, approved, approve, record, reject, withdraw } = eyes;
const { request, paid, reserved, entries, send, sql } = eyes;

afterEach(async () => {
  expect((await verifyIntegrity(eyes.test.database)).issues).toEqual([]);
  // Ensures that the lists in the next test contain only its own requests.
  await expireApprovals(eyes.test.database, new Date('2099-01-01'));
});

const listed = async (state: string) => {
  const { body } = await send(eyes.people.owner, 'GET', `/admin/approvals?state=${state}&limit=100`);
  return body.data.map(({ _id }: { _id: string }) => _id);
};

describe('[OWN-08] the check before a payment', () => {
  it('reports whether a payment by the caller needs approval', async () => {
    const { asha, bala } = eyes.people;
    const cause = async (who: typeof asha, amount: number) =>
      (await send(who, 'GET', `/admin/approvals/check?amount=${amount}`)).body.cause;
    expect([await cause(asha, 1000), await cause(asha, 1000.01)]).toEqual([null, 'limit']);
    for (const amount of ['1000', '1000']) await pay(asha, amount);
    expect([await cause(asha, 1000), await cause(asha, 1001 - 0.5), await cause(bala, 1000)]).toEqual([
      null,
      'limit',
      null,
    ]);
    await pay(asha, '900');
    expect(await cause(asha, 200)).toBe('day_limit');
    expect((await send(asha, 'GET', '/admin/approvals/check?amount=much')).status).toBe(400);
    expect((await send(await eyes.signIn('viewer'), 'GET', '/admin/approvals/check?amount=1')).status).toBe(403);
  });
});

describe('[OWN-08] a payment requested without a transaction id', () => {
  it('is approved, listed as to be paid, and posted once its transaction id is recorded', async () => {
    const { asha, bala } = eyes.people;
    const asked = await requestPayout(asha, 5000, { note: 'October, as agreed' });
    expect(asked.body).toMatchObject({
      message: 'Sent for approval. Pay it at the bank after another person has approved it.',
      data: { state: 'waiting', transactionId: null, note: 'October, as agreed', cause: 'limit', owed: 10_000 },
    });
    const id: string = asked.body.data._id;
    await expectError(record(bala, id), 409, 'It is not approved yet. Nothing was recorded.');
    expect((await approve(bala, id)).body.data).toMatchObject({
      ...{ state: 'to_be_paid', approvedBy: bala.email, approvedAt: '2026-11-05T03:35:00.000Z', paidBy: null },
      ...{ decidedBy: null, decidedAt: null, owed: 10_000, lapsesAt: '2026-11-12T03:35:00.000Z' },
    });
    expect([await paid(), await reserved()]).toEqual([[], 5000]);
    expect([(await listed('waiting')).includes(id), await listed('to_be_paid')]).toEqual([false, [id]]);
    expect((await sql('SELECT FROM ledger_entries WHERE mechanic_id = $1', [eyes.mechanic])).rows).toHaveLength(1);

    const before = (await sql('SELECT count(*)::int AS count FROM events')).rows[0].count;
    const first = await record(asha, id, 'AXIS2611050000001', { method: 'online' });
    await expectError(first, 200, '₹5,000 paid, transaction ID AXIS2611050000001.');
    expect(first.body.data).toMatchObject({
      ...{ state: 'approved', transactionId: 'AXIS2611050000001', method: 'online', owed: 5000 },
      ...{ requestedBy: asha.email, approvedBy: bala.email, paidBy: asha.email },
    });
    expect([await paid(), await reserved(), await listed('to_be_paid')]).toEqual([[500_000], 0, []]);
    const { rows } = await sql('SELECT requested_by, method FROM payouts WHERE mechanic_id = $1', [eyes.mechanic]);
    expect(rows).toEqual([{ requested_by: asha.id, method: 'online' }]);
    expect((await sql('SELECT count(*)::int AS count FROM events')).rows[0].count).toBe(before + 1);
    expect(await entries(id)).toEqual([
      { action: 'requested', actor: asha.id, note: 'October, as agreed' },
      { action: 'approved', actor: bala.id, note: null },
      { action: 'payment_recorded', actor: asha.id, note: null },
    ]);
    // The same id in another spelling returns the first response. Another id returns a 409 that states the paid
    // amount.
    expect((await record(bala, id, ' axis2611050000001 ')).body).toEqual(first.body);
    await expectError(
      record(bala, id, 'AXIS2611050000002'),
      409,
      '₹5,000 was already paid with transaction ID AXIS2611050000001. Nothing was recorded.',
    );
    expect(await paid()).toEqual([500_000]);
  });

  it('is requested only once per idempotency key, even when requests are concurrent', async () => {
    const { asha, bala } = eyes.people;
    const key = eyes.newTransaction();
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestPayout(asha, 2000, { key })));
    expect(new Set(responses.map(({ body }) => body.data._id)).size).toBe(1);
    expect(await reserved()).toBe(2000);
    for (const other of [requestPayout(asha, 2001, { key }), requestPayout(bala, 2000, { key })])
      expect((await other).body.message).toBe('This key belongs to another request. Nothing was requested.');
    // This also applies after the request has ended.
    await reject(bala, responses[0]?.body.data._id);
    expect((await requestPayout(asha, 2000, { key })).body.data).toMatchObject({ state: 'rejected' });
    expect(await reserved()).toBe(0);
  });

  it('is rejected with 409 when it needs no approval or is not possible, and with 400 without a reason', async () => {
    const { asha, bala } = eyes.people;
    await expectError(
      requestPayout(asha, 1000),
      409,
      'This payment needs no approval now. Pay it with its transaction ID.',
    );
    await requestPayout(asha, 9000);
    await expectError(
      requestPayout(bala, 1001),
      409,
      'The balance is now ₹10,000, of which ₹9,000 is reserved for requested payments. Nothing was paid.',
    );
    for (const [field, other] of [
      ['note', { note: ' ' }],
      ['key', { key: undefined }],
      ['method', { method: null }],
      ['payeeKind', { payeeKind: 'user' }],
      ['amount', { amount: 0 }],
    ] as const) {
      await expectFieldErrors(requestPayout(asha, 2000, other), field);
    }
    expect((await requestPayout(asha, 2000, { payeeId: eyes.newId() })).status).toBe(404);
  });

  it('pays a wallet once, and its approval returns 409 when the wallet has changed', async () => {
    const { asha, bala } = eyes.people;
    const asked = await requestPayout(asha, 2000, { kind: 'loyalty', method: null });
    const id: string = asked.body.data._id;
    expect((await requestPayout(bala, 2000, { kind: 'loyalty' })).status).toBe(409);
    const grow = (paise: number) =>
      sql(
        `WITH entry AS (INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES ($1, 'source_change', $2::bigint))
         UPDATE mechanics SET source_wallet_paise = source_wallet_paise + $2::bigint WHERE id = $1`,
        [eyes.mechanic, paise],
      );
    await grow(100);
    await expectError(approve(bala, id), 409, 'The wallet is now ₹2,001, not ₹2,000. Nothing was paid.');
    expect((await request(id))['state']).toBe('waiting');
    await grow(-100);
    expect((await approve(bala, id)).status).toBe(200);
    // A wallet can have only one open request, even if that request is approved.
    await expectError(
      payWallet(bala, 2000),
      409,
      '₹2,000 of the wallet is reserved for a requested payment. Nothing was paid.',
    );
    expect((await record(asha, id)).status).toBe(200);
    expect((await sql('SELECT wallet_paise FROM mechanics WHERE id = $1', [eyes.mechanic])).rows).toEqual([
      { wallet_paise: 0 },
    ]);
  });
});

describe('[OWN-08] a payment request with a transaction id', () => {
  it('returns 409 when it is repeated after the payment was recorded with another id, and the intended id can be used again', async () => {
    const { asha, bala, owner } = eyes.people;
    const [intended, actual] = [eyes.newTransaction(), eyes.newTransaction()];
    const { body } = await pay(asha, '4000', { transaction_id: intended });
    await approve(bala, body.approval);
    await record(owner, body.approval, actual);
    await expectError(
      pay(asha, '4000', { transaction_id: intended }),
      409,
      `₹4,000 to Ravi Kumar was requested with this transaction ID but paid with ${actual}. Nothing was paid.`,
    );
    expect((await pay(bala, '20', { transaction_id: intended })).status).toBe(200);
    expect(await paid()).toEqual([2000, 400_000]);
  });
});

describe('[OWN-08] concurrent calls', () => {
  const expireAll = async () => {
    await expireApprovals(eyes.test.database, new Date('2099-01-01'));
    return { status: 0 };
  };

  it('leave a request in exactly one state when they approve, reject, withdraw, record and expire it', async () => {
    const { asha, bala, owner } = eyes.people;
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: 1, dayLimit: null });
    for (let round = 0; round < 8; round += 1) {
      const before = (await paid()).length;
      const id =
        round % 2 === 0
          ? await approved(asha, bala, 101 + round)
          : ((await requestPayout(asha, 101 + round)).body.data._id as string);
      const transactions = [eyes.newTransaction(), eyes.newTransaction()];
      const responses = await Promise.all([
        ...[approve(bala, id), approve(owner, id), reject(owner, id), withdraw(asha, id)],
        ...transactions.flatMap((each) => [record(asha, id, each), record(bala, id, each)]),
        ...(round % 4 > 1 ? [] : [expireAll()]),
      ]);
      const { state } = await request(id);
      const isPaid = state === 'approved';
      expect(['approved', 'rejected', 'cancelled', 'withdrawn', 'lapsed']).toContain(state);
      expect(await paid()).toHaveLength(before + (isPaid ? 1 : 0));
      const ended = [responses[2], responses[3]].filter((response) => response?.status === 200);
      expect(ended).toHaveLength(isPaid || state === 'lapsed' ? 0 : 1);
      const actions = (await entries(id)).map(({ action }) => action);
      expect(
        actions.filter((action) => ['payment_recorded', 'rejected', 'withdrawn', 'lapsed'].includes(action)),
      ).toHaveLength(1);
      expect(await reserved()).toBe(0);
    }
  });
});

describe('[OWN-08] the database', () => {
  it('rejects an approval by the requester, a payment without an approval or id, and any other change', async () => {
    const { asha, bala } = eyes.people;
    const id: string = (await requestPayout(asha, 5000)).body.data._id;
    const change = (text: string, values: unknown[] = []) =>
      sql(`UPDATE approvals SET ${text} WHERE id = $1`, [id, ...values]);
    await expect(change('approved_by = requested_by, approved_at = now()')).rejects.toMatchObject({
      constraint: 'approvals_approved_by',
    });
    const payout = eyes.newId();
    await sql('INSERT INTO payouts (id, mechanic_id, amount_paise, requested_by) VALUES ($1, $2, 1, $3)', [
      ...[payout, eyes.mechanic, asha.id],
    ]);
    // A node of the previous release pays on approval, but this request has no transaction id for the payment.
    await expect(
      change(`state = 'approved', decided_by = $2, decided_at = now(), payout_id = $3`, [bala.id, payout]),
    ).rejects.toMatchObject({ constraint: 'approvals_paid_by' });
    await expect(change(`lapses_at = 'infinity'`)).rejects.toThrow(
      'only an approval and a decision may change a request to pay',
    );
    await approve(bala, id);
    for (const text of ['approved_by = NULL, approved_at = NULL', `lapses_at = 'infinity'`, `note = 'Other'`])
      await expect(change(text)).rejects.toThrow('only an approval and a decision may change a request to pay');
  });
});

/**
 * Makes a call that waits for the ledger lock, as during an import, and takes away the caller's right in the
 * meantime.
 */
async function whileItWaits(
  call: () => Promise<TestResponse>,
  takeAway: () => Promise<unknown>,
): Promise<TestResponse> {
  const importing = await eyes.test.database.pool.connect();
  try {
    await importing.query('BEGIN');
    await lockLedger(importing);
    const response = call();
    await untilLockWait(eyes.test.database, 'the call waits for the ledger');
    await takeAway();
    await importing.query('COMMIT');
    return await response;
  } finally {
    importing.release();
  }
}

const demote = ({ id }: Person, role = 'viewer') =>
  send(eyes.people.owner, 'PATCH', `/admin/team/${id}/role`, { role });

// PGlite has only one session, so no other connection works while a transaction is open.
describe.skipIf(isLite(inject('testServer')))('[TEAM-01, TEAM-02] revoking a permission while a call waits', () => {
  it('prevents payments and requests by a user who was suspended or got another role', async () => {
    const { asha, bala, owner } = eyes.people;
    const other = await eyes.signIn('finance');
    const suspend = () => send(owner, 'POST', `/admin/team/${asha.id}/suspend`);
    await expectError(
      whileItWaits(() => pay(asha, '500'), suspend),
      403,
      'Your role may not pay mechanics or loyalty, void or refund payments, adjust balances or close days.',
    );
    expect(
      (
        await whileItWaits(
          () => payWallet(other, 2000),
          () => demote(other),
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await whileItWaits(
          () => pay(bala, '500'),
          () => demote(bala),
        )
      ).status,
    ).toBe(403);
    expect([await paid(), await eyes.reserved()]).toEqual([[], 0]);
    const { rows } = await sql('SELECT FROM approvals WHERE mechanic_id = $1', [eyes.mechanic]);
    expect(rows).toEqual([]);
  });

  it('prevents rejections and withdrawals', async () => {
    const { asha, bala } = eyes.people;
    const id: string = (await pay(asha, '2000')).body.approval;
    expect(
      (
        await whileItWaits(
          () => eyes.reject(bala, id),
          () => demote(bala),
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await whileItWaits(
          () => eyes.withdraw(asha, id),
          () => demote(asha),
        )
      ).status,
    ).toBe(403);
    expect(await eyes.reserved()).toBe(2000);
  });

  it('prevents changes to the limits and the deletion of a mechanic', async () => {
    const { owner } = eyes.people;
    const [other, manager] = [await eyes.signIn('owner'), await eyes.signIn('manager')];
    const free = () => send(other, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await whileItWaits(free, () => demote(other, 'finance'))).status).toBe(403);
    expect((await send(owner, 'GET', '/admin/approvals/settings')).body.data).toMatchObject({ limit: 1000 });
    const erase = () => send(manager, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`);
    expect((await whileItWaits(erase, () => demote(manager, 'finance'))).status).toBe(403);
    expect((await send(owner, 'GET', `/admin/mechanics/${eyes.mechanic}`)).status).toBe(200);
  });
});
