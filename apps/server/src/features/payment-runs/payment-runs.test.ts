import { describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { mechanic, preview, create, sent, send, rows, file, balance, onItsWay, pay, sql, verify } = runs;

const remove = (id: string, reference: string, reason: string, by?: string) =>
  send('POST', `/payment-runs/${id}/rows/${reference}/remove`, { reason }, by);

describe('[BANK-01] the preview of a payment run', () => {
  it('lists payees with method and amount, and excluded payees separately with reasons', async () => {
    const paid = await mechanic(5000);
    const rtgs = await mechanic(300_000);
    const noAccount = await mechanic(700, { bank_account_number: null, bank_ifsc_code: null });
    const badIfsc = await mechanic(800, { bank_ifsc_code: 'HDFC123' });
    const nothing = await mechanic(0);
    const found = await preview([paid, rtgs, noAccount, badIfsc, nothing]);
    expect(found.payees).toEqual([
      expect.objectContaining({
        mechanicId: paid,
        amount: 5000,
        mode: 'neft',
        destination: expect.stringMatching(/^••••\d{4}$/),
        ifsc: 'HDFC0000123',
        issue: null,
      }),
      expect.objectContaining({ mechanicId: rtgs, amount: 300_000, mode: 'rtgs' }),
    ]);
    expect(found.excluded.map(({ mechanicId, issue }: Record<string, string>) => [mechanicId, issue])).toEqual([
      [noAccount, 'There is no bank account and no UPI ID.'],
      [badIfsc, 'The IFSC code is invalid: it must have 11 characters, and the fifth must be 0.'],
      [nothing, 'The balance is not positive.'],
    ]);
    expect([found.total, found.needsApproval]).toEqual([305_000, false]);
  });

  it('[BANK-07] excludes payments that the bank does not accept, and a new run pays none of them', async () => {
    const paid = await mechanic(1);
    const small = await mechanic(0.99);
    const masked = await mechanic(700, { bank_account_number: 'XXXXXXXX1234' });
    const emoji = await mechanic(700, { bank_account_holder: '🙂 (' });
    const profile = 'razorpayx';
    const ids = [paid, small, masked, emoji];
    const found = await preview(ids, { profile });
    expect(found.payees.map(({ mechanicId }: { mechanicId: string }) => mechanicId)).toEqual([paid]);
    expect(found.excluded.map(({ mechanicId, issue }: Record<string, string>) => [mechanicId, issue])).toEqual([
      [small, 'The amount is below the minimum of RazorpayX bulk payouts, ₹1.'],
      [masked, 'The account number contains characters other than digits.'],
      [emoji, 'The name of the account holder is missing.'],
    ]);
    const { data } = (await create(ids, { profile })).body;
    expect((await rows(data._id)).map(({ mechanicId }) => mechanicId)).toEqual([paid]);
  });

  it('includes every mechanic with a positive balance above a minimum', async () => {
    const above = await mechanic(6000);
    const below = await mechanic(40);
    const found = await preview([], { ids: undefined, all: true, minimum: 100 });
    const ids = found.payees.map(({ mechanicId }: { mechanicId: string }) => mechanicId);
    expect(ids).toContain(above);
    expect(found.excluded).toContainEqual(
      expect.objectContaining({ mechanicId: below, issue: 'The amount is below the minimum of ₹100.' }),
    );
  });
});

describe('[BANK-01] a payment run', () => {
  it('reserves its amounts: they cannot be paid in another way, and every balance shows the reservation', async () => {
    const one = await mechanic(5000);
    const created = await create([one]);
    expect(created.body.data).toMatchObject({
      state: 'ready',
      rowCount: 1,
      total: 5000,
      debitAccount: '••••0123',
      progress: [{ state: 'reserved', count: 1, amount: 5000 }],
    });
    expect([await balance(one), await onItsWay(one)]).toEqual([5000, 5000]);
    await expectError(
      pay(one, 100),
      409,
      'The balance is now ₹5,000, of which ₹5,000 is in transit. Nothing was paid.',
    );
    expect((await preview([one])).excluded[0].issue).toBe(
      'The full balance is in transit or pending approval: ₹5,000.',
    );
    const shown = await send('GET', `/mechanics/${one}/payout-preview`);
    if (shown.status === 200) expect(shown.body.data.onItsWay).toBe(5000);
    await verify();
  });

  it('is created only once by repeated requests, and not when an amount differs from the preview', async () => {
    const one = await mechanic(5000);
    const key = runs.newId();
    const first = await create([one], { key });
    const seen = { seenCount: 1, seenTotal: 5000 };
    const again = await create([one], { key, ...seen });
    expect(again.body.data._id).toBe(first.body.data._id);
    const other = await mechanic(70);
    await expectError(
      create([other], { seenCount: 1, seenTotal: 60 }),
      409,
      'The run is now ₹70 to 1, not ₹60 to 1: balances or details have changed. Nothing was reserved.',
    );
    const otherContent = await create([other], { key });
    expect(otherContent.status).toBe(409);
  });

  it('is created by only one of 20 concurrent requests', async () => {
    const one = await mechanic(5000);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => create([one], { seenCount: 1, seenTotal: 5000 })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await onItsWay(one)).toBe(5000);
    await verify();
  });

  it('never succeeds together with a concurrent payout: exactly one of them is stored', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await mechanic(5000);
      const [made, paid] = await Promise.all([create([one], { seenCount: 1, seenTotal: 5000 }), pay(one, 5000)]);
      expect([made.status, paid.status].sort()).toEqual([200, 409]);
    }
    await verify();
  });

  it('releases its amounts when it is cancelled, and cannot be cancelled after its file is created', async () => {
    const one = await mechanic(5000);
    const id = (await create([one])).body.data._id;
    const cancelled = await send('POST', `/payment-runs/${id}/cancel`, { reason: 'Wrong day' });
    expect(cancelled.body.data).toMatchObject({ state: 'cancelled', reason: 'Wrong day' });
    expect(await onItsWay(one)).toBe(0);
    const other = await sent([one]);
    await expectError(
      send('POST', `/payment-runs/${other.id}/cancel`, { reason: 'Late' }),
      409,
      'Its file was already made: the bank may have it. Nothing was changed.',
    );
  });

  it('[PRIV-06] shows an erased mechanic’s amounts in transit separately from amounts pending approval', async () => {
    const one = await mechanic(5000);
    await create([one]);
    const owner = await runs.signIn('owner');
    await runs.test.call('DELETE', `/mechanic/deletemechnic/${one}`, { token: owner });
    const { data } = (await send('GET', '/payouts/erasures')).body;
    expect(data).toContainEqual(
      expect.objectContaining({ _id: one, balance: 5000, reservedBalance: 0, onItsWay: 5000 }),
    );
  });

  it.each([
    [{ profile: 'nobank' }, 'profile'],
    [{ debitAccount: ' ' }, 'debitAccount'],
    [{ debitAccount: 'XXXX0123' }, 'debitAccount'],
    [{ seenCount: 0 }, 'seenCount'],
    [{ ids: ['x'] }, 'ids'],
  ])('rejects %j and names the field', async (other, field) => {
    const body = {
      profile: 'icici',
      ids: [runs.newId()],
      debitAccount: '1',
      key: 'k',
      seenCount: 1,
      seenTotal: 1,
      ...other,
    };
    await expectFieldErrors(send('POST', '/payment-runs', body), field);
  });
});

describe('[BANK-01, TEAM-06] a payment run above the limit of one user', () => {
  it('needs the approval of another user, which a database constraint enforces, and expires after 7 days', async () => {
    const owner = await runs.signIn('owner');
    const manager = await runs.signIn('manager');
    await send('PATCH', '/approvals/settings', { limit: 1000, dayLimit: null }, owner);
    try {
      const [one, disputed, late] = [await mechanic(5000), await mechanic(600), await mechanic(300)];
      const created = await create([one, disputed, late]);
      const id = created.body.data._id;
      expect(created.body.data).toMatchObject({ state: 'waiting', needsApproval: true });
      expect(await onItsWay(one)).toBe(5000);
      const references = new Map((await rows(id)).map(({ mechanicId, reference }) => [mechanicId, reference]));
      expect((await remove(id, references.get(disputed) ?? '', 'Disputed', manager)).status).toBe(200);
      const attention = (await send('GET', '/attention', undefined, owner)).body.data;
      expect(attention).toContainEqual(expect.objectContaining({ kind: 'approvals', count: 1 }));
      expect((await send('POST', `/payment-runs/${id}/file`)).status).toBe(409);
      await expectError(
        send('POST', `/payment-runs/${id}/approve`),
        409,
        'You made this run: another person must approve it.',
      );
      await expect(
        sql(
          `UPDATE payment_runs SET state = 'ready', approved_by = created_by, approved_at = now() WHERE id = $1`,
          [id],
        ),
      ).rejects.toThrow('the person who made a payment run must not approve it');
      await expect(sql(`UPDATE payment_runs SET state = 'ready' WHERE id = $1`, [id])).rejects.toThrow();
      const approve = () => send('POST', `/payment-runs/${id}/approve`, undefined, manager);
      expect((await approve()).body.data.state).toBe('ready');
      // A client that did not receive the response repeats the request.
      expect((await approve()).body).toMatchObject({ status: true, data: { state: 'ready' } });
      // A run stays approved when its amount decreases.
      expect((await remove(id, references.get(late) ?? '', 'Disputed')).status).toBe(200);
      expect((await send('POST', `/payment-runs/${id}/file`)).body.data.state).toBe('sent');
      expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'removed', 'removed']);

      const two = await mechanic(4000);
      const second = (await create([two])).body.data._id;
      const rejected = await send('POST', `/payment-runs/${second}/reject`, { reason: 'No' }, manager);
      expect([rejected.body.data.state, await onItsWay(two)]).toEqual(['rejected', 0]);
      const third = (await create([two])).body.data._id;
      runs.test.clock.now = new Date(runs.test.clock.now.getTime() + 7 * 86_400_000);
      const later = await runs.signIn('finance');
      await send('PATCH', '/approvals/settings', { limit: null, dayLimit: null }, await runs.signIn('owner'));
      const fourth = await create([two], {}, later);
      expect(fourth.body.data).toMatchObject({ state: 'ready', total: 4000 });
      expect((await send('GET', `/payment-runs/${third}`, undefined, later)).body.data.state).toBe('lapsed');
    } finally {
      await send('PATCH', '/approvals/settings', { limit: null, dayLimit: null }, await runs.signIn('owner'));
    }
  });
});

describe('[BANK-01] a payment run before its file is created', () => {
  it('can lose a row, which releases its amount, and the other rows stay', async () => {
    const [one, other] = [await mechanic(5000), await mechanic(700)];
    const id = (await create([one, other])).body.data._id;
    const [first = '', last = ''] = (await rows(id)).map(({ reference }) => reference);
    const removed = await remove(id, first, 'Disputed');
    await expectError(removed, 200, 'Removed. Its amount is released.');
    expect(removed.body.data).toMatchObject({ reference: first, state: 'removed', reason: 'Disputed' });
    expect([await onItsWay(one), await onItsWay(other)]).toEqual([0, 700]);
    expect((await pay(one, 5000)).status).toBe(200);
    await expectError(remove(id, first, 'Disputed'), 409, 'This row was already removed. Nothing was changed.');
    await expectError(
      remove(id, last, 'Disputed'),
      409,
      'This is the last row of the run: cancel the run instead.',
    );
    const [entry] = (
      await send('GET', '/activity?action=removed_from_run&limit=1', undefined, await runs.signIn('owner'))
    ).body.data;
    expect(entry).toMatchObject({ entity: 'mechanic', entityId: one, note: 'Disputed' });
    expect(entry.changes).toContainEqual({ field: 'reference', before: null, after: first });
    await verify();
    expect((await send('POST', `/payment-runs/${id}/file`)).body.data.state).toBe('sent');
    expect((await file(id)).body).not.toContain(first);
    expect((await remove(id, last, 'Late')).body.message).toBe(
      'Its file was already made: the bank may have it. Nothing was changed.',
    );
    expect((await remove(id, 'W9999ABCDE00001', 'Late')).status).toBe(409);
    expect((await remove(id, last, ' ')).body.errors[0].field).toBe('reason');
    await verify();
  });

  it('[PRIV-06] deletes the reasons about an erased mechanic when the payment that completes the erasure is recorded', async () => {
    const [one, other] = [await mechanic(1000), await mechanic(700)];
    const owner = await runs.signIn('owner');
    const erase = await runs.test.call('DELETE', `/mechanic/deletemechnic/${one}`, { token: owner });
    expect(erase.status).toBe(200);
    const id = (await create([one, other])).body.data._id;
    const reference = (await rows(id)).find(({ mechanicId }) => mechanicId === one)?.reference ?? '';
    expect((await remove(id, reference, 'Irfan wants cash')).status).toBe(200);
    const reasons = async () =>
      (
        await runs.sql(
          `SELECT reason AS said FROM payment_run_rows WHERE mechanic_id = $1 UNION ALL SELECT note FROM activity WHERE entity_id = $1`,
          [one],
        )
      ).rows.flatMap(({ said }) => said ?? []);
    expect(await reasons()).toEqual(['Irfan wants cash', 'Irfan wants cash']);
    expect((await pay(one, 1000)).status).toBe(200);
    expect(await reasons()).toEqual([]);
    await verify();
  });

  it('removes each row only once when the removal is concurrent with the creation of the file', async () => {
    const ids = [await mechanic(5000), await mechanic(700), await mechanic(900)];
    const id = (await create(ids)).body.data._id;
    const [first = ''] = (await rows(id)).map(({ reference }) => reference);
    const [made, ...removed] = await Promise.all([
      send('POST', `/payment-runs/${id}/file`),
      ...Array.from({ length: 5 }, () => remove(id, first, 'Disputed')),
    ]);
    expect(made.status).toBe(200);
    const isRemoved = removed.filter(({ status }) => status === 200).length;
    expect(isRemoved).toBeLessThanOrEqual(1);
    const inFile = String((await file(id)).body).includes(first);
    expect([inFile, (await rows(id, '&state=removed')).length]).toEqual([isRemoved === 0, isRemoved]);
    await verify();
  });
});
