import { afterEach, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import { finishReadyErasures } from '../../sync/erasure/finish-erasures.ts';
import { approvalTestTeam } from '../../testing/approval-test-team.ts';
import { openFeed } from '../../testing/event-feed.ts';
import { expectError } from '../../testing/expect-error.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const eyes = approvalTestTeam();
const { pay, requestPayout, approved, approve, record, reject, withdraw } = eyes;
const { request, paid, reserved, entries, send, sql } = eyes;
const { payWallet } = eyes;
const DAY_MS = 86_400_000;

afterEach(async () => {
  expect((await verifyIntegrity(eyes.test.database)).issues).toEqual([]);
  // Ensures that the lists in the next test contain only its own requests.
  await expireApprovals(eyes.test.database, new Date('2099-01-01'));
});

const laterBy = (ms: number) => {
  eyes.test.clock.now = new Date(eyes.test.clock.now.getTime() + ms);
};
/** Returns the user with a new session at the current test time. */
const again = async <P extends { id: string }>(who: P) => ({ ...who, token: await eyes.test.signInAs(who.id) });
const listed = async (state: string) => {
  const { body } = await send(eyes.people.owner, 'GET', `/admin/approvals?state=${state}&limit=100`);
  return body.data.map(({ _id }: { _id: string }) => _id);
};
const attention = async (who = eyes.people.owner) => {
  const { body } = await send(who, 'GET', '/admin/attention');
  return body.data.filter(({ kind }: { kind: string }) => kind === 'payments_to_record');
};

describe('[OWN-08] an approved payment that is not paid yet', () => {
  it('limits other payouts, approvals and the requester’s daily sum, as a pending request does', async () => {
    const { asha, bala, owner } = eyes.people;
    await approved(asha, bala, 8000);
    await expectError(
      pay(owner, '2500'),
      409,
      'The balance is now ₹10,000, of which ₹8,000 is reserved for requested payments. Nothing was paid.',
    );
    expect((await pay(asha, '10')).body.approval).toEqual(expect.any(String));
    // The bank may already have paid the approved request, so an approval after the balance has decreased counts it
    // as reserved.
    const waiting: string = (await requestPayout(owner, 1500)).body.data._id;
    await sql('UPDATE payments SET amount_paise = 900000 WHERE mechanic_id = $1', [eyes.mechanic]);
    expect((await approve(bala, waiting)).body.message).toBe(
      'The balance is now ₹9,000, of which ₹8,000 is reserved for requested payments. Nothing was paid.',
    );
  });

  it('is rejected when it is recorded with a transaction id that is already used', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = await approved(asha, bala, 9000);
    const used = eyes.newTransaction();
    expect((await pay(owner, '500', { transaction_id: used })).status).toBe(200);
    const again = await record(asha, id, used);
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(`^Transaction ID ${used} was already used to pay ₹500 to Ravi Kumar`),
    ]);
    // A transaction id that another open request holds is not available either.
    const held = eyes.newTransaction();
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: 100 });
    await pay(owner, '200', { transaction_id: held });
    expect((await record(asha, id, held)).body.message).toBe(
      `Transaction ID ${held} belongs to a payment that needs approval: ₹200 to Ravi Kumar. Nothing was paid.`,
    );
    expect((await request(id))['state']).toBe('to_be_paid');
  });

  it('is recorded even when the balance has decreased, because the bank has paid it, and the mechanic owes the difference', async () => {
    const { asha, bala, owner } = eyes.people;
    const [first, second] = [await approved(asha, bala, 6000), await approved(owner, bala, 3000)];
    await sql('UPDATE payments SET amount_paise = 700000 WHERE mechanic_id = $1', [eyes.mechanic]);
    const transaction = eyes.newTransaction();
    const paidFirst = await record(asha, first);
    expect([paidFirst.status, paidFirst.body.data.owed]).toEqual([200, 1000]);
    const paidSecond = await record(asha, second, transaction);
    await expectError(paidSecond, 200, `₹3,000 paid, transaction ID ${transaction}. The mechanic now owes ₹2,000.`);
    expect((await record(asha, second, transaction)).body).toEqual(paidSecond.body);
    expect([await paid(), await reserved()]).toEqual([[300_000, 600_000], 0]);
    const { rows } = await sql(
      `SELECT changes FROM activity WHERE action = 'paid' AND entity_id = $1 ORDER BY id`,
      [eyes.mechanic],
    );
    expect(rows.map(({ changes }) => changes[0])).toEqual([
      { field: 'balancePaise', before: 700_000, after: 100_000 },
      { field: 'balancePaise', before: 100_000, after: -200_000 },
    ]);
  });

  it('can be withdrawn by its requester, or cancelled by another user with a reason, until it is recorded', async () => {
    const { asha, bala, owner } = eyes.people;
    const own = await approved(asha, bala, 4000);
    expect((await reject(asha, own)).status).toBe(409);
    expect((await withdraw(bala, own)).status).toBe(409);
    expect((await withdraw(asha, own)).body.data).toMatchObject({ state: 'withdrawn', approvedBy: bala.email });
    const other = await approved(asha, owner, 4000);
    const cancelled = await reject(bala, other, 'Paid in cash');
    expect(cancelled.body).toMatchObject({
      message: 'Cancelled. Nothing was paid.',
      data: { state: 'cancelled', decidedBy: bala.email, reason: 'Paid in cash' },
    });
    expect([await reserved(), await paid(), await listed('to_be_paid')]).toEqual([0, [], []]);
    await expectError(record(asha, other), 409, `${bala.email} has already cancelled this. Nothing was changed.`);
    const done = await approved(asha, bala, 4000);
    await record(owner, done);
    expect([(await withdraw(asha, done)).status, (await reject(bala, done)).status]).toEqual([409, 409]);
  });

  it('expires 7 days after the approval: its amount is released, the expiry is logged, and no event is sent', async () => {
    const people = eyes.people;
    const asked: string = (await requestPayout(people.asha, 9000)).body.data._id;
    laterBy(6 * DAY_MS);
    await approve(await again(people.bala), asked);
    laterBy(DAY_MS - 1);
    expect([await attention(await again(people.owner)), await attention(await again(people.bala))]).toEqual([
      [],
      [],
    ]);
    laterBy(6 * DAY_MS);
    const owner = await again(people.owner);
    expect(await attention(owner)).toEqual([
      { kind: 'payments_to_record', count: 1, oldestAt: '2026-11-11T03:35:00.000Z' },
    ]);
    expect(await attention(await eyes.signIn('viewer'))).toEqual([]);
    const read = async () => (await send(owner, 'GET', `/admin/approvals/${asked}`)).body.data.state;
    expect(await read()).toBe('to_be_paid');
    const before = (await sql('SELECT count(*)::int AS count FROM events')).rows[0].count;
    laterBy(1);
    expect(await read()).toBe('lapsed');
    await expectError(
      record(owner, asked),
      409,
      'It has expired: its payment was not recorded within 7 days of the approval. Nothing was recorded. If the bank has paid it, request it again.',
    );
    expect((await entries(asked)).map(({ action }) => action)).toEqual(['requested', 'approved', 'lapsed']);
    expect((await sql('SELECT count(*)::int AS count FROM events')).rows[0].count).toBe(before);
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await pay(owner, '10000')).status).toBe(200);
  });

  it('is recorded even when the requester and the approver may no longer pay, because the bank may already have paid it', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = await approved(asha, bala, 5000);
    await sql(`UPDATE admins SET role = 'viewer' WHERE id = $1`, [asha.id]);
    await sql('UPDATE admins SET suspended_at = now() WHERE id = $1', [bala.id]);
    expect((await record(asha, id)).status).toBe(403);
    expect((await record(owner, id)).body.data).toMatchObject({
      ...{ state: 'approved', requestedBy: asha.email, approvedBy: bala.email, paidBy: owner.email },
    });
    await sql('UPDATE admins SET suspended_at = NULL WHERE id = $1', [bala.id]);
  });

  it('[PRIV-06] pays a mechanic who was erased after the approval, and deletes the note afterwards', async () => {
    const { asha, bala, owner } = eyes.people;
    await sql(
      `WITH entry AS (INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES ($1, 'source_change', -200000))
       UPDATE mechanics SET source_wallet_paise = 0 WHERE id = $1`,
      [eyes.mechanic],
    );
    const id = await approved(asha, bala, 10_000);
    expect((await send(owner, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`)).status).toBe(200);
    expect(await request(id)).toMatchObject({ state: 'to_be_paid', payeeName: 'Ravi Kumar' });
    expect((await record(asha, id)).status).toBe(200);
    expect(await request(id)).toMatchObject({ state: 'approved', payeeName: null, note: null });
    expect((await entries(id)).map(({ note }) => note)).toEqual([null, null, null]);
  });
});

describe('[OWN-08] an approved payment from a wallet', () => {
  const approvedWallet = async (): Promise<string> => {
    const { asha, bala } = eyes.people;
    const id: string = (await requestPayout(asha, 2000, { kind: 'loyalty', method: null })).body.data._id;
    expect((await approve(bala, id)).status).toBe(200);
    return id;
  };
  /** Simulates that the source reports another wallet amount. */
  const change = (paise: number) =>
    sql(
      `WITH entry AS (INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES ($1, 'source_change', $2::bigint))
       UPDATE mechanics SET source_wallet_paise = source_wallet_paise + $2::bigint WHERE id = $1`,
      [eyes.mechanic, paise],
    );
  const wallet = async () =>
    (await sql('SELECT wallet_paise FROM mechanics WHERE id = $1', [eyes.mechanic])).rows[0].wallet_paise;
  /** Returns the amount and wallet in the mechanic's last event. */
  const lastEvent = async () => {
    const { rows } = await sql(`SELECT type, data FROM events ORDER BY id DESC LIMIT 1`);
    const { type, data } = rows[0];
    return [type, data.amount, data.wallet_amount];
  };

  it.each([
    ['the same', 0, 0, ''],
    ['more: the rest stays', 50_000, 50_000, ''],
    ['less: the difference is owed', -50_000, -50_000, ' The wallet is now −₹500.'],
    ['nothing any more', -200_000, -200_000, ' The wallet is now −₹2,000.'],
  ])('pays the approved amount when the wallet contains %s', async (_name, changePaise, leftPaise, debt) => {
    const id = await approvedWallet();
    await change(changePaise);
    const transaction = eyes.newTransaction();
    const recorded = await record(eyes.people.asha, id, transaction);
    await expectError(recorded, 200, `₹2,000 paid, transaction ID ${transaction}.${debt}`);
    expect(recorded.body.data).toMatchObject({ state: 'approved', amount: 2000, owed: leftPaise / 100 });
    expect([await wallet(), await lastEvent()]).toEqual([
      leftPaise,
      ['mechanic.loyalty_paid', 2000, leftPaise / 100],
    ]);
    expect((await record(eyes.people.bala, id, transaction)).body).toEqual(recorded.body);
  });

  it('leaves the rest of the wallet for a separate payment', async () => {
    const id = await approvedWallet();
    await change(50_000);
    // While the request is open, no other payment can use the wallet.
    expect((await payWallet(eyes.people.owner, 2500)).status).toBe(409);
    await record(eyes.people.asha, id);
    expect((await payWallet(eyes.people.owner, 500)).status).toBe(200);
    expect([await wallet(), await lastEvent()]).toEqual([0, ['mechanic.loyalty_paid', 500, 0]]);
  });

  it('is owed again after a void, minus the amount by which the wallet had decreased', async () => {
    const id = await approvedWallet();
    await change(-50_000);
    const transaction = eyes.newTransaction();
    await record(eyes.people.asha, id, transaction);
    const { rows } = await sql('SELECT id FROM loyalty_payouts WHERE mechanic_id = $1', [eyes.mechanic]);
    const path = `/admin/payments-out/loyalty/${rows[0].id}/void`;
    expect((await send(eyes.people.owner, 'POST', path, { reason: 'Returned' })).status).toBe(200);
    expect([await wallet(), await lastEvent()]).toEqual([150_000, ['payout.voided', 2000, 1500]]);
    await expectError(
      record(eyes.people.asha, id, transaction),
      409,
      `₹2,000 was already paid with transaction ID ${transaction}; that payment is voided. Nothing was recorded.`,
    );
    // The next request is for the current wallet amount.
    const again = await requestPayout(eyes.people.asha, 1500, { kind: 'loyalty', method: null });
    expect(again.body.data).toMatchObject({ state: 'waiting', amount: 1500 });
  });

  it('is recorded even when the mechanic is no longer approved', async () => {
    const id = await approvedWallet();
    await sql(`UPDATE mechanics SET status = 'rejected' WHERE id = $1`, [eyes.mechanic]);
    expect((await record(eyes.people.asha, id)).status).toBe(200);
    expect(await wallet()).toBe(0);
  });

  it('[PRIV-06] is recorded after the erasure of a mechanic whose wallet has become 0', async () => {
    const { asha, owner } = eyes.people;
    const id = await approvedWallet();
    await change(-200_000);
    await sql('UPDATE payments SET amount_paise = 0 WHERE mechanic_id = $1', [eyes.mechanic]);
    expect((await send(owner, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`)).status).toBe(200);
    // Nothing is owed, but the user who records the payment must see who the payee is.
    expect(await request(id)).toMatchObject({ state: 'to_be_paid', payeeName: 'Ravi Kumar' });
    expect((await record(asha, id)).status).toBe(200);
    expect(await wallet()).toBe(-200_000);
  });

  it.each([
    ['withdrawn', (id: string) => withdraw(eyes.people.asha, id)],
    ['cancelled', (id: string) => reject(eyes.people.owner, id)],
    ['expired', () => expireApprovals(eyes.test.database, new Date('2099-01-01'))],
  ])('[PRIV-06] retains the name of an erased person until it is %s', async (_how, end) => {
    const id = await approvedWallet();
    await change(-200_000);
    await sql('UPDATE payments SET amount_paise = 0 WHERE mechanic_id = $1', [eyes.mechanic]);
    await send(eyes.people.owner, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`);
    expect(await finishReadyErasures(eyes.test.database, eyes.test.clock.now)).toBe(0);
    await end(id);
    expect(await finishReadyErasures(eyes.test.database, eyes.test.clock.now)).toBe(1);
    expect(await request(id)).toMatchObject({ payeeName: null });
  });

  it.each([
    ['negative, by _applied', -500, true, -500],
    ['clamped to 0, by _applied: the source forgives the debt', 0, true, 0],
    ['clamped to 0, without _applied', 0, false, -500],
  ])(
    '[OWN-04] gives the correct wallet when the source then states it as %s',
    async (_name, stated, isNamed, expected) => {
      const headers = await serviceKeyHeader(eyes.test.database, 'mechanics');
      const feed = await openFeed(eyes.test);
      const state = async (wallet_amount: number, more: object) => {
        const body = [{ _id: eyes.mechanic, name: 'Ravi Kumar', status: 'approve', wallet_amount, ...more }];
        return (await eyes.test.call('POST', '/ingest/mechanics', { headers, body })).body.results[0];
      };
      const id = await approvedWallet();
      await state(2000, { _version: 1 });
      expect(await state(1500, { _version: 2 })).toMatchObject({ outcome: 'updated' });
      await feed.next();
      await record(eyes.people.asha, id);
      const [event] = await feed.next();
      expect(event).toMatchObject({ type: 'mechanic.loyalty_paid', data: { amount: 2000, wallet_amount: -500 } });
      const applied = isNamed ? { _applied: event?.id } : {};
      await state(stated, { _version: 3, ...applied });
      expect(await wallet()).toBe(expected * 100);
      await state(stated + 700, { _version: 4, ...applied });
      expect(await wallet()).toBe((expected + 700) * 100);
    },
  );
});
