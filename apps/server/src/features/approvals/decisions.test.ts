import { afterEach, describe, expect, it } from 'vitest';
import { integrityChecks } from '../../money/verify/run-integrity-checks.ts';
import { expectError } from '../../testing/expect-error.ts';
import { fourEyes } from '../../testing/four-eyes.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const eyes = fourEyes();
const { pay, payWallet, approve, record, reject, withdraw, request, paid, entries, send, sql } = eyes;

afterEach(async () => {
  const checks = integrityChecks.filter(({ name }) =>
    ['Approvals', 'Payouts', 'Balances', 'Wallets'].includes(name),
  );
  expect((await verifyIntegrity(eyes.test.database, checks)).issues).toEqual([]);
});

describe('[TEAM-06] at the same time', () => {
  it('two people approve, and one approval is stored', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => approve(n % 2 ? bala : owner, id)));
    const winner = (await request(id))['state'];
    expect(winner).toBe('to_be_paid');
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      `${(await request(id))['approvedBy']} has approved this already. Nothing was changed.`,
    );
    expect(await paid()).toEqual([]);
    expect((await entries(id)).filter(({ action }) => action === 'approved')).toHaveLength(1);
  });

  it('one approves while the other rejects and the requester withdraws: one of them ends it, and nothing is paid', async () => {
    const { asha, bala, owner } = eyes.people;
    for (let round = 0; round < 5; round += 1) {
      const id = (await pay(asha, '1500')).body.approval;
      const [, ...ends] = await Promise.all([approve(bala, id), reject(owner, id), withdraw(asha, id)]);
      expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(['rejected', 'cancelled', 'withdrawn']).toContain((await request(id))['state']);
      expect(await paid()).toEqual([]);
    }
  });

  it('payouts never use the reserved amount while its payment is recorded', async () => {
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

  it('rejects a payout above the unreserved balance with the reserved amount', async () => {
    const { asha, owner } = eyes.people;
    await pay(asha, '9500');
    await expectError(
      pay(owner, '501'),
      409,
      'The balance is ₹10,000 now, of which ₹9,500 is reserved for requested payments. Nothing was paid.',
    );
  });
});

describe('[TEAM-06] an approval after a change', () => {
  it('checks the balance again: a lower one rejects the approval, and the request stays pending', async () => {
    const { asha, bala } = eyes.people;
    const id = (await pay(asha, '9000')).body.approval;
    await sql(`UPDATE payments SET amount_paise = 300000 WHERE mechanic_id = $1`, [eyes.mechanic]);
    await expectError(approve(bala, id), 409, 'The balance is ₹3,000 now, less than ₹9,000. Nothing was paid.');
    expect((await request(id))['state']).toBe('waiting');
    expect(await paid()).toEqual([]);
  });

  it('is checked again: a wallet with another amount, and a transaction id that an import has used', async () => {
    const { asha, bala } = eyes.people;
    const wallet = (await payWallet(asha, 2000)).body.approval;
    await sql(`INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES ($1, 'source_change', 100)`, [
      eyes.mechanic,
    ]);
    await sql('UPDATE mechanics SET source_wallet_paise = source_wallet_paise + 100 WHERE id = $1', [
      eyes.mechanic,
    ]);
    expect((await approve(bala, wallet)).body.message).toBe(
      'The wallet holds ₹2,001 now, not ₹2,000. Nothing was paid.',
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
      `Transaction ID ${transaction_id} has already paid ₹7 to Ravi Kumar. Nothing was paid now.`,
    ]);
    expect((await reject(bala, payout)).status).toBe(200);
  });
});

describe('[TEAM-06] who may decide', () => {
  it('is never the requester, neither through the API nor in the database', async () => {
    const { asha } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    await expectError(
      approve(asha, id),
      409,
      'You have requested this payment yourself: somebody else must approve it.',
    );
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
    ).rejects.toThrow('a request to pay changes by its approval and its decision alone');
    await expect(sql('DELETE FROM approvals WHERE id = $1', [id])).rejects.toThrow('a request to pay changes by');
  });

  it('is nobody who is suspended, also while the approval waits for the ledger', async () => {
    const { asha, bala } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    const client = await eyes.test.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE admins SET suspended_at = now() WHERE id = $1', [bala.id]);
      const approving = approve(bala, id);
      await untilLockWait(eyes.test.database, 'the approval waits for the row of its approver');
      await client.query('COMMIT');
      await expectError(approving, 409, 'You may not approve payments any more. Nothing was paid.');
    } finally {
      client.release();
    }
    expect((await approve(bala, id)).status).toBe(401);
    expect(await paid()).toEqual([]);
  });

  it('gets a 409 when the requester has lost the permission to pay', async () => {
    const { asha, bala } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    await sql(`UPDATE admins SET role = 'viewer' WHERE id = $1`, [asha.id]);
    const { status, body } = await approve(bala, id);
    expect([status, body.message]).toEqual([
      409,
      'The person who requested this may not pay any more. Nothing was paid: reject the request.',
    ]);
    expect((await reject(bala, id)).body.data).toMatchObject({ state: 'rejected', reason: 'Wrong month' });
  });

  it('is not paid for a requester who is suspended in the meantime: it waits until somebody rejects it, or the suspension ends', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    expect((await send(owner, 'POST', `/admin/team/${asha.id}/suspend`)).status).toBe(200);
    const { status, body } = await approve(bala, id);
    expect([status, body.message]).toEqual([
      409,
      'The person who requested this may not pay any more. Nothing was paid: reject the request.',
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

  it('[PRIV-06] pays a mechanic who is erased in the meantime, by name, and then nothing of them is left', async () => {
    const { asha, bala, owner } = eyes.people;
    const balance = (await pay(asha, '10000')).body.approval;
    const wallet = (await payWallet(bala, 2000)).body.approval;
    expect((await send(owner, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`)).status).toBe(200);
    expect(await request(balance)).toMatchObject({ state: 'waiting', payeeName: 'Ravi Kumar' });
    const { body } = await send(owner, 'GET', '/admin/payouts/erasures');
    expect(body.data).toMatchObject([
      { _id: eyes.mechanic, balance: 10_000, wallet: 2000, reservedBalance: 10_000, reservedWallet: 2000 },
    ]);
    expect((await approve(bala, balance)).status).toBe(200);
    expect((await record(bala, balance)).status).toBe(200);
    expect((await request(wallet))['payeeName']).toBe('Ravi Kumar');
    expect((await approve(asha, wallet)).status).toBe(200);
    expect((await record(bala, wallet)).status).toBe(200);
    expect([(await request(balance))['payeeName'], (await request(wallet))['payeeName']]).toEqual([null, null]);
  });
});
