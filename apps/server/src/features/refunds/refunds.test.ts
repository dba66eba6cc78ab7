import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { refundsUnderTest } from '../../testing/refunds-under-test.ts';

const under = refundsUnderTest();
const { team, payment, ask, confirm, ingest, state, refunded, balance, events, issues } = under;
const { send, sql, newId, newTransaction } = team;

beforeAll(() => moneyRecords(team.test).rates(10, 4900));

const approve = (id: string, who = team.people.bala) => send(who, 'POST', `/admin/refunds/${id}/approve`);
const stateOf = async (id: string) => (await sql('SELECT state FROM refunds WHERE id = $1', [id])).rows[0].state;

describe('[REFD-01] a refund', () => {
  it('is stored with its reason and sent to the marketplace, and a repeated request creates no second refund', async () => {
    const id = await payment();
    const key = newTransaction();
    const first = await ask(team.people.asha, id, 250.5, { key });
    expect([first.status, first.body.message]).toEqual([200, 'A refund of ₹250.50 is requested.']);
    expect(first.body.data).toMatchObject({
      ...{ paymentId: id, kind: 'part', state: 'requested', amount: 250.5, returned: 0, mechanicPercent: 0 },
      ...{ reason: 'Late by two hours', requestedBy: 'Test', requestedAt: '2026-11-05T03:35:00.000Z' },
    });
    expect((await ask(team.people.asha, id, 250.5, { key })).body).toEqual(first.body);
    for (const other of [{ amount: 250 }, { mechanicPercent: 10 }])
      await expectError(
        ask(team.people.asha, id, 250.5, { key, ...other }),
        409,
        'This key belongs to another request. Nothing was changed.',
      );
    expect(await events(first.body.data._id)).toEqual([
      {
        type: 'refund.requested',
        data: { entity: 'refund', id: first.body.data._id, paymentId: id, kind: 'part', amount: 250.5 },
      },
    ]);
    expect(await issues()).toEqual([]);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ reason: ' ' }, 'reason'],
    [{ mechanicPercent: 101 }, 'mechanicPercent'],
    [{ kind: 'dispute' }, 'kind'],
    [{ kind: 'full' }, 'amount'],
  ])('is rejected when it contains %j, and the error names the field', async (other, field) => {
    const id = await payment();
    await expectFieldErrors(ask(team.people.asha, id, 100, other), field);
  });

  it('never exceeds the paid amount, regardless of how it is confirmed', async () => {
    const id = await payment();
    await refunded(id, 300);
    await expectError(
      ask(team.people.asha, id, 700.01),
      409,
      'The bank has already returned ₹300. Nothing was requested.',
    );
    expect((await ask(team.people.asha, id, 700)).status).toBe(200);
    await expectError(
      ask(team.people.asha, id, 1),
      409,
      'The bank has already returned ₹300. ₹700 is pending confirmation. Nothing was requested.',
    );
    expect(await under.refundable(team.people.asha, id)).toMatchObject({
      ...{ paid: 1000, returned: 300, pending: 700, remaining: 0 },
    });
    expect(await ingest({ _id: newId(), paymentId: id, amount: 1, status: 'confirmed' })).toMatchObject([
      {
        outcome: 'rejected',
        errors: [
          {
            field: 'amount',
            message: 'is more than what is left: The bank has already returned ₹300. ₹700 is pending confirmation.',
          },
        ],
      },
    ]);
    const insert = `INSERT INTO refunds (id, payment_id, kind, state, amount_paise, returned_paise, requested_at, decided_at)
      VALUES ($1, $2, 'part', 'confirmed', 1, 1, now(), now())`;
    await expect(sql(insert, [newId(), id])).rejects.toMatchObject({ constraint: 'refunds_within_payment' });
  });

  it.each(['pending', 'failed', 'refunded'])('is rejected for a payment that is %s', async (status) => {
    const id = await payment();
    await state(id, status);
    const why = status === 'refunded' ? 'The bank has already returned ₹1,000.' : 'This payment is not paid.';
    await expectError(ask(team.people.asha, id, 100), 409, `${why} Nothing was requested.`);
    await expectError(ask(team.people.asha, newId(), 100), 404, 'There is no payment with this id.');
  });

  it('is confirmed by the record of the payment', async () => {
    const id = await payment();
    const { body } = await ask(team.people.asha, id, 1000, { kind: 'full' });
    await state(id, 'refunded');
    expect(await stateOf(body.data._id)).toBe('confirmed');
    expect((await events(body.data._id)).map(({ type }) => type)).toEqual(['refund.requested', 'refund.confirmed']);
    expect(await issues()).toEqual([]);
  });

  it('is confirmed or failed by a refund record, in any order and when repeated', async () => {
    const id = await payment();
    const { data } = (await ask(team.people.asha, id, 400)).body;
    const record = { _id: newId(), paymentId: id, refundId: data._id, amount: 400, status: 'failed' };
    expect(await ingest(record, record)).toMatchObject([{ outcome: 'updated' }, { outcome: 'unchanged' }]);
    expect(await stateOf(data._id)).toBe('failed');
    const confirmed = { ...record, status: 'confirmed' };
    expect(await ingest(confirmed, confirmed)).toMatchObject([{ outcome: 'updated' }, { outcome: 'unchanged' }]);
    expect(await ingest(record)).toMatchObject([
      { outcome: 'rejected', errors: [{ field: 'status', message: 'must not follow a confirmed refund' }] },
    ]);
    expect(await stateOf(data._id)).toBe('confirmed');
    expect(await issues()).toEqual([]);
  });

  it('is not changed by a record with the id of another refund, even in one batch', async () => {
    const id = await payment();
    const requested = async () => (await ask(team.people.asha, id, 100)).body.data._id;
    const [one, two, byPayment] = [await requested(), await requested(), await payment()];
    const full = (await ask(team.people.asha, byPayment, 1000, { kind: 'full' })).body.data._id;
    await state(byPayment, 'refunded');
    const record = { _id: newId(), paymentId: id, refundId: one, amount: 100, status: 'confirmed' };
    const known = { ...record, paymentId: byPayment, refundId: full, amount: 1000 };
    const taken = { outcome: 'rejected', errors: [{ field: '_id', message: 'belongs to another refund' }] };
    const results = await ingest(record, { ...record, refundId: two }, known, { ...known, _id: newId() });
    expect(results).toMatchObject([{ outcome: 'updated' }, taken, taken, { outcome: 'unchanged' }]);
    expect(await ingest({ ...record, refundId: two, status: 'failed' })).toMatchObject([taken]);
    const { rows } = await sql(
      'SELECT state, source_id FROM refunds WHERE id = ANY ($1) ORDER BY state, source_id',
      [[one, two, full]],
    );
    expect(rows).toEqual([
      { state: 'confirmed', source_id: record._id },
      { state: 'confirmed', source_id: null },
      { state: 'requested', source_id: null },
    ]);
    expect(await issues()).toEqual([]);
  });

  it('is created from a record of the marketplace, and an invalid record is rejected', async () => {
    const [id, other] = [await payment(), await payment()];
    const { data } = (await ask(team.people.asha, id, 400)).body;
    const record = { _id: newId(), paymentId: id, refundId: data._id, amount: 400, status: 'confirmed' };
    const results = await ingest(
      { ...record, amount: 300 },
      { ...record, paymentId: other },
      { ...record, refundId: newId() },
      { ...record, paymentId: newId() },
    );
    const fields = results.map(({ errors }: { errors: { field: string }[] }) => errors[0]?.field);
    expect(fields).toEqual(['amount', 'paymentId', 'refundId', 'paymentId']);
    const own = { _id: newId(), paymentId: other, amount: 120, status: 'confirmed' };
    const before = await balance();
    expect(await ingest(own, own)).toMatchObject([{ outcome: 'created' }, { outcome: 'unchanged' }]);
    expect(await under.refundable(team.people.asha, other)).toMatchObject({ returned: 120, remaining: 880 });
    expect(await balance()).toBe(before);
    expect(await issues()).toEqual([]);
  });
});

describe('[REFD-01] a refund record without `refundId`', () => {
  const requested = async (paymentId: string, other = {}) =>
    (await ask(team.people.owner, paymentId, 400, other)).body.data._id as string;
  const record = (paymentId: string) => ({ _id: newId(), paymentId, amount: 400, status: 'confirmed' });
  const link = (id: string, madeId: string, who = team.people.asha) =>
    send(who, 'POST', `/admin/refunds/${id}/link`, { madeId });
  /** Ingests a refund that the marketplace made for a payment with two requests of the same amount. */
  const madeBeside = async (paymentId: string) => {
    const own = record(paymentId);
    expect(await ingest(own)).toMatchObject([{ outcome: 'created' }]);
    const { rows } = await sql('SELECT id FROM refunds WHERE source_id = $1', [own._id]);
    return { own, madeId: rows[0].id as string };
  };

  it('confirms the only sent request with the same amount', async () => {
    const [id, other] = [await payment(), await payment()];
    const refund = await requested(id);
    await requested(other);
    expect(await ingest(record(id))).toMatchObject([{ outcome: 'updated' }]);
    expect(await stateOf(refund)).toBe('confirmed');
    expect(await issues()).toEqual([]);
  });

  it('creates a separate refund when several requests match, until a user links it to one of them', async () => {
    const id = await payment({ rupees: 2000 });
    const before = await balance();
    const [one, two] = [await requested(id), await requested(id, { mechanicPercent: 50 })];
    const { own, madeId } = await madeBeside(id);
    expect([await stateOf(one), await stateOf(two), await balance()]).toEqual(['requested', 'requested', before]);
    const { body } = await link(two, madeId);
    expect(body).toMatchObject({
      message: 'Linked. The refund of ₹400 is confirmed.',
      data: { state: 'confirmed', returned: 400, mechanicAmount: 200 },
    });
    expect([await stateOf(one), await stateOf(madeId)]).toEqual(['requested', 'linked']);
    expect(await balance()).toBe(before - 20_000);
    expect(await under.refundable(team.people.asha, id)).toMatchObject({
      returned: 400,
      pending: 400,
      remaining: 1200,
    });
    expect((await events(two)).map(({ type }) => type)).toEqual(['refund.requested', 'refund.confirmed']);
    expect((await link(two, madeId)).body.message).toBe('This has already been done.');
    await expectError(link(two, one), 409, 'The marketplace has already confirmed it. Nothing was changed.');
    expect(await ingest(own)).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await ingest({ ...record(id), refundId: one })).toMatchObject([{ outcome: 'updated' }]);
    expect(await issues()).toEqual([]);
  });

  it('can be linked only to a pending request for the same payment and amount', async () => {
    const id = await payment({ rupees: 3000 });
    const [one] = [await requested(id), await requested(id)];
    const { madeId } = await madeBeside(id);
    const other = await requested(await payment());
    const more = (await ask(team.people.owner, id, 401)).body.data._id;
    const same = 'Both refunds must have the same payment and amount. Nothing was changed.';
    for (const request of [other, more]) await expectError(link(request, madeId), 409, same);
    await expectError(
      link(one, one),
      409,
      'Only a refund that the marketplace made without a request can be linked. Nothing was changed.',
    );
    await expectError(link(one, newId()), 404, 'There is no refund with this id.');
    await expectError(link(madeId, madeId), 409, 'The marketplace has already confirmed it. Nothing was changed.');
    expect(
      (await send(await team.signIn('support'), 'POST', `/admin/refunds/${one}/link`, { madeId })).status,
    ).toBe(403);
    expect(await issues()).toEqual([]);
  });
});

describe('[REFD-01] a refund without a response from the marketplace', () => {
  const cancel = (id: string, who = team.people.bala) =>
    send(who, 'POST', `/admin/refunds/${id}/cancel`, { reason: 'The marketplace has lost it' });
  const unanswered = async (who = team.people.asha) => {
    const { body } = await team.test.call('GET', '/admin/attention', { token: who.token });
    return body.data.find(({ kind }: { kind: string }) => kind === 'refunds_without_response');
  };
  const later = async (now: string) => {
    team.test.clock.now = new Date(now);
    return await team.signIn('finance');
  };

  it('appears in Needs attention after three days, and can be cancelled with a reason', async () => {
    const before = (await unanswered())?.count ?? 0;
    const id = await payment();
    const { data } = (await ask(team.people.asha, id, 1000, { kind: 'full' })).body;
    await expectError(
      cancel(data._id),
      409,
      'It was sent less than 3 days ago: the marketplace may still make it. Nothing was changed.',
    );
    const asha = await later('2026-11-08T03:35:01Z');
    expect(await unanswered(asha)).toMatchObject({ count: expect.any(Number), oldestAt: expect.any(String) });
    const since = (await unanswered(asha)).count;
    expect(since).toBeGreaterThan(before);
    await expectFieldErrors(send(asha, 'POST', `/admin/refunds/${data._id}/cancel`, { reason: ' ' }), 'reason');
    const { body } = await cancel(data._id, asha);
    expect(body).toMatchObject({
      message: 'Cancelled. ₹1,000 can be requested again.',
      data: { state: 'cancelled', decidedBy: 'Test', outcomeReason: 'The marketplace has lost it' },
    });
    expect((await unanswered(asha))?.count ?? 0).toBe(since - 1);
    expect((await events(data._id)).map(({ type }) => type)).toEqual(['refund.requested', 'refund.cancelled']);
    expect((await ask(await team.signIn('owner'), id, 1000)).status).toBe(200);
    expect(await issues()).toEqual([]);
  });

  it('can be cancelled three days after its approval', async () => {
    const { data } = (await ask(team.people.asha, await payment({ rupees: 6000 }), 6000)).body;
    await later('2026-11-07T03:35:00Z');
    await approve(data._id, await team.signIn('manager'));
    expect((await cancel(data._id, await later('2026-11-09T03:35:00Z'))).status).toBe(409);
    expect((await cancel(data._id, await later('2026-11-10T03:36:00Z'))).status).toBe(200);
    expect(await issues()).toEqual([]);
  });

  it('no longer blocks a lost dispute after it is cancelled, and a late confirmation of more than the remaining amount is rejected', async () => {
    const id = await payment();
    const { data } = (await ask(team.people.asha, id, 300)).body;
    const dispute = (await under.open(team.people.asha, id, 800)).body.data._id;
    const asha = await later('2026-11-08T03:36:00Z');
    expect((await under.decide(asha, dispute, true)).status).toBe(409);
    await cancel(data._id, asha);
    expect((await under.decide(asha, dispute, true)).body.data).toMatchObject({ state: 'lost', returned: 800 });
    expect(await confirm(data)).toMatchObject({ outcome: 'rejected', errors: [{ field: 'amount' }] });
    expect(await issues()).toEqual([]);
  });

  it('is confirmed by a late record up to the remaining amount', async () => {
    const { data } = (await ask(team.people.asha, await payment(), 300, { mechanicPercent: 100 })).body;
    const before = await balance();
    await cancel(data._id, await later('2026-11-08T03:36:00Z'));
    expect(await confirm(data)).toMatchObject({ outcome: 'updated' });
    expect([await stateOf(data._id), await balance()]).toEqual(['confirmed', before - 30_000]);
    expect(await issues()).toEqual([]);
  });
});

describe('[REFD-02] the share of a refund that the mechanic bears', () => {
  it.each([
    ['upi', 0, 0],
    ['upi', 100, 30_001],
    ['upi', 50, 15_001],
    ['cash', 50, 15_001],
    ['cash', 0, 0],
  ])(
    'reduces the balance when the payment method is %s and the mechanic bears %i %%',
    async (method, percent, paise) => {
      const id = await payment({ method });
      const before = await balance();
      const { data } = (await ask(team.people.owner, id, 300.01, { mechanicPercent: percent })).body;
      expect(await balance()).toBe(before);
      await confirm(data);
      expect(await balance()).toBe(before - paise);
      expect(await issues()).toEqual([]);
    },
  );

  it.each(['upi', 'cash'])(
    'is the same when a record sets the %s payment to refunded, and when it becomes paid again',
    async (method) => {
      const id = await payment({ method });
      const before = await balance();
      await ask(team.people.owner, id, 1000, { kind: 'full', mechanicPercent: 25 });
      await state(id, 'refunded');
      expect(await balance()).toBe(before - 25_000);
      await state(id, 'paid');
      expect(await balance()).toBe(before - 25_000);
      expect(await issues()).toEqual([]);
    },
  );

  it('applies only to that refund; the remaining amount, which the marketplace refunds, follows the rules for a refunded payment', async () => {
    const id = await payment();
    const before = await balance();
    await refunded(id, 400, { mechanicPercent: 50 });
    await state(id, 'refunded');
    // The earning is ₹851: ₹1,000 less 10 % and ₹49. Six tenths of it are reversed, and the mechanic bears half of
    // ₹400.
    expect(await balance()).toBe(before - 51_060 - 20_000);
    expect(await issues()).toEqual([]);
  });

  it('is shown with its reason in the statement, the journal, the income and the daily close', async () => {
    const id = await payment();
    const query = { mechanic: team.mechanic };
    const read = async (path: string, given = {}) =>
      (await team.test.call('GET', path, { token: team.people.owner.token, query: given })).body;
    const before = (await read('/admin/income')).total.debits;
    await refunded(id, 200, { mechanicPercent: 100 });
    expect(String(await read('/admin/export/statement', query))).toMatch(/refund,.*-200,.*Late by two hours/);
    const { data } = await read(`/admin/mechanics/${team.mechanic}/statement`);
    expect(data.at(-1).entry).toMatchObject({ kind: 'refund', net: -200, paymentId: id, madeBy: 'Test' });
    expect(String(await read('/admin/export/journal'))).toContain(
      'Refund borne by the mechanic: Late by two hours',
    );
    expect((await read('/admin/income')).total.debits - before).toBe(200);
  });

  it('must be 0 if the payment has no mechanic', async () => {
    const id = await payment({ mechanic: null });
    await expectFieldErrors(ask(team.people.owner, id, 100, { mechanicPercent: 1 }), 'mechanicPercent');
    await refunded(id, 100);
    expect(await issues()).toEqual([]);
  });

  it('needs approval by another user above the role’s daily limit, and the refund is sent once approved', async () => {
    const { asha, bala } = team.people;
    const [id, more] = [await payment({ rupees: 9000 }), await payment()];
    expect(await under.refundable(asha, id)).toMatchObject({ free: 5000, balance: expect.any(Number) });
    expect((await ask(asha, id, 4500)).body.data.state).toBe('requested');
    const { body } = await ask(asha, more, 501);
    expect([body.message, body.data.state]).toEqual([
      'Sent for approval. Another person must approve it.',
      'waiting',
    ]);
    const refundId = body.data._id;
    expect(await events(refundId)).toEqual([]);
    await expectError(approve(refundId, asha), 409, 'You requested this refund: another person must approve it.');
    const approved = await approve(refundId);
    expect(approved.body.data).toMatchObject({ state: 'requested', approvedBy: 'Test' });
    expect((await approve(refundId)).body.message).toBe('This has already been done.');
    expect((await events(refundId)).map(({ type }) => type)).toEqual(['refund.requested']);
    await expectError(
      send(bala, 'POST', `/admin/refunds/${refundId}/reject`, { reason: 'No' }),
      409,
      'It is already requested from the marketplace. Nothing was changed.',
    );
    await expect(
      sql('UPDATE refunds SET approved_by = requested_by WHERE id = $1', [refundId]),
    ).rejects.toMatchObject({ message: 'only its states may change in a refund' });
    expect(await issues()).toEqual([]);
  });

  it('is requested on a form with the balance and the pending deductions', async () => {
    const { asha, owner } = team.people;
    const [one, other] = [await payment(), await payment()];
    await ask(owner, one, 300, { mechanicPercent: 50 });
    await ask(owner, other, 101, { mechanicPercent: 100 });
    await refunded(other, 100, { mechanicPercent: 100 });
    await team.requestPayout(asha, 2000);
    expect(await under.refundable(asha, other)).toMatchObject({
      ...{ mechanic: { name: 'Ravi Kumar' }, balance: (await balance()) / 100 },
      ...{ pendingMechanicAmount: 251, reserved: 2000 },
    });
    expect(await under.refundable(await team.signIn('support'), other)).toMatchObject({
      ...{ balance: null, pendingMechanicAmount: null, reserved: null },
    });
  });

  it.each([
    ['reject', { reason: 'Not our fault' }, 'rejected'],
    ['withdraw', {}, 'withdrawn'],
  ])('releases its amount when the approval ends with %s', async (step, content, ended) => {
    const { asha, bala, owner } = team.people;
    const id = await payment({ rupees: 6000 });
    const { body } = await ask(asha, id, 6000);
    await expectError(ask(owner, id, 1), 409, '₹6,000 is pending confirmation. Nothing was requested.');
    const path = `/admin/refunds/${body.data._id}/${step}`;
    const [may, mayNot] = step === 'reject' ? [bala, asha] : [asha, bala];
    expect((await send(mayNot, 'POST', path, content)).status).toBe(409);
    expect((await send(may, 'POST', path, content)).body.data.state).toBe(ended);
    expect((await ask(owner, id, 6000)).status).toBe(200);
    expect(await issues()).toEqual([]);
  });

  it('expires after seven days without approval', async () => {
    const id = await payment({ rupees: 6000 });
    const { body } = await ask(team.people.asha, id, 6000);
    team.test.clock.now = new Date('2026-11-12T03:36:00Z');
    const owner = await team.signIn('owner');
    expect((await ask(owner, id, 6000)).status).toBe(200);
    expect(await stateOf(body.data._id)).toBe('expired');
    expect(await issues()).toEqual([]);
  });
});

it('[REFD-01] refunds and disputes are listed, counted and exported with the filters', async () => {
  const id = await payment();
  await refunded(id, 100);
  const { body: opened } = await under.open(team.people.owner, id, 50);
  const list = async (query: Record<string, string>) =>
    (await team.test.call('GET', '/admin/refunds', { token: team.people.owner.token, query })).body;
  expect(await list({ paymentId: id })).toMatchObject({
    total: 2,
    data: [{ _id: opened.data._id }, { amount: 100 }],
  });
  expect(await list({ paymentId: id, state: 'confirmed,failed' })).toMatchObject({ total: 1 });
  expect(await list({ paymentId: id, kind: 'dispute' })).toMatchObject({ total: 1, data: [{ state: 'open' }] });
  const { body } = await team.test.call('GET', '/admin/export/refunds', { token: team.people.owner.token });
  expect(String(body)).toMatch(/^\W*Refund ID,Payment ID,/);
  expect(String(body)).toContain(id);
});

it('[REFD-01, BOOK-15] a refund is found by ids, name and phone number, and is listed for its customer', async () => {
  const [customer, booking, id, other] = [newId(), newId(), await payment(), await payment()];
  await sql(`INSERT INTO users (id, name, phone) VALUES ($1, 'Meena Bhandari', '9871200345')`, [customer]);
  await sql('INSERT INTO bookings (id) VALUES ($1)', [booking]);
  await sql('UPDATE payments SET customer_id = $2, booking_id = $3 WHERE id = $1', [id, customer, booking]);
  const refund = (await ask(team.people.owner, id, 117.3)).body.data._id;
  await ask(team.people.owner, other, 100);
  const found = async (query: Record<string, string>) => {
    const { body } = await team.test.call('GET', '/admin/refunds', { token: team.people.owner.token, query });
    return [body.total, ...body.data.map(({ _id }: { _id: string }) => _id)];
  };
  for (const search of [
    refund,
    refund.slice(-6),
    id,
    booking,
    'bhandari meena',
    '98712 00345',
    '200345',
    '₹117.30',
  ])
    expect([search, ...(await found({ search }))]).toEqual([search, 1, refund]);
  expect(await found({ search: 'Nobody Such' })).toEqual([0]);
  expect(await found({ search: 'Meena', state: 'confirmed' })).toEqual([0]);
  expect(await found({ customerId: customer })).toEqual([1, refund]);
  const counted = await send(team.people.owner, 'POST', '/admin/views/counts/refunds', {
    views: [{ customerId: customer }, { customerId: customer, kind: 'dispute' }],
  });
  expect(counted.body.counts).toEqual([1, 0]);
});

it('[REFD-01, PEOP-02] a refund appears in the timeline of the mechanic', async () => {
  const id = await payment();
  await refunded(id, 100);
  const { body } = await send(team.people.owner, 'GET', `/admin/timeline/mechanic/${team.mechanic}`);
  expect(body.data.find(({ kind }: { kind: string }) => kind === 'refund')).toMatchObject({
    ...{ status: 'confirmed', amount: 100, text: 'part', by: 'Test' },
  });
});

it('[REFD-01, USER-06] a refund loses its reason when the mechanic is erased', async () => {
  const id = await payment();
  await refunded(id, 100);
  await send(team.people.owner, 'DELETE', `/mechanic/deletemechnic/${team.mechanic}`);
  const { rows } = await sql(
    `SELECT reason FROM refunds WHERE payment_id = $1 UNION ALL SELECT note FROM activity WHERE entity = 'refund' AND note IS NOT NULL
       AND entity_id IN (SELECT id FROM refunds WHERE payment_id = $1)`,
    [id],
  );
  expect(rows).toEqual([{ reason: null }]);
  expect(await issues()).toEqual([]);
});
