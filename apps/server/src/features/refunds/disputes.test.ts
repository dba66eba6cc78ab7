import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openImageStore } from '../../platform/files/files.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { refundsUnderTest } from '../../testing/refunds-under-test.ts';

const under = refundsUnderTest();
const { team, payment, ask, open, decide, state, refunded, balance, events, issues } = under;

const opened = async (id: string, amount: number): Promise<string> => {
  const { status, body } = await open(team.people.asha, id, amount);
  expect([status, body.message]).toEqual([200, expect.stringContaining('is open')]);
  return body.data._id;
};

describe('[REFD-03] a payment dispute', () => {
  it('has an amount, a reason and a due date, and blocks refunds of its amount while it is open', async () => {
    const id = await payment();
    const { body } = await open(team.people.asha, id, 600);
    expect(body.data).toMatchObject({
      ...{ kind: 'dispute', state: 'open', amount: 600, returned: 0, reason: 'The customer did not know it' },
      dueAt: '2026-11-20T18:29:59.999Z',
    });
    await expectError(
      ask(team.people.owner, id, 401),
      409,
      '₹600 of this payment is disputed. Nothing was requested.',
    );
    expect((await ask(team.people.owner, id, 400)).status).toBe(200);
    await expectFieldErrors(open(team.people.asha, id, 401), 'amount');
    await expectFieldErrors(open(team.people.asha, id, 1, { dueOn: 'soon' }), 'dueOn');
  });

  it('is created only once per idempotency key, even after its outcome', async () => {
    const [id, key] = [await payment(), team.newTransaction()];
    const { body } = await open(team.people.asha, id, 600, { key });
    await decide(team.people.bala, body.data._id, true, 50);
    expect((await open(team.people.asha, id, 600, { key })).body.data._id).toBe(body.data._id);
    await expectError(
      open(team.people.asha, id, 600, { key, dueOn: '2026-11-21' }),
      409,
      'This key belongs to another request. Nothing was changed.',
    );
  });

  it('is rejected for a cash payment, which can still be refunded', async () => {
    const id = await payment({ method: 'cash' });
    await expectError(
      open(team.people.asha, id, 10),
      409,
      'This payment was made in cash, so a bank cannot dispute it. No dispute was opened.',
    );
    expect((await ask(team.people.owner, id, 10)).status).toBe(200);
  });

  it('is given, together with earlier refunds, as the reason why no more can be refunded while it is open', async () => {
    const id = await payment();
    await refunded(id, 200);
    await opened(id, 600);
    await expectError(
      ask(team.people.owner, id, 201),
      409,
      'The bank has already returned ₹200. ₹600 of this payment is disputed. Nothing was requested.',
    );
    expect((await ask(team.people.owner, id, 200)).body.data).toMatchObject({ state: 'requested' });
  });

  it('returns no money when it is won', async () => {
    const id = await payment();
    const [dispute, before] = [await opened(id, 600), await balance()];
    const { body } = await decide(team.people.bala, dispute, false, 100);
    expect([body.message, body.data.state]).toEqual(['Won: nothing is returned.', 'won']);
    expect((await decide(team.people.bala, dispute, false)).body.message).toBe('This has already been done.');
    await expectError(
      decide(team.people.asha, dispute, true),
      409,
      'The dispute is already recorded as won. Nothing was changed.',
    );
    expect(await balance()).toBe(before);
    expect(await under.refundable(team.people.asha, id)).toMatchObject({ remaining: 1000, disputed: 0 });
    expect((await events(dispute)).map(({ type }) => type)).toEqual(['dispute.opened', 'dispute.won']);
    expect(await issues()).toEqual([]);
  });

  it.each([
    ['before', 600, 40_000],
    ['before', 1000, 0],
    ['after', 400, 60_000],
  ])('returns only the rest when it is lost %s a refund of ₹%i', async (order, rupees, left) => {
    const id = await payment();
    const before = await balance();
    if (order === 'after') await refunded(id, rupees);
    const dispute = order === 'after' ? await opened(id, 1000) : await disputeBeforeRefund(id, rupees);
    const { body } = await decide(team.people.bala, dispute, true, 50);
    expect(body.data).toMatchObject({ state: 'lost', returned: left / 100, mechanicAmount: left / 200 });
    expect(await balance()).toBe(before - left / 2);
    await expectError(
      ask(team.people.owner, id, 1),
      409,
      'The bank has already returned ₹1,000. Nothing was requested.',
    );
    expect((await events(dispute)).at(-1)).toMatchObject({
      ...{ type: 'dispute.lost' },
      data: { entity: 'dispute', paymentId: id, amount: 1000, returned: left / 100 },
    });
    expect(await issues()).toEqual([]);
  });

  it.each([
    ['requested', 'confirmed', 4000],
    ['requested', 'failed', 10_000],
    ['waiting', 'withdrawn', 10_000],
  ])(
    'cannot be marked as lost while a refund is %s, but can once the refund is %s',
    async (before, after, returned) => {
      const { asha, bala, owner } = team.people;
      const id = await payment({ rupees: 10_000 });
      const refund = (await ask(before === 'waiting' ? asha : owner, id, 6000)).body.data;
      expect(refund.state).toBe(before);
      const dispute = await opened(id, 10_000);
      await expectError(
        decide(bala, dispute, true),
        409,
        'A refund of this payment is in progress. Wait until it ends, withdraw it, or cancel it if the marketplace does not respond.',
      );
      if (after === 'withdrawn') await team.send(asha, 'POST', `/admin/refunds/${refund._id}/withdraw`, {});
      else
        await under.ingest({ _id: team.newId(), paymentId: id, refundId: refund._id, amount: 6000, status: after });
      expect((await decide(bala, dispute, true)).body.data).toMatchObject({ state: 'lost', returned });
      expect(await issues()).toEqual([]);
    },
  );

  /** Opens a dispute about the full amount. In the meantime, the marketplace makes a refund. */
  async function disputeBeforeRefund(id: string, amount: number): Promise<string> {
    const dispute = await opened(id, 1000);
    await under.ingest({ _id: team.newId(), paymentId: id, amount, status: 'confirmed' });
    return dispute;
  }

  it.each(['before', 'after'])(
    'is not paid twice when the payment becomes refunded %s the dispute is lost',
    async (order) => {
      const id = await payment();
      const [before, dispute] = [await balance(), await opened(id, 1000)];
      if (order === 'before') await state(id, 'refunded');
      await decide(team.people.bala, dispute, true, 30);
      if (order === 'after') await state(id, 'refunded');
      expect(await balance()).toBe(before - 30_000);
      expect(await issues()).toEqual([]);
    },
  );
});

describe('[REFD-03] the due date of a dispute', () => {
  const attention = async (kind: string, who = team.people.bala) => {
    const { body } = await team.test.call('GET', '/admin/attention', { token: who.token });
    return body.data.find((item: { kind: string }) => item.kind === kind)?.count ?? 0;
  };
  const correct = (id: string, dueOn: string, who = team.people.bala) =>
    team.send(who, 'POST', `/admin/refunds/${id}/due-day`, { dueOn });
  const dispute = async (dueOn = '2026-11-06') =>
    (await open(team.people.asha, await payment(), 10, { dueOn })).body.data as { _id: string; dueAt: string };

  it('appears in Needs attention 48 hours before the bank needs the evidence', async () => {
    const before = await attention('disputes_due');
    await dispute('2026-11-07');
    expect(await attention('disputes_due')).toBe(before);
    const { _id } = await dispute();
    expect(await attention('disputes_due')).toBe(before + 1);
    await decide(team.people.asha, _id, false);
    expect(await attention('disputes_due')).toBe(before);
  });

  it('is shown as overdue in Needs attention after it has passed', async () => {
    const [due, overdue] = [await attention('disputes_due'), await attention('disputes_overdue')];
    await dispute('2026-11-05');
    team.test.clock.now = new Date('2026-11-05T18:30:00Z');
    const bala = { ...team.people.bala, token: await team.test.signInAs(team.people.bala.id) };
    expect(await attention('disputes_overdue', bala)).toBe(overdue + 1);
    expect(await attention('disputes_due', bala)).toBeGreaterThanOrEqual(due);
  });

  it('must be today or later', async () => {
    const id = await payment();
    await expectFieldErrors(open(team.people.asha, id, 10, { dueOn: '2026-11-04' }), 'dueOn');
    expect((await open(team.people.asha, id, 10, { dueOn: '2026-11-05' })).status).toBe(200);
  });

  it('can be corrected while the dispute is open, and the activity log contains the date before and after', async () => {
    const { asha, owner } = team.people;
    const key = team.newTransaction();
    const paymentId = await payment();
    const first = await open(asha, paymentId, 10, { dueOn: '2026-11-06', key });
    const { _id: id, dueAt: before } = first.body.data;
    await expectFieldErrors(correct(id, '2026-11-04'), 'dueOn');
    const after = '2026-11-30T18:29:59.999Z';
    expect((await correct(id, '2026-11-30')).body).toMatchObject({
      message: 'The due day is corrected.',
      data: { state: 'open', dueAt: after },
    });
    expect((await correct(id, '2026-11-30')).body.message).toBe('This is already the due day.');
    // A repeated request still returns the same dispute.
    expect((await open(asha, paymentId, 10, { dueOn: '2026-11-06', key })).body.data._id).toBe(id);
    const { body } = await team.send(owner, 'GET', `/admin/activity?entity=refund&id=${id}`);
    expect(body.data[0]).toMatchObject({ action: 'updated', changes: [{ field: 'dueAt', before, after }] });
    await decide(team.people.bala, id, false);
    expect((await events(id)).at(-1)).toMatchObject({ type: 'dispute.won', data: { dueAt: after } });
    await expectError(
      correct(id, '2026-12-01'),
      409,
      'The dispute is already recorded as won. Nothing was changed.',
    );
    const refund = (await under.ask(asha, await payment(), 10)).body.data;
    await expectError(correct(refund._id, '2026-12-01'), 404, 'There is no dispute with this id.');
    await expectError(correct(id, '2026-12-01', await team.signIn('viewer')), 403, /^Your role may not/);
    await expect(team.sql('UPDATE refunds SET corrected_due_at = now() WHERE id = $1', [id])).rejects.toMatchObject(
      {
        message: 'only its states may change in a refund',
      },
    );
    expect(await issues()).toEqual([]);
  });
});

describe('[REFD-03] a dispute over a payment that is already refunded', () => {
  it('returns no money when it is lost, regardless of who bears the cost, and its evidence includes the refund', async () => {
    const id = await payment();
    await state(id, 'refunded');
    const before = await balance();
    const dispute = await opened(id, 1000);
    const evidence = await team.test.app.inject({
      url: `/api/v1/admin/refunds/${dispute}/evidence`,
      headers: { token: team.people.owner.token },
    });
    const { 'summary.txt': summary } = unzipSync(evidence.rawPayload);
    expect(strFromU8(summary ?? new Uint8Array())).toContain('Payment status: refunded');
    const { body } = await decide(team.people.bala, dispute, true, 100);
    expect(body).toMatchObject({
      message: 'Lost: the bank has taken ₹0.',
      data: { state: 'lost', returned: 0, mechanicAmount: 0, afterRefund: true },
    });
    expect(await balance()).toBe(before);
    expect(await issues()).toEqual([]);
  });

  it('refunds its amount if the payment becomes paid again before the dispute is lost', async () => {
    const id = await payment();
    await state(id, 'refunded');
    const dispute = await opened(id, 600);
    await state(id, 'paid');
    const before = await balance();
    expect((await decide(team.people.bala, dispute, true, 50)).body.data).toMatchObject({ returned: 600 });
    expect(await balance()).toBe(before - 30_000);
    await state(id, 'refunded');
    expect(await issues()).toEqual([]);
  });

  it('returns no money after a partial refund and a record with the status refunded', async () => {
    const id = await payment();
    await refunded(id, 400, { mechanicPercent: 50 });
    await state(id, 'refunded');
    const before = await balance();
    const dispute = await opened(id, 1000);
    expect((await decide(team.people.bala, dispute, true, 50)).body.data).toMatchObject({ returned: 0 });
    expect(await balance()).toBe(before);
    expect(await issues()).toEqual([]);
  });
});

describe('[REFD-02] the mechanic’s share of a lost dispute', () => {
  it('needs a user other than the one who opened the dispute if it exceeds what the deciding user may still refund today', async () => {
    const { asha, bala } = team.people;
    const [id, more] = [await payment({ rupees: 12_000 }), await payment()];
    const dispute = await opened(id, 10_002);
    const before = await balance();
    await expectError(
      decide(asha, dispute, true, 50),
      409,
      'The mechanic’s share is above the ₹5,000 that you may refund today, and you opened this dispute: another person must record the outcome.',
    );
    expect(await balance()).toBe(before);
    expect((await decide(bala, dispute, true, 50)).body.data).toMatchObject({
      state: 'lost',
      mechanicAmount: 5001,
    });
    expect((await decide(bala, dispute, true, 50)).body.message).toBe('This has already been done.');
    await expectError(
      decide(bala, dispute, true, 40),
      409,
      'The dispute is already recorded as lost. Nothing was changed.',
    );
    expect(await under.refundable(asha, more)).toMatchObject({ free: 5000 });
    expect(await under.refundable(bala, more)).toMatchObject({ free: 44_999 });
    expect(await issues()).toEqual([]);
  });

  it('counts towards the daily limit of the deciding user', async () => {
    const { asha, owner } = team.people;
    const [id, more] = [await payment({ rupees: 12_000 }), await payment()];
    expect((await decide(asha, await opened(id, 9000), true, 50)).body.data.state).toBe('lost');
    expect(await under.refundable(asha, more)).toMatchObject({ free: 500 });
    expect((await ask(asha, more, 501)).body.data.state).toBe('waiting');
    const own = (await open(owner, id, 3000)).body.data._id;
    expect((await decide(owner, own, true, 100)).body.data).toMatchObject({ state: 'lost', mechanicAmount: 3000 });
  });
});

it('[REFD-03] the evidence of a dispute can be downloaded as a ZIP file, and each download is logged', async () => {
  const id = await payment();
  const booking = team.newId();
  const screenshot = `/files/documents/${'a'.repeat(32)}.webp`;
  await team.sql(`INSERT INTO bookings (id, status, created_at) VALUES ($1, 'accepted', '2026-11-01')`, [booking]);
  await team.sql(`UPDATE bookings SET status = 'completed' WHERE id = $1`, [booking]);
  await team.sql('UPDATE payments SET booking_id = $2, screenshot = $3 WHERE id = $1', [id, booking, screenshot]);
  await openImageStore(team.test.settings).put(`documents/${'a'.repeat(32)}.webp`, Buffer.from('picture'));
  await team.send(team.people.owner, 'POST', '/admin/notes', { entity: 'booking', id: booking, text: '=Signed' });
  const { owner } = team.people;
  const reason = 'The customer did not know it\nMethod: cash';
  const dispute = (await open(owner, id, 600, { reason })).body.data._id;
  const response = await team.test.app.inject({
    url: `/api/v1/admin/refunds/${dispute}/evidence`,
    headers: { token: owner.token },
  });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = unzipSync(response.rawPayload);
  expect(Object.keys(files)).toEqual(['summary.txt', 'timeline.csv', 'notes.csv', 'screenshot.webp']);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(text('summary.txt')).toMatch(
    /Disputed amount: ₹600\r\nReason: The customer did not know it\r\n {4}Method: cash\r\nEvidence due/,
  );
  expect(text('timeline.csv')).toMatch(/booking created.*booking status,completed/s);
  expect(text('notes.csv')).toContain("'=Signed");
  expect(text('screenshot.webp')).toBe('picture');
  const { rows } = await team.sql(
    `SELECT changes FROM activity WHERE action = 'exported' ORDER BY id DESC LIMIT 1`,
  );
  expect(JSON.stringify(rows)).toContain(dispute);
  await refunded(id, 10);
  const { rows: refund } = await team.sql(`SELECT id FROM refunds WHERE payment_id = $1 AND kind = 'part'`, [id]);
  await expectError(
    team.send(owner, 'GET', `/admin/refunds/${refund[0].id}/evidence`),
    409,
    'Only a dispute has evidence.',
  );
});
