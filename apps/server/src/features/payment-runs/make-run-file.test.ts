import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { mechanic, create, sent, send, rows, run, file, onItsWay, sql } = runs;

describe('[BANK-02] the file of a payment run', () => {
  it('has a reference of at most 20 characters in every row, and the same bytes in each download, which is logged', async () => {
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
    expect(lines[1]).toContain(',Suresh and Sons,');
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

  it('excludes amounts that are no longer owed and payees whose bank details have changed, with the reason', async () => {
    const [refunded, changed, fine] = [await mechanic(1000), await mechanic(2000), await mechanic(3000)];
    const id = (await create([refunded, changed, fine])).body.data._id;
    await sql(`UPDATE payments SET status = 'refunded' WHERE mechanic_id = $1`, [refunded]);
    await sql(`UPDATE mechanics SET bank_account_number = '999999999999' WHERE id = $1`, [changed]);
    const response = await send('POST', `/payment-runs/${id}/file`);
    expect(response.body.message).toContain('1 payment. 2 rows could no longer be paid');
    expect((await rows(id)).map(({ mechanicId, state, reason }) => [mechanicId, state, reason])).toEqual([
      [refunded, 'removed', '₹0 is owed now, less than the amount in transit.'],
      [changed, 'removed', 'The bank details have changed since the run was made.'],
      [fine, 'sent', null],
    ]);
    const { body } = await file(id);
    expect(body).not.toContain('999999999999');
    expect([await onItsWay(changed), await onItsWay(fine)]).toEqual([0, 3000]);
  });

  it('excludes payees if any character of their name, bank details or UPI id has changed since the run was created', async () => {
    const changes = [
      ['bank_account_holder', 'Another Person'],
      // Without an account holder, the payment uses the mechanic's name.
      ['name', 'Another Person'],
      ['bank_ifsc_code', 'SBIN0009999'],
      ['bank_account_number', '0700000000001'],
      ['bank_upi_id', 'ramesh@okaxis'],
    ] as const;
    const upi = { bank_account_number: null, bank_upi_id: 'ramesh.ok@axis', bank_preferred_method: 'upi' };
    const ids: string[] = [];
    for (const [column] of changes) {
      const account = {
        bank_account_number: '700000000001',
        ...(column === 'name' ? { bank_account_holder: null } : {}),
      };
      ids.push(await mechanic(1000, column === 'bank_upi_id' ? upi : account));
    }
    const fine = await mechanic(1000);
    const id = (await create([...ids, fine], { profile: 'razorpayx' })).body.data._id;
    for (const [index, [column, value]] of changes.entries())
      await sql(`UPDATE mechanics SET ${column} = $2 WHERE id = $1`, [ids[index], value]);
    expect((await send('POST', `/payment-runs/${id}/file`)).status).toBe(200);
    const made = await rows(id);
    expect(made.map(({ mechanicId, state }) => [mechanicId, state])).toEqual([
      ...ids.map((each) => [each, 'removed']),
      [fine, 'sent'],
    ]);
    for (const { reason } of made.slice(0, -1))
      expect(reason).toBe('The bank details have changed since the run was made.');
  });

  it('is created only once when many users create it concurrently', async () => {
    const id = (await create([await mechanic(1000)])).body.data._id;
    const responses = await Promise.all(Array.from({ length: 10 }, () => send('POST', `/payment-runs/${id}/file`)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.data?.fileHash}`)).size).toBe(1);
    const { rows: parts } = await sql('SELECT count(*)::int AS n FROM payment_run_file_parts WHERE run_id = $1', [
      id,
    ]);
    expect(parts[0].n).toBe(1);
  });
});
