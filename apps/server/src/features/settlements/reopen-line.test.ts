import { describe, expect, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { type LineOnWire, settlementsUnderTest } from '../../testing/settlements-under-test.ts';

const { test, payment, report, statement, linesOf, lines, send, match, newId, verify } = settlementsUnderTest();

const OLD = { transacted_at: '2026-11-01T06:00:00Z' };
const readLine = async ({ _id }: LineOnWire) => (await send('GET', `/settlement-lines/${_id}`)).body.data;
const missingThere = async () => (await lines('state=missing_there')).map(({ paymentId }) => paymentId);
const link = (line: LineOnWire, paymentId: string) =>
  send('POST', `/settlement-lines/${line._id}/link`, { paymentId });
const resolve = (line: LineOnWire, resolution: string, by?: string) =>
  send('POST', '/settlement-lines/resolve', { ids: [line._id], resolution, reason: 'Bank charge' }, by);
const reopen = (line: LineOnWire, by?: string) =>
  send('POST', `/settlement-lines/${line._id}/reopen`, undefined, by);
/** Returns the matched lines of one report. */
const linesOfReport = async (given: Parameters<typeof report>[0]) => linesOf(await report(given));
const firstOf = async (given: Parameters<typeof report>[0]): Promise<LineOnWire> => {
  const [line] = await linesOfReport(given);
  if (!line) throw new Error('the report has no line');
  return line;
};

describe('[RECON-03] undoing a resolution', () => {
  it('unlinks a line: both payments return to their matched states', async () => {
    const [own, wrong] = [
      await payment(100, { transaction_id: 'pay_U1', ...OLD }),
      await payment(250, { transaction_id: 'pay_U2', ...OLD }),
    ];
    const line = await firstOf([{ id: 'pay_U1', amount: 99, day: '01/11/2026' }]);
    expect(await missingThere()).toContain(wrong);
    await link(line, wrong);
    await match();
    expect(await readLine(line)).toMatchObject({ state: 'amount_differs', paymentId: wrong, resolution: 'linked' });
    expect(await missingThere()).toContain(own);
    expect(await missingThere()).not.toContain(wrong);
    await verify();

    const undone = await reopen(line);
    expect(undone.body).toMatchObject({
      message: 'Undone. The line is matched again.',
      data: { resolution: null, resolvedBy: null, isMatching: true },
    });
    await match();
    expect(await readLine(line)).toMatchObject({
      ...{ state: 'amount_differs', step: 'payment_id', paymentId: own, isOpen: true, isMatching: false },
      history: [{ action: 'reopened' }, { action: 'linked' }],
    });
    expect(await missingThere()).toContain(wrong);
    expect(await missingThere()).not.toContain(own);
    await expectError(reopen(line), 409, 'This line is not resolved. Nothing was changed.');
    await verify();
  });

  it('gives a released payment to the line that waits for it, and takes the payment back', async () => {
    const [own, other] = [await payment(70), await payment(80)];
    const [first, second] = await linesOfReport([
      { id: 'pay_V1', order: own, amount: 69 },
      { id: 'pay_V2', order: own, amount: 69 },
    ]);
    if (!first || !second) throw new Error('a line is missing');
    expect([first.state, second.state]).toEqual(['amount_differs', 'duplicate']);
    expect((await resolve(second, 'ignored')).body).toMatchObject({ resolvedCount: 1 });
    expect(await readLine(second)).toMatchObject({
      state: 'ignored',
      resolution: 'ignored',
      reason: 'Bank charge',
    });
    await reopen(second);
    await match();
    expect(await readLine(second)).toMatchObject({ state: 'duplicate', isOpen: true, reason: null });
    await link(first, other);
    await match();
    expect(await readLine(first)).toMatchObject({ state: 'amount_differs', paymentId: other });
    expect(await readLine(second)).toMatchObject({ state: 'amount_differs', paymentId: own });
    await reopen(first);
    await match();
    expect(await readLine(first)).toMatchObject({ state: 'amount_differs', paymentId: own, step: 'order_id' });
    expect(await readLine(second)).toMatchObject({ state: 'duplicate', paymentId: own });
    await verify();
  });

  it('merges a split line, and its payments are missing again', async () => {
    const [one, two] = [await payment(30, OLD), await payment(40, OLD)];
    const line = await firstOf([{ id: `pay_${newId()}`, amount: 70, day: '01/11/2026' }]);
    const parts = [
      { paymentId: one, amount: 30 },
      { paymentId: two, amount: 40 },
    ];
    await send('POST', `/settlement-lines/${line._id}/split`, { parts });
    expect(await missingThere()).not.toContain(one);
    expect((await reopen(line)).body.data).toMatchObject({ resolution: null, parts: [] });
    await match();
    expect(await readLine(line)).toMatchObject({ state: 'missing_here', isOpen: true, step: null });
    expect(await missingThere()).toEqual(expect.arrayContaining([one, two]));
    await verify();
  });

  it('reopens a small write-off of a line, a payment or a settlement, but not one that a second user approved', async () => {
    const id = await payment(12, OLD);
    const of = { settlement: 'setl_W', utr: 'AXISCN0000000W1', day: '01/11/2026', settledOn: '01/11/2026' };
    const line = await firstOf([{ id: `pay_${newId()}`, amount: 11, ...of }]);
    await statement([{ narration: 'CAPITAL', amount: 1, day: '01/11/26' }]);
    const row = (await lines('state=missing_there')).find(({ paymentId }) => paymentId === id);
    const uncredited = (await lines('state=missing_there')).find(({ reference }) => reference === 'setl_W');
    if (!row || !uncredited) throw new Error('a row is missing');
    for (const each of [line, row, uncredited]) {
      const { state } = await readLine(each);
      expect((await resolve(each, 'written_off')).body.resolvedCount).toBe(1);
      expect(await readLine(each)).toMatchObject({ state: 'ignored', isOpen: false });
      await reopen(each);
      await match();
      expect(await readLine(each)).toMatchObject({ state, isOpen: true, resolution: null, reason: null });
    }
    const [finance, manager] = [await test.signIn('finance'), await test.signIn('manager')];
    const big = await firstOf([{ id: `pay_${newId()}`, amount: 5000 }]);
    await resolve(big, 'written_off', finance);
    const seen = { amount: 5000, reason: 'Bank charge' };
    await send('POST', `/settlement-lines/${big._id}/approve`, seen, manager);
    expect(await readLine(big)).toMatchObject({
      resolution: 'written_off',
      approvedBy: expect.stringContaining('@'),
    });
    await expectError(reopen(big, manager), 409, /^A second person has approved this write-off/);
    await verify();
  });

  it('unlinks a bank credit from its settlement and links it again', async () => {
    const of = { settlement: 'setl_X', utr: 'AXISCN0000000X1' };
    const id = await payment(48);
    await report([{ id: `pay_${newId()}`, amount: 50, ...of }]);
    const [credit] = await linesOf(await statement([{ narration: 'NEFT AXISCN0000000X1', amount: 48 }]));
    if (!credit) throw new Error('the credit is missing');
    const settlement = async () =>
      (await send('GET', '/settlements')).body.data.find(
        ({ reference }: { reference: string }) => reference === 'setl_X',
      );
    expect(await settlement()).toMatchObject({ state: 'amount_differs', credit: 48 });
    await link(credit, id);
    await match();
    expect(await readLine(credit)).toMatchObject({ state: 'matched', paymentId: id });
    expect(await settlement()).toMatchObject({ state: 'missing_there', credit: null });
    await reopen(credit);
    await match();
    expect(await readLine(credit)).toMatchObject({ state: 'amount_differs', paymentId: null });
    expect(await settlement()).toMatchObject({ state: 'amount_differs', credit: 48 });
    await verify();
  });
});
