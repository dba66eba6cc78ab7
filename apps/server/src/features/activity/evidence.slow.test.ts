import { COMMAND_LINE_ID } from '@wayside/contract/activity';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLineActor } from '../../platform/db/activity-entry.ts';
import { recordActivity, recordCommand } from '../../platform/db/record-activity.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';

const START = new Date('2026-11-05T03:35:00Z');
const RAVI = '65f0000000000000000000a1';

const test = fileApplication({ now: START });
let account: TwoFactorAccount;
let accountId: string;
/** Earlier entries belong to other tests. */
let since: string;

beforeAll(async () => {
  account = await new TwoFactorAccount(test, 'asha@example.com').create();
  const { rows } = await test.sql('SELECT id FROM admins WHERE email = $1', [account.email]);
  accountId = rows[0].id;
  const records = moneyRecords(test);
  await records.mechanic(RAVI, { name: 'Ravi Kumar' });
  await records.payment('65f0000000000000000000b1', { mechanic_id: RAVI, amount_paise: 50_000 });
  await records.post();
});
beforeEach(async () => {
  test.clock.now = START;
  await test.sql('TRUNCATE login_attempts, login_challenges, totp, recovery_codes');
  const { rows } = await test.sql('SELECT coalesce(max(id), 0) AS id FROM activity');
  since = rows[0].id;
});

/** Returns the activity since the test began, oldest first. */
async function logged() {
  const { rows } = await test.sql(
    `SELECT action, entity, entity_id AS "entityId", actor_id AS "actorId", address,
       coalesce((SELECT json_object_agg(c->>'field', c->'after') FROM jsonb_array_elements(changes) AS c), '{}') AS facts
     FROM activity WHERE id > $1 ORDER BY id`,
    [since],
  );
  return rows;
}
const logIn = (email: string, password: string) =>
  test.call('POST', '/admin/login', { body: { email, password }, address: account.address });
const failed = (entityId: string | null, step: string) => ({
  action: 'sign_in_failed',
  entity: 'admin',
  entityId,
  actorId: null,
  address: account.address,
  facts: { step },
});

describe('[PRIV-03] the activity log contains', () => {
  it('each sign-in and sign-out once', async () => {
    const token = await account.signIn();
    await Promise.all([
      test.send('POST', '/admin/logout', undefined, token),
      test.send('POST', '/admin/logout', undefined, token),
    ]);
    expect(await logged()).toEqual([
      {
        action: 'signed_in',
        entity: 'admin',
        entityId: accountId,
        actorId: accountId,
        address: account.address,
        facts: {},
      },
      expect.objectContaining({ action: 'signed_out', entityId: accountId, actorId: accountId }),
    ]);
  });

  it('failed sign-ins with the account, if it exists, but without the input', async () => {
    await logIn('ASHA@example.com', 'a wrong password');
    await logIn('nobody@example.com', 'another wrong password');
    expect(await logged()).toEqual([failed(accountId, 'password'), failed(null, 'password')]);
    const { rows } = await test.sql('SELECT json_agg(a)::text AS stored FROM activity a WHERE id > $1', [since]);
    for (const typed of ['nobody@', 'wrong password']) expect(rows[0].stored).not.toContain(typed);
  });

  it('[SECU-02] no throttled attempts, so one address cannot add more entries than it has guesses', async () => {
    for (let attempt = 0; attempt < 25; attempt += 1) await logIn(account.email, 'a wrong password');
    expect(await logged()).toHaveLength(10);
    for (let attempt = 0; attempt < 120; attempt += 1)
      await logIn(`nobody${attempt}@example.com`, 'a wrong password');
    // The earlier 25 attempts count towards the limit of the address, which is 100.
    expect(await logged()).toHaveLength(10 + 75);
  });

  it('failed second factors and identity confirmations, and the factor used for a sign-in', async () => {
    const { secret } = await account.addTotp(await account.signIn());
    test.clock.now = new Date(START.getTime() + 60_000);
    const challenge = await account.challenge();
    await account.second(challenge, '000000');
    const { body } = await account.second(challenge, account.codeOf(secret));
    await test.call('POST', '/admin/prove', {
      token: body.token,
      body: { password: 'a wrong password' },
      address: account.address,
    });
    const entries = (await logged()).slice(2);
    expect(entries.map(({ action, facts }) => [action, facts])).toEqual([
      ['sign_in_failed', { step: 'second_factor' }],
      ['signed_in', { secondFactor: 'totp' }],
      ['sign_in_failed', { step: 'proof' }],
    ]);
  });

  it('an attempt to sign in to a suspended account', async () => {
    await test.sql('UPDATE admins SET suspended_at = now() WHERE id = $1', [accountId]);
    await logIn(account.email, account.password);
    await test.sql('UPDATE admins SET suspended_at = NULL WHERE id = $1', [accountId]);
    expect(await logged()).toEqual([failed(accountId, 'suspended')]);
  });

  it('exports with their filters and the number of rows', async () => {
    const token = await test.signIn('finance');
    const get = (path: string, query: Record<string, string>) => test.get(path, query, token);
    await get('/admin/export/payments', { status: 'paid', search: 'b1' });
    await get('/admin/export/payouts', { search: 'Ravi', balance: 'available' });
    // A phone number, and a name whose letters also occur in ids as hexadecimal digits.
    for (const search of ['9820011111', 'Dada']) await get('/admin/export/payouts', { search });
    await get('/admin/export/statement', { mechanic: RAVI });
    expect((await get('/admin/export/statement', { mechanic: `${RAVI.slice(0, -1)}f` })).status).toBe(404);
    expect(
      (await logged()).map(({ action, entity, entityId, facts }) => [action, entity, entityId, facts]),
    ).toEqual([
      ['exported', 'export', null, { table: 'payments', status: 'paid', search: 'b1', rows: expect.any(Number) }],
      [
        'exported',
        'export',
        null,
        { table: 'payouts', search: 'a name or phone number', balance: 'available', rows: 1 },
      ],
      ['exported', 'export', null, { table: 'payouts', search: 'a name or phone number', rows: 0 }],
      ['exported', 'export', null, { table: 'payouts', search: 'a name or phone number', rows: 0 }],
      ['exported', 'mechanic', RAVI, { table: 'statement', rows: 1 }],
    ]);
  });

  it('commands under the operating system user, without an event', async () => {
    await recordCommand(test.database, 'imported', { users: 3 });
    const { rows } = await test.sql('SELECT action, entity, actor_id, actor_email FROM activity WHERE id > $1', [
      since,
    ]);
    expect(rows).toEqual([
      {
        action: 'imported',
        entity: 'database',
        actor_id: COMMAND_LINE_ID,
        actor_email: expect.stringMatching(/^command line \(.+\)$/),
      },
    ]);
    const events = await test.sql('SELECT count(*)::int AS count FROM events');
    await test.database.transaction((client) =>
      recordActivity(client, commandLineActor(), START, { action: 'blocked', entity: 'mechanic', entityId: RAVI }),
    );
    expect((await test.sql('SELECT count(*)::int AS count FROM events')).rows).toEqual(events.rows);
  });
});

describe('[PRIV-03] the list of activity entries', () => {
  it('filters by business days, the command line and an action, and exports with the same filters', async () => {
    const token = await test.signIn();
    const record = (at: string) =>
      test.database.transaction((client) =>
        recordActivity(client, commandLineActor(), new Date(at), {
          action: 'backed_up',
          entity: 'database',
          entityId: null,
        }),
      );
    // In India, 1 March begins at 18:30 UTC on the previous day.
    for (const at of [
      '2026-02-28T18:29:59Z',
      '2026-02-28T18:30:00Z',
      '2026-03-01T18:29:59Z',
      '2026-03-01T18:30:00Z',
    ])
      await record(at);
    const query = { action: 'backed_up', actor: COMMAND_LINE_ID, from: '2026-03-01', to: '2026-03-01' };
    const times = async (days: Record<string, string>) => {
      const { body } = await test.get('/admin/activity', { ...query, ...days }, token);
      expect(body.total).toBe(body.data.length);
      return body.data.map(({ at }: { at: string }) => at.slice(5, 16));
    };
    expect(await times({})).toEqual(['03-01T18:29', '02-28T18:30']);
    expect(await times({ from: '' })).toEqual(['03-01T18:29', '02-28T18:30', '02-28T18:29']);
    expect(await times({ to: '' })).toEqual(['03-01T18:30', '03-01T18:29', '02-28T18:30']);

    const exported = await test.get('/admin/export/activity', query, token);
    expect(exported.headers['x-total-rows']).toBe('2');
    const lines = String(exported.body).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffNumber,Time,Actor,/);
    expect(lines.slice(1).map((line: string) => line.split(',').slice(1, 2))).toEqual([
      ['2026-03-01 23:59:59'],
      ['2026-03-01 00:00:00'],
    ]);
    expect((await logged()).at(-1)).toMatchObject({
      action: 'exported',
      entity: 'export',
      facts: { table: 'activity', action: 'backed_up', from: '2026-03-01', to: '2026-03-01', rows: 2 },
    });
  });

  it('returns the actors for the filter', async () => {
    const { body } = await test.get('/admin/activity-actors', {}, await test.signIn());
    expect(body.data).toContainEqual({ _id: accountId, email: account.email });
    expect(body.data.at(-1)).toEqual({ _id: COMMAND_LINE_ID, email: 'Command line' });
  });
});
