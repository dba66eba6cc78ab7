import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { fillEmailKeys } from './ensure-first-admin.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => test.database.pool.query('TRUNCATE admins, sessions, login_attempts CASCADE'));

/** Stores administrators, each with a session, as in a database from before the normal form. */
async function storeOld(...emails: string[]): Promise<void> {
  for (const [place, email] of emails.entries()) {
    const id = String(place).padStart(24, '0');
    await test.database.pool.query(
      `INSERT INTO admins (id, email, password_hash, created_at) VALUES ($1, $2, '-', $3)`,
      [id, email, new Date(1_700_000_000_000 - place * 1000)],
    );
    await test.database.pool.query(
      `INSERT INTO sessions (token_hash, admin_id, expires_at) VALUES (sha256($1::bytea), $2, now() + interval '1 hour')`,
      [id, id],
    );
  }
}

const stored = async () =>
  (
    await test.database.pool.query<{ email: string; key: string | null; sessions: number }>(
      `SELECT email, email_key AS key, (SELECT count(*)::int FROM sessions WHERE admin_id = admins.id) AS sessions
       FROM admins ORDER BY created_at DESC`,
    )
  ).rows;

describe('[SECU-02] the administrators in an older database', () => {
  it('get the normalized form of their email once, and all other values stay unchanged', async () => {
    await storeOld('asha@example.com', 'RAVI@Example.com', 'jose\u0301@example.com');
    expect(await fillEmailKeys(test.database)).toEqual([]);
    expect(await stored()).toEqual([
      { email: 'asha@example.com', key: 'asha@example.com', sessions: 1 },
      { email: 'RAVI@Example.com', key: 'ravi@example.com', sessions: 1 },
      { email: 'jose\u0301@example.com', key: 'jos\u00e9@example.com', sessions: 1 },
    ]);
    expect(await fillEmailKeys(test.database)).toEqual([]);
  });

  it('are reported at each startup when they have the same normalized email: only the first can sign in, and the sessions of the others end', async () => {
    await storeOld('\uff41sha@example.com', 'ravi@example.com', 'ash\u00e0@example.com', 'asha@example.com');
    const sentence = expect.stringMatching(
      /^The administrators "asha@example.com" and "ａsha@example.com" have the same email address: only the first can sign in\. .*npm run admin -- create asha@example.com/,
    );
    expect(await fillEmailKeys(test.database)).toEqual([sentence]);
    expect(await stored()).toEqual([
      { email: '\uff41sha@example.com', key: null, sessions: 0 },
      { email: 'ravi@example.com', key: 'ravi@example.com', sessions: 1 },
      { email: 'ash\u00e0@example.com', key: 'ash\u00e0@example.com', sessions: 1 },
      { email: 'asha@example.com', key: 'asha@example.com', sessions: 1 },
    ]);
    expect(await fillEmailKeys(test.database)).toEqual([sentence]);
  });

  it('get the same keys from nodes that start concurrently', async () => {
    await storeOld('ASHA@example.com', 'asha@example.com', 'ravi@example.com');
    const notices = await Promise.all([1, 2, 3].map(() => fillEmailKeys(test.database)));
    expect(new Set(notices.map((sentences) => sentences.join())).size).toBe(1);
    expect((await stored()).map(({ key }) => key)).toEqual([null, 'asha@example.com', 'ravi@example.com']);
  });
});
