import { afterEach, describe, expect, it } from 'vitest';
import { integrityChecks } from '../../money/verify/run-integrity-checks.ts';
import { approvalTestTeam } from '../../testing/approval-test-team.ts';
import { expectError } from '../../testing/expect-error.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const eyes = approvalTestTeam();
const { pay, payWallet, approve, record, reject, withdraw, request, paid, reserved, entries, send, sql } = eyes;
const WAITS = 'Sent for approval. Another person must approve it.';
const HOUR_MS = 3_600_000;

const later = (hours: number) => {
  eyes.test.clock.now = new Date(eyes.test.clock.now.getTime() + hours * HOUR_MS);
};

afterEach(async () => {
  const checks = integrityChecks.filter(({ name }) =>
    ['Approvals', 'Payouts', 'Balances', 'Wallets'].includes(name),
  );
  expect((await verifyIntegrity(eyes.test.database, checks)).issues).toEqual([]);
});

describe('[TEAM-06] a payment above the approval limit', () => {
  it('is pending, reserves its amount, and is paid once another user has approved it and its transaction id is recorded', async () => {
    const { asha, bala } = eyes.people;
    const transaction = eyes.newTransaction();
    const asked = await pay(asha, '5000', { transaction_id: transaction });
    expect(asked.body).toEqual({ status: true, message: WAITS, approval: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect([await paid(), await reserved()]).toEqual([[], 5000]);
    const id = asked.body.approval;
    const waiting = await send(bala, 'GET', '/admin/approvals?state=waiting&limit=100');
    expect(waiting.body.data.at(-1)).toEqual({
      _id: id,
      kind: 'payout',
      payeeKind: 'mechanic',
      payeeId: eyes.mechanic,
      payeeName: 'Ravi Kumar',
      amount: 5000,
      owed: 10_000,
      method: 'bank_transfer',
      transactionId: transaction,
      note: null,
      cause: 'limit',
      requestedById: asha.id,
      requestedBy: asha.email,
      requestedAt: '2026-11-05T03:35:00.000Z',
      lapsesAt: '2026-11-12T03:35:00.000Z',
      state: 'waiting',
      approvedBy: null,
      approvedAt: null,
      paidBy: null,
      decidedBy: null,
      decidedAt: null,
      reason: null,
    });
    const approved = await approve(bala, id);
    await expectError(
      approved,
      200,
      'Approved. Nothing is paid yet: pay it at the bank, then record its transaction ID.',
    );
    expect(approved.body.data).toMatchObject({ state: 'to_be_paid', owed: 10_000, transactionId: transaction });
    expect([await paid(), await reserved()]).toEqual([[], 5000]);
    const recorded = await record(bala, id, transaction);
    await expectError(recorded, 200, `₹5,000 paid, transaction ID ${transaction}.`);
    expect(recorded.body.data).toMatchObject({
      ...{ state: 'approved', owed: 5000, approvedBy: bala.email, paidBy: bala.email, decidedBy: bala.email },
    });
    expect([await paid(), await reserved()]).toEqual([[500_000], 0]);
    expect(await entries(id)).toEqual([
      { action: 'requested', actor: asha.id, note: null },
      { action: 'approved', actor: bala.id, note: null },
      { action: 'payment_recorded', actor: bala.id, note: null },
    ]);
    const { rows } = await sql(`SELECT actor_id, changes FROM activity WHERE action = 'paid' AND entity_id = $1`, [
      eyes.mechanic,
    ]);
    expect(rows[0].actor_id).toBe(bala.id);
    expect(rows[0].changes).toContainEqual({ field: 'approvalId', before: null, after: id });
  });

  it('needs no approval when the amount equals the limit or approvals are switched off', async () => {
    const { asha, owner } = eyes.people;
    expect((await pay(asha, '1000')).body.approval).toBeUndefined();
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await pay(asha, '9000')).body.approval).toBeUndefined();
    expect(await paid()).toEqual([100_000, 900_000]);
  });

  it('returns the same response to a repeated request, and 409 for different content with the same transaction id', async () => {
    const { asha, bala } = eyes.people;
    const transaction_id = eyes.newTransaction();
    const first = await pay(asha, '5000', { transaction_id });
    expect((await pay(asha, '5000.00', { transaction_id: ` ${transaction_id.toLowerCase()}` })).body).toEqual(
      first.body,
    );
    await expectError(
      pay(bala, '10', { transaction_id }),
      409,
      `Transaction ID ${transaction_id} belongs to a payment that needs approval: ₹5,000 to Ravi Kumar. Nothing was paid.`,
    );
    const loyalty = await payWallet(bala, 2000, { transaction_id });
    expect(loyalty.status).toBe(409);
    await approve(bala, first.body.approval);
    expect((await pay(asha, '5000', { transaction_id })).body).toEqual(first.body);
    await expectError(
      pay(bala, '10', { transaction_id }),
      409,
      `Transaction ID ${transaction_id} belongs to an approved payment that is not paid yet: ₹5,000 to Ravi Kumar. Nothing was paid.`,
    );
    await record(bala, first.body.approval, transaction_id);
    expect((await pay(asha, '5000', { transaction_id })).body).toEqual({
      status: true,
      message: `₹5,000 paid, transaction ID ${transaction_id}.`,
    });
    expect(await paid()).toEqual([500_000]);
  });

  it.each([
    ['rejected', (id: string) => reject(eyes.people.bala, id)],
    ['withdrawn', (id: string) => withdraw(eyes.people.asha, id)],
    ['lapsed', () => later(7 * 24)],
  ] as const)('releases its amount and transaction id when it is %s', async (state, end) => {
    const transaction_id = eyes.newTransaction();
    const { body } = await pay(eyes.people.asha, '9000', { transaction_id });
    await end(body.approval);
    const [other, owner] = [await eyes.signIn('finance'), await eyes.signIn('owner')];
    expect((await send(owner, 'GET', `/admin/approvals/${body.approval}`)).body.data.state).toBe(state);
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await pay(other, '10000', { transaction_id })).body.approval).toBeUndefined();
    expect(await paid()).toEqual([1_000_000]);
    expect((await entries(body.approval)).map(({ action }) => action)).toEqual(['requested', state]);
    expect((await approve(other, body.approval)).status).toBe(409);
  });
});

describe('[TEAM-06] splitting an amount into several payments', () => {
  it('does not avoid the approval: the sum of a day includes both kinds of payment and pending requests', async () => {
    const { asha, bala } = eyes.people;
    for (const amount of ['1000', '1000', '900']) expect((await pay(asha, amount)).body.approval).toBeUndefined();
    const asked = await pay(asha, '200');
    expect(await request(asked.body.approval)).toMatchObject({ cause: 'day_limit', state: 'waiting' });
    // Pending requests count towards the limit, even when the new amount alone is below it.
    expect((await pay(asha, '50')).body.approval).toEqual(expect.any(String));
    expect((await payWallet(asha, 2000)).body.approval).toEqual(expect.any(String));
    expect((await pay(bala, '1000')).body.approval).toBeUndefined();
    // On the next day in India, today's payments no longer count, but pending requests still do.
    later(15);
    const tomorrow = { ...asha, token: await eyes.test.signInAs(asha.id) };
    expect((await pay(tomorrow, '600')).body.approval).toBeUndefined();
    expect((await pay(tomorrow, '600')).body.approval).toEqual(expect.any(String));
  });

  it('does not avoid the approval with concurrent requests either', async () => {
    const { asha } = eyes.people;
    const responses = await Promise.all(Array.from({ length: 12 }, () => pay(asha, '500')));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(responses.filter(({ body }) => body.approval === undefined)).toHaveLength(6);
    expect(await paid()).toEqual(Array(6).fill(50_000));
    expect(await reserved()).toBe(3000);
  });
});

describe('[TEAM-06] the approval limits', () => {
  it('can be changed only by an owner, can be read by every user, and are logged', async () => {
    const { asha, owner } = eyes.people;
    const set = await send(owner, 'PATCH', '/admin/approvals/settings', { limit: 2500.5, dayLimit: null });
    expect(set.body.data).toEqual({
      ...{ limit: 2500.5, dayLimit: null, managerAdjustment: 50_000, financeAdjustment: 5000 },
      ...{
        managerAdjustmentDay: 250_000,
        financeAdjustmentDay: 25_000,
        managerRefund: 50_000,
        financeRefund: 5000,
      },
      otherApprovers: expect.any(Number),
    });
    expect((await send(asha, 'GET', '/admin/approvals/settings')).body.data).toMatchObject({ limit: 2500.5 });
    expect((await send(asha, 'PATCH', '/admin/approvals/settings', { limit: 1 })).body).toEqual({
      status: false,
      message: 'Your role may not change which payments need approval.',
    });
    for (const limit of [0, -1, 'much', 0.001])
      expect((await send(owner, 'PATCH', '/admin/approvals/settings', { limit })).status).toBe(400);
    const { rows } = await sql(
      `SELECT actor_id, changes FROM activity WHERE entity = 'approval_settings' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        actor_id: owner.id,
        changes: [
          { field: 'limitPaise', before: 100_000, after: 250_050 },
          { field: 'dayLimitPaise', before: 300_000, after: null },
        ],
      },
    ]);
  });

  it('include the number of other users who can approve', async () => {
    await sql(`UPDATE admins SET suspended_at = now() WHERE id NOT IN ($1, $2)`, [
      eyes.people.owner.id,
      eyes.people.asha.id,
    ]);
    const others = async () =>
      (await send(eyes.people.owner, 'GET', '/admin/approvals/settings')).body.data.otherApprovers;
    expect(await others()).toBe(1);
    // A user with a pending invitation cannot sign in yet.
    const invited = { name: 'Chitra', email: 'chitra@example.in', role: 'finance' };
    expect((await send(eyes.people.owner, 'POST', '/admin/team', invited)).status).toBe(200);
    expect(await others()).toBe(1);
    await sql(`UPDATE admins SET role = 'support' WHERE id = $1`, [eyes.people.asha.id]);
    expect(await others()).toBe(0);
  });
});

describe('[TEAM-06] erasing a person', () => {
  it('removes the reason of a rejection, also from the activity log', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    await reject(bala, id, 'Ravi has left');
    expect((await entries(id)).at(-1)?.note).toBe('Ravi has left');
    expect(
      (await eyes.test.call('DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`, { token: owner.token })).status,
    ).toBe(200);
    expect((await request(id))['reason']).toBeNull();
    expect((await entries(id)).at(-1)?.note).toBeNull();
  });
});

describe('[TEAM-06] concurrent approvals', () => {
  it('two users approve the same request, and only one approval is stored', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => approve(n % 2 ? bala : owner, id)));
    const winner = (await request(id))['state'];
    expect(winner).toBe('to_be_paid');
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(responses.find(({ status }) => status === 409)?.body.message).toBe(
      `${(await request(id))['approvedBy']} has already approved this. Nothing was changed.`,
    );
    expect(await paid()).toEqual([]);
    expect((await entries(id)).filter(({ action }) => action === 'approved')).toHaveLength(1);
  });

  it('an approval, a rejection and a withdrawal compete: exactly one succeeds, and nothing is paid', async () => {
    const { asha, bala, owner } = eyes.people;
    for (let round = 0; round < 5; round += 1) {
      const id = (await pay(asha, '1500')).body.approval;
      const [, ...ends] = await Promise.all([approve(bala, id), reject(owner, id), withdraw(asha, id)]);
      expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(['rejected', 'cancelled', 'withdrawn']).toContain((await request(id))['state']);
      expect(await paid()).toEqual([]);
    }
  });

  it('payouts never use the reserved amount while the payment of that amount is recorded', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '8000')).body.approval;
    await approve(bala, id);
    const [approved, ...others] = await Promise.all([
      record(asha, id),
      ...Array.from({ length: 6 }, () => pay(owner, '900')),
    ]);
    expect(approved.status).toBe(200);
    expect(others.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await paid()).toEqual([90_000, 90_000, 800_000]);
  });

  it('a payout above the unreserved balance is rejected with a message that states the reserved amount', async () => {
    const { asha, owner } = eyes.people;
    await pay(asha, '9500');
    await expectError(
      pay(owner, '501'),
      409,
      'The balance is now ₹10,000, of which ₹9,500 is reserved for requested payments. Nothing was paid.',
    );
  });
});

describe('[TEAM-06] an approval after a change', () => {
  it('is rejected when the balance is now too low, and the request stays pending', async () => {
    const { asha, bala } = eyes.people;
    const id = (await pay(asha, '9000')).body.approval;
    await sql(`UPDATE payments SET amount_paise = 300000 WHERE mechanic_id = $1`, [eyes.mechanic]);
    await expectError(approve(bala, id), 409, 'The balance is now ₹3,000, less than ₹9,000. Nothing was paid.');
    expect((await request(id))['state']).toBe('waiting');
    expect(await paid()).toEqual([]);
  });

  it('is rejected when the wallet amount has changed or an import has used the transaction id', async () => {
    const { asha, bala } = eyes.people;
    const wallet = (await payWallet(asha, 2000)).body.approval;
    await sql(`INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES ($1, 'source_change', 100)`, [
      eyes.mechanic,
    ]);
    await sql('UPDATE mechanics SET source_wallet_paise = source_wallet_paise + 100 WHERE id = $1', [
      eyes.mechanic,
    ]);
    expect((await approve(bala, wallet)).body.message).toBe(
      'The wallet is now ₹2,001, not ₹2,000. Nothing was paid.',
    );
    const transaction_id = eyes.newTransaction();
    const payout = (await pay(asha, '5000', { transaction_id })).body.approval;
    await sql(
      `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ($1, $2, $3, lower($3), 700)`,
      [eyes.newId(), eyes.mechanic, transaction_id],
    );
    const { status, body } = await approve(bala, payout);
    expect([status, body.message]).toEqual([
      409,
      `Transaction ID ${transaction_id} was already used to pay ₹7 to Ravi Kumar. Nothing was paid.`,
    ]);
    expect((await reject(bala, payout)).status).toBe(200);
  });
});

describe('[TEAM-06] the users who may approve a payment', () => {
  it('never include the requester, either through the API or in the database', async () => {
    const { asha } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    await expectError(approve(asha, id), 409, 'You requested this payment: another person must approve it.');
    expect((await reject(asha, id)).status).toBe(409);
    const payout = eyes.newId();
    await sql(`INSERT INTO payouts (id, mechanic_id, amount_paise, requested_by) VALUES ($1, $2, 1, $3)`, [
      payout,
      eyes.mechanic,
      asha.id,
    ]);
    const approveInSql = (by: string) =>
      sql(
        `UPDATE approvals SET state = 'approved', decided_by = $2, decided_at = now(), payout_id = $3 WHERE id = $1`,
        [id, by, payout],
      );
    await expect(approveInSql(asha.id)).rejects.toMatchObject({ constraint: 'approvals_four_eyes' });
    await expect(
      sql('UPDATE approvals SET requested_by = $2 WHERE id = $1', [id, eyes.people.bala.id]),
    ).rejects.toThrow('only an approval and a decision may change a request to pay');
    await expect(sql('DELETE FROM approvals WHERE id = $1', [id])).rejects.toThrow(
      'only an approval and a decision may change a request to pay',
    );
  });

  it('exclude a suspended user, even one suspended while the approval waits for the ledger lock', async () => {
    const { asha, bala } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    const client = await eyes.test.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE admins SET suspended_at = now() WHERE id = $1', [bala.id]);
      const approving = approve(bala, id);
      await untilLockWait(eyes.test.database, 'the approval waits for the row of its approver');
      await client.query('COMMIT');
      await expectError(approving, 409, 'You may no longer approve payments. Nothing was paid.');
    } finally {
      client.release();
    }
    expect((await approve(bala, id)).status).toBe(401);
    expect(await paid()).toEqual([]);
  });

  it('get a 409 when the requester no longer has the permission to pay', async () => {
    const { asha, bala } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    await sql(`UPDATE admins SET role = 'viewer' WHERE id = $1`, [asha.id]);
    const { status, body } = await approve(bala, id);
    expect([status, body.message]).toEqual([
      409,
      'The person who requested this may no longer pay. Nothing was paid: reject the request.',
    ]);
    expect((await reject(bala, id)).body.data).toMatchObject({ state: 'rejected', reason: 'Wrong month' });
  });

  it('cannot approve a payment while its requester is suspended: the request stays pending until it is rejected or the suspension ends', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    expect((await send(owner, 'POST', `/admin/team/${asha.id}/suspend`)).status).toBe(200);
    const { status, body } = await approve(bala, id);
    expect([status, body.message]).toEqual([
      409,
      'The person who requested this may no longer pay. Nothing was paid: reject the request.',
    ]);
    expect([await request(id), await eyes.reserved(), await paid()]).toMatchObject([
      { state: 'waiting' },
      5000,
      [],
    ]);
    const other = (await pay(bala, '2000')).body.approval;
    expect((await reject(owner, id)).body.data).toMatchObject({ state: 'rejected' });
    expect(await eyes.reserved()).toBe(2000);
    await withdraw(bala, other);
    await send(owner, 'POST', `/admin/team/${asha.id}/reactivate`);
    const token = await eyes.test.signInAs(asha.id);
    const again = (await pay({ ...asha, token }, '5000')).body.approval;
    await send(owner, 'POST', `/admin/team/${asha.id}/suspend`);
    expect((await approve(bala, again)).status).toBe(409);
    await send(owner, 'POST', `/admin/team/${asha.id}/reactivate`);
    expect((await approve(bala, again)).status).toBe(200);
    expect((await record(bala, again)).status).toBe(200);
    expect(await paid()).toEqual([500_000]);
  });

  it('[PRIV-06] can approve a payment to a mechanic who was erased in the meantime, whose name is shown until then and whose remaining data is deleted afterwards', async () => {
    const { asha, bala, owner } = eyes.people;
    const balance = (await pay(asha, '10000')).body.approval;
    const wallet = (await payWallet(bala, 2000)).body.approval;
    expect((await send(owner, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`)).status).toBe(200);
    expect(await request(balance)).toMatchObject({ state: 'waiting', payeeName: 'Ravi Kumar' });
    const { body } = await send(owner, 'GET', '/admin/payouts/erasures');
    expect(body.data.filter(({ _id }: { _id: string }) => _id === eyes.mechanic)).toMatchObject([
      { balance: 10_000, wallet: 2000, reservedBalance: 10_000, reservedWallet: 2000 },
    ]);
    expect((await approve(bala, balance)).status).toBe(200);
    expect((await record(bala, balance)).status).toBe(200);
    expect((await request(wallet))['payeeName']).toBe('Ravi Kumar');
    expect((await approve(asha, wallet)).status).toBe(200);
    expect((await record(bala, wallet)).status).toBe(200);
    expect([(await request(balance))['payeeName'], (await request(wallet))['payeeName']]).toEqual([null, null]);
  });
});
