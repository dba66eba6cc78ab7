import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { mechanic, sent, applyResults, utr, sql, verify } = runs;
const HEADINGS = 'Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO,Rejection Reason';
const CHARACTERS = [...'0123456789ABXx*#.-– ,;\'"=E+₹'];

/** Returns a text with one character replaced, removed or added. */
const mutated = (text: string, place: number, character: string, kind: number): string => {
  const at = place % text.length;
  return text.slice(0, at) + (kind === 1 ? '' : character) + text.slice(kind === 2 ? at : at + 1);
};

describe('[BANK-03] a bank result file with one character changed in each line', () => {
  it('never posts a payment with another reference, amount or destination, or with the transaction id of another payment', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 25; made += 1) ids.push(await mechanic(100 + made));
    const { id, rows } = await sent(ids);
    const { rows: accounts } = await sql(
      'SELECT id, bank_account_number AS account FROM mechanics WHERE id = ANY ($1)',
      [ids],
    );
    const accountOf = new Map(accounts.map((row) => [row.id, row.account]));
    // A transaction id that is already used for a payment and that a changed line may contain.
    const used = utr();
    expect((await runs.outcome(id, rows[0]?.reference ?? '', { status: 'paid', transactionId: used })).status).toBe(
      200,
    );
    const before = await sql('SELECT reference FROM payment_run_rows WHERE run_id = $1 AND state = $2', [
      id,
      'sent',
    ]);
    const mutation = fc.tuple(
      fc.constantFrom(0, 2, 3, 4),
      fc.nat(99),
      fc.constantFrom(...CHARACTERS),
      fc.constantFrom(0, 1, 2),
    );
    const samples = fc.sample(mutation, 24 * 12);
    for (let round = 0; round < 12; round += 1) {
      const lines = rows.slice(1).map((row, index) => {
        const cells = [row.reference, 'Paid', `${row.amount}.00`, utr(), accountOf.get(row.mechanicId) ?? ''];
        const [column, place, character, kind] = samples[round * 24 + index] ?? [0, 0, '0', 0];
        cells[column] = mutated(cells[column] ?? '', place, character, kind);
        return [...cells.map((cell) => `"${cell.replaceAll('"', '""')}"`), ''].join(',');
      });
      await applyResults([HEADINGS, ...lines].join('\n'));
    }
    // Each payment matches the sent row: the same payee and amount, and a unique transaction id.
    const { rows: wrong } = await sql(
      `SELECT r.reference FROM payment_run_rows AS r JOIN payouts AS p ON p.id = r.payout_id
       WHERE r.run_id = $1 AND (p.mechanic_id, p.amount_paise) IS DISTINCT FROM (r.mechanic_id, r.amount_paise)`,
      [id],
    );
    expect(wrong).toEqual([]);
    const { rows: paid } = await sql(
      `SELECT count(*)::int AS n, count(DISTINCT comparable_transaction_key(transaction_key))::int AS ids FROM payouts WHERE mechanic_id = ANY ($1)`,
      [ids],
    );
    expect(paid[0].n).toBe(paid[0].ids);
    expect(before.rows.length).toBe(24);
    await verify();
  }, 120_000);

  it.each([
    ['reference', 0],
    ['amount', 2],
    ['account', 4],
  ])('changes nothing when any single digit or letter of the %s differs', async (_, column) => {
    const one = await mechanic(1234);
    const { id, rows } = await sent([one]);
    const [row] = rows;
    const { rows: found } = await sql('SELECT bank_account_number AS account FROM mechanics WHERE id = $1', [one]);
    const cells = [row?.reference ?? '', 'Paid', '1234.00', '', found[0].account];
    const text = cells[column] ?? '';
    const lines = [...text].flatMap((character, at) => {
      if (!/[A-Z0-9]/.test(character)) return [];
      const other = character === '7' ? '8' : '7';
      const changed = [...cells];
      changed[3] = utr();
      changed[column] = text.slice(0, at) + other + text.slice(at + 1);
      return [changed.join(',')];
    });
    for (const line of lines) expect((await applyResults([HEADINGS, line].join('\n'))).changedCount).toBe(0);
    expect(await runs.states(id)).toEqual(['sent']);
  });

  it('lists a line with the UTR of another payment, regardless of the rest of the line', async () => {
    const ids = [await mechanic(100), await mechanic(200)];
    const { id, rows } = await sent(ids);
    const [first, second] = rows;
    const used = utr();
    await applyResults([
      { reference: first?.reference ?? '', status: 'Paid', amount: first?.amount ?? 0, utr: used },
    ]);
    for (const status of ['Paid', 'Rejected', 'Reversed', 'In Progress']) {
      const read = await applyResults([
        { reference: second?.reference ?? '', status, amount: second?.amount ?? 0, utr: `UTR-${used}` },
      ]);
      expect(read.issues).toMatchObject([{ line: 2, kind: 'transaction_id_used' }]);
    }
    expect(await runs.states(id)).toEqual(['paid', 'sent']);
  });
});
