import { describe, expect, it } from 'vitest';
import { postOwnEntries } from '../../money/ledger/post-entries.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { mechanic, sent, send, states, run, balance, onItsWay, applyResults, outcome, utr, pay, verify } = runs;

describe('[BANK-03] recording payment outcomes row by row', () => {
  it('pays a row, fails a row, and pays a row that the bank had reported as failed', async () => {
    const ids = [await mechanic(1000), await mechanic(2000)];
    const { id, rows: made } = await sent(ids);
    const [first = '', second = ''] = made.map(({ reference }) => reference);
    await expectFieldErrors(outcome(id, first, { status: 'paid' }), 'transactionId');
    expect((await outcome(id, first, { status: 'paid', transactionId: utr() })).body).toMatchObject({
      message: 'Recorded as paid.',
      data: { state: 'paid' },
    });
    expect((await outcome(id, first, { status: 'failed' })).body.message).toBe(
      'The bank reports it as failed, but it is recorded as paid. Nothing was changed.',
    );
    await outcome(id, second, { status: 'failed', reason: 'Name differs' });
    expect(await balance(ids[1] ?? '')).toBe(2000);
    // In a file this would be a contradiction, but a user may record it.
    const number = utr();
    const read = await applyResults([{ reference: second, status: 'Paid', amount: 2000, utr: number }]);
    expect(read.issues[0]).toMatchObject({ kind: 'contradiction', run: id });
    expect((await outcome(id, second, { status: 'paid', transactionId: number })).status).toBe(200);
    expect([await balance(ids[1] ?? ''), (await run(id)).state]).toEqual([0, 'finished']);
    expect((await outcome(id, 'W9999ABCDE00001', { status: 'failed' })).status).toBe(404);
    await verify();
  });

  it('posts the payment even if the amount was paid manually after it had failed, and the mechanic owes it', async () => {
    const one = await mechanic(1000);
    const { id, rows: made } = await sent([one]);
    const reference = made[0]?.reference ?? '';
    await applyResults([{ reference, status: 'Rejected', amount: 1000 }]);
    expect((await pay(one, 1000)).status).toBe(200);
    expect(await balance(one)).toBe(0);
    await expectError(
      outcome(id, reference, { status: 'paid', transactionId: utr() }),
      200,
      'Recorded as paid. The mechanic now owes ₹1,000.',
    );
    expect([await balance(one), await states(id)]).toEqual([-1000, ['paid']]);
    await verify();
  });

  it('fails all rows in transit if their number has not changed since it was shown, and otherwise returns 409', async () => {
    const ids = [await mechanic(1000), await mechanic(2000)];
    const { id } = await sent(ids);
    const fail = (seenCount: number) =>
      send('POST', `/payment-runs/${id}/fail`, { reason: 'Never uploaded', seenCount });
    expect((await fail(1)).status).toBe(409);
    expect((await fail(2)).body.data).toMatchObject({ state: 'finished' });
    expect(await Promise.all(ids.map(onItsWay))).toEqual([0, 0]);
    expect((await fail(2)).status).toBe(409);
    await verify();
  });

  it('[TEAM-06] releases the amounts of the mechanics, but does not allow a second file above the daily limit', async () => {
    const owner = await runs.signIn('owner');
    const limits = (dayLimit: number | null) =>
      send('PATCH', '/approvals/settings', { limit: null, dayLimit }, owner);
    await limits(1500);
    try {
      const one = await mechanic(1000);
      const { id } = await sent([one]);
      const failed = await send('POST', `/payment-runs/${id}/fail`, { reason: 'Never uploaded', seenCount: 1 });
      expect([failed.status, await onItsWay(one)]).toEqual([200, 0]);
      expect((await runs.create([one])).body.data).toMatchObject({ state: 'waiting', needsApproval: true });
    } finally {
      await limits(null);
    }
  });

  it('fails all rows of a large run in batches, each row once', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 1_001; made += 1) ids.push(runs.newId());
    await runs.test.database.transaction(async (client) => {
      await client.query(
        `INSERT INTO mechanics (id, name, status, bank_account_holder, bank_account_number, bank_ifsc_code)
         SELECT id, 'Ravi', 'approved', 'Ravi Kumar', translate(right(id, 12), 'abcdef', '012345'), 'HDFC0000123' FROM unnest($1::text[]) AS id`,
        [ids],
      );
      await client.query(
        `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, transacted_at)
         SELECT 'a' || right(id, 23), id, 10000, 'paid', 'upi', '2026-02-01T10:00:00Z' FROM unnest($1::text[]) AS id`,
        [ids],
      );
      await postOwnEntries(client);
    });
    const { id } = await sent(ids);
    const response = await send('POST', `/payment-runs/${id}/fail`, { reason: 'Never uploaded', seenCount: 1_001 });
    expect([response.status, response.body.data?.state]).toEqual([200, 'finished']);
    const { rows } = await runs.sql(
      `SELECT (SELECT count(*)::int FROM payment_run_rows WHERE run_id = $1 AND state = 'failed') AS failed,
         (SELECT count(*)::int FROM activity WHERE action = 'payment_failed' AND entity_id = ANY ($2)) AS logged`,
      [id, ids],
    );
    expect(rows).toEqual([{ failed: 1_001, logged: 1_001 }]);
    await verify();
  });

  it('excludes a row from new runs until the bank has reported a final state', async () => {
    const one = await mechanic(1000);
    const first = await sent([one]);
    expect((await runs.preview([one])).payees).toEqual([]);
    await outcome(first.id, first.rows[0]?.reference ?? '', { status: 'processing' });
    expect((await runs.preview([one])).payees).toEqual([]);
    await outcome(first.id, first.rows[0]?.reference ?? '', { status: 'failed' });
    expect((await runs.preview([one])).payees).toHaveLength(1);
  });
});
