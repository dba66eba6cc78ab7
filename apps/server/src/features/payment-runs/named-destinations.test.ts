import { describe, expect, it } from 'vitest';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { mechanic, sent, states, applyResults, utr, balance, outcome, sql, verify } = runs;

const UPI = 'vpa.person-1@okhdfc';
const ACCOUNT = '50100412345678';
const HEADINGS =
  'Payout Reference Id,Payout Status,Payout Amount (in Rupees),UTR,Fund Account Number,Fund Account Vpa,Failure Reason';

/** Sends a payment of ₹100 to the bank. */
async function payment(columns: Readonly<Record<string, string | null>>) {
  const id = await mechanic(100, columns);
  const run = await sent([id], { profile: 'razorpayx' });
  return { id, run: run.id, reference: run.rows[0]?.reference ?? '' };
}
const byUpi = () =>
  payment({ bank_account_number: null, bank_ifsc_code: null, bank_upi_id: UPI, bank_preferred_method: 'upi' });
const byAccount = (account = ACCOUNT) => payment({ bank_account_number: account });

/** Applies a result file with one line that reports the payment as made. */
const paidTo = (reference: string, to: { account?: string; upiId?: string }) =>
  applyResults(
    [HEADINGS, `${reference},processed,100.00,${utr()},${to.account ?? ''},${to.upiId ?? ''},`].join('\n'),
    {
      profile: 'razorpayx',
    },
  );

const OTHER = 'The bank reports another account or UPI ID than the one in the file.';
const NONE = 'The line has no account or UPI ID, so it cannot be compared with the payment.';
const HIDDEN = 'The account or UPI ID in the line is masked too much to be compared with the payment.';

describe('[BANK-03] a bank result line with a UPI id', () => {
  it.each([UPI, UPI.toUpperCase(), `  ${UPI} `])('is applied when the UPI id is written as %j', async (upiId) => {
    const { id, reference } = await byUpi();
    expect((await paidTo(reference, { upiId })).issueCount).toBe(0);
    expect(await balance(id)).toBe(0);
    await verify();
  });

  it.each([
    ['vpaperson1@okhdfc', OTHER],
    ['vpa.person1@okhdfc', OTHER],
    ['vpa.person-2@okhdfc', OTHER],
    ['vpa.person-1@okhdfcbank', OTHER],
    ['0vpa.person-1@okhdfc', OTHER],
    ['vp*********1@okhdfc', HIDDEN],
    ['', NONE],
  ])('is listed for review when the UPI id is %j', async (upiId, message) => {
    const { id, run, reference } = await byUpi();
    const read = await paidTo(reference, { upiId });
    expect(read.issues).toMatchObject([{ line: 2, kind: 'account_differs', message, run }]);
    expect([await balance(id), await states(run)]).toEqual([100, ['sent']]);
  });

  it('is compared in every character, also in a run that the previous release created', async () => {
    const { id, run, reference } = await byUpi();
    await sql('ALTER TABLE payment_run_rows DISABLE TRIGGER USER');
    await sql(
      `UPDATE payment_run_rows SET destination_digest = regexp_replace(destination_digest, ':[^:]*$', '') WHERE run_id = $1`,
      [run],
    );
    await sql('ALTER TABLE payment_run_rows ENABLE TRIGGER USER');
    expect((await paidTo(reference, { upiId: 'vpaperson1@okhdfc' })).issues).toMatchObject([{ message: OTHER }]);
    expect((await paidTo(reference, { upiId: UPI })).issueCount).toBe(0);
    expect(await balance(id)).toBe(0);
  });
});

describe('[BANK-03] a bank result line with an account', () => {
  it.each([
    ACCOUNT,
    '5010 0412 3456 78',
    '5010-0412-3456-78',
    'XXXXXXXXXX5678',
    'xxxx5678',
    '**********5678',
    '••••5678',
    '##########5678',
    'XXXX XXXX 5678',
    'XXXX-XXXX-XX56-78',
    '5010XXXXXX5678',
    '501004XXXX5678',
    'XXXXXXXX345678',
    '50XX04XX34XX78',
    "'50100412345678",
    '"=""50100412345678"""',
  ])('is applied when the account is written as %s', async (account) => {
    const { id, reference } = await byAccount();
    const read = await paidTo(reference, { account });
    expect(read.issues).toEqual([]);
    expect(await balance(id)).toBe(0);
  });

  it.each([
    ['50100412345679', OTHER],
    ['XXXXXXXX999678', OTHER],
    ['XXXXXXXX995678', OTHER],
    ['9999XXXXXX5678', OTHER],
    ['XX99XXXXXX5678', OTHER],
    ['5010XXXXXX9999', OTHER],
    ['50XX04XX99XX78', OTHER],
    ['XXXXXXXXXXX678', HIDDEN],
    ['XXXXXXXXXXXXXX', HIDDEN],
    ['XX', HIDDEN],
    ['50XX04XX78', HIDDEN],
    ['', NONE],
  ])('is listed for review when the account is %j', async (account, message) => {
    const { id, run, reference } = await byAccount();
    const read = await paidTo(reference, { account });
    expect(read.issues).toMatchObject([{ line: 2, kind: 'account_differs', message }]);
    expect([await balance(id), await states(run)]).toEqual([100, ['sent']]);
  });

  it.each(['71234567', '00071234567', 'XXXX4567', '000XXXX4567', '7XXX4567'])(
    'is applied with %s when the account is 00071234567',
    async (account) => {
      const { id, reference } = await byAccount('00071234567');
      expect((await paidTo(reference, { account })).issues).toEqual([]);
      expect(await balance(id)).toBe(0);
    },
  );

  it('is compared by only the last four digits when the mechanic’s account has changed', async () => {
    const { id, run, reference } = await byAccount();
    await sql(`UPDATE mechanics SET bank_account_number = '99999999995678' WHERE id = $1`, [id]);
    expect((await paidTo(reference, { account: '9999XXXXXX5678' })).issues).toMatchObject([{ message: HIDDEN }]);
    expect(await states(run)).toEqual(['sent']);
    expect((await paidTo(reference, { account: 'XXXXXX5678' })).issues).toEqual([]);
    expect(await states(run)).toEqual(['paid']);
  });

  it('is not checked when a user records the outcome manually', async () => {
    const { id, run, reference } = await byAccount();
    expect((await outcome(run, reference, { status: 'paid', transactionId: utr() })).status).toBe(200);
    expect(await balance(id)).toBe(0);
  });
});
