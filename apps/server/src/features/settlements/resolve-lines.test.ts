import { describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { type LineOnWire, settlementsUnderTest } from '../../testing/settlements-under-test.ts';

const { test, payment, report, statement, linesOf, lines, send, sql, match, newId, verify } =
  settlementsUnderTest();

const resolve = (ids: readonly string[], resolution = 'written_off', by?: string) =>
  send('POST', '/settlement-lines/resolve', { ids, resolution, reason: 'Bank charge' }, by);
const one = async (file: Parameters<typeof linesOf>[0]): Promise<LineOnWire> => {
  const [line] = await linesOf(file);
  if (!line) throw new Error('the file has no line');
  return line;
};
const missing = async (rupees: number) => one(await report([{ id: `pay_${newId()}`, amount: rupees }]));

describe('[RECON-03] a settlement exception', () => {
  it('has an age, an owner, a note, and candidate payments with the same amount and day', async () => {
    const id = await payment(321.5);
    const line = await missing(321.5);
    const { body } = await send('GET', `/settlement-lines/${line._id}`);
    expect(body.data).toMatchObject({
      ageDays: 1,
      isOpen: true,
      payment: null,
      candidates: [{ id }],
    });
    const { body: team } = await test.get('/admin/ownprofile');
    const owner = team.data._id;
    const saved = await send('PATCH', `/settlement-lines/${line._id}`, { owner, note: 'Asked the bank' });
    expect(saved.body.data).toMatchObject({ ownerId: owner, note: 'Asked the bank' });
    expect((await lines(`owner=${owner}`)).map(({ _id }) => _id)).toEqual([line._id]);
    expect((await lines('age=0-1')).map(({ _id }) => _id)).toContain(line._id);
    expect((await lines('age=2-3')).map(({ _id }) => _id)).not.toContain(line._id);
    await expectFieldErrors(send('PATCH', `/settlement-lines/${line._id}`, { owner: newId() }), 'owner');
    await expectError(send('GET', '/settlement-lines/999999'), 404, /settlement line/);
  });

  it('can be decided only after the search for its payment', async () => {
    const id = newId();
    const searched = /^These lines are still being matched/;
    const line = await one(await report([{ id: `pay_${id}`, amount: 5000, order: id }], undefined, false));
    const other = await payment(2500);
    const parts = [id, other].map((paymentId) => ({ paymentId, amount: 2500 }));
    // The line counts as open only after matching has looked for its payment.
    expect(line).toMatchObject({ isOpen: false, isMatching: true });
    expect((await lines('')).map(({ _id }) => _id)).not.toContain(line._id);
    await expectError(resolve([line._id]), 409, searched);
    await expectError(send('POST', `/settlement-lines/${line._id}/link`, { paymentId: other }), 409, searched);
    await expectError(send('POST', `/settlement-lines/${line._id}/split`, { parts }), 409, searched);
    await match();
    expect((await resolve([line._id])).body.requestedCount).toBe(1);
    await payment(5000, { id });
    const manager = await test.signIn('manager');
    const approve = () =>
      send('POST', `/settlement-lines/${line._id}/approve`, { amount: 5000, reason: 'Bank charge' }, manager);
    await expectError(approve(), 409, searched);
    await match();
    await expectError(approve(), 409, 'This line is already resolved. Nothing was changed.');
    await verify();
  });

  it('[EDIT-01] keeps fields that an edit omits, and rejects an edit of an earlier version', async () => {
    const line = await missing(15);
    const path = `/settlement-lines/${line._id}`;
    const edit = (body: object, ifMatch?: string) =>
      test.call('PATCH', `/admin${path}`, {
        body,
        token: test.token,
        headers: ifMatch ? { 'if-match': ifMatch } : {},
      });
    const owner = (await test.get('/admin/ownprofile')).body.data._id;
    const first = await edit({ owner, note: 'Ask the bank' });
    expect(first.body.data).toMatchObject({ ownerId: owner, note: 'Ask the bank' });
    const version = first.body.data._etag;
    expect((await edit({}, version)).body.data).toMatchObject({ ownerId: owner, note: 'Ask the bank' });
    expect((await edit({ owner: null }, version)).body.data).toMatchObject({ ownerId: null, note: 'Ask the bank' });
    const late = await edit({ note: 'Asked' }, version);
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({
      message: 'This line has been changed in the meantime. Nothing was saved.',
      data: { ownerId: null, note: 'Ask the bank' },
      changes: [{ field: 'ownerId', source: 'administrator', by: expect.stringContaining('@') }],
    });
    expect((await edit({ note: null })).body.data).toMatchObject({ note: null });
  });

  it('is identified only by its row number', async () => {
    for (const id of ['9'.repeat(24), newId()]) await expectFieldErrors(resolve([id]), 'ids');
    await expectError(resolve(['9'.repeat(15)]), 404, /settlement line/);
  });

  it('can be linked to a payment by a user only once', async () => {
    const id = await payment(50);
    const [first, second] = [await missing(50), await missing(50)];
    const link = (line: LineOnWire) => send('POST', `/settlement-lines/${line._id}/link`, { paymentId: id });
    expect((await link(first)).body.data).toMatchObject({
      state: 'matched',
      step: 'person',
      resolution: 'linked',
      isOpen: false,
    });
    await expectError(link(second), 409, /is linked to another line/);
    await expectError(link(first), 409, 'This line is already resolved. Nothing was changed.');
    await expectError(send('POST', `/settlement-lines/${second._id}/link`, { paymentId: newId() }), 404, /payment/);
    await sql('UPDATE payments SET amount_paise = 4000 WHERE id = $1', [id]);
    await match();
    const changed = (await send('GET', `/settlement-lines/${first._id}`)).body.data;
    expect(changed).toMatchObject({ state: 'amount_differs', expected: 40, isOpen: true, resolution: 'linked' });
    await verify();
  });

  it('closes the row of a payment that was missing in every report', async () => {
    const id = await payment(61, { transacted_at: '2026-11-01T06:00:00Z' });
    await report([{ id: `pay_${newId()}`, amount: 1, day: '01/11/2026' }]);
    const line = await missing(61);
    const before = (await lines('state=missing_there')).filter(({ paymentId }) => paymentId === id);
    expect(before).toHaveLength(1);
    await send('POST', `/settlement-lines/${line._id}/link`, { paymentId: id });
    expect((await lines('show=any&state=missing_there')).filter(({ paymentId }) => paymentId === id)).toEqual([]);
  });

  it('can be split into payments whose amounts add up to its own', async () => {
    const [one, two] = [await payment(30), await payment(40)];
    const line = await missing(70);
    const split = (parts: object) => send('POST', `/settlement-lines/${line._id}/split`, { parts });
    await expectFieldErrors(split([{ paymentId: one, amount: 70 }]), 'parts');
    await expectError(
      split([
        { paymentId: one, amount: 30 },
        { paymentId: two, amount: 41 },
      ]),
      409,
      'The parts add up to ₹71, but the line is ₹70. Nothing was changed.',
    );
    await expectError(
      split([
        { paymentId: one, amount: 31 },
        { paymentId: two, amount: 39 },
      ]),
      409,
      /^₹31 is not the amount of payment/,
    );
    const { body } = await split([
      { paymentId: one, amount: 30 },
      { paymentId: two, amount: 40 },
    ]);
    expect(body.data).toMatchObject({
      state: 'matched',
      resolution: 'split',
      parts: [{ amount: 30 }, { amount: 40 }],
    });
    const other = await missing(30);
    await expectError(
      send('POST', `/settlement-lines/${other._id}/link`, { paymentId: one }),
      409,
      /is linked to another line/,
    );
    await verify();
  });
});

describe('[RECON-03] a write-off', () => {
  it('needs one user up to the daily limit, and two users above it', async () => {
    const finance = await test.signIn('finance');
    const [small, other, more] = [await missing(600), await missing(300), await missing(200)];
    expect((await resolve([small._id, other._id], 'written_off', finance)).body).toMatchObject({
      message: '2 lines written off.',
      resolvedCount: 2,
    });
    expect((await resolve([more._id], 'written_off', finance)).body.message).toBe(
      '1 write-off above the limit: another person must approve it.',
    );
    expect((await lines('show=write_offs')).map(({ _id }) => _id)).toEqual([more._id]);
    await expectError(resolve([more._id], 'written_off', finance), 409, /already resolved or pending approval/);
    const seen = { amount: 200, reason: 'Bank charge' };
    const approve = (by?: string) => send('POST', `/settlement-lines/${more._id}/approve`, seen, by);
    await expectError(approve(finance), 409, /^You requested this write-off/);
    const { body } = await approve();
    expect(body.data).toMatchObject({
      state: 'ignored',
      reason: 'Bank charge',
      resolution: 'written_off',
      isOpen: false,
    });
    await expectError(approve(), 409, 'This line is already resolved. Nothing was changed.');
    const entries = await test.activity({ entity: 'settlement_line', id: more._id });
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['approved', 'requested']);
    await verify();
  });

  it('is approved with the requested values, even when the line changes later', async () => {
    const finance = await test.signIn('finance');
    const id = await payment(5000, { transaction_id: 'pay_W9' });
    const line = await one(await report([{ id: 'pay_W9', amount: 2000 }]));
    const request = () => resolve([line._id], 'written_off', finance);
    const approve = (amount: number, reason: string) =>
      send('POST', `/settlement-lines/${line._id}/approve`, { amount, reason });
    await request();
    const requested = { requestedAmount: 3000, requestReason: 'Bank charge' };
    // A note does not replace the reason.
    const noted = await send('PATCH', `/settlement-lines/${line._id}`, { owner: null, note: 'A present' }, finance);
    expect(noted.body.data).toMatchObject({ note: 'A present', ...requested });
    for (const [amount, reason] of [
      [3000, 'A present'],
      [2999, 'Bank charge'],
    ] as const)
      await expectError(approve(amount, reason), 409, /^The request has changed since you opened it/);
    await sql('UPDATE payments SET amount_paise = 600000 WHERE id = $1', [id]);
    await match();
    await expectError(
      approve(3000, 'Bank charge'),
      409,
      'The line has changed: ₹3,000 was requested, but ₹4,000 is open now. Reject the request. Nothing was changed.',
    );
    await sql('UPDATE payments SET amount_paise = 500000 WHERE id = $1', [id]);
    await match();
    const { body } = await approve(3000, 'Bank charge');
    expect(body.data).toMatchObject({ state: 'ignored', reason: 'Bank charge', note: 'A present', isOpen: false });
    const [entry] = await test.activity({ entity: 'settlement_line', id: line._id });
    expect(entry).toMatchObject({ action: 'approved', note: 'Bank charge' });
    await verify();
  });

  it('covers the difference when amounts differ, and reopens the line when it is rejected', async () => {
    await payment(5000, { transaction_id: 'pay_W1' });
    const line = await one(await report([{ id: 'pay_W1', amount: 4999.5 }]));
    const manager = await test.signIn('manager');
    expect((await resolve([line._id], 'written_off', manager)).body.message).toBe('1 line written off.');
    const big = await missing(2000);
    const reject = (body: object, by?: string) => send('POST', `/settlement-lines/${big._id}/reject`, body, by);
    await resolve([big._id], 'written_off', manager);
    expect((await reject({}, manager)).body.message).toBe('The write-off was withdrawn. The line is open again.');
    await resolve([big._id], 'written_off', manager);
    await expectFieldErrors(reject({}), 'reason');
    const { body } = await reject({ reason: 'Ask the gateway first' });
    expect(body.message).toBe('The write-off was rejected. The line is open again.');
    expect(body.data.history).toMatchObject([
      { action: 'rejected', note: 'Ask the gateway first', amount: 2000, by: expect.stringContaining('@') },
      { action: 'requested', note: 'Bank charge', amount: 2000 },
      { action: 'withdrawn', note: null },
      { action: 'requested' },
    ]);
    expect((await lines('')).map(({ _id }) => _id)).toContain(big._id);
  });

  it('is returned with the daily limit of the user', async () => {
    const manager = await test.signIn('manager');
    const read = async () => (await send('GET', '/write-off-limit', undefined, manager)).body.data;
    const before = await read();
    expect(before.limit).toBe(1000);
    const line = await missing(25);
    await resolve([line._id], 'written_off', manager);
    expect(await read()).toEqual({ limit: 1000, writtenOff: before.writtenOff + 25 });
  });

  it('cannot be replaced by ignoring a payment: only duplicates and unknown credits can be ignored', async () => {
    const line = await missing(5000);
    await expectError(resolve([line._id], 'ignored'), 409, /^Only duplicates/);
    const [credit, debit] = await linesOf(
      await statement([
        { narration: 'CAPITAL', amount: 90_000 },
        { narration: 'RENT', amount: -5 },
      ]),
    );
    await expectError(resolve([debit?._id ?? ''], 'ignored'), 409, /^Some of these lines are already resolved/);
    await expectError(resolve([line._id, credit?._id ?? '', '999999'], 'ignored'), 404, /settlement line/);
    expect((await resolve([credit?._id ?? ''], 'ignored')).body).toMatchObject({ message: '1 line ignored.' });
    await verify();
  });

  it('requires a role with the permission to reconcile', async () => {
    const line = await missing(10);
    for (const role of ['support', 'viewer'] as const)
      await expectError(
        resolve([line._id], 'written_off', await test.signIn(role)),
        403,
        'Your role may not reconcile settlements.',
      );
  });
});

describe('[RECON-03] the unreconciled amount', () => {
  it('is the same in the queue, in the list of days, in a close and in the sidebar', async () => {
    const id = await payment(90, { transaction_id: 'pay_Z1', transacted_at: '2026-11-02T06:00:00Z' });
    await report([
      { id: 'pay_Z1', amount: 88, day: '02/11/2026' },
      { id: `pay_${newId()}`, amount: 31, day: '01/11/2026' },
      { id: `pay_${newId()}`, amount: 32 },
    ]);
    await report([{ id: `pay_${newId()}`, amount: 33, day: '01/11/2026' }], undefined, false);
    expect(id).toBeDefined();
    const total = async (query: string) => (await send('GET', `/settlement-lines?limit=1&${query}`)).body.total;
    const { data: days } = (await send('GET', '/reconciliation-days?from=2026-10-10&to=2026-11-05')).body;
    const sumOf = (field: string) =>
      days.reduce((sum: number, day: Record<string, number>) => sum + Math.round((day[field] ?? 0) * 100), 0) / 100;
    expect(sumOf('openCount')).toBe(await total(''));
    for (const { day, openCount } of days)
      expect([day, await total(`from=${day}&to=${day}`)]).toEqual([day, openCount]);
    const { unreconciled } = (await send('GET', '/closes/preview?day=2026-11-04')).body.data;
    expect(unreconciled.count).toBe(await total('to=2026-11-04'));
    const until = days.filter(({ day }: { day: string }) => day <= '2026-11-04');
    const paise = until.reduce(
      (sum: number, day: { openAmount: number }) => sum + Math.round(day.openAmount * 100),
      0,
    );
    expect(unreconciled.amount).toBe(paise / 100);
    const { data: items } = (await send('GET', '/attention')).body;
    const badge = items.find(({ kind }: { kind: string }) => kind === 'unreconciled_lines').count;
    expect([badge, badge]).toEqual([await total('show=overdue'), await total('to=2026-11-02')]);
    await match();
  });

  it('needs attention after T+2, and each close states it', async () => {
    await report([{ id: `pay_${newId()}`, amount: 77, day: '01/11/2026' }]);
    const overdue = (await send('GET', '/settlement-lines?show=overdue')).body.total;
    const { data: items } = (await send('GET', '/attention')).body;
    const item = items.find(({ kind }: { kind: string }) => kind === 'unreconciled_lines');
    expect(item.count).toBe(overdue);
    expect(overdue).toBeGreaterThan(0);
    const day = '2026-11-04';
    const { data } = (await send('GET', `/closes/preview?day=${day}`)).body;
    const { rows } = await sql(
      'SELECT count(*)::int AS count, sum(abs(amount_paise - CASE state WHEN $1 THEN expected_paise ELSE 0 END))::int / 100.0 AS amount FROM settlement_lines WHERE is_open',
      ['amount_differs'],
    );
    expect(data.unreconciled).toEqual({ count: rows[0].count, amount: Number(rows[0].amount) });
    const { message } = (await send('POST', '/closes', { day })).body;
    expect(message).toMatch(new RegExp(`^4 Nov 2026 is closed. Unreconciled: ${rows[0].count}, ₹`));
    expect((await send('GET', `/closes/${day}`)).body.data.unreconciled).toEqual(data.unreconciled);
    await verify();
  });
});
