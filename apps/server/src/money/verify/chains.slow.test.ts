import pino from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../commands/verify.ts';
import {
  type ChainHead,
  headsText,
  headText,
  linkOlderEntries,
  logHeadsRepeatedly,
  readHeads,
} from '../../platform/db/chain-heads.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { closesUnderTest } from '../../testing/closes-under-test.ts';
import { eventually } from '../../testing/eventually.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { activityChain, chainLinks, checkHead, parseHeads } from './chains.ts';

const ACTOR = { id: '65f0000000000000000000aa', email: 'asha@example.in', address: '10.0.0.7', requestId: null };
const SUBJECT = '65f000000000000000000001';

let test: TestDatabase;
/** Appends an entry to the activity log. */
const act = (note: string | null = null) =>
  test.database.transaction((client) =>
    recordActivity(client, ACTOR, new Date('2026-02-01T10:00:00Z'), {
      action: 'rejected',
      entity: 'mechanic',
      entityId: SUBJECT,
      changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
      note,
    }),
  );

describe('[SECU-05] the integrity check of the activity log', () => {
  const check = () => verifyIntegrity(test.database, [activityChain]);

  /** Creates ten entries; the third and fourth have remarks. */
  beforeEach(async () => {
    test = await createTestDatabase();
    for (let entry = 1; entry <= 10; entry += 1) await act(entry === 3 || entry === 4 ? `Remarks ${entry}` : null);
  });
  afterEach(() => test.drop());

  it('passes for a complete log and for an empty log', async () => {
    expect(await check()).toEqual({ isValid: true, lines: ['Activity: 10 rows, chain whole'], issues: [] });
    await tamper(
      test.database,
      'TRUNCATE activity',
      "UPDATE activity_head SET id = 0, hash = sha256('wayside activity')",
    );
    expect(await check()).toMatchObject({ isValid: true, lines: ['Activity: 0 rows, chain whole'] });
  });

  /** Attacks by an attacker who knows the algorithm. */
  const recompute = (from: number) =>
    Array.from({ length: 11 - from }, (_, index) => [
      `UPDATE activity SET previous_hash = (SELECT hash FROM activity WHERE id = ${from + index - 1}) WHERE id = ${from + index}`,
      `UPDATE activity AS a SET hash = activity_hash(a) WHERE id = ${from + index}`,
    ]).flat();
  const ALTERED = `UPDATE activity SET action = 'approved' WHERE id = 5`;

  it.each<[what: string, statements: readonly string[], issues: readonly string[]]>([
    ['an altered row', [ALTERED], ['row 5 was altered']],
    [
      'an altered value',
      [`UPDATE activity SET changes = jsonb_set(changes, '{0,before}', '"blocked"') WHERE id = 5`],
      ['row 5 was altered'],
    ],
    ['removed rows in the middle', ['DELETE FROM activity WHERE id = 5'], ['row 5 is missing']],
    ['removed rows at the beginning', ['DELETE FROM activity WHERE id <= 2'], ['rows 1 to 2 are missing']],
    ['removed rows at the end', ['DELETE FROM activity WHERE id >= 8'], ['rows 8 to 10 are missing']],
    ['that all rows were removed', ['TRUNCATE activity'], ['rows 1 to 10 are missing']],
    [
      'every gap',
      ['DELETE FROM activity WHERE id IN (2, 5, 6, 10)'],
      ['row 2 is missing', 'rows 5 to 6 are missing', 'row 10 is missing'],
    ],
    [
      'that the head and rows were removed',
      ['DELETE FROM activity WHERE id = 10', 'DELETE FROM activity_head'],
      ['the head of the chain was removed'],
    ],
    [
      'a row that was rewritten with a matching hash',
      [ALTERED, 'UPDATE activity AS a SET hash = activity_hash(a) WHERE id = 5'],
      ['row 6 does not continue row 5: one of them was rewritten'],
    ],
    [
      'a recomputed chain',
      [ALTERED, ...recompute(5)],
      ['row 10 is not the one that was appended: the chain was recomputed'],
    ],
    [
      'a removed row whose successors were renumbered and rechained',
      [
        'DELETE FROM activity WHERE id = 5',
        ...[6, 7, 8, 9, 10].map((id) => `UPDATE activity SET id = ${id - 1} WHERE id = ${id}`),
        ...recompute(5),
      ],
      ['row 10 is missing'],
    ],
    [
      'a row that was inserted after the log',
      [
        `INSERT INTO activity (id, at, action, entity, previous_hash, hash)
         SELECT 11, at, 'approved', 'mechanic', hash, hash FROM activity WHERE id = 10`,
      ],
      ['row 11 was altered', 'rows after 10 were not appended through the log'],
    ],
    ['altered remarks', [`UPDATE activity SET note = 'Fine' WHERE id = 3`], ['the remarks of row 3 were altered']],
    ['added remarks', [`UPDATE activity SET note = 'Fine' WHERE id = 5`], ['the remarks of row 5 were altered']],
    [
      'removed remarks',
      ['UPDATE activity SET note = NULL, note_salt = NULL WHERE id = 3'],
      ['the remarks of row 3 were removed without a deletion of their subject'],
    ],
  ])('reports %s', async (_what, statements, issues) => {
    await tamper(test.database, ...statements);
    expect(await check()).toMatchObject({ isValid: false, issues });
  });

  it('prints at most 1,000 issues and the number of further issues', async () => {
    await test.database.pool.query(
      `INSERT INTO activity (at, actor_id, action, entity) SELECT now(), $1, 'paid', 'user' FROM generate_series(1, 1500)`,
      [ACTOR.id],
    );
    await tamper(test.database, `UPDATE activity SET action = 'reversed' WHERE entity = 'user'`);
    const { lines, issues } = await check();
    expect(lines[0]).toMatch(/, 1,500 issues$/);
    expect([issues.length, issues.at(-1)]).toEqual([1_001, 'and 500 more']);
  });
});

describe('[PRIV-04] the keyed chains', () => {
  let records: ReturnType<typeof moneyRecords>;
  const check = async () => (await verifyIntegrity(test.database, [activityChain, chainLinks])).issues;
  const heads = () => readHeads(test.database);
  const missed = async (expected: readonly ChainHead[]) =>
    (await Promise.all(expected.map((head) => checkHead(test.database, head)))).filter(
      ({ isReached }) => !isReached,
    );
  const pay = async (number: number): Promise<void> => {
    const fields = { mechanic_id: SUBJECT, amount_paise: 10_000 * number };
    await records.payment(`65e00000000000000000000${number}`, fields);
    await records.post();
  };
  const withMore = (end: 'min' | 'max') =>
    `UPDATE ledger_entries SET net_paise = net_paise + 1 WHERE id = (SELECT ${end}(id) FROM ledger_entries)`;

  beforeEach(async () => {
    test = await createTestDatabase();
    records = moneyRecords(test);
    await records.mechanic(SUBJECT);
    for (const number of [1, 2, 3]) await pay(number);
    for (let count = 0; count < 3; count += 1) await act();
  });
  afterEach(() => test.drop());

  it('accept entries that were appended with the key', async () => {
    expect((await heads()).map(({ chain, entries }) => [chain, entries])).toEqual([
      ['activity', 3],
      ['ledger', 3],
    ]);
    expect(await check()).toEqual([]);
  });

  it('detect a changed activity row even when every plain hash is recomputed', async () => {
    await tamper(
      test.database,
      `UPDATE activity SET entity = 'part' WHERE id = 3`,
      'UPDATE activity AS a SET hash = activity_hash(a) WHERE id = 3',
      'UPDATE activity_head SET hash = (SELECT hash FROM activity WHERE id = 3)',
    );
    expect(await check()).toEqual(['activity: the entries of row 3 are not those that were appended']);
    await tamper(
      test.database,
      "UPDATE chain_links SET hash = (SELECT hash FROM activity WHERE id = 3) WHERE chain = 'activity' AND entries = 3",
    );
    expect(await check()).toEqual(['activity: the link of row 3 was not made with the key']);
  });

  it('detect a changed or removed ledger entry, even when the hash of its link is recomputed', async () => {
    await tamper(test.database, withMore('max'));
    expect(await check()).toEqual([
      expect.stringMatching(/^ledger: the entries of row \d+ are not those that were appended$/),
    ]);
    await tamper(
      test.database,
      `UPDATE chain_links AS l SET hash = sha256(
         (SELECT hash FROM chain_links WHERE chain = 'ledger' AND entries = 2) || sha256(ledger_entry_hash(e)))
       FROM ledger_entries AS e WHERE l.chain = 'ledger' AND l.entries = 3 AND e.id = l.last_id`,
    );
    expect(await check()).toEqual([
      expect.stringMatching(/^ledger: the link of row \d+ was not made with the key$/),
    ]);
    await tamper(test.database, 'DELETE FROM ledger_entries WHERE id = (SELECT min(id) + 1 FROM ledger_entries)');
    expect(await check()).toHaveLength(2);
  });

  it('detect entries that were not appended by the program', async () => {
    await test.database.pool.query("INSERT INTO activity (at, action, entity) VALUES (now(), 'created', 'slot')");
    expect(await check()).toEqual(['activity: 1 row at the end without a link: not appended with the key']);
    await act();
    expect(await check()).toEqual(['activity: 1 row before row 5 without a link: not appended with the key']);
  });

  it('link the entries of an older release as a whole', async () => {
    await tamper(test.database, 'TRUNCATE chain_links');
    expect(await check()).not.toEqual([]);
    await linkOlderEntries(test.database);
    await act();
    await pay(4);
    await linkOlderEntries(test.database);
    expect(await check()).toEqual([]);
    expect((await heads()).map(({ entries }) => entries)).toEqual([4, 4]);
    await tamper(test.database, withMore('min'));
    expect(await check()).toEqual([expect.stringMatching(/^ledger: the entries of rows \d+ to \d+ are not/)]);
  });

  it.each([
    [
      'activity',
      'DELETE FROM activity WHERE id = 3',
      'UPDATE activity_head SET (id, hash) = (SELECT id, hash FROM activity WHERE id = 2)',
    ],
    ['ledger', 'DELETE FROM ledger_entries WHERE id = (SELECT max(id) FROM ledger_entries)'],
  ])('detect that the end of the %s was removed when an expected head is given', async (chain, ...statements) => {
    const before = await heads();
    expect(await missed(before)).toEqual([]);
    await tamper(test.database, ...statements, `DELETE FROM chain_links WHERE chain = '${chain}' AND entries = 3`);
    expect(await check()).toEqual([]);
    expect(await missed(before)).toMatchObject([
      { line: expect.stringMatching(/ is not reached: .* ends after 2 of 3 entries/) },
    ]);
    // Adds entries that form another chain of the same length.
    if (chain === 'activity') await act('Remarks');
    else await pay(4);
    expect(await check()).toEqual([]);
    expect(await missed(before)).toMatchObject([{ line: expect.stringMatching(/ differs: /) }]);
  });

  it('have heads that are logged at startup, at each interval and at shutdown', async () => {
    const lines: { msg: string; entries: object; head: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const stop = await logHeadsRepeatedly(test.database, log, 10);
    await eventually('two lines', () => lines.length >= 2);
    await stop();
    const head = (await heads()).map(headText).join(',');
    expect(lines[0]).toMatchObject({ msg: 'chain heads', entries: { activity: 3, ledger: 3 }, head });
    expect(parseHeads([head])).toEqual(await heads());
    expect(() => parseHeads(['activity:3'])).toThrow('"activity:3" is not a chain head');
  });
});

describe('[OWN-06] npm run verify', () => {
  const { runs, paid, close } = closesUnderTest();
  let head: string;

  /** Runs the command. @returns its exit code and its lines */
  async function verify(...args: string[]) {
    const { database, keys, settings } = runs.test;
    const lines: string[] = [];
    const stdout = { write: (text: string) => lines.push(text.trimEnd()) > 0 };
    const code = await run(args, { database, keys, settings, stdout: stdout as typeof process.stdout });
    return { code, lines };
  }
  beforeAll(async () => {
    await runs.begin();
    const mechanic = await runs.mechanic(0);
    await paid(mechanic, 100, '2026-11-01T06:00:00Z');
    await close('2026-11-02', '2026-11-01');
    await runs.pay(mechanic, 20);
    const line = (await verify()).lines.find((text) => text.startsWith('Head: '));
    head = line?.slice('Head: '.length) ?? '';
  });

  it('prints the heads of all chains as they are logged, and accepts them as input', async () => {
    expect(head).toMatch(/^activity:\d+:[0-9a-f]{64},closes:2:[0-9a-f]{64},ledger:\d+:[0-9a-f]{64}$/);
    expect(headsText(await readHeads(runs.test.database))).toBe(head);
    const { code, lines } = await verify('--expect', head);
    expect(code).toBe(0);
    expect(lines.slice(-3)).toEqual(
      head.split(',').map((each) => expect.stringMatching(new RegExp(`^Expected ${each}: .* contains it$`))),
    );
  });

  it('exits with code 1 after the end of the chain of closes was removed', async () => {
    await tamper(runs.test.database, 'DELETE FROM closes WHERE number = (SELECT max(number) FROM closes)');
    const { code, lines } = await verify('--expect', head);
    expect(code).toBe(1);
    expect(lines.find((line) => line.startsWith('Expected closes:'))).toContain(' is not reached: ');
  });
});
