import { copyFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../testing/data-digest.ts';
import { callProgram, fetchToken, type Program } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';

const RAVI = '65f000000000000000000001';
const SURESH = '65f000000000000000000002';
const KIRAN = '65f000000000000000000003';

const programs = programsUnderTest({ isKept: true });
let dataDir: string;
let program: Program;

const command = (argv: string[], DATA_DIR = dataDir) => programs.start({ DATA_DIR }, argv);

async function verify(directory = dataDir, ...args: string[]) {
  const { code, stdout, stderr } = await programs.run(['verify', ...args], { DATA_DIR: directory });
  return { code, lines: stdout.trim().split('\n'), stderr };
}

/** Returns the chain heads that a program has logged. */
const headsIn = (output: string): string[] =>
  [...output.matchAll(/"head":"([^"]+)"/g)].map(([, head]) => head ?? '');

/**
 * Creates entries with and without remarks, then deletes one of the two mechanics together with the remarks about
 * them.
 */
async function actThrough(address: string, what: 'ALL' | 'MORE' = 'ALL') {
  const token = await fetchToken(address, PASSWORD);
  const call = async (...called: Parameters<typeof callProgram>[1]) => {
    const { status, body } = await callProgram(address, called, { token });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await call('GET', `/user/blockuser/${RAVI}`);
  if (what === 'MORE') return;
  for (const id of [SURESH, KIRAN])
    await call('PATCH', '/mechanic/checkapplication', { id, status: 'rejected', remarks: 'Blurred photo' });
  await call('DELETE', `/mechanic/deletemechnic/${KIRAN}`);
}

beforeAll(async () => {
  dataDir = programs.path('data');
  program = programs.start();
  const address = await program.ready();
  const client = await connectTo(dataDir);
  await client.query(`INSERT INTO users (id, name) VALUES ($1, 'Ravi Kumar')`, [RAVI]);
  await client.query(
    `INSERT INTO mechanics (id, name, status) VALUES ($1, 'Suresh Patil', 'pending'), ($2, 'Kiran Rao', 'pending')`,
    [SURESH, KIRAN],
  );
  await client.end();
  await actThrough(address);
}, 300_000);

describe('[SECU-05, RUN-01] npm run verify', { timeout: 300_000 }, () => {
  it('passes for a valid database while the program runs and after it has stopped', async () => {
    const running = await verify();
    expect(running).toMatchObject({ code: 0, stderr: '' });
    expect(running.lines.slice(0, 2)).toEqual([
      'Activity: 7 rows, chain whole',
      'Chains: 7 links, made with the key and whole',
    ]);
    expect(running.lines.at(-1)).toMatch(/^Head: activity:7:[0-9a-f]{64}$/);
    expect(running.lines.join('\n')).toMatch(/^Counters: \d+ counters, equal to the rows$/m);
    expect(await program.stop()).toBe(0);
    expect(await verify()).toEqual(running);
  });

  it('passes for a database restored from a backup, and logs the backup and the restore', async () => {
    const backup = programs.path('backup');
    const elsewhere = programs.path('elsewhere');
    expect(await command(['backup', backup]).ended()).toBe(0);
    expect(await command(['restore', backup], elsewhere).ended()).toBe(0);
    await copyFile(`${dataDir}/data-key`, `${elsewhere}/data-key`);
    const { code, lines } = await verify(elsewhere);
    expect(code).toBe(0);
    expect(lines.slice(0, 2)).toEqual([
      'Activity: 9 rows, chain whole',
      'Chains: 9 links, made with the key and whole',
    ]);
  });

  it('[PRIV-05] ends without an error message when its output pipe is closed', async () => {
    const verification = command(['verify']);
    verification.child.stdout?.destroy();
    expect(await verification.ended()).toBe(141);
    expect(verification.stderr()).toBe('');
  });

  it('rejects arguments', async () => {
    const rejected = command(['verify', 'all']);
    expect(await rejected.ended()).toBe(1);
    expect(rejected.stderr()).toBe('Usage: npm run verify [-- --expect HEAD]\n');
    const noHead = command(['verify', '--expect', 'activity:4']);
    expect(await noHead.ended()).toBe(1);
    expect(noHead.stderr()).toMatch(/^"activity:4" is not a chain head: /);
  });

  it('[PRIV-04] detects from a chain head that an older state was restored, and exits with code 1', async () => {
    const [backup, rewound] = [programs.path('older'), programs.path('rewound')];
    expect(await command(['backup', backup]).ended()).toBe(0);
    program = programs.start();
    await actThrough(await program.ready(), 'MORE');
    expect(await program.stop()).toBe(0);
    const [first, ...later] = headsIn(program.stdout());
    expect(first).toMatch(/^activity:9:[0-9a-f]{64}$/);
    const head = later.at(-1) ?? '';
    expect(head).toMatch(/^activity:(?:10|11):[0-9a-f]{64}$/);
    const reached = await verify(dataDir, '--expect', first ?? '', '--expect', head);
    expect(reached.code).toBe(0);
    expect(reached.lines.slice(-2)).toEqual([
      expect.stringMatching(/^Expected activity:9:[0-9a-f]{64}: the activity log contains it$/),
      expect.stringMatching(/^Expected activity:(?:10|11):[0-9a-f]{64}: the activity log contains it$/),
    ]);
    expect(await command(['restore', backup], rewound).ended()).toBe(0);
    await copyFile(`${dataDir}/data-key`, `${rewound}/data-key`);
    expect((await verify(rewound)).code).toBe(0);
    expect((await verify(rewound, '--expect', first ?? '')).code).toBe(0);
    const { code, lines } = await verify(rewound, '--expect', head);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(
      / is not reached: the activity log ends after 10 of 11 entries; its end was removed, or an older state restored$/,
    );
  });

  it('lists the issues and exits with code 1', async () => {
    program = programs.start();
    await program.ready();
    const client = await connectTo(dataDir);
    await client.query('SET session_replication_role = replica');
    await client.query('DELETE FROM activity WHERE id = 1');
    await client.query(`UPDATE activity SET note = 'Fine' WHERE id = 2`);
    await client.query(`DELETE FROM users WHERE id = '${RAVI}'`);
    await client.end();
    const { code, lines } = await verify();
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^Activity: \d+ rows, 2 issues$/);
    expect(lines.slice(1, 3)).toEqual(['  row 1 is missing', '  the remarks of row 2 were altered']);
    expect(lines[3]).toMatch(/^Chains: \d+ links, 1 issue$/);
    expect(lines.join('\n')).toMatch(/^Counters: .* \d+ issues$/m);
    expect(lines.join('\n')).toMatch(/^ {2}activity, all time: differs from the rows$/m);
  });
});
