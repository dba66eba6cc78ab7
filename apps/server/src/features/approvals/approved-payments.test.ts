import { afterEach, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import { fourEyes } from '../../testing/four-eyes.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';

const eyes = fourEyes();
const { pay, requestPayout, approved, approve, record, reject, withdraw } = eyes;
const { request, paid, reserved, entries, send, sql } = eyes;
const DAY_MS = 86_400_000;

afterEach(async () => {
  expect((await verifyIntegrity(eyes.test.database)).issues).toEqual([]);
  // The lists of the next test have its own requests alone.
  await expireApprovals(eyes.test.database, new Date('2099-01-01'));
});

const laterBy = (ms: number) => {
  eyes.test.clock.now = new Date(eyes.test.clock.now.getTime() + ms);
};
/** The person with a session at the present time of the test. */
const again = async <P extends { id: string }>(who: P) => ({ ...who, token: await eyes.test.signInAs(who.id) });
const listed = async (state: string) => {
  const { body } = await send(eyes.people.owner, 'GET', `/admin/approvals?state=${state}&limit=100`);
  return body.data.map(({ _id }: { _id: string }) => _id);
};
const attention = async (who = eyes.people.owner) => {
  const { body } = await send(who, 'GET', '/admin/attention');
  return body.data.filter(({ kind }: { kind: string }) => kind === 'payments_to_record');
};

describe('[OWN-08] an approved payment that is to be paid', () => {
  it('limits other payouts, approvals and the day of its requester, as a waiting one does', async () => {
    const { asha, bala, owner } = eyes.people;
    await approved(asha, bala, 8000);
    const other = await pay(owner, '2500');
    expect([other.status, other.body.message]).toEqual([
      409,
      'The balance is ₹10,000 now, of which ₹8,000 is reserved for requested payments. Nothing was paid.',
    ]);
    expect((await pay(asha, '10')).body.approval).toEqual(expect.any(String));
    // The bank may have paid the approved one: another approval counts it where the balance has become lower.
    const waiting: string = (await requestPayout(owner, 1500)).body.data._id;
    await sql('UPDATE payments SET amount_paise = 900000 WHERE mechanic_id = $1', [eyes.mechanic]);
    expect((await approve(bala, waiting)).body.message).toBe(
      'The balance is ₹9,000 now, of which ₹8,000 is reserved for requested payments. Nothing was paid.',
    );
  });

  it('checks the balance, and the transaction id, when it is recorded', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = await approved(asha, bala, 9000);
    const used = eyes.newTransaction();
    expect((await pay(owner, '500', { transaction_id: used })).status).toBe(200);
    const again = await record(asha, id, used);
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(`^Transaction id ${used} has already paid ₹500 to Ravi Kumar`),
    ]);
    // An id that another open request holds is not free either.
    const held = eyes.newTransaction();
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: 100 });
    await pay(owner, '200', { transaction_id: held });
    expect((await record(asha, id, held)).body.message).toBe(
      `Transaction id ${held} waits for approval: ₹200 to Ravi Kumar. Nothing was paid now.`,
    );
    await sql('UPDATE payments SET amount_paise = 300000 WHERE mechanic_id = $1', [eyes.mechanic]);
    const { status, body } = await record(asha, id);
    expect([status, body.message]).toEqual([409, 'The balance is ₹2,500 now, less than ₹9,000. Nothing was paid.']);
    expect((await request(id))['state']).toBe('to_be_paid');
  });

  it('is withdrawn by its requester, or cancelled by somebody else with a reason, before it is recorded', async () => {
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
    const late = await record(asha, other);
    expect([late.status, late.body.message]).toEqual([
      409,
      `${bala.email} has cancelled this already. Nothing was changed.`,
    ]);
    const done = await approved(asha, bala, 4000);
    await record(owner, done);
    expect([(await withdraw(asha, done)).status, (await reject(bala, done)).status]).toEqual([409, 409]);
  });

  it('expires 7 days after its approval: its amount is free, it is logged, and no event is sent', async () => {
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
    const late = await record(owner, asked);
    expect([late.status, late.body.message]).toEqual([
      409,
      'It has expired: nobody recorded its payment within 7 days of the approval. Nothing was recorded.',
    ]);
    expect((await entries(asked)).map(({ action }) => action)).toEqual(['requested', 'approved', 'lapsed']);
    expect((await sql('SELECT count(*)::int AS count FROM events')).rows[0].count).toBe(before);
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await pay(owner, '10000')).status).toBe(200);
  });

  it('is recorded by nobody while its requester or its approver may not pay', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = await approved(asha, bala, 5000);
    const role = (admin: string, name: string) => sql('UPDATE admins SET role = $2 WHERE id = $1', [admin, name]);
    await role(asha.id, 'viewer');
    expect((await record(owner, id)).body.message).toBe(
      'The person who requested this may not pay any more. Nothing was paid: reject the request.',
    );
    await role(asha.id, 'finance');
    await sql('UPDATE admins SET suspended_at = now() WHERE id = $1', [bala.id]);
    expect((await record(owner, id)).body.message).toBe(
      'The person who approved this may not pay any more. Nothing was recorded: cancel the payment.',
    );
    await sql('UPDATE admins SET suspended_at = NULL WHERE id = $1', [bala.id]);
    expect((await record(owner, id)).status).toBe(200);
  });

  it('[PRIV-06] pays a mechanic who was erased after the approval, and the note is gone then', async () => {
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
