import { describe, expect, it } from 'vitest';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { voidsUnderTest } from '../../testing/voids-under-test.ts';

const { team, voidOf, idOf, paid, paidWallet, read, owed, issues, voidedEvents } = voidsUnderTest();
const { pay, payWallet, send, sql, newId, newTransaction } = team;

describe('[PAYO-11] a void of an imported payout', () => {
  const imported = async () => {
    const headers = await serviceKeyHeader(team.test.database, 'payouts');
    const record = {
      ...{ _id: newId(), mechanicId: team.mechanic, transactionId: newTransaction(), amount: 700 },
      ...{ paymentMethod: 'bank_transfer', payoutDate: '2026-03-01T10:00:00.000Z', _version: 1 },
    };
    const ingest = async (fields: object) => {
      const { body } = await team.test.call('POST', '/ingest/payouts', {
        headers,
        body: [{ ...record, ...fields }],
      });
      return body.results[0];
    };
    expect((await ingest({})).outcome).toBe('created');
    return { id: record._id, ingest };
  };

  it('restores the amount, and nothing counts twice when the source changes or deletes the payout later', async () => {
    const { id, ingest } = await imported();
    expect((await owed()).netBalance).toBe(9300);
    expect((await voidOf(team.people.bala, id)).status).toBe(200);
    expect((await owed()).netBalance).toBe(10_000);
    expect(await ingest({ amount: 900, _version: 2 })).toMatchObject({
      outcome: 'rejected',
      errors: [{ field: 'amount', message: 'the payout is voided: its mechanic, amount and transaction id stay' }],
    });
    expect((await ingest({ _deleted: true, _version: 3 })).outcome).toBe('rejected');
    for (const [fields, ...differing] of [
      [{ transactionId: newTransaction() }, 'transactionId'],
      [{ transactionId: null }, 'transactionId'],
      [{ mechanicId: newId() }, 'mechanicId'],
      [{ mechanicId: newId(), amount: 1 }, 'mechanicId', 'amount'],
    ] as const) {
      const { outcome, errors } = await ingest({ ...fields, _version: 3 });
      expect([outcome, errors.map(({ field }: { field: string }) => field)]).toEqual(['rejected', differing]);
    }
    // Changes that do not affect money are accepted.
    expect((await ingest({ payoutDate: '2026-03-02T10:00:00.000Z', _version: 4 })).outcome).toBe('updated');
    expect((await owed()).netBalance).toBe(10_000);
    expect(await issues()).toEqual([]);
  });

  it('shows each reversal with its kind when the source has changed the amount', async () => {
    const { id, ingest } = await imported();
    await ingest({ amount: 900, _version: 2 });
    await voidOf(team.people.bala, id);
    const { data } = await read(`/admin/mechanics/${team.mechanic}/payouts`);
    const rows = data.map(({ kind, paidOut, isVoided }: Record<string, unknown>) => [kind, paidOut, isVoided]);
    expect(rows.filter(([, , isVoided]: [string, number, boolean]) => isVoided).toSorted()).toEqual([
      ['payout', 900, true],
      ['reversal', -900, true],
    ]);
    expect(rows).toHaveLength(4);
    expect((await owed()).netBalance).toBe(10_000);
  });
});

describe('[PAYO-11, LOYA-05] a void of a loyalty payout', () => {
  it('restores the wallet, which can be paid with another transaction id', async () => {
    const { id, transactionId } = await paidWallet();
    expect((await owed()).wallet).toBe(0);
    const { status, body } = await voidOf(team.people.bala, id);
    expect([status, body.data.voidedBy]).toEqual([200, 'Test']);
    expect(await owed()).toMatchObject({ wallet: 2000, netBalance: 10_000 });
    expect((await payWallet(team.people.asha, 2000, { transaction_id: transactionId })).status).toBe(409);
    expect((await payWallet(team.people.asha, 2000)).status).toBe(200);
    expect((await owed()).wallet).toBe(0);
    const [event] = await voidedEvents(id);
    expect(event.data).toMatchObject({ entity: 'payout', id, mechanicId: team.mechanic, amount: 2000 });
    expect(await issues()).toEqual([]);
  });

  it('is stored only once when two voids of the same wallet are simultaneous', async () => {
    const { id } = await paidWallet();
    const { asha, bala } = team.people;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => voidOf(index % 2 ? asha : bala, id)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await owed()).wallet).toBe(2000);
  });
});

describe('[PAYO-11] a void', () => {
  it('checks the permission again after it gets the ledger lock', async () => {
    const { id } = await paid();
    const { bala } = team.people;
    const { answer: response } = await team.test.database.transaction(async (client) => {
      await lockLedger(client);
      const response = voidOf(bala, id);
      await client.query(`UPDATE admins SET role = 'viewer' WHERE id = $1`, [bala.id]);
      return { answer: response };
    });
    expect((await response).status).toBe(403);
    expect((await owed()).netBalance).toBe(9600);
  });

  it.each(['', '   ', 'x'.repeat(501), undefined])(
    'rejects an unusable reason (%j) with a 400 that names the field',
    async (reason) => {
      const { id } = await paid();
      await expectFieldErrors(
        send(team.people.bala, 'POST', `/admin/payments-out/payout/${id}/void`, {
          reason,
        }),
        'reason',
      );
    },
  );

  it('returns 404 for an unknown payment', async () => {
    expect((await voidOf(team.people.bala, newId())).status).toBe(404);
  });

  it('[PRIV-06, USER-06] adds an erased person’s amount to the pending erasures until it is paid again, and the reason is deleted afterwards', async () => {
    const { owner, bala, asha } = team.people;
    const mechanic = newId();
    await sql(`INSERT INTO mechanics (id, status, name) VALUES ($1, 'approved', 'Ila Rao')`, [mechanic]);
    await sql(
      `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, transacted_at) VALUES ($1, $2, 50000, 'paid', 'upi', now())`,
      [newId(), mechanic],
    );
    const transaction_id = newTransaction();
    await pay(asha, '500', { mechanicid: mechanic, transaction_id });
    expect((await send(owner, 'DELETE', `/mechanic/deletemechnic/${mechanic}`)).status).toBe(200);
    const pending = async () =>
      (await read('/admin/payouts/erasures', { limit: '100' })).data.filter(
        ({ _id }: { _id: string }) => _id === mechanic,
      );
    expect(await pending()).toEqual([]);
    expect((await voidOf(bala, await idOf(transaction_id), 'Ila Rao has moved')).status).toBe(200);
    expect(await pending()).toMatchObject([{ _id: mechanic, name: null, balance: 500 }]);
    expect((await pay(asha, '500', { mechanicid: mechanic })).status).toBe(200);
    expect(await pending()).toEqual([]);
    const left = await sql(
      `SELECT reason AS text FROM payout_voids WHERE mechanic_id = $1 UNION ALL
       SELECT note FROM activity WHERE entity_id = $1 AND action = 'voided'`,
      [mechanic],
    );
    expect(left.rows).toEqual([{ text: null }, { text: null }]);
    expect(await issues()).toEqual([]);
  });
});
