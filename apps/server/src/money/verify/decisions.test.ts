import { beforeAll, describe, expect, it } from 'vitest';
import { sealOlderRecords } from '../../platform/db/seal-older-records.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { send, mechanic, create, sql } = runs;
let owner: string;
let manager: string;

const issues = async () => (await verifyIntegrity(runs.test.database)).issues;
/** Runs a statement in the program's role, with all triggers enabled. */
const asProgram = (text: string, ...values: unknown[]) => runs.test.program.pool.query(text, values);
const adminOf = async (role: string): Promise<string> =>
  (await sql('SELECT id FROM admins WHERE role = $1 ORDER BY id DESC LIMIT 1', [role])).rows[0].id;
/** Creates a run of ₹1,500 that is pending approval. */
const waiting = async (): Promise<string> => (await create([await mechanic(1500)])).body.data._id;
const makeFile = (id: string) => send('POST', `/payment-runs/${id}/file`);

beforeAll(async () => {
  [owner, manager] = [await runs.signIn('owner'), await runs.signIn('manager')];
  await send('PATCH', '/approvals/settings', { limit: 1000 }, owner);
});

describe('[OWN-05] a payment run', () => {
  it('stays pending until another user approves it, even when it is changed with SQL', async () => {
    const id = await waiting();
    const { rows } = await sql('SELECT created_by FROM payment_runs WHERE id = $1', [id]);
    const ready = `UPDATE payment_runs SET state = 'ready', approved_by = $2, approved_at = now() WHERE id = $1`;
    await expect(asProgram(ready, id, null)).rejects.toThrow(
      'the person who made a payment run must not approve it',
    );
    await expect(asProgram(ready, id, rows[0].created_by)).rejects.toThrow(
      'the person who made a payment run must not approve it',
    );
    const small = (await create([await mechanic(100)])).body.data._id;
    await expect(
      tamper(
        runs.test.database,
        `UPDATE payment_runs SET approved_by = '${await adminOf('manager')}', approved_at = now() WHERE id = '${small}'`,
      ),
    ).rejects.toThrow('payment_runs_approval');
    await expect(
      tamper(runs.test.database, `UPDATE payment_runs SET lapses_at = NULL WHERE id = '${id}'`),
    ).rejects.toThrow('payment_runs_approval');
    expect(await issues()).toEqual([]);
  });

  it('is reported when its approval was forged with the program’s database role, even after its file was created', async () => {
    const id = await waiting();
    await asProgram(
      `UPDATE payment_runs SET state = 'ready', approved_by = $2, approved_at = now() WHERE id = $1`,
      id,
      await adminOf('manager'),
    );
    expect(await issues()).toContainEqual(expect.stringMatching(new RegExp(`^payment run ${id} differs from row`)));
    expect((await makeFile(id)).status).toBe(200);
    const { rows } = await sql('SELECT number FROM payment_runs WHERE id = $1', [id]);
    expect(await issues()).toEqual([`payment run ${rows[0].number} was not approved by whom it names`]);
  });

  it('is reported when an amount was changed before its approval, even after the approval', async () => {
    const id = await waiting();
    await tamper(
      runs.test.database,
      `UPDATE payment_run_rows SET amount_paise = 160000 WHERE run_id = '${id}'; UPDATE payment_runs SET total_paise = 160000 WHERE id = '${id}'`,
    );
    expect((await send('POST', `/payment-runs/${id}/approve`, {}, manager)).status).toBe(200);
    expect(await issues()).toContainEqual(expect.stringMatching(new RegExp(`^payment run ${id} differs from row`)));
  });
});

describe('[OWN-05] a decision from a release without seals', () => {
  it('is sealed the next time the server starts, and so is everything afterwards', async () => {
    await tamper(
      runs.test.database,
      'DELETE FROM payment_runs; DELETE FROM payment_run_rows; DELETE FROM payment_run_file_parts; DELETE FROM activity; DELETE FROM chain_links; DELETE FROM ledger_entries; DELETE FROM mechanic_balances; DELETE FROM payments; DELETE FROM approval_settings',
      `UPDATE activity_head SET id = 0, hash = sha256('wayside activity')`,
    );
    const id = await waiting();
    // The entry gets the form in which that release appended it.
    await tamper(
      runs.test.database,
      'UPDATE activity SET seals = NULL',
      'UPDATE activity AS a SET hash = activity_hash(a)',
      'UPDATE activity_head SET hash = (SELECT hash FROM activity ORDER BY id DESC LIMIT 1)',
      'DELETE FROM chain_links',
    );
    const named = async () => (await issues()).filter((issue) => issue.includes(id));
    expect(await named()).toEqual([]);
    await sealOlderRecords(runs.test.program);
    await sealOlderRecords(runs.test.program);
    expect((await sql(`SELECT count(*) AS count FROM activity WHERE action = 'sealed'`)).rows).toEqual([
      { count: 1 },
    ]);
    expect(await named()).toEqual([]);
    await tamper(runs.test.database, `UPDATE payment_runs SET total_paise = 1 WHERE id = '${id}'`);
    expect(await named()).toContainEqual(
      expect.stringMatching(/^payment run .* differs from row \d+ of the activity$/),
    );
    await tamper(
      runs.test.database,
      `INSERT INTO admins (id, email, email_key, password_hash) VALUES ('${'f'.repeat(24)}', 'x@example.com', 'x@example.com', '')`,
    );
    expect(await issues()).toContain(`the role of administrator ${'f'.repeat(24)} is not in the activity log`);
  });
});

describe('[OWN-05] a service key', () => {
  const named = async (id: string) => (await issues()).filter((issue) => issue.includes(id));
  const create = async (scopes: string[]): Promise<string> =>
    (await send('POST', '/keys', { name: `key ${scopes.join(' ')}`, scopes }, owner)).body.data._id;

  it('is reported when its scopes, hash, expiry or revocation are changed with SQL', async () => {
    const [id, revoked] = [await create(['users']), await create(['parts'])];
    const path = `/admin/keys/${revoked}`;
    expect((await runs.test.call('DELETE', path, { token: owner })).status).toBe(200);
    expect([await named(id), await named(revoked)]).toEqual([[], []]);
    for (const [key, change, reset] of [
      [id, "scopes = '{payouts}'", "scopes = '{users}'"],
      [id, "expires_at = now() + interval '1 year'", 'expires_at = NULL'],
      [id, "key_hash = '\\x00'", null],
      [revoked, 'revoked_at = NULL, revoked_by = NULL', null],
    ] as const) {
      await tamper(runs.test.database, `UPDATE service_keys SET ${change} WHERE id = '${key}'`);
      expect(await named(key)).toEqual([
        expect.stringMatching(new RegExp(`service key ${key} differs from row \\d+ of the activity$`)),
      ]);
      if (reset !== null) await tamper(runs.test.database, `UPDATE service_keys SET ${reset} WHERE id = '${key}'`);
    }
    await tamper(runs.test.database, `DELETE FROM service_keys WHERE id = '${id}'`);
    expect(await named(id)).toContainEqual(expect.stringMatching(/is missing$/));
  });

  it('is sealed at startup when it is from a release without seals, but never if the key is not in the log', async () => {
    const id = await create(['slots']);
    const forged = 'e'.repeat(24);
    await tamper(
      runs.test.database,
      `UPDATE activity SET seals = seals - 'service_key' - 'service_key_state' WHERE entity_id = '${id}'`,
      `INSERT INTO service_keys (id, name, key_hash, prefix, scopes, created_at) VALUES ('${forged}', 'mine', '\\x01', 'wsk_', '{changes}', now())`,
    );
    expect(await named(id)).toEqual([]);
    const sealed = async () =>
      (await sql(`SELECT count(*) AS count FROM activity WHERE action = 'sealed'`)).rows[0].count;
    const before = await sealed();
    for (let start = 0; start < 2; start += 1) await sealOlderRecords(runs.test.program);
    expect([await sealed(), await named(id)]).toEqual([before + 1, []]);
    // Revokes the key as a node of the older release would, without sealing the key's state.
    expect((await runs.test.call('DELETE', `/admin/keys/${id}`, { token: owner })).status).toBe(200);
    await tamper(
      runs.test.database,
      `UPDATE activity SET seals = seals - 'service_key_state' WHERE entity_id = '${id}' AND action = 'revoked'`,
    );
    expect(await named(id)).toHaveLength(1);
    await sealOlderRecords(runs.test.program);
    expect(await named(id)).toEqual([]);
    await tamper(runs.test.database, `UPDATE service_keys SET scopes = '{payouts}' WHERE id = '${id}'`);
    expect(await named(id)).toEqual([
      expect.stringMatching(/^service key .* differs from row \d+ of the activity$/),
    ]);
    expect(await named(forged)).toEqual([
      `service key ${forged} is not in the activity log`,
      `the revocation of service key ${forged} is not in the activity log`,
    ]);
  });
});
