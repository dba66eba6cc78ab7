import { PassThrough } from 'node:stream';
import { COMMAND_LINE_ID } from '@wayside/contract/activity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPassword } from '../platform/accounts/passwords.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type AdminContext, run } from './admin.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => test.database.pool.query('TRUNCATE admins, sessions, login_attempts CASCADE'));

/** Creates a terminal that records its output. */
function terminal(stdin: NodeJS.ReadableStream & { isTTY?: boolean }) {
  const said: string[] = [];
  const sink = { write: (text: string) => said.push(text) };
  const context: AdminContext = { database: test.database, stdin, stdout: sink, stderr: sink };
  return { context, said: () => said.join('') };
}

function piped(text: string) {
  const stdin = new PassThrough();
  stdin.end(text);
  return terminal(stdin);
}

const admins = async () =>
  (await test.database.pool.query<{ email: string; password_hash: string }>('SELECT * FROM admins ORDER BY email'))
    .rows;

async function openSession(email: string, tokenHash: string): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO sessions (token_hash, admin_id, expires_at)
     SELECT $2::bytea, id, now() + interval '1 hour' FROM admins WHERE email = $1`,
    [email, tokenHash],
  );
}

describe('[SECU-03] npm run admin -- create', () => {
  it('creates an administrator whose password is the first line of standard input, and does not print the password', async () => {
    const { context, said } = piped('correct horse\nsecond line\n');
    expect(await run(['create', 'Asha@Example.com'], context)).toBe(0);
    const [admin, ...others] = await admins();
    expect(others).toEqual([]);
    expect(admin?.email).toBe('Asha@Example.com');
    expect(await isPassword('correct horse', admin?.password_hash ?? null)).toBe(true);
    expect(admin?.password_hash).toMatch(/^\$argon2id\$/);
    expect(said()).toBe('The administrator Asha@Example.com was created.\n');
  });

  it('[TEAM-02] creates an owner or an administrator with the given role, and keeps the role when the password changes', async () => {
    const rolesNow = async () =>
      (await test.database.pool.query<{ role: string }>('SELECT role FROM admins ORDER BY email')).rows.map(
        ({ role }) => role,
      );
    await run(['create', 'asha@example.com'], piped('first password').context);
    await run(['create', 'ravi@example.com', '--role', 'support'], piped('first password').context);
    expect(await rolesNow()).toEqual(['owner', 'support']);
    await run(['create', 'ravi@example.com'], piped('second password').context);
    expect(await rolesNow()).toEqual(['owner', 'support']);
    await expect(
      run(['create', 'bala@example.com', '--role', 'chief'], piped('a password').context),
    ).rejects.toThrow('Unknown role "chief". Use one of owner, manager, finance, support, reviewer, viewer.');
    expect(await rolesNow()).toHaveLength(2);
  });

  it('[TEAM-02] accepts a name, uses the part of the email before @ by default, and keeps the name when the password changes', async () => {
    const namesNow = async () =>
      (await test.database.pool.query<{ name: string }>('SELECT name FROM admins ORDER BY email')).rows.map(
        ({ name }) => name,
      );
    await run(['create', 'asha.rao@example.com'], piped('first password').context);
    await run(['create', 'ravi@example.com', '--name', ' Ravi Kumar '], piped('first password').context);
    await run(['create', 'ravi@example.com', '--name', 'Ravi'], piped('second password').context);
    expect(await namesNow()).toEqual(['asha.rao', 'Ravi Kumar']);
    await expect(run(['create', 'bala@example.com', '--name', '  '], piped('a password').context)).rejects.toThrow(
      'The name is required.',
    );
    await expect(run(['suspend', 'ravi@example.com', '--name', 'R'], piped('').context)).rejects.toThrow(
      'Usage: npm',
    );
    expect(await namesNow()).toHaveLength(2);
  });

  it('[TEAM-02] lists, suspends and reactivates administrators and changes their roles, but never removes the last active owner', async () => {
    await run(['create', 'asha@example.com'], piped('first password').context);
    await run(['create', 'ravi@example.com', '--role', 'support'], piped('first password').context);
    await openSession('ravi@example.com', '\\x01');
    const said = async (...args: string[]) => {
      const { context, said: output } = piped('');
      expect(await run(args, context)).toBe(0);
      return output();
    };
    await expect(said('role', 'asha@example.com', 'viewer')).rejects.toThrow('This is the last active owner.');
    await expect(said('suspend', 'asha@example.com')).rejects.toThrow('This is the last active owner.');
    expect(await said('role', 'RAVI@example.com', 'manager')).toBe('ravi@example.com has the role manager.\n');
    expect(await said('suspend', 'ravi@example.com')).toBe(
      'ravi@example.com is suspended; no session of theirs is open.\n',
    );
    expect((await test.database.pool.query('SELECT FROM sessions')).rowCount).toBe(0);
    expect(await said('list')).toBe(
      'asha@example.com\towner\tactive\tnever seen\nravi@example.com\tmanager\tsuspended\tnever seen\n',
    );
    expect(await said('reactivate', 'ravi@example.com')).toBe('ravi@example.com can sign in again.\n');
    const { rows } = await test.database.pool.query(
      'SELECT action, actor_id, entity FROM activity ORDER BY id DESC LIMIT 5',
    );
    expect(rows.toReversed().map(({ action }) => action)).toEqual([
      'created',
      'created',
      'role_changed',
      'suspended',
      'reactivated',
    ]);
    expect(rows.every(({ actor_id, entity }) => actor_id === COMMAND_LINE_ID && entity === 'admin')).toBe(true);
    for (const args of [
      ['role', 'ravi@example.com'],
      ['role', 'ravi@example.com', 'chief'],
      ['suspend'],
      ['suspend', 'nobody@example.com'],
      ['suspend', 'ravi@example.com', '--role', 'viewer'],
      ['list', 'ravi@example.com'],
    ])
      await expect(said(...args)).rejects.toThrow(/^(Usage|Unknown)/);
  });

  it('resets the password for the email in any letter case, and ends only the sessions of that administrator', async () => {
    await run(['create', 'asha@example.com'], piped('first password').context);
    await run(['create', 'ravi@example.com'], piped('another password').context);
    await openSession('asha@example.com', '\\x01');
    await openSession('asha@example.com', '\\x02');
    await openSession('ravi@example.com', '\\x03');
    const { context, said } = piped('second password\r\n');
    expect(await run(['create', 'ASHA@example.com'], context)).toBe(0);
    expect(said()).toBe('asha@example.com has a new password; 2 open sessions were ended.\n');
    const [asha] = await admins();
    expect(await isPassword('second password', asha?.password_hash ?? null)).toBe(true);
    expect(await isPassword('first password', asha?.password_hash ?? null)).toBe(false);
    const { rows } = await test.database.pool.query(
      'SELECT email FROM sessions JOIN admins ON admins.id = admin_id',
    );
    expect(rows).toEqual([{ email: 'ravi@example.com' }]);
    expect(await admins()).toHaveLength(2);
  });

  it('changes neither the password nor the sessions when one of the two changes fails', async () => {
    await run(['create', 'asha@example.com'], piped('first password').context);
    await openSession('asha@example.com', '\\x01');
    await test.database.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE ''no''; END'; CREATE TRIGGER refuse BEFORE DELETE ON sessions EXECUTE FUNCTION refuse()`);
    await expect(run(['create', 'asha@example.com'], piped('second password').context)).rejects.toMatchObject({
      cause: { message: 'no' },
    });
    await test.database.pool.query('DROP TRIGGER refuse ON sessions; DROP FUNCTION refuse');
    const [asha] = await admins();
    expect(await isPassword('first password', asha?.password_hash ?? null)).toBe(true);
  });

  it('[TEAM-02] prompts on a terminal for a name and twice for the password, without echoing the password', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const echoed: string[] = [];
    const { context, said } = terminal(stdin);
    const spoken = { write: (text: string) => type(text) };
    function type(text: string): void {
      echoed.push(text);
      const response = text === 'Name: ' ? ' Asha Rao \r' : 'typed unseenX\u007f\r';
      if (text.endsWith(': ')) setImmediate(() => stdin.write(response));
    }
    expect(await run(['create', 'asha@example.com'], { ...context, stderr: spoken })).toBe(0);
    expect(echoed.slice(0, echoed.indexOf('Password: ')).join('')).toMatch(/Name: .*Asha/);
    expect(echoed.slice(echoed.indexOf('Password: '))).toEqual(['Password: ', '\n', 'The same again: ', '\n']);
    expect((await test.database.pool.query('SELECT name FROM admins')).rows).toEqual([{ name: 'Asha Rao' }]);
    expect(said()).toContain('was created');
    expect(await isPassword('typed unseen', (await admins())[0]?.password_hash ?? null)).toBe(true);
  });

  it('rejects two different passwords, and changes nothing after Ctrl-C or Ctrl-D', async () => {
    for (const [responses, message] of [
      [['Asha\r', 'first one\r', 'second one\r'], 'The two passwords differ; nothing was changed.'],
      [['\u0003'], 'Nothing was changed.'],
      [['\u0004'], 'Nothing was changed.'],
    ] as const) {
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      const left = [...responses];
      const stderr = {
        write: (text: string) => text.endsWith(': ') && setImmediate(() => stdin.write(left.shift() ?? '')),
      };
      const { context } = terminal(stdin);
      await expect(run(['create', 'asha@example.com'], { ...context, stderr })).rejects.toThrow(message);
    }
    expect(await admins()).toEqual([]);
  });

  it.each([
    [[], '', 'Usage: npm run admin -- create EMAIL'],
    [['remove', 'asha@example.com'], '', 'Unknown command "admin remove". Usage: npm run admin -- create EMAIL'],
    [['create'], '', 'Usage: npm run admin -- create EMAIL'],
    [['create', 'asha@example.com', 'secret'], '', 'Usage: npm run admin -- create EMAIL'],
    [['create', 'asha'], 'long enough', '"asha" is not an e-mail address.'],
    [['create', 'asha@example.com\n'], 'long enough', '"asha@example.com\\n" is not an e-mail address.'],
    [['create', `${'a'.repeat(250)}@example.com`], 'long enough', 'is not an e-mail address.'],
    [['create', 'asha@example.com'], 'short12', 'The password must have at least 8 characters.'],
    [['create', 'asha@example.com'], '          ', 'The password must not be blank.'],
    [['create', 'asha@example.com'], 'x'.repeat(201), 'The password must have at most 200 characters.'],
    [['create', 'asha@example.com'], 'with\u0000nul byte', 'The password must be one line of text.'],
    [['create', 'asha@example.com'], '', 'No password was given'],
  ])('rejects %j with a message', async (args, input, sentence) => {
    await expect(run(args, piped(input).context)).rejects.toThrow(sentence);
    expect(await admins()).toEqual([]);
  });

  it('does not wait for the end of standard input', async () => {
    const stdin = new PassThrough();
    const { context } = terminal(stdin);
    stdin.write('long enough\n');
    expect(await run(['create', 'asha@example.com'], context)).toBe(0);
  });
});

describe('[TEAM-04] npm run admin -- reset-two-factor', () => {
  const addFactors = (email: string) =>
    test.database.pool.query(
      `WITH admin AS (SELECT id FROM admins WHERE email = $1),
         challenge AS (INSERT INTO login_challenges SELECT '\\x09', id, now() + interval '1 minute' FROM admin),
         code AS (INSERT INTO recovery_codes SELECT id, '\\x08' FROM admin)
       INSERT INTO totp (admin_id, secret, confirmed_at) SELECT id, 'v1:', now() FROM admin`,
      [email],
    );

  it('removes the second factors of an administrator by email in any letter case, ends their sessions and logs it', async () => {
    await run(['create', 'asha@example.com'], piped('first password').context);
    await addFactors('asha@example.com');
    await openSession('asha@example.com', '\\x01');
    const { context, said } = piped('');
    expect(await run(['reset-two-factor', 'ASHA@example.com'], context)).toBe(0);
    expect(said()).toBe('asha@example.com has no second factor any more; 1 open session was ended.\n');
    for (const table of ['totp', 'recovery_codes', 'login_challenges', 'sessions'])
      expect((await test.database.pool.query(`SELECT 1 FROM ${table}`)).rowCount, table).toBe(0);
    const { rows } = await test.database.pool.query(
      `SELECT actor_id FROM activity WHERE action = 'two_factor_reset' AND entity = 'admin'`,
    );
    expect(rows).toEqual([{ actor_id: COMMAND_LINE_ID }]);
  });

  it('reports an error when the administrator has no second factor or does not exist', async () => {
    await run(['create', 'asha@example.com'], piped('first password').context);
    const { context, said } = piped('');
    await run(['reset-two-factor', 'asha@example.com'], context);
    expect(said()).toBe('asha@example.com had no second factor; 0 open sessions were ended.\n');
    await expect(run(['reset-two-factor', 'ravi@example.com'], piped('').context)).rejects.toThrow(
      'Unknown administrator ravi@example.com.',
    );
  });
});
