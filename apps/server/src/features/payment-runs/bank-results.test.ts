import { describe, expect, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { makeResultFile, paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';
import { applyNextResultFile } from './apply-result-files.ts';

const runs = paymentRunsUnderTest();
const {
  mechanic,
  sent,
  send,
  rows,
  states,
  run,
  balance,
  onItsWay,
  applyResults,
  outcome,
  utr,
  upload,
  applyAll,
  resultFile,
  sql,
  verify,
} = runs;

describe('[BANK-03] a bank result file', () => {
  it('pays successful rows with the UTR, releases failed rows, and leaves the rows that are still processing', async () => {
    const ids = [await mechanic(1000), await mechanic(2000), await mechanic(3000)];
    const { id, rows: made } = await sent(ids);
    const [paid, failed, open] = made.map(({ reference }) => reference);
    const number = utr();
    const read = await applyResults([
      { reference: paid ?? '', status: 'Paid', amount: '1000.00', utr: number },
      { reference: failed ?? '', status: 'Rejected', amount: 2000, reason: 'Account closed' },
      { reference: open ?? '', status: 'In Progress', amount: '3000.00' },
    ]);
    expect(read).toMatchObject({
      state: 'finished',
      lineCount: 3,
      changedCount: 2,
      unchangedCount: 1,
      issueCount: 0,
      paidCount: 1,
      failedCount: 1,
      reversedCount: 0,
      processingCount: 1,
      progress: 1,
    });
    expect((await rows(id)).map(({ state, transactionId, reason }) => [state, transactionId, reason])).toEqual([
      ['paid', number, null],
      ['failed', null, 'Account closed'],
      ['sent', null, null],
    ]);
    expect(await Promise.all(ids.map(balance))).toEqual([0, 2000, 3000]);
    expect(await Promise.all(ids.map(onItsWay))).toEqual([0, 0, 3000]);
    expect((await run(id)).state).toBe('sent');
    await applyResults([{ reference: open ?? '', status: 'success', amount: 3000, utr: utr() }]);
    expect((await run(id)).state).toBe('finished');
    await verify();
  });

  it('is applied only once when it is uploaded again, also concurrently', async () => {
    const one = await mechanic(1000);
    const { rows: made } = await sent([one]);
    const content = await resultFile([
      { reference: made[0]?.reference ?? '', status: 'Paid', amount: 1000, utr: utr() },
    ]);
    const all = await Promise.all(Array.from({ length: 8 }, () => upload(content)));
    expect(new Set(all.map(({ status, body }) => `${status} ${body.data._id}`)).size).toBe(1);
    await Promise.all([applyAll(), applyAll(), applyAll()]);
    const again = await upload(content);
    expect(again.body).toMatchObject({
      message: 'This file was already read. Nothing was changed.',
      data: { changedCount: 1 },
    });
    expect(await balance(one)).toBe(0);
    const { rows: paid } = await sql('SELECT count(*)::int AS n FROM payouts WHERE mechanic_id = $1', [one]);
    expect(paid[0].n).toBe(1);
  });

  it('is parsed again when its stored rows are missing or cannot be decrypted', async () => {
    const ids = [await mechanic(1000), await mechanic(2000)];
    const { rows: made } = await sent(ids);
    const [first, second] = made.map(({ reference }) => reference);
    for (const [reference = '', amount, change] of [
      [first, 1000, 'DELETE FROM bank_result_rows'],
      [second, 2000, "UPDATE bank_result_rows SET content = 'v1:0000000000000000:' || split_part(content, ':', 3)"],
    ] as const) {
      await upload(await resultFile([{ reference, status: 'Paid', amount, utr: utr() }]));
      await sql(change);
      await applyAll();
    }
    expect(await Promise.all(ids.map(balance))).toEqual([0, 0]);
    expect((await sql('SELECT FROM bank_result_rows')).rowCount).toBe(0);
  });

  it('stops with the reason when it can no longer be decrypted, and the next file is processed', async () => {
    const ids = [await mechanic(1000), await mechanic(2000)];
    const { rows: made } = await sent(ids);
    const [lost, next] = made.map(({ reference }) => reference);
    const line = { reference: lost ?? '', status: 'Paid', amount: 1000, utr: utr() };
    const { body } = await upload(await resultFile([line]));
    const withKey = (from: string, to: string) =>
      sql(`UPDATE bank_answer_parts SET content = replace(content, $2, $3) WHERE answer_id = $1`, [
        ...[body.data._id, from, to],
      ]);
    const { rows: parts } = await sql('SELECT content FROM bank_answer_parts WHERE answer_id = $1', [
      body.data._id,
    ]);
    const keyId = parts[0].content.split(':')[1];
    await withKey(keyId, '0'.repeat(16));
    await sql('DELETE FROM bank_result_rows');
    await applyAll();
    expect((await send('GET', `/bank-answers/${body.data._id}`)).body.data).toMatchObject({
      state: 'stopped',
      reason: 'The stored file cannot be decrypted with the data key of the server.',
    });
    await applyResults([{ reference: next ?? '', status: 'Paid', amount: 2000, utr: utr() }]);
    expect(await Promise.all(ids.map(balance))).toEqual([1000, 0]);
    // Processing continues once the key is available.
    await withKey('0'.repeat(16), keyId);
    await upload(await resultFile([line]));
    await applyAll();
    expect(await Promise.all(ids.map(balance))).toEqual([0, 0]);
    await verify();
  });

  it('is processed when it is uploaded under the right profile after an upload under the wrong one', async () => {
    const one = await mechanic(1000);
    const { rows: made } = await sent([one]);
    const reference = made[0]?.reference ?? '';
    const { rows: accounts } = await sql('SELECT bank_account_number AS account FROM mechanics WHERE id = $1', [
      one,
    ]);
    const headings =
      'Payout Reference Id,Payout Status,Payout Amount (in Rupees),Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO';
    const content = `${headings}\nW9,processed,1,${reference},Paid,1000,${utr()},${accounts[0].account}\n`;
    const wrong = await upload(content, { profile: 'razorpayx' });
    await applyAll();
    const right = await upload(content);
    expect([right.status, right.body.message ?? null]).toEqual([200, null]);
    expect(right.body.data._id).not.toBe(wrong.body.data._id);
    await applyAll();
    expect(await balance(one)).toBe(0);
    for (const { body } of [await upload(content), await upload(content, { profile: 'razorpayx' })])
      expect(body.message).toBe('This file was already read. Nothing was changed.');
    expect(await balance(one)).toBe(0);
    await verify();
  });

  it('lists unknown references, duplicates and differences for review, and changes nothing for them', async () => {
    const ids = await Promise.all([mechanic(100), mechanic(200), mechanic(300), mechanic(400), mechanic(500)]);
    const { id, rows: made } = await sent(ids);
    const of = (mechanicId: string | undefined) =>
      made.find((row) => row.mechanicId === mechanicId)?.reference ?? '';
    const used = utr();
    const read = await applyResults([
      { reference: 'W9999ABCDE00001', status: 'Paid', amount: 100, utr: utr() },
      { reference: of(ids[0]), status: 'Paid', amount: 101, utr: utr() },
      { reference: of(ids[1]), status: 'Paid', amount: 200, utr: utr(), account: '1234567890' },
      { reference: of(ids[2]), status: 'Paid', amount: 300 },
      { reference: of(ids[3]), status: 'Paid', amount: 400, utr: used },
      { reference: of(ids[3]), status: 'Rejected', amount: 400 },
      { reference: of(ids[4]), status: 'Paid', amount: 500, utr: ` ${used.toLowerCase()} ` },
      { reference: of(ids[4]), status: 'Strange', amount: 500 },
      { reference: '', status: 'Paid', amount: 500 },
    ]);
    expect(read.issues.map(({ line, kind, message }: Record<string, unknown>) => [line, kind, message])).toEqual([
      [2, 'unknown_reference', 'No payment of Wayside has this reference.'],
      [3, 'amount_differs', 'The bank reports ₹101, but ₹100 was sent.'],
      [4, 'account_differs', 'The bank reports another account or UPI ID than the one in the file.'],
      [5, 'no_transaction_id', 'The bank reports it as paid, but without a transaction ID.'],
      [7, 'duplicate', 'An earlier line of this file has the same reference.'],
      [8, 'transaction_id_used', `Transaction ID ${used.toLowerCase()} already belongs to another payment.`],
      [9, 'unreadable', 'Its status "Strange" is unknown.'],
      [10, 'unreadable', 'It has no reference.'],
    ]);
    // Every message can be translated (LANG-02).
    expect(read.issues.map(({ messageKey }: Record<string, unknown>) => messageKey)).not.toContain(undefined);
    const runOf = (line: number) => read.issues.find((issue: { line: number }) => issue.line === line)?.run;
    expect([2, 7, 9, 10].map(runOf)).toEqual([null, id, id, id]);
    expect(read).toMatchObject({ changedCount: 1, issueCount: 8, lineCount: 9, paidCount: 1, failedCount: 0 });
    expect(await states(id)).toEqual(['sent', 'sent', 'sent', 'paid', 'sent']);
    await verify();
  });

  it('flags a malformed line and processes the others', async () => {
    const account = { bank_account_number: '50100001234' };
    const ids = await Promise.all([mechanic(100), mechanic(200, account), mechanic(300), mechanic(400)]);
    const { id, rows: made } = await sent(ids);
    const of = (index: number) => made.find(({ mechanicId }) => mechanicId === ids[index])?.reference ?? '';
    const read = await applyResults(
      [
        'Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO,Rejection Reason',
        `${of(0)},Paid,100,${'9'.repeat(9000)},,`,
        `${of(1)},Rejected,200,,50100001234,Closed \u0007 ${'x'.repeat(5000)}`,
        // The cell with an unclosed quotation mark extends into the next line.
        `${of(2)},Paid,300,"${utr()},,`,
        `${of(3)},Paid,400,${utr()}",,`,
      ].join('\n'),
    );
    expect(read.issues.map(({ kind, message }: Record<string, unknown>) => [kind, message])).toEqual([
      ['unreadable', 'Its transaction ID is too long.'],
      ['unreadable', 'It spans several lines: it, or one of the next lines, lacks a quotation mark.'],
    ]);
    const found = new Map((await rows(id)).map((row) => [row.mechanicId, row]));
    expect(ids.map((each) => found.get(each)?.state)).toEqual(['sent', 'failed', 'sent', 'sent']);
    expect(found.get(ids[1] ?? '')?.reason).toMatch(/^Closed +x+$/);
    await verify();
  });

  it('is rejected with the reason when it is not a result file of the bank', async () => {
    expect((await upload('a,b\n1,2\n')).body.message).toBe(
      'This is not a result file of ICICI Bank: the column "Customer Ref No" is missing.',
    );
    expect((await upload('')).status).toBe(400);
    expect((await upload(makeResultFile([]))).body.message).toBe('This file has no payments.');
    expect((await upload('W0001,Strange,1\n', { profile: 'hdfc' })).status).toBe(400);
    expect((await upload(Buffer.from('\ufeffA,B\n', 'utf16le').swap16())).status).toBe(400);
    expect((await upload('x', { profile: 'nobank' })).status).toBe(400);
    const support = await runs.signIn('support');
    expect((await upload(makeResultFile([]), {}, support)).status).toBe(403);
  });

  it('stops when the user who uploaded it may no longer move money', async () => {
    const one = await mechanic(100);
    const { rows: made } = await sent([one]);
    const by = await runs.signIn('finance');
    const content = await resultFile([
      { reference: made[0]?.reference ?? '', status: 'Paid', amount: 100, utr: utr() },
    ]);
    const { body } = await upload(content, {}, by);
    await sql(`UPDATE admins SET role = 'viewer' WHERE email = $1`, [body.data.uploadedBy]);
    await applyAll();
    const { data } = (await send('GET', `/bank-answers/${body.data._id}`)).body;
    expect(data).toMatchObject({
      state: 'stopped',
      reason: `${body.data.uploadedBy} may no longer move money.`,
    });
    expect(await balance(one)).toBe(100);
    // Another user with the permission uploads the file again.
    expect((await upload(content)).body).toMatchObject({
      message: 'Part of this file was already read. Reading continues.',
      data: { _id: body.data._id, state: 'reading' },
    });
    await applyAll();
    expect(await balance(one)).toBe(0);
    await verify();
  });
});

describe('[BANK-03] a bank result file with a value that cannot be stored', () => {
  it('stops with the affected lines in the activity log, and delays no other file', async () => {
    const ids = [await mechanic(100), await mechanic(200)];
    const { rows: made } = await sent(ids);
    const [first = '', second = ''] = made.map(({ reference }) => reference);
    await sql(`CREATE FUNCTION refuse_payout() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF new.amount_paise = 10000 THEN RAISE numeric_value_out_of_range; END IF; RETURN new; END $$`);
    await sql(
      'CREATE TRIGGER refuse_payout BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_payout()',
    );
    try {
      const read = await applyResults([{ reference: first, status: 'Paid', amount: 100, utr: utr() }]);
      expect(read).toMatchObject({
        state: 'stopped',
        lineCount: 0,
        reason: 'Lines 1 to 1 contain a value that cannot be stored. None of them was read.',
      });
      const { rows: logged } = await sql(
        `SELECT action FROM activity WHERE entity = 'bank_answer' AND entity_id = $1 ORDER BY id`,
        [read._id],
      );
      expect(logged.map(({ action }) => action)).toEqual(['created', 'stopped']);
      const other = await applyResults([{ reference: second, status: 'Paid', amount: 200, utr: utr() }]);
      expect(other).toMatchObject({ state: 'finished', changedCount: 1 });
    } finally {
      await sql('DROP TRIGGER refuse_payout ON payouts');
      await sql('DROP FUNCTION refuse_payout');
    }
    expect([await balance(ids[0] ?? ''), await balance(ids[1] ?? '')]).toEqual([100, 0]);
    await verify();
  });
});

describe('[BANK-03] a bank result file of 1,500 lines', () => {
  const unknown = (name: string) =>
    Array.from({ length: 1_500 }, (_, index) => ({
      reference: `W${name}${String(index === 1_400 ? 5 : index).padStart(5, '0')}`,
      status: 'Paid',
      amount: 100,
      utr: utr(),
    }));
  const stored = async (id: string) => {
    const { data } = (await send('GET', `/bank-answers/${id}`)).body;
    const { rows: waiting } = await sql('SELECT count(*)::int AS n FROM bank_result_rows WHERE file_id = $1', [id]);
    return { state: data.state, lines: data.lineCount, issues: data.issueCount, waiting: waiting[0].n };
  };

  it('is applied in batches of 1,000, and a repeated reference is a duplicate even in the next batch', async () => {
    const { body } = await upload(makeResultFile(unknown('9001ABCDE')));
    const id: string = body.data._id;
    expect(await stored(id)).toEqual({ state: 'reading', lines: 0, issues: 0, waiting: 1_500 });
    await applyNextResultFile(runs.parts());
    expect(await stored(id)).toEqual({ state: 'reading', lines: 1_000, issues: 1_000, waiting: 500 });
    await applyAll();
    expect(await stored(id)).toEqual({ state: 'finished', lines: 1_500, issues: 1_500, waiting: 0 });
    const { rows: repeated } = await sql(
      `SELECT line FROM bank_answer_issues WHERE answer_id = $1 AND kind = 'duplicate'`,
      [id],
    );
    expect(repeated).toEqual([{ line: 1_402 }]);
  });

  it('[OPER-03] is parsed again when a node of the previous release stored it without rows', async () => {
    const { body } = await upload(makeResultFile(unknown('9002ABCDE')));
    const id: string = body.data._id;
    await applyNextResultFile(runs.parts());
    await sql('DELETE FROM bank_result_rows WHERE file_id = $1', [id]);
    await applyAll();
    expect(await stored(id)).toEqual({ state: 'finished', lines: 1_500, issues: 1_500, waiting: 0 });
  });

  it('[PRIV-01] is stored encrypted while pending', async () => {
    const account = '50100099887766';
    const { body } = await upload(
      makeResultFile([{ reference: 'W9003ABCDE00001', status: 'Paid', amount: 1, utr: utr(), account }]),
    );
    const { rows: waiting } = await sql('SELECT content FROM bank_result_rows WHERE file_id = $1', [body.data._id]);
    expect(waiting).toEqual([{ content: expect.stringMatching(/^v1:/) }]);
    expect(waiting[0].content).not.toContain(account);
    await applyAll();
  });
});

describe('[BANK-03] a reversal of a payment run row', () => {
  it('restores the debt when the row was already paid, and the transaction id stays used', async () => {
    const one = await mechanic(1000);
    const { id, rows: made } = await sent([one]);
    const reference = made[0]?.reference ?? '';
    const number = utr();
    await applyResults([{ reference, status: 'Paid', amount: 1000, utr: number }]);
    expect(await balance(one)).toBe(0);
    await applyResults([{ reference, status: 'Reversed', amount: 1000, utr: number, reason: 'Returned' }]);
    expect([await balance(one), await states(id)]).toEqual([1000, ['reversed']]);
    // A status older than the stored one changes nothing.
    const late = await applyResults([{ reference, status: 'In Progress', amount: 1000 }]);
    expect(late).toMatchObject({ changedCount: 0, unchangedCount: 1 });
    const next = await sent([one]);
    await expectError(
      outcome(next.id, next.rows[0]?.reference ?? '', { status: 'paid', transactionId: number }),
      409,
      `Transaction ID ${number} already belongs to another payment. Nothing was changed.`,
    );
    await verify();
  });

  it('also ends the row when it is made by voiding the payment', async () => {
    const one = await mechanic(1000);
    const { id, rows: made } = await sent([one]);
    await applyResults([{ reference: made[0]?.reference ?? '', status: 'Paid', amount: 1000, utr: utr() }]);
    const { rows: paid } = await sql('SELECT id FROM payouts WHERE mechanic_id = $1', [one]);
    expect((await send('POST', `/payments-out/payout/${paid[0].id}/void`, { reason: 'Returned' })).status).toBe(
      200,
    );
    expect(await states(id)).toEqual(['reversed']);
    await verify();
  });
});
