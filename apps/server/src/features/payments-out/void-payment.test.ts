import { describe, expect, it } from 'vitest';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { expectError } from '../../testing/expect-error.ts';
import { voidsUnderTest } from '../../testing/voids-under-test.ts';

const { team, voidOf, paid, read, owed, issues, voidedEvents } = voidsUnderTest();
const { pay, send, sql, newId } = team;

describe('[PAYO-11] a void of a payout', () => {
  it('reverses the payout’s ledger entry, restores the balance, and the transaction id stays used', async () => {
    const { asha, bala } = team.people;
    const { id, transactionId } = await paid();
    expect((await owed()).netBalance).toBe(9600);
    const { status, body } = await voidOf(bala, id);
    expect([status, body.message]).toEqual([
      200,
      `₹400 is owed again. Transaction ID ${transactionId} cannot be reused.`,
    ]);
    expect(body.data).toMatchObject({
      ...{
        _id: id,
        kind: 'payout',
        amount: 400,
        voidedBy: 'Test',
        voidReason: 'Returned: the account is closed',
      },
      voidedAt: '2026-11-05T03:35:00.000Z',
    });
    expect(await owed()).toMatchObject({ netBalance: 10_000, totalPayout: 0, totalNetEarning: 10_000 });
    await expectError(
      pay(asha, '400', { transaction_id: transactionId }),
      409,
      `Transaction ID ${transactionId} was already used to pay ₹400 to Ravi Kumar on 5 Nov 2026, 9:05 am; that payment is voided. Nothing was paid.`,
    );
    expect((await pay(asha, '400')).status).toBe(200);
    expect(await issues()).toEqual([]);
  });

  it('is included in the payout history, the mechanic’s payouts, the statement and the response of API-07', async () => {
    const { id, transactionId } = await paid('350');
    await voidOf(team.people.bala, id);
    const { data } = await read('/admin/payments-out', { search: transactionId });
    expect(data).toMatchObject([
      {
        kind: 'void',
        amount: -350,
        transactionId,
        voidOf: id,
        requestedBy: 'Test',
        paymentMethod: 'bank_transfer',
      },
      { kind: 'payout', amount: 350, transactionId, voidOf: null, voidedBy: 'Test' },
    ]);
    const { data: entries } = await read(`/admin/mechanics/${team.mechanic}/payouts`);
    expect(entries).toMatchObject([
      {
        kind: 'reversal',
        paidOut: -350,
        isVoided: true,
        reason: 'Returned: the account is closed',
        madeBy: 'Test',
      },
      { kind: 'payout', paidOut: 350, isVoided: true },
    ]);
    const statement = await team.test.call('GET', '/admin/export/statement', {
      ...{ token: team.people.owner.token, query: { mechanic: team.mechanic } },
    });
    expect(String(statement.body)).toContain('void');
    expect(String(statement.body)).toContain('Returned: the account is closed');
    const { data: mechanics } = await read('/booking/earning/mechanic');
    const own = mechanics.find(({ mechanicId }: { mechanicId: string }) => mechanicId === team.mechanic);
    expect(own).toMatchObject({ totalPayout: 0, netBalance: 10_000 });
    expect(own.payouts.map(({ amount }: { amount: number }) => amount)).toEqual([350, -350]);
  });

  it('is counted on the day of the void, not on the day of the payout', async () => {
    team.test.clock.now = new Date('2027-01-10T03:35:00Z');
    const people = { asha: await team.signIn('finance'), bala: await team.signIn('manager') };
    const { id } = await paid('120', people.asha);
    team.test.clock.now = new Date('2027-01-12T03:35:00Z');
    await voidOf(await team.signIn('manager'), id);
    const token = await team.test.signIn();
    const sumOf = async (from: string, to: string, kind?: string) => {
      const query = { from, to, ...(kind ? { kind } : {}) };
      const { body } = await team.test.call('GET', '/admin/payments-out', { token, query });
      return [body.total, body.sum];
    };
    expect(await sumOf('2027-01-10', '2027-01-11')).toEqual([1, 120]);
    expect(await sumOf('2027-01-12', '2027-01-12')).toEqual([1, -120]);
    expect(await sumOf('2027-01-10', '2027-01-12')).toEqual([2, 0]);
    expect(await sumOf('2027-01-01', '2027-01-31', 'void')).toEqual([1, -120]);
    expect(await issues()).toEqual([]);
  });

  it('creates an activity entry with its reason, and an event without it (HOOK-01)', async () => {
    const { id, transactionId } = await paid();
    await voidOf(team.people.bala, id, 'Name differs');
    const { rows } = await sql(
      `SELECT actor_id, changes, note FROM activity WHERE action = 'voided' AND entity_id = $1`,
      [team.mechanic],
    );
    expect(rows).toMatchObject([
      {
        ...{ actor_id: team.people.bala.id, note: 'Name differs' },
        changes: [
          { field: 'balancePaise', before: 960_000, after: 1_000_000 },
          { field: 'transactionId', before: null, after: transactionId },
          { field: 'payoutId', before: null, after: id },
          { field: 'voidId', before: null },
        ],
      },
    ]);
    const events = await voidedEvents(id);
    expect(events).toEqual([
      {
        data: {
          ...{ entity: 'payout', id, mechanicId: team.mechanic, amount: 400, transactionId },
          ...{
            paymentMethod: 'bank_transfer',
            payoutDate: '2026-11-05T03:35:00.000Z',
            voidedAt: '2026-11-05T03:35:00.000Z',
          },
        },
      },
    ]);
  });

  it('returns 409 with the user and time of the first void, even when the voids are concurrent', async () => {
    const { asha, bala, owner } = team.people;
    const { id } = await paid();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => voidOf([asha, bala, owner][index % 3] ?? asha, id)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = responses.filter(({ status }) => status === 409);
    expect(others).toHaveLength(11);
    expect(others[0]?.body.message).toMatch(/ voided this payment on 5 Nov 2026, 9:05 am\. Nothing was changed\.$/);
    expect((await owed()).netBalance).toBe(10_000);
    expect(await voidedEvents(id)).toHaveLength(1);
  });

  it('never lets concurrent payouts to the same mechanic pay more than the balance', async () => {
    const { asha } = team.people;
    await send(team.people.owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    const { id } = await paid('10000');
    const responses = await Promise.all([
      voidOf(team.people.bala, id),
      ...Array.from({ length: 10 }, () => pay(asha, '3000')),
    ]);
    expect(responses[0]?.status).toBe(200);
    const count = responses.slice(1).filter(({ status }) => status === 200).length;
    expect(count).toBeLessThanOrEqual(3);
    expect((await owed()).netBalance).toBe(10_000 - count * 3000);
    expect(await issues()).toEqual([]);
  });

  it('waits for an import that holds the ledger lock, and then includes the import’s changes', async () => {
    const { id } = await paid();
    const voiding = await team.test.database.transaction(async (client) => {
      await lockLedger(client);
      const response = voidOf(team.people.bala, id);
      await client.query(
        `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, transacted_at) VALUES ($1, $2, 5000, 'paid', 'upi', now())`,
        [newId(), team.mechanic],
      );
      return { answer: response };
    });
    expect((await voiding.answer).status).toBe(200);
    const { rows } = await sql(
      `SELECT changes -> 0 AS balance FROM activity WHERE action = 'voided' AND entity_id = $1`,
      [team.mechanic],
    );
    expect(rows[0].balance).toMatchObject({ before: 965_000, after: 1_005_000 });
  });
});
