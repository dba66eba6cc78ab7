import { describe, expect, it } from 'vitest';
import { settlementsUnderTest } from '../../testing/settlements-under-test.ts';

const { payment, report, statement, states, linesOf, lines, send, sql, match, newId, verify, test } =
  settlementsUnderTest();

describe('[RECON-02] the matching of settlement lines', () => {
  it('matches payments by gateway id, order and UTR, and reports which of them matched', async () => {
    const booking = newId();
    await sql('INSERT INTO bookings (id, record_state) VALUES ($1, $2)', [booking, 'full']);
    const byId = await payment(100, { transaction_id: 'pay_A1' });
    const byBooking = await payment(200, { booking_id: booking });
    const byOwnId = await payment(300);
    const byRrn = await payment(400, { transaction_id: '612345678901' });
    const file = await report([
      { id: 'pay_A1', amount: 100 },
      { id: 'pay_A2', amount: 200, order: `order-${booking}` },
      { id: 'pay_A3', amount: 300, order: byOwnId },
      { id: 'pay_A4', amount: 400, rrn: '612345678901' },
      { id: 'pay_A5', amount: 100 },
    ]);
    expect((await linesOf(file)).map(({ state, step, paymentId }) => [state, step, paymentId])).toEqual([
      ['matched', 'payment_id', byId],
      ['matched', 'order_id', byBooking],
      ['matched', 'order_id', byOwnId],
      ['matched', 'utr', byRrn],
      // An equal amount alone is not a match.
      ['missing_here', null, null],
    ]);
    expect(file).toMatchObject({ total: 1100, lineCount: 5, openCount: 1 });
    await verify();
  });

  it('assigns exactly one state to every fault, and the sums of the states equal the total of the file', async () => {
    const paid = await payment(100, { transaction_id: 'pay_B1' });
    await payment(200, { transaction_id: 'pay_B2', status: 'pending' });
    const refunded = await payment(300, { transaction_id: 'pay_B3', status: 'refunded' });
    await payment(400, { transaction_id: 'pay_B4' });
    const file = await report([
      { id: 'pay_B1', amount: 100, fee: 2, tax: 0.36 },
      { id: 'pay_B2', amount: 200 },
      { id: 'pay_B3', amount: 300 },
      { id: 'rfnd_B3', type: 'refund', paymentId: 'pay_B3', amount: 300 },
      { id: 'disp_B3', type: 'dispute', paymentId: 'pay_B3', amount: 300 },
      { id: 'pay_B4', amount: 399.5 },
      { id: 'pay_B1', amount: 100, fee: 2, tax: 0.36 },
      { id: 'pay_B9', order: paid, amount: 100 },
      { id: 'pay_B8', amount: 55 },
      { id: 'adj_B', type: 'adjustment', amount: 7 },
    ]);
    expect((await linesOf(file)).map(({ state, expected }) => [state, expected])).toEqual([
      ['matched', 100],
      ['amount_differs', 0],
      ['matched', 300],
      ['refunded', -300],
      // A chargeback after the refund returns an amount that was already returned.
      ['amount_differs', 0],
      ['amount_differs', 400],
      ['duplicate', null],
      ['duplicate', 100],
      ['missing_here', null],
      ['missing_here', null],
    ]);
    expect(file.total).toBe(661.5);
    expect(refunded).toBeDefined();
    await verify();
  });

  it('flags the lines of a repeated report as duplicates that need no action, unless they differ', async () => {
    await payment(100, { transaction_id: 'pay_C1' });
    await payment(200, { transaction_id: 'pay_C2' });
    await report([{ id: 'pay_C1', amount: 100 }]);
    const again = await report([
      { id: 'pay_C1', amount: 100 },
      { id: 'pay_C2', amount: 200 },
    ]);
    expect((await linesOf(again)).map(({ state, isOpen }) => [state, isOpen])).toEqual([
      ['duplicate', false],
      ['matched', false],
    ]);
    const changed = await report([{ id: 'pay_C1', amount: 90 }]);
    expect((await linesOf(changed)).map(({ state, isOpen }) => [state, isOpen])).toEqual([['duplicate', true]]);
    await verify();
  });

  it('is updated when records arrive late, change or are deleted', async () => {
    const file = await report([{ id: 'pay_D1', amount: 100 }]);
    expect(await states(file)).toEqual(['missing_here']);
    const id = await payment(100, { transaction_id: 'pay_D1' });
    await match();
    expect(await states(file)).toEqual(['matched']);
    for (const [change, state] of [
      ["status = 'failed'", 'amount_differs'],
      ["status = 'paid', amount_paise = 9999", 'amount_differs'],
      ['amount_paise = 10000', 'matched'],
    ] as const) {
      await sql(`UPDATE payments SET ${change} WHERE id = $1`, [id]);
      await match();
      expect([change, ...(await states(file))]).toEqual([change, state]);
    }
    await sql('DELETE FROM payments WHERE id = $1', [id]);
    await match();
    expect(await states(file)).toEqual(['missing_here']);
    await verify();
  });

  it('lists paid payments after T+2 until a report contains them', async () => {
    const old = { transacted_at: '2026-11-01T06:00:00Z' };
    const late = await payment(100, { transaction_id: 'pay_E1', ...old });
    const cash = await payment(100, { method: 'cash', ...old });
    const young = await payment(100, { transaction_id: 'pay_E3' });
    await report([{ id: 'pay_E0', amount: 1, day: '01/11/2026' }]);
    const missing = async () => (await lines('show=any&state=missing_there')).map(({ paymentId }) => paymentId);
    expect(await missing()).toContain(late);
    for (const id of [cash, young]) expect(await missing()).not.toContain(id);
    const afterwards = await payment(70, old);
    await match();
    expect(await missing()).toContain(afterwards);
    await report([{ id: 'pay_E1', amount: 100, day: '01/11/2026' }]);
    expect(await missing()).not.toContain(late);
    await sql("UPDATE payments SET status = 'failed' WHERE id = $1", [afterwards]);
    await match();
    const [row] = (await lines('show=any&state=ignored')).filter(({ paymentId }) => paymentId === afterwards);
    expect(row).toMatchObject({ reason: 'The payment is not paid any more.', isOpen: false });
    await verify();
  });
});

describe('[RECON-02] a settlement', () => {
  it('equals payments + adjustments − refunds − fee − tax and one bank credit with its UTR, in any order of the files', async () => {
    await payment(1000, { transaction_id: 'pay_F1' });
    const of = { settlement: 'setl_F', utr: 'AXISCN0000000F1' };
    const credit = { narration: 'NEFT CR-UTIB0000001-RAZORPAY-AXISCN0000000F1', amount: 881.4 };
    const early = await statement([
      credit,
      { narration: 'RENT', amount: -500 },
      { narration: 'CAPITAL', amount: 9 },
    ]);
    expect(await states(early)).toEqual(['missing_here', 'ignored', 'missing_here']);
    await report([
      { id: 'pay_F1', amount: 1000, fee: 20, tax: 3.6, ...of },
      { id: 'rfnd_F1', type: 'refund', paymentId: 'pay_F1', amount: 100, ...of },
      { id: 'adj_F', type: 'adjustment', amount: 5, ...of },
    ]);
    expect(await states(early)).toEqual(['matched', 'ignored', 'missing_here']);
    const { body } = await send('GET', '/settlements');
    const found = body.data.find(({ reference }: { reference: string }) => reference === 'setl_F');
    expect(found).toMatchObject({
      ...{ payments: 1000, adjustments: 5, refunds: 100, fee: 20, tax: 3.6, net: 881.4, unexplained: 0 },
      ...{ credit: 881.4, creditedOn: '2026-11-05', state: 'matched', lineCount: 3 },
    });
    const second = await statement([{ ...credit, amount: 881.4, day: '06/11/26' }]);
    expect(await states(second)).toEqual(['duplicate']);
    await verify();
  });

  it('shows an unexplained difference from its bank credit', async () => {
    await report([{ id: 'pay_G1', amount: 50, settlement: 'setl_G', utr: 'AXISCN0000000G1' }]);
    const paid = await statement([{ narration: 'NEFT AXISCN0000000G1', amount: 49 }]);
    expect((await linesOf(paid)).map(({ state, expected }) => [state, expected])).toEqual([['amount_differs', 50]]);
    const { body } = await send('GET', '/settlements?state=amount_differs');
    expect(body.data).toMatchObject([{ reference: 'setl_G', credit: 49, net: 50 }]);
  });

  it('gets its state from all of its lines, including lines that arrive after the bank credit', async () => {
    const of = { settlement: 'setl_H', utr: 'AXISCN0000000H1' };
    const state = async () => {
      const { body } = await send('GET', '/settlements');
      return body.data.find(({ reference }: { reference: string }) => reference === 'setl_H').state;
    };
    await report([{ id: 'pay_H1', amount: 50, ...of }]);
    const paid = await statement([{ narration: 'NEFT AXISCN0000000H1', amount: 80 }]);
    expect([await state(), ...(await states(paid))]).toEqual(['amount_differs', 'amount_differs']);
    await report([{ id: 'pay_H2', amount: 30, ...of }]);
    expect([await state(), ...(await states(paid))]).toEqual(['matched', 'matched']);
    await report([{ id: 'pay_H3', amount: 20, ...of }]);
    expect([await state(), ...(await states(paid))]).toEqual(['amount_differs', 'amount_differs']);
    await verify();
  });

  it('[RECON-03] is an exception after T+2 without a bank credit, and appears in the queue, in Needs attention and in the close', async () => {
    const of = { settlement: 'setl_J', utr: 'AXISCN0000000J1' };
    const open = async () => (await lines('state=missing_there')).filter(({ reference }) => reference === 'setl_J');
    const unreconciled = async () =>
      (await send('GET', '/closes/preview?day=2026-11-04')).body.data.unreconciled.count;
    await report([{ id: 'pay_J1', amount: 50, fee: 1, ...of, day: '01/11/2026', settledOn: '02/11/2026' }]);
    // The settlement is earlier than the first day of any bank statement.
    expect(await open()).toEqual([]);
    const before = await unreconciled();
    await statement([{ narration: 'CAPITAL', amount: 1, day: '01/11/26' }]);
    expect(await open()).toMatchObject([
      {
        type: 'credit',
        source: 'Razorpay',
        utr: 'AXISCN0000000J1',
        amount: 49,
        day: '2026-11-02',
        isOpen: true,
        file: null,
      },
    ]);
    const overdue = await lines('show=overdue');
    expect(overdue.map(({ reference }) => reference)).toContain('setl_J');
    const { data: items } = (await send('GET', '/attention')).body;
    expect(items.find(({ kind }: { kind: string }) => kind === 'unreconciled_lines').count).toBe(overdue.length);
    // The two open lines are the capital credit and the settlement.
    expect(await unreconciled()).toBe(before + 2);
    await statement([{ narration: 'NEFT AXISCN0000000J1', amount: 49 }]);
    expect(await open()).toEqual([]);
    expect(await lines('show=any&state=matched')).toContainEqual(
      expect.objectContaining({ reference: 'setl_J', file: null, isOpen: false }),
    );
    await verify();
  });

  it('matches a direct transfer from a customer by its UTR', async () => {
    const id = await payment(640, { transaction_id: '630012345678', method: 'upi' });
    const file = await statement([{ narration: 'UPI-RAVI-630012345678-PAYMENT', amount: 640, day: '04/11/26' }]);
    expect((await linesOf(file)).map(({ state, step, paymentId }) => [state, step, paymentId])).toEqual([
      ['matched', 'utr', id],
    ]);
    const { body } = await test.get('/admin/reconciliation-days', { from: '2026-11-04', to: '2026-11-04' });
    expect(body.data[0].day).toBe('2026-11-04');
    expect(body.data[0].difference).toBe(Math.round((body.data[0].expected - body.data[0].settled) * 100) / 100);
  });
});
