import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentRuns } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRuns();
const { mechanic, preview, create, sent, send, rows, run, file, balance, onItsWay, pay, sql, verify } = runs;

describe('[BANK-01] the preview of a run', () => {
  it('says who is paid, how and how much, and apart who cannot be and why', async () => {
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
      [noAccount, 'There is neither a bank account nor a UPI ID.'],
      [badIfsc, 'The IFSC code is not one: it has 11 characters, the fifth of which is 0.'],
      [nothing, 'Nothing is owed.'],
    ]);
    expect([found.total, found.needsApproval]).toEqual([305_000, false]);
  });

  it('takes all with a positive balance above a minimum', async () => {
    const above = await mechanic(6000);
    const below = await mechanic(40);
    const found = await preview([], { ids: undefined, all: true, minimum: 100 });
    const ids = found.payees.map(({ mechanicId }: { mechanicId: string }) => mechanicId);
    expect(ids).toContain(above);
    expect(found.excluded).toContainEqual(
      expect.objectContaining({ mechanicId: below, issue: 'It is less than the minimum of ₹100.' }),
    );
  });
});

describe('[BANK-01] a run', () => {
  it('reserves its amounts: nobody else can pay them, and every balance says so', async () => {
    const one = await mechanic(5000);
    const created = await create([one]);
    expect(created.body.data).toMatchObject({
      state: 'ready',
      rowCount: 1,
      total: 5000,
      progress: [{ state: 'reserved', count: 1, amount: 5000 }],
    });
    expect([await balance(one), await onItsWay(one)]).toEqual([5000, 5000]);
    const refused = await pay(one, 100);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The balance is ₹5,000 now, of which ₹5,000 is on its way. Nothing was paid.',
    ]);
    expect((await preview([one])).excluded[0].issue).toBe('All of it is on its way or waits for approval: ₹5,000.');
    const shown = await send('GET', `/mechanics/${one}/payout-preview`);
    if (shown.status === 200) expect(shown.body.data.onItsWay).toBe(5000);
    await verify();
  });

  it('is made once by the same request, and not where amounts differ from what was seen', async () => {
    const one = await mechanic(5000);
    const key = runs.newId();
    const first = await create([one], { key });
    const seen = { seenCount: 1, seenTotal: 5000 };
    const again = await create([one], { key, ...seen });
    expect(again.body.data._id).toBe(first.body.data._id);
    const other = await mechanic(70);
    const differs = await create([other], { seenCount: 1, seenTotal: 60 });
    expect([differs.status, differs.body.message]).toEqual([
      409,
      'It is ₹70 to 1 now, not ₹60 to 1: balances or details have changed. Nothing was reserved.',
    ]);
    const otherContent = await create([other], { key });
    expect(otherContent.status).toBe(409);
  });

  it('is made by one of 20 who make it at the same time', async () => {
    const one = await mechanic(5000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create([one], { seenCount: 1, seenTotal: 5000 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await onItsWay(one)).toBe(5000);
    await verify();
  });

  it('leaves either the run or the payout when both come at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await mechanic(5000);
      const [made, paid] = await Promise.all([create([one], { seenCount: 1, seenTotal: 5000 }), pay(one, 5000)]);
      expect([made.status, paid.status].sort()).toEqual([200, 409]);
    }
    await verify();
  });

  it('that is cancelled frees its amounts; after its file is made it cannot be cancelled', async () => {
    const one = await mechanic(5000);
    const id = (await create([one])).body.data._id;
    const cancelled = await send('POST', `/payment-runs/${id}/cancel`, { reason: 'Wrong day' });
    expect(cancelled.body.data).toMatchObject({ state: 'cancelled', reason: 'Wrong day' });
    expect(await onItsWay(one)).toBe(0);
    const other = await sent([one]);
    const refused = await send('POST', `/payment-runs/${other.id}/cancel`, { reason: 'Late' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Its file was made already: the bank may have it. Nothing was changed.',
    ]);
  });

  it('is for those who move money, and needs a proof', async () => {
    const one = await mechanic(100);
    for (const role of ['support', 'reviewer', 'viewer'] as const) {
      const by = await runs.signIn(role);
      expect((await send('GET', '/payment-runs', undefined, by)).status).toBe(403);
      expect((await send('POST', '/payment-runs/preview', { profile: 'icici', ids: [one] }, by)).status).toBe(403);
      expect((await send('POST', '/payment-runs', {}, by)).status).toBe(403);
    }
  });

  it.each([
    [{ profile: 'nobank' }, 'profile'],
    [{ debitAccount: ' ' }, 'debitAccount'],
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
    const answer = await send('POST', '/payment-runs', body);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
  });
});

describe('[BANK-02] the file of a run', () => {
  it('has a reference of at most 20 characters in every row, and the same bytes at each download, which is recorded', async () => {
    const ids = [await mechanic(5000, { bank_account_holder: 'सुरेश & Sons' }), await mechanic(250_000.5)];
    const { id, rows: made } = await sent(ids);
    const first = await file(id);
    const second = await file(id);
    expect(first.body).toBe(second.body);
    const { fileHash, fileName, state } = await run(id);
    expect(state).toBe('sent');
    expect(fileHash).toBe(createHash('sha256').update(first.body).digest('hex'));
    expect(first.headers['content-disposition']).toBe(`attachment; filename="${fileName}"`);
    const lines = String(first.body).split('\r\n');
    expect(lines).toHaveLength(4);
    for (const [index, { reference, amount, mechanicId }] of made.entries()) {
      expect(reference).toMatch(/^[A-Z0-9]{8,20}$/);
      const cells = lines[index + 1]?.split(',') ?? [];
      expect([cells[6], cells[13]]).toEqual([amount.toFixed(2), reference]);
      const { rows: stored } = await sql('SELECT bank_account_number FROM mechanics WHERE id = $1', [mechanicId]);
      expect(cells[4]).toBe(stored[0].bank_account_number);
    }
    expect(lines[1]).toContain('sures and Sons');
    const { rows: downloads } = await sql(
      `SELECT count(*)::int AS n FROM activity WHERE action = 'file_downloaded' AND entity_id = $1`,
      [id],
    );
    expect(downloads[0].n).toBe(2);
    const { rows: stored } = await sql('SELECT content FROM payment_run_file_parts WHERE run_id = $1', [id]);
    expect(stored[0].content).toMatch(/^v1:/);
    expect(
      JSON.stringify((await sql('SELECT * FROM payment_run_rows WHERE run_id = $1', [id])).rows),
    ).not.toContain('50100');
  });

  it('removes what is not owed any more and where the bank details have changed, with the reason', async () => {
    const [refunded, changed, fine] = [await mechanic(1000), await mechanic(2000), await mechanic(3000)];
    const id = (await create([refunded, changed, fine])).body.data._id;
    await sql(`UPDATE payments SET status = 'refunded' WHERE mechanic_id = $1`, [refunded]);
    await sql(`UPDATE mechanics SET bank_account_number = '999999999999' WHERE id = $1`, [changed]);
    const answer = await send('POST', `/payment-runs/${id}/file`);
    expect(answer.body.message).toContain('1 payment. 2 rows could not be paid any more');
    expect((await rows(id)).map(({ mechanicId, state, reason }) => [mechanicId, state, reason])).toEqual([
      [refunded, 'removed', '₹0 is owed now, less than what is on its way.'],
      [changed, 'removed', 'The bank details have changed since the run was made.'],
      [fine, 'sent', null],
    ]);
    const { body } = await file(id);
    expect(body).not.toContain('999999999999');
    expect([await onItsWay(changed), await onItsWay(fine)]).toEqual([0, 3000]);
  });

  it('is made once by many who make it at the same time', async () => {
    const id = (await create([await mechanic(1000)])).body.data._id;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', `/payment-runs/${id}/file`)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.fileHash}`)).size).toBe(1);
    const { rows: parts } = await sql('SELECT count(*)::int AS n FROM payment_run_file_parts WHERE run_id = $1', [
      id,
    ]);
    expect(parts[0].n).toBe(1);
  });
});

describe('[BANK-01, TEAM-06] a run above the limit of one person', () => {
  it('waits for somebody else, whom a constraint of the database requires, and lapses after 7 days', async () => {
    const owner = await runs.signIn('owner');
    const manager = await runs.signIn('manager');
    await send('PATCH', '/approvals/settings', { limit: 1000, dayLimit: null }, owner);
    try {
      const one = await mechanic(5000);
      const created = await create([one]);
      const id = created.body.data._id;
      expect(created.body.data).toMatchObject({ state: 'waiting', needsApproval: true });
      expect(await onItsWay(one)).toBe(5000);
      const attention = (await send('GET', '/attention', undefined, owner)).body.data;
      expect(attention).toContainEqual(expect.objectContaining({ kind: 'approvals', count: 1 }));
      expect((await send('POST', `/payment-runs/${id}/file`)).status).toBe(409);
      const own = await send('POST', `/payment-runs/${id}/approve`);
      expect([own.status, own.body.message]).toEqual([
        409,
        'You have made this run: somebody else must approve it.',
      ]);
      await expect(
        sql(
          `UPDATE payment_runs SET state = 'ready', approved_by = created_by, approved_at = now() WHERE id = $1`,
          [id],
        ),
      ).rejects.toThrow('payment_runs_four_eyes');
      await expect(sql(`UPDATE payment_runs SET state = 'ready' WHERE id = $1`, [id])).rejects.toThrow('four_eyes');
      expect((await send('POST', `/payment-runs/${id}/approve`, undefined, manager)).body.data.state).toBe('ready');
      expect((await send('POST', `/payment-runs/${id}/file`)).body.data.state).toBe('sent');

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
