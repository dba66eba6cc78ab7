import { sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf, type SigningKey, signDocument, signingKey } from '../money/closing/close-document.ts';
import { findKeyChange, removeOldWrappers, switchKey } from '../platform/crypto/change-data-key.ts';
import { closesUnderTest } from '../testing/closes-under-test.ts';
import { eventually } from '../testing/eventually.ts';
import { moneyRecords } from '../testing/money-records.ts';
import { DATA_KEY } from '../testing/test-keys.ts';
import { run } from './verify-close.ts';

const { runs, paid, close, reopen, calendar, exported, issues } = closesUnderTest();
let folder: string;
let file: string;
let key: string;

/** Runs the command on a file with this content. @returns the exit code and the output */
async function verify(content: string, ...options: string[]) {
  const path = join(folder, 'close.txt');
  await writeFile(path, content);
  const printed: string[] = [];
  const stdout = { write: (text: string) => printed.push(text) > 0 };
  return { code: await run([path, ...options], { stdout }), output: printed.join('') };
}

/** The lines of an export by their kind. */
interface Lines {
  readonly header: string;
  readonly rows: readonly string[];
  /** Includes the opening lines of a day. */
  readonly entries: readonly string[];
}
function parseLines(content: string): Lines {
  const [header = '', ...lines] = content.trimEnd().split('\n');
  const isRow = (line: string) => line.startsWith('{"document"');
  return { header, rows: lines.filter(isRow), entries: lines.filter((line) => !isRow(line)) };
}
const formatLines = ({ header, rows, entries }: Lines): string => `${[header, ...rows, ...entries].join('\n')}\n`;
const withSignatureOf = (row: string, other: string): string =>
  JSON.stringify({ ...JSON.parse(row), signature: JSON.parse(other).signature });
/** Signs a row with another key, so that the signature itself is valid. */
function resigned(row: string, { privateKey, publicKey }: SigningKey): string {
  const stored = JSON.parse(row);
  const signature = sign(null, Buffer.from(stored.hash, 'hex'), privateKey).toString('hex');
  return JSON.stringify({ ...stored, publicKey: publicKey.toString('hex'), signature });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-closes-'));
  const owner = await runs.signIn('owner');
  const ravi = await runs.mechanic(0);
  await moneyRecords(runs.test).wallet('mechanics', ravi, 4200);
  for (const day of ['10-30', '10-31', '11-01']) {
    await paid(ravi, 100, `2026-${day}T06:00:00Z`);
    await paid(ravi, 7, `2026-${day}T07:00:00Z`, { method: 'cash' });
  }
  await close('2026-11-01', '2026-10-30', owner);
  await reopen('2026-11-01', owner);
  await paid(ravi, 3, '2026-10-31T09:00:00Z');
  await close('2026-11-03', undefined, owner);
  file = await exported('2026-10-31', '2026-11-01', owner);
  key = (await calendar('2026-11-01', '2026-11-01', owner)).keyFingerprint;
});
afterAll(() => rm(folder, { recursive: true }));

describe('[CLOS-03] npm run verify-close', () => {
  it('verifies days and the chain before them, and reports the signing key', async () => {
    const { code, output } = await verify(file);
    expect([code, output.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^Without --key, the chain is checked against the key in the file itself, /),
        'Proved: 31 Oct 2026 to 1 Nov 2026 (2 days), 5 rows',
        'Chain of closes: 5 links, complete and signed',
        'At the end: ₹303 owed to mechanics, wallets of customers ₹0, of mechanics ₹0',
        'Unexplained: nothing',
        `Key: ${key}`,
        '',
      ],
    ]);
    expect((await verify(file, '--key', key)).output).toMatch(/^Proved: /);
  });

  it('rejects a chain that is signed with another key', async () => {
    const { code, output } = await verify(file, '--key', '0'.repeat(64));
    expect([code, output]).toEqual([1, `Not proved: The chain is signed with another key: ${key}.\n`]);
  });

  it('rejects a file with a missing, repeated or moved line', async () => {
    const lines = file.trimEnd().split('\n');
    for (const index of lines.keys()) {
      const without = [...lines.slice(0, index), ...lines.slice(index + 1)];
      const twice = [...lines.slice(0, index + 1), ...lines.slice(index)];
      const moved = [...without, lines[index]];
      for (const changed of [without, twice, ...(index < lines.length - 1 ? [moved] : [])])
        expect([index, (await verify(`${changed.join('\n')}\n`)).code]).toEqual([index, 1]);
    }
  });

  it.for<readonly [string, (lines: Lines) => Lines, string]>([
    [
      'the amount of an entry is another',
      ({ entries, ...rest }) => ({ ...rest, entries: entries.map((line) => line.replace(',10000,', ',10001,')) }),
      'The entries of 31 Oct 2026 differ from those that were closed (ledger).',
    ],
    [
      'the entries of a day are gone',
      (lines) => ({
        ...lines,
        entries: lines.entries.slice(
          0,
          lines.entries.findIndex((line) => line.startsWith('{"day":"2026-11-01"')),
        ),
      }),
      'The entries of 1 Nov 2026 are missing.',
    ],
    [
      'the first row of the chain is gone',
      ({ rows, ...rest }) => ({ ...rest, rows: rows.slice(1) }),
      'Row 1 of the chain of closes was changed, or one before it is missing.',
    ],
    [
      'a row in the middle is gone',
      ({ rows, ...rest }) => ({ ...rest, rows: rows.filter((_, index) => index !== 1) }),
      'Row 2 of the chain of closes was changed, or one before it is missing.',
    ],
    [
      'the rows at the end are gone',
      ({ rows, ...rest }) => ({ ...rest, rows: rows.slice(0, 1) }),
      '31 Oct 2026 is not closed.',
    ],
    [
      'two rows have changed places',
      ({ rows: [one = '', two = '', ...rows], ...rest }) => ({ ...rest, rows: [two, one, ...rows] }),
      'Row 1 of the chain of closes was changed, or one before it is missing.',
    ],
    [
      'the header names no day',
      ({ header, rows }) => ({ header: header.replace('"2026-10-31"', '"2026-11-02"'), rows, entries: [] }),
      'The days in the file differ from its header.',
    ],
    [
      'what a row states is another',
      ({ rows, ...rest }) => ({
        ...rest,
        rows: rows.map((row, index) => (index === 2 ? row.replace('2026-11-01', '2026-11-02') : row)),
      }),
      'Row 3 of the chain of closes was changed, or one before it is missing.',
    ],
    [
      'a signature is that of another row',
      ({ rows, ...rest }) => ({
        ...rest,
        rows: rows.map((row, index) => (index === 1 ? withSignatureOf(row, rows[2] ?? '') : row)),
      }),
      'Row 2 of the chain of closes is not signed by its key.',
    ],
  ])('reports the tampering where %s', async ([, tamper, sentence]) => {
    expect(await verify(formatLines(tamper(parseLines(file))), '--key', key)).toEqual({
      code: 1,
      output: `Not proved: ${sentence}\n`,
    });
  });

  it('reports the key when someone has signed a chain with their own key', async () => {
    const lines = parseLines(file);
    const own = signingKey({ id: 'own', key: Buffer.alloc(32, 9) });
    let before: Buffer | null = null;
    const rows = lines.rows.map((row) => {
      const { previous: _previous, ...stated } = JSON.parse(JSON.parse(row).document);
      const { document, hash, publicKey, signature } = signDocument(own, before, stated);
      before = hash;
      const hex = {
        hash: hash.toString('hex'),
        publicKey: publicKey.toString('hex'),
        signature: signature.toString('hex'),
      };
      return JSON.stringify({ document, ...hex });
    });
    const forged = formatLines({ ...lines, rows });
    const { code, output } = await verify(forged);
    expect([code, output]).toEqual([0, expect.stringContaining(`Key: ${fingerprintOf(own.publicKey)}`)]);
    expect((await verify(forged, '--key', key)).output).toBe(
      `Not proved: The chain is signed with another key: ${fingerprintOf(own.publicKey)}.\n`,
    );
    // Only one row is signed with another key.
    const mixed = { ...lines, rows: lines.rows.map((row, index) => (index === 4 ? resigned(row, own) : row)) };
    expect((await verify(formatLines(mixed), '--key', key)).code).toBe(1);
  });

  it('rejects a file in which any digit was changed', async () => {
    const digits = [...file.matchAll(/\d/g)].map(({ index }) => index);
    // Test every twentieth of thousands of positions, and every position in the entries.
    const chosen = digits.filter(
      (place, number) => number % 20 === 0 || place < file.indexOf('\n') || place > file.lastIndexOf('{"day"'),
    );
    expect(chosen.length).toBeGreaterThan(100);
    for (const place of chosen) {
      const other = (Number(file[place]) + 1) % 10;
      const changed = `${file.slice(0, place)}${other}${file.slice(place + 1)}`;
      expect([file.slice(place - 20, place + 20), (await verify(changed)).code]).toEqual([expect.anything(), 1]);
    }
  });

  it('rejects the entries of a close that was reopened later', async () => {
    const [header = '', ...lines] = file.trimEnd().split('\n');
    const rows = lines.filter((line) => line.startsWith('{"document"'));
    const entries = lines.filter((line) => !line.startsWith('{"document"'));
    const assembled = [header, ...rows.slice(0, 3), ...entries, ...rows.slice(3)].join('\n');
    expect((await verify(`${assembled}\n`)).code).toBe(1);
    expect((await verify(`${[header, ...rows, ...entries].join('\n')}\n`)).code).toBe(0);
  });

  it.for([
    ['', 'The file is empty.'],
    ['Booking ID,Amount\n', 'This is not a file of closes.'],
    [
      '{"format":"wayside-closes","version":1,"from":"2026-10-31","to":"2026-10-31"}\n',
      'The entries of 31 Oct 2026 are missing.',
    ],
    [
      '{"format":"wayside-closes","version":1,"from":"2026-10-31","to":"2026-10-31"}\n{"document":"{}","hash":"00","publicKey":"00","signature":"00"}\n',
      'Row 1 of the chain of closes was changed, or one before it is missing.',
    ],
  ] as const)('reports the error in %j', async ([content, sentence]) => {
    const { code, output } = await verify(content);
    expect([code, output.split('\n').slice(1)]).toEqual([1, [`Not proved: ${sentence}`, '']]);
  });

  it('reports a missing file and prints the usage', async () => {
    const stdout = process.stdout;
    await expect(run([join(folder, 'none.txt')], { stdout })).rejects.toThrow(/^There is no file .*none\.txt\.$/);
    await expect(run([folder], { stdout })).rejects.toThrow('is a folder.');
    await expect(run([], { stdout })).rejects.toThrow('Usage: npm run verify-close -- FILE');
    await expect(run([file, '--key', 'abc'], { stdout })).rejects.toThrow(
      'A fingerprint has 64 hexadecimal digits',
    );
  });
});

describe('[CLOS-03] the export of closes', () => {
  it('is rejected for an open day, and for users without the permission to export', async () => {
    const refused = await runs.send('GET', '/closes/export?from=2026-10-31&to=2026-11-04');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Not all days from 31 Oct 2026 to 4 Nov 2026 are closed. Nothing was exported.',
    ]);
    const viewer = await runs.signIn('viewer');
    expect((await runs.send('GET', '/closes/export?from=2026-10-31&to=2026-10-31', undefined, viewer)).status).toBe(
      403,
    );
  });

  it('is logged, and contains no personal data', async () => {
    const [entry] = (
      await runs.send('GET', '/activity?action=exported&limit=1', undefined, await runs.signIn('owner'))
    ).body.data;
    expect(entry.changes).toEqual([
      { field: 'table', before: null, after: 'closes' },
      { field: 'from', before: null, after: '2026-10-31' },
      { field: 'to', before: null, after: '2026-11-01' },
      { field: 'rows', before: null, after: 5 },
    ]);
    expect(file).not.toMatch(/Mechanic|@|Ravi|HDFC/);
  });
});

// This must be the last test because it changes the data key.
describe('[CLOS-03] closes made before and after npm run rekey', () => {
  it('[PRIV-01] are verified, each with its own key', async () => {
    const { test } = runs;
    const change = await findKeyChange({
      dataKey: Buffer.from(DATA_KEY, 'base64'),
      nextDataKey: Buffer.alloc(32, 8),
      dataDir: folder,
    });
    if (change === null) throw new Error('there is no key to change to');
    await switchKey(test.database, change);
    const owner = await runs.signIn('owner');
    let later = key;
    await eventually('the program takes the new key', async () => {
      later = (await calendar('2026-11-04', '2026-11-04', owner)).keyFingerprint;
      return later !== key;
    });
    expect(await issues()).toEqual([]);
    await removeOldWrappers(test.database);
    expect((await close('2026-11-04', undefined, owner)).status).toBe(200);
    const content = await exported('2026-11-03', '2026-11-04', owner);
    expect((await verify(content, '--key', key)).output).toContain(`another key: ${later}`);
    expect((await verify(content, '--key', key, '--key', later)).code).toBe(0);
  });
});
