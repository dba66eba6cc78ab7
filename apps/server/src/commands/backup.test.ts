import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { openEmbedded } from '../platform/db/embedded/open-embedded.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { connectTo, countWrongCounters, dataDigest, untilPublished } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { namesAtRest } from '../testing/names-at-rest.ts';
import { callProgram, fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';
import { check } from './backup.ts';

/** Files in the data directory after the program stops. */
const AT_REST = ['data-key', 'files', 'postgres', 'postgres.log', 'postgres.password'];
const EXCLUDED = ['now.webp.part', 'later.webp'];
const TOMORROW = new Date(Date.now() + 86_400_000);
const SIGNED_OUT = ['sessions', 'login_attempts', 'live_changes'];

const programs = programsUnderTest();
let folder: string;
let dataDir: string;
let backup: string;
let before: Record<string, string>;
let oldToken: string;
let fileCount: number;

beforeAll(() => {
  [folder, dataDir, backup] = [programs.path(), programs.path('data'), programs.path('one.backup')];
});

function restoreHere(path: string) {
  const settings = readSettings({ DATA_DIR: dataDir });
  const file = { path, identities: [] };
  return restoreBackup(file, { settings, log: pino({ level: 'silent' }), signal: new AbortController().signal });
}

const start = () => programs.start();
const command = (args: string[], environment: Record<string, string> = {}) => programs.start(environment, args);
const profileStatus = async (address: string, token: string) =>
  (await callProgram(address, ['GET', '/admin/ownprofile'], { token })).status;

/** Opens the database of a data directory without the program, as every command does, queries it, and stops it. */
async function digestAt(directory: string): Promise<{ digest: Record<string, string>; wrong: number }> {
  const opened = await openEmbedded(directory, pino({ level: 'silent' }), 'command');
  expect(opened.isJoined).toBe(false);
  const client = await connectTo(directory);
  try {
    return { digest: await dataDigest(client, SIGNED_OUT), wrong: await countWrongCounters(client) };
  } finally {
    await client.end();
    await opened.stop();
  }
}

describe('[RUN-01] npm run backup', { timeout: 300_000 }, () => {
  it('[PRIV-01] joins the running program, excludes the key file, and takes one snapshot while others write', async () => {
    const program = start();
    const address = await program.ready();
    expect(await command(['demo', '--bookings', '600']).ended()).toBe(0);
    await mkdir(join(dataDir, 'files/kyc'), { recursive: true });
    await writeFile(join(dataDir, 'files/kyc/a.webp'), Buffer.alloc(700_000, 'picture'));
    await writeFile(join(dataDir, 'files/empty'), '');
    // A backup excludes unfinished images and images that are newer than the snapshot.
    for (const name of EXCLUDED) await writeFile(join(dataDir, 'files/images', name), '');
    await utimes(join(dataDir, 'files/images/later.webp'), TOMORROW, TOMORROW);
    oldToken = await fetchToken(address, PASSWORD);
    expect(await profileStatus(address, oldToken)).toBe(200);

    const client = await connectTo(dataDir);
    let isOver = false;
    const moving = (async () => {
      // Each transaction inserts a booking and its customer, so a backup must contain both or neither.
      for (let round = 0; !isOver; round += 1) {
        const id = `ffffffffffff${round.toString(16).padStart(12, '0')}`;
        await client.query(`WITH u AS (INSERT INTO users (id) VALUES ('${id}') RETURNING id)
          INSERT INTO bookings (id, customer_id, created_at, status) SELECT id, id, now(), 'pending' FROM u`);
      }
    })();
    const busy = join(folder, 'busy.backup');
    const taking = command(['backup', busy]);
    expect(await taking.ended()).toBe(0);
    isOver = true;
    await moving;
    const written = await readFile(busy);
    const lines = gunzipSync(written).toString().trim().split('\n');
    const end: { tables: Record<string, { rows: number }> } = JSON.parse(lines.at(-1) ?? '');
    expect(end.tables['bookings']?.rows).toBeGreaterThan(600);
    const ids = (table: string) => {
      const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
      const length = lines.slice(at + 1).findIndex((line) => line.startsWith('{'));
      const rows: (string | null)[][] = lines.slice(at + 1, at + 1 + length).flatMap((line) => JSON.parse(line));
      return rows.map((row) => row[0] ?? '').filter((id) => id.startsWith('ffff'));
    };
    expect(ids('bookings').sort()).toEqual(ids('users').sort());
    expect(ids('bookings').length).toBeGreaterThan(0);

    await untilPublished(client);
    const taken = command(['backup', backup]);
    expect(await taken.ended()).toBe(0);
    const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    fileCount = entries.filter((entry) => entry.isFile() && !EXCLUDED.includes(entry.name)).length;
    expect(fileCount).toBeGreaterThan(20);
    expect(taken.stdout()).toMatch(
      /^Backed up [\d,]+ rows and \d+ files in [\d,]+ bytes: \S+one\.backup\nThe key file \S+data-key is not in this backup: [^\n]+\n$/,
    );
    const key = (await readFile(join(dataDir, 'data-key'), 'utf8')).trim();
    expect((await stat(join(dataDir, 'data-key'))).mode & 0o777).toBe(0o600);
    expect(gunzipSync(await readFile(backup)).toString()).not.toContain(key);
    expect(taken.stdout()).toContain(`and ${fileCount} files`);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    before = await dataDigest(client, SIGNED_OUT);
    expect(await countWrongCounters(client)).toBe(0);
    await client.query("UPDATE bookings SET status = 'changed since'; DELETE FROM notifications");
    await client.end();
    expect(await profileStatus(address, oldToken)).toBe(200);
    expect(await program.stop()).toBe(0);
  });

  it('runs when the program is stopped, and replaces an existing file only when the new one is complete', async () => {
    const file = join(folder, 'two.backup');
    const large = join(dataDir, 'files/large');
    await writeFile(file, 'an older one');
    await writeFile(large, '');
    await truncate(large, 2_000_000_000);
    const interrupted = command(['backup', file]);
    await eventually('a draft', async () => (await readdir(folder)).some((name) => name.endsWith('.part')));
    expect(await interrupted.stop('SIGINT')).toBe(130);
    expect(await readFile(file, 'utf8')).toBe('an older one');
    await rm(large);
    expect(await command(['backup', file]).ended()).toBe(0);
    expect(gunzipSync(await readFile(file)).toString()).toContain('"format":"wayside-backup"');
    expect((await readdir(folder)).sort()).toEqual(['busy.backup', 'data', 'one.backup', 'two.backup']);
    expect(await namesAtRest(dataDir)).toEqual(AT_REST);
  });

  it.each([
    ['no word', [], /Usage: npm run backup/],
    ['two words', ['a', 'b'], /Usage: npm run backup/],
    ['no folder', ['/nowhere/at/all'], /its folder does not exist\.$/],
    ['a folder', ['/tmp'], /it is a folder\.$/],
    ['a device', ['/dev/null'], /it is no ordinary file\.$/],
  ])('rejects %s with a one-line error', async (_what, words, sentence) => {
    const settings = readSettings({ DATA_DIR: join(folder, 'none') });
    const failure = await check(words, settings).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(sentence);
    expect(String(failure)).not.toContain('\n');
  });

  it('rejects a folder that does not exist with a one-line error and exit code 1', async () => {
    const rejected = command(['backup', '/nowhere/at/all']);
    expect(await rejected.ended()).toBe(1);
    expect(rejected.stderr()).toMatch(/^The backup all cannot be written to [^\n]+ does not exist\.\n$/);
  });
});

describe('[RUN-01] npm run restore', { timeout: 300_000 }, () => {
  it('is rejected while the program runs, and the program continues', async () => {
    const program = start();
    const address = await program.ready();
    const rejected = command(['restore', backup]);
    expect(await rejected.ended()).toBe(1);
    expect(rejected.stderr()).toMatch(
      /^Wayside is running on [^\n]+: stop it before you restore; nothing was changed\.\n$/,
    );
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await program.stop()).toBe(0);
  });

  it('rejects damaged, unknown and newer files and keeps the current data', async () => {
    const present = await digestAt(dataDir);
    const bytes = await readFile(backup);
    const text = gunzipSync(bytes).toString();
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(5_000) ^ 1, 5_000);
    const shorter = text.split('\n').toSpliced(3, 1).join('\n');
    const cases: [string, string | Buffer, RegExp][] = [
      ['flipped', flipped, /is damaged or incomplete/],
      ['half', bytes.subarray(0, bytes.length / 2), /is damaged or incomplete/],
      ['almost', bytes.subarray(0, -1), /is damaged or incomplete/],
      ['lines-gone', gzipSync(shorter), /is damaged or incomplete/],
      ['no-end', gzipSync(text.slice(0, text.lastIndexOf('{"tables"'))), /is damaged or incomplete/],
      ['empty', '', /is damaged or incomplete/],
      ['text', 'id,name\n1,Asha\n', /is not a backup of Wayside/],
      ['other-gzip', gzipSync('{"format":"tar"}\n'), /is not a backup of Wayside/],
      ['newer', gzipSync(text.replace('"version":1', '"version":3')), /was made by a newer release/],
    ];
    for (const [name, content, sentence] of cases) {
      const file = join(folder, name);
      await writeFile(file, content);
      const failure = await restoreHere(file).catch((error: unknown) => error);
      expect(failure, name).toBeInstanceOf(StartError);
      expect(String(failure)).toMatch(sentence);
      expect(String(failure)).not.toContain('\n');
    }
    for (const words of [['a', 'b'], [folder]]) {
      const rejected = command(['restore', ...words]);
      expect(await rejected.ended()).toBe(1);
      expect(rejected.stderr()).toMatch(/^(Usage: npm run restore|\S+ cannot be read: )[^\n]+\n$/);
    }
    expect(await namesAtRest(dataDir)).toEqual(AT_REST);
    expect(await digestAt(dataDir)).toEqual(present);
  });

  it('leaves the old data intact, and no other files, when it is killed at any point', async () => {
    const present = await digestAt(dataDir);
    const draft = join(dataDir, 'restoring');
    const kills: [string, () => Promise<boolean>][] = [
      ['its database', async () => (await readdir(draft).catch((): string[] => [])).includes('postgres')],
      ['its files', async () => (await readdir(draft).catch((): string[] => [])).includes('files')],
    ];
    for (const [what, question] of kills) {
      const killed = command(['restore', backup]);
      await eventually(what, question);
      await killed.stop('SIGKILL');
      expect(await digestAt(dataDir)).toEqual(present);
      expect(await namesAtRest(dataDir)).toEqual(AT_REST);
    }
    const interrupted = command(['restore', backup]);
    await eventually('a draft', async () => (await readdir(dataDir)).includes('restoring'));
    expect(await interrupted.stop('SIGINT')).toBe(130);
    expect(await namesAtRest(dataDir)).toEqual(AT_REST);
  });

  it('restores every row, counter, file and password, and ends every session', async () => {
    await rm(join(dataDir, 'files'), { recursive: true });
    await mkdir(join(dataDir, 'files'));
    await writeFile(join(dataDir, 'files/newer'), 'not of the backup');
    const restored = command(['restore', backup]);
    expect(await restored.ended()).toBe(0);
    expect(restored.stdout()).toMatch(
      /^Restored [\d,]+ rows and \d+ files from the backup of \S+\. All users must/,
    );
    expect(restored.stdout()).toContain(`and ${fileCount} files`);
    expect(await namesAtRest(dataDir)).toEqual(AT_REST);
    expect(await readdir(join(dataDir, 'files'), { recursive: true })).toEqual(
      expect.arrayContaining(['empty', 'kyc', 'kyc/a.webp']),
    );
    expect(await readFile(join(dataDir, 'files/kyc/a.webp'))).toEqual(Buffer.alloc(700_000, 'picture'));
    const { business_settings: _noted, ...rows } = before;
    expect(await digestAt(dataDir)).toMatchObject({ digest: rows, wrong: 0 });
    const program = start();
    const address = await program.ready();
    expect(await profileStatus(address, oldToken)).toBe(401);
    expect(await profileStatus(address, await fetchToken(address, PASSWORD))).toBe(200);
    expect(await program.stop()).toBe(0);
  });

  it('[PRIV-01, PRIV-03] is logged, and creates a new data directory that starts with only its key file; in another time zone, the days are recounted', async () => {
    const elsewhere = join(folder, 'elsewhere');
    const environment = { DATA_DIR: elsewhere, TIME_ZONE: 'America/New_York' };
    expect(await command(['restore', backup], environment).ended()).toBe(0);
    const refused = programs.start(environment);
    expect(await refused.ended()).toBe(1);
    expect(refused.stderr()).toMatch(/^The key file \S+data-key is missing or does not match the data[^\n]+\n$/);
    expect(await readdir(elsewhere)).not.toContain('data-key');
    await copyFile(join(dataDir, 'data-key'), join(elsewhere, 'data-key'));
    const program = programs.start(environment);
    await program.ready();
    const client = await connectTo(elsewhere);
    const { business_settings, counters, activity, activity_head, chain_links, ...rows } = before;
    expect([await dataDigest(client, SIGNED_OUT), await countWrongCounters(client)]).toMatchObject([rows, 0]);
    const { rows: log } = await client.query('TABLE activity ORDER BY id DESC LIMIT 2');
    expect(log.map(({ action }) => action)).toEqual(['restored', 'backed_up']);
    await client.end();
    expect(await program.stop()).toBe(0);
  });
});
