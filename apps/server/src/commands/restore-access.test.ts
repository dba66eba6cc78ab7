import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { callProgram, fetchToken, type Program } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';

const programs = programsUnderTest();
const PEOPLE = { asha: 'asha@example.com', bala: 'bala@example.com' };

let dataDir: string;
let backup: string;
let address: string;
let owner: string;
const keys = { kept: '', revoked: '' };
const ids: Record<string, string> = {};
let running: Program;

beforeAll(() => {
  [dataDir, backup] = [programs.path('data'), programs.path('before.backup')];
});

async function start(): Promise<Program> {
  const program = programs.start();
  running = program;
  address = await program.ready();
  owner = await fetchToken(address, PASSWORD);
  return program;
}
const command = (...words: string[]) => programs.start({}, words);
const call = (method: string, path: string, body?: object, headers: Record<string, string> = { token: owner }) =>
  callProgram(address, [method, path, body], headers);
const logIn = async (email: string, password = PASSWORD) =>
  (await call('POST', '/admin/login', { email, password }, {})).body.message;
const feedStatus = async (key: string) =>
  (await call('GET', '/changes', undefined, { authorization: `Bearer ${key}` })).status;
const roleOf = async (email: string) =>
  (await call('GET', '/admin/team')).body.data.find((member: { email: string }) => member.email === email)?.role;

async function invite(email: string): Promise<string> {
  const { body } = await call('POST', '/admin/team', { name: email, email, role: 'manager' });
  ids[email] = body.data._id;
  return body.token;
}
async function createKey(name: string): Promise<string> {
  const { body } = await call('POST', '/admin/keys', { name, scopes: ['changes'] });
  ids[name] = body.data._id;
  return body.key;
}
async function latestActions(count: number): Promise<string[]> {
  const client = await connectTo(dataDir);
  const { rows } = await client.query(
    'SELECT action, entity FROM activity WHERE action NOT LIKE $1 ORDER BY id DESC LIMIT $2',
    ['sign%', count],
  );
  await client.end();
  return rows.map(({ action, entity }) => `${entity} ${action}`).sort();
}

describe('[OWN-09] a backup made before users and keys lost access', { timeout: 300_000 }, () => {
  it('is supplemented by a record of access changes outside the database, which contains no secrets', async () => {
    const program = await start();
    for (const email of Object.values(PEOPLE)) {
      const token = await invite(email);
      expect((await call('POST', '/admin/password-link', { token, password: PASSWORD }, {})).status).toBe(200);
    }
    const unused = await invite('chetan@example.com');
    keys.kept = await createKey('warehouse');
    keys.revoked = await createKey('leaked');
    expect(await feedStatus(keys.revoked)).toBe(200);
    expect(await command('backup', backup).ended()).toBe(0);

    expect((await call('POST', `/admin/team/${ids[PEOPLE.asha]}/suspend`)).status).toBe(200);
    expect((await call('PATCH', `/admin/team/${ids[PEOPLE.bala]}/role`, { role: 'viewer' })).status).toBe(200);
    expect((await call('DELETE', `/admin/keys/${ids['leaked']}`)).status).toBe(200);
    const added = await createKey('later');
    const record = programs.path('data/access.ndjson');
    await eventually('the record', async () =>
      (await readFile(record, 'utf8').catch(() => '')).includes(ids['later'] ?? ''),
    );
    const text = await readFile(record, 'utf8');
    for (const secret of [PASSWORD, keys.kept, keys.revoked, added, unused]) expect(text).not.toContain(secret);
    expect(await program.stop()).toBe(0);
  });

  it('is restored without the lost access: each change is listed, keys are revoked, and the activity log records it', async () => {
    const restore = command('restore', backup);
    expect(await restore.ended(), restore.stderr()).toBe(0);
    const lines = restore.stdout().split('\n');
    const time = String.raw`  \d{4}-\d\d-\d\dT\S+Z`;
    for (const line of [
      'Changes of access after the backup:',
      `${time} asha@example.com was suspended`,
      String.raw`${time} bala@example.com got another role \(viewer\)`,
      `${time} the service key leaked was revoked`,
      `${time} the service key later was created`,
      'asha@example.com is suspended again.',
      'bala@example.com has the role viewer again instead of manager.',
      '2 service keys were revoked: (leaked, warehouse|warehouse, leaked). Create new ones with .*; --keep-access keeps those of a backup.',
      '1 one-time link was ended: an owner renews the invitations on the screen Team.',
    ])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${line}$`)));
    await start();
    expect(await logIn(PEOPLE.asha)).toBe('This account is suspended.');
    expect(await roleOf(PEOPLE.bala)).toBe('viewer');
    expect([await feedStatus(keys.kept), await feedStatus(keys.revoked)]).toEqual([401, 401]);
    expect(await latestActions(5)).toEqual([
      'admin role_changed',
      'admin suspended',
      'database restored',
      'service_key revoked',
      'service_key revoked',
    ]);
    const verify = command('verify');
    expect(await verify.ended(), verify.stdout()).toBe(0);
  });

  it('is restored with its original access by --keep-access, and later starts do not change that', async () => {
    const restore = command('restore', backup, '--keep-access');
    expect(await restore.ended(), restore.stderr()).toBe(0);
    expect(restore.stdout()).toContain('asha@example.com was suspended');
    expect(restore.stdout()).toContain('keep the access that they had in the backup (--keep-access).');
    const program = await start();
    expect(await logIn(PEOPLE.asha)).toBe('Signed in');
    expect(await roleOf(PEOPLE.bala)).toBe('manager');
    expect([await feedStatus(keys.kept), await feedStatus(keys.revoked)]).toEqual([200, 200]);
    expect(await program.stop()).toBe(0);
    await start();
    expect(await logIn(PEOPLE.asha)).toBe('Signed in');
  });

  it('loses that access again the next time the server starts if it was restored by other means', async () => {
    // This is the state after a restore with a tool of the database server instead of `restore`.
    const client = await start().then(() => connectTo(dataDir));
    await client.query("DELETE FROM business_settings WHERE name = 'access_settled'");
    await client.end();
    await running.stop();
    const program = await start();
    expect(program.stdout()).toContain('changes of access after the backup are applied again');
    expect(await logIn(PEOPLE.asha)).toBe('This account is suspended.');
    expect(await roleOf(PEOPLE.bala)).toBe('viewer');
    // The first restore has revoked the other key too.
    expect([await feedStatus(keys.kept), await feedStatus(keys.revoked)]).toEqual([401, 401]);
    expect(await latestActions(4)).toEqual([
      'admin role_changed',
      'admin suspended',
      'service_key revoked',
      'service_key revoked',
    ]);
  });

  it('keeps the access of the last owner when there is no other owner', async () => {
    await start();
    const self = (await call('GET', '/admin/profile')).body.data;
    const other = await invite('devi@example.com');
    await call('PATCH', `/admin/team/${ids['devi@example.com']}/role`, { role: 'owner' });
    await call('POST', '/admin/password-link', { token: other, password: PASSWORD }, {});
    const token = (await call('POST', '/admin/login', { email: 'devi@example.com', password: PASSWORD }, {})).body
      .token;
    expect((await call('POST', `/admin/team/${self._id}/suspend`, undefined, { token })).status).toBe(200);
    await running.stop();
    const restore = command('restore', backup);
    expect(await restore.ended()).toBe(0);
    expect(restore.stdout()).toContain(
      `${self.email} stays an owner who can sign in, because there is no other one.`,
    );
    await start();
    expect(await logIn(self.email)).toBe('Signed in');
  });
});
