import { describe, expect, it } from 'vitest';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { approvalTestTeam, type Person } from '../../testing/approval-test-team.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';

const team = approvalTestTeam();
const { pay, send, sql, newTransaction } = team;

const adjust = (who: Person, amount: unknown, other: object = {}) =>
  send(who, 'POST', `/admin/mechanics/${team.mechanic}/adjustments`, {
    ...{ amount, reason: 'Spare part twice', key: newTransaction() },
    ...other,
  });
const read = async (path: string) => (await team.test.call('GET', path, { token: team.people.owner.token })).body;
const owed = async () => (await read(`/admin/mechanics/${team.mechanic}/balance`)).data;
const issues = async () => (await verifyIntegrity(team.test.database)).issues;
const adjusted = async () =>
  (await sql('SELECT amount_paise AS paise FROM adjustments WHERE mechanic_id = $1', [team.mechanic])).rows;

describe('[PAYO-11] a balance adjustment', () => {
  it('credits or debits the balance with a separate ledger entry, and all sums stay correct', async () => {
    const { asha } = team.people;
    expect((await adjust(asha, 250.5)).body).toMatchObject({ message: '₹250.50 credited.' });
    expect((await adjust(asha, -100)).body).toMatchObject({ message: '₹100 debited.' });
    expect(await owed()).toMatchObject({
      ...{ netBalance: 10_150.5, totalNetEarning: 10_150.5, totalPayout: 0 },
      ...{ totalCashKept: 0, totalPendingCommission: 0 },
    });
    const { data } = await read(`/admin/mechanics/${team.mechanic}/earnings`);
    const ofKind = data.filter(({ kind }: { kind: string }) => kind === 'adjustment');
    expect(ofKind).toHaveLength(2);
    expect(ofKind.find(({ net }: { net: number }) => net === -100)).toMatchObject({
      ...{ gross: 0, commission: 0, platformFee: 0, paidOut: 0, balance: -100, reason: 'Spare part twice' },
      madeBy: 'Test',
    });
    const statement = await team.test.call('GET', '/admin/export/statement', {
      ...{ token: team.people.owner.token, query: { mechanic: team.mechanic } },
    });
    expect(String(statement.body)).toMatch(/adjustment.*250\.50?.*Spare part twice/);
    const all = (await read('/booking/earning/mechanic')).data;
    const own = all.find(({ mechanicId }: { mechanicId: string }) => mechanicId === team.mechanic);
    expect(own).toMatchObject({ totalNetEarning: 10_150.5, netBalance: 10_150.5 });
    expect(await issues()).toEqual([]);
  });

  it('can make the balance negative, and a negative balance is not paid', async () => {
    expect((await adjust(team.people.owner, -12_000)).status).toBe(200);
    expect((await owed()).netBalance).toBe(-2000);
    expect((await pay(team.people.asha, '1')).status).toBe(409);
    expect(await issues()).toEqual([]);
  });

  it('creates an activity entry with the balance before and after and the reason, but no event', async () => {
    const before = (await sql('SELECT count(*) AS count FROM events')).rows[0].count;
    const { body } = await adjust(team.people.bala, -40);
    const { rows } = await sql(
      `SELECT actor_id, changes, note FROM activity WHERE action = 'adjusted' AND entity_id = $1`,
      [team.mechanic],
    );
    expect(rows).toEqual([
      {
        ...{ actor_id: team.people.bala.id, note: 'Spare part twice' },
        changes: [
          { field: 'balancePaise', before: 1_000_000, after: 996_000 },
          { field: 'adjustmentId', before: null, after: body.adjustment },
        ],
      },
    ]);
    expect((await sql('SELECT count(*) AS count FROM events')).rows[0].count).toBe(before);
  });

  it('is made only once per idempotency key, even when requests are concurrent', async () => {
    const key = newTransaction();
    const responses = await Promise.all(Array.from({ length: 12 }, () => adjust(team.people.asha, 75, { key })));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(await adjusted()).toEqual([{ paise: 7500 }]);
    for (const other of [{ amount: 76 }, { amount: -75 }, { reason: 'Another one' }])
      expect((await adjust(team.people.asha, 75, { key, ...other })).status).toBe(409);
    expect((await owed()).netBalance).toBe(10_075);
  });

  it('accounts for every paisa when payouts to the same mechanic are concurrent', async () => {
    await send(team.people.owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    const responses = await Promise.all([
      ...Array.from({ length: 6 }, () => pay(team.people.asha, '2000')),
      ...Array.from({ length: 6 }, () => adjust(team.people.bala, -500)),
    ]);
    const count = responses.slice(0, 6).filter(({ status }) => status === 200).length;
    expect(responses.slice(6).every(({ status }) => status === 200)).toBe(true);
    expect((await owed()).netBalance).toBe(10_000 - 3000 - count * 2000);
    expect(await issues()).toEqual([]);
  });

  it('can clear the balance of an erased mechanic, and the reasons are deleted afterwards', async () => {
    await adjust(team.people.owner, -12_000);
    await sql(`UPDATE mechanics SET source_wallet_paise = NULL WHERE id = $1`, [team.mechanic]);
    await sql(
      `INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES ($1, 'source_change', -200000)`,
      [team.mechanic],
    );
    await send(team.people.owner, 'DELETE', `/mechanic/deletemechnic/${team.mechanic}`);
    expect((await adjust(team.people.owner, 2000, { reason: 'Written off' })).status).toBe(200);
    const { rows } = await sql(
      `SELECT payee_name AS text FROM mechanics WHERE id = $1 UNION ALL SELECT reason FROM adjustments WHERE mechanic_id = $1
       UNION ALL SELECT note FROM activity WHERE entity_id = $1 AND action = 'adjusted'`,
      [team.mechanic],
    );
    expect(rows.every(({ text }) => text === null)).toBe(true);
  });
});

describe('[PAYO-11, TEAM-01] the adjustment limit of a role', () => {
  it('is ₹5,000 for finance and ₹50,000 for managers by default, in both directions; owners have no limit', async () => {
    const { asha, bala, owner } = team.people;
    expect((await adjust(asha, 5000)).status).toBe(200);
    expect((await adjust(asha, -5000)).status).toBe(200);
    await expectError(
      adjust(asha, -5000.01),
      403,
      'Your role may adjust a balance by at most ₹5,000 at a time. Nothing was changed.',
    );
    expect((await adjust(bala, 50_000)).status).toBe(200);
    expect((await adjust(bala, 50_000.01)).body.message).toContain('at most ₹50,000');
    expect((await adjust(owner, 9_000_000)).status).toBe(200);
  });

  it('is set by an owner together with the payment limits; a limit missing in the request stays unchanged', async () => {
    const { asha, bala, owner } = team.people;
    const settings = (body: object) => send(owner, 'PATCH', '/admin/approvals/settings', body);
    expect((await send(bala, 'PATCH', '/admin/approvals/settings', { financeAdjustment: 1 })).status).toBe(403);
    expect((await settings({ limit: 1000, financeAdjustment: 20, managerAdjustment: 0 })).body.data).toMatchObject({
      ...{ limit: 1000, financeAdjustment: 20, managerAdjustment: 0 },
    });
    expect((await adjust(asha, 20.01)).status).toBe(403);
    expect((await adjust(asha, 20)).status).toBe(200);
    expect((await adjust(bala, 1)).body.message).toBe('Your role may not adjust balances.');
    expect((await settings({ limit: null })).body.data).toMatchObject({
      financeAdjustment: 20,
      managerAdjustment: 0,
    });
    await expectFieldErrors(settings({ financeAdjustment: -1 }), 'financeAdjustment');
    await settings({ managerAdjustment: 50_000, financeAdjustment: 5000 });
  });

  it('depends on the user’s role when the ledger lock is acquired', async () => {
    const { bala } = team.people;
    const { answer: response } = await team.test.database.transaction(async (client) => {
      await lockLedger(client);
      const response = adjust(bala, 40_000);
      await client.query(`UPDATE admins SET role = 'finance' WHERE id = $1`, [bala.id]);
      return { answer: response };
    });
    expect((await response).status).toBe(403);
    expect(await adjusted()).toEqual([]);
  });
});

describe('[OWN-07] the daily limit of adjustments', () => {
  it('is five times the limit of one adjustment by default: the sixth adjustment of ₹5,000 by a finance user is rejected', async () => {
    const { asha, bala } = team.people;
    // Credits and debits both count towards the limit.
    for (const amount of [5000, -5000, 5000, -5000, 5000]) expect((await adjust(asha, amount)).status).toBe(200);
    await expectError(
      adjust(asha, 5000),
      403,
      'Your role may adjust balances by at most ₹25,000 a day, and you have adjusted ₹25,000 today. Nothing was changed.',
    );
    expect((await adjust(asha, 0.01)).status).toBe(403);
    // Another user's adjustments do not count.
    expect((await adjust(bala, 5000)).status).toBe(200);
    expect(await issues()).toEqual([]);
  });

  it('counts the adjustments of the business day, including concurrent ones', async () => {
    const { asha } = team.people;
    const responses = await Promise.all(Array.from({ length: 12 }, () => adjust(asha, -5000)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await adjusted()).toHaveLength(5);
    // Midnight in India is 18:30 UTC.
    team.test.clock.now = new Date('2026-11-05T18:29:59Z');
    const tonight = { ...asha, token: await team.test.signInAs(asha.id) };
    expect((await adjust(tonight, 1)).status).toBe(403);
    team.test.clock.now = new Date('2026-11-05T18:30:00Z');
    expect((await adjust(tonight, 5000)).status).toBe(200);
  });

  it('is set for a role and switched off by null, and a repeated request gets the first response even above the limit', async () => {
    const { asha, bala, owner } = team.people;
    const settings = (body: object) => send(owner, 'PATCH', '/admin/approvals/settings', body);
    await settings({ financeAdjustmentDay: 100, managerAdjustmentDay: null, managerAdjustment: null });
    const key = newTransaction();
    expect((await adjust(asha, 100, { key })).status).toBe(200);
    expect((await adjust(asha, 100, { key })).status).toBe(200);
    expect((await adjust(asha, 1)).status).toBe(403);
    for (let count = 0; count < 2; count += 1) expect((await adjust(bala, 900_000)).status).toBe(200);
    await settings({ financeAdjustmentDay: 0 });
    expect((await adjust(asha, 1)).body.message).toBe('Your role may not adjust balances.');
    await settings({
      ...{ managerAdjustment: 50_000, managerAdjustmentDay: 250_000, financeAdjustmentDay: 25_000 },
    });
  });
});

describe('[PAYO-11] an adjustment request', () => {
  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: 'ten' }],
    ['amount', { amount: undefined }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['key', { key: '' }],
    ['key', { key: undefined }],
  ])('returns a 400 that names the field when the %s is unusable (%j)', async (field, other) => {
    const { status, body } = await adjust(team.people.asha, 1, other);
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });

  it('returns 404 for an unknown mechanic', async () => {
    const body = { amount: 1, reason: 'x', key: newTransaction() };
    expect(
      (await send(team.people.asha, 'POST', `/admin/mechanics/${team.newId()}/adjustments`, body)).status,
    ).toBe(404);
  });
});
