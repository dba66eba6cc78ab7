import { describe, expect, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { paymentRuns } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRuns();
const { mechanic, create, send, rows, file, onItsWay, pay, verify } = runs;

const remove = (id: string, reference: string, reason: string, by?: string) =>
  send('POST', `/payment-runs/${id}/rows/${reference}/remove`, { reason }, by);

describe('[BANK-01] a run before its file is made', () => {
  it('loses one row before its file is made, whose amount is free; the others stay', async () => {
    const [one, other] = [await mechanic(5000), await mechanic(700)];
    const id = (await create([one, other])).body.data._id;
    const [first = '', last = ''] = (await rows(id)).map(({ reference }) => reference);
    const removed = await remove(id, first, 'Disputed');
    await expectError(removed, 200, 'Removed. Its amount is free.');
    expect(removed.body.data).toMatchObject({ reference: first, state: 'removed', reason: 'Disputed' });
    expect([await onItsWay(one), await onItsWay(other)]).toEqual([0, 700]);
    expect((await pay(one, 5000)).status).toBe(200);
    await expectError(remove(id, first, 'Disputed'), 409, 'This row was removed already. Nothing was changed.');
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
      'Its file was made already: the bank may have it. Nothing was changed.',
    );
    expect((await remove(id, 'W9999ABCDE00001', 'Late')).status).toBe(409);
    expect((await remove(id, last, ' ')).body.errors[0].field).toBe('reason');
    await verify();
  });

  it('[PRIV-06] keeps no reason about an erased mechanic after the payment that finishes the erasure', async () => {
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

  it('loses each row once where many remove it while its file is made', async () => {
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
