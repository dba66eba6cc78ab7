import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainHead, headText, readHeads } from '../../platform/db/chain-heads.ts';
import { linkOlderEntries } from '../../platform/db/link-older-entries.ts';
import { logHeadsRepeatedly } from '../../platform/db/log-chain-heads.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { eventually } from '../../testing/eventually.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { activityChain, chainLinks, checkHead, parseHeads } from './chains.ts';

const ADMIN = { id: '65a000000000000000000001', email: 'owner@example.test', address: null, requestId: null };
const MECHANIC = '65d000000000000000000001';

let test: TestDatabase;
let records: ReturnType<typeof moneyRecords>;

const act = () =>
  test.database.transaction((client) =>
    recordActivity(client, ADMIN, new Date(), { action: 'created', entity: 'slot', entityId: MECHANIC }),
  );
async function pay(number: number): Promise<void> {
  await records.payment(`65e00000000000000000000${number}`, {
    mechanic_id: MECHANIC,
    amount_paise: 10_000 * number,
  });
  await records.post();
}
const verify = () => verifyIntegrity(test.database, [activityChain, chainLinks]);
const heads = () => readHeads(test.database);
const check = (wanted: readonly ChainHead[]) => Promise.all(wanted.map((head) => checkHead(test.database, head)));

beforeEach(async () => {
  test = await createTestDatabase();
  records = moneyRecords(test);
  await records.mechanic(MECHANIC);
  for (const number of [1, 2, 3]) await pay(number);
  for (let count = 0; count < 3; count += 1) await act();
});
afterEach(() => test.drop());

describe('[PRIV-04] the keyed chains', () => {
  it('pass entries that were appended with the key', async () => {
    expect((await heads()).map(({ chain, entries }) => [chain, entries])).toEqual([
      ['activity', 3],
      ['ledger', 3],
    ]);
    expect(await verify()).toMatchObject({ isValid: true, issues: [] });
  });

  it('find a row of the activity log that was changed with every plain hash recomputed', async () => {
    await tamper(
      test.database,
      `UPDATE activity SET entity = 'part' WHERE id = 3`,
      'UPDATE activity AS a SET hash = activity_hash(a) WHERE id = 3',
      'UPDATE activity_head SET hash = (SELECT hash FROM activity WHERE id = 3)',
    );
    expect((await verify()).issues).toEqual(['activity: the entries of row 3 are not those that were appended']);
    await tamper(
      test.database,
      "UPDATE chain_links SET hash = (SELECT hash FROM activity WHERE id = 3) WHERE chain = 'activity' AND entries = 3",
    );
    expect((await verify()).issues).toEqual(['activity: the link of row 3 was not made with the key']);
  });

  it('find an entry of the ledger that was changed, with the hash of its link recomputed', async () => {
    await tamper(
      test.database,
      'UPDATE ledger_entries SET net_paise = net_paise + 1 WHERE id = (SELECT max(id) FROM ledger_entries)',
    );
    expect((await verify()).issues).toEqual([
      expect.stringMatching(/^ledger: the entries of row \d+ are not those that were appended$/),
    ]);
    await tamper(
      test.database,
      `UPDATE chain_links AS l SET hash = sha256(
         (SELECT hash FROM chain_links WHERE chain = 'ledger' AND entries = 2) || sha256(ledger_entry_hash(e)))
       FROM ledger_entries AS e WHERE l.chain = 'ledger' AND l.entries = 3 AND e.id = l.last_id`,
    );
    expect((await verify()).issues).toEqual([
      expect.stringMatching(/^ledger: the link of row \d+ was not made with the key$/),
    ]);
  });

  it('find entries that were appended without the program', async () => {
    await test.database.pool.query("INSERT INTO activity (at, action, entity) VALUES (now(), 'created', 'slot')");
    expect((await verify()).issues).toEqual([
      'activity: 1 row at the end without a link: not appended with the key',
    ]);
    await act();
    expect((await verify()).issues).toEqual([
      'activity: 1 row before row 5 without a link: not appended with the key',
    ]);
  });

  it('find a removed entry in the middle', async () => {
    await tamper(test.database, 'DELETE FROM ledger_entries WHERE id = (SELECT min(id) + 1 FROM ledger_entries)');
    expect((await verify()).issues).toHaveLength(1);
  });

  it('link the entries of an older version as a whole', async () => {
    await tamper(test.database, 'TRUNCATE chain_links');
    expect((await verify()).isValid).toBe(false);
    await linkOlderEntries(test.database);
    await act();
    await pay(4);
    await linkOlderEntries(test.database);
    expect((await verify()).issues).toEqual([]);
    expect((await heads()).map(({ entries }) => entries)).toEqual([4, 4]);
    await tamper(
      test.database,
      'UPDATE ledger_entries SET net_paise = net_paise + 1 WHERE id = (SELECT min(id) FROM ledger_entries)',
    );
    expect((await verify()).issues).toEqual([
      expect.stringMatching(/^ledger: the entries of rows \d+ to \d+ are not/),
    ]);
  });

  it.each([
    [
      'activity',
      'DELETE FROM activity WHERE id = 3',
      'UPDATE activity_head SET (id, hash) = (SELECT id, hash FROM activity WHERE id = 2)',
    ],
    ['ledger', 'DELETE FROM ledger_entries WHERE id = (SELECT max(id) FROM ledger_entries)'],
  ])('show by an expected head that the end of the %s was removed', async (chain, ...statements) => {
    const before = await heads();
    expect(await check(before)).toMatchObject([{ isReached: true }, { isReached: true }]);
    await tamper(test.database, ...statements, `DELETE FROM chain_links WHERE chain = '${chain}' AND entries = 3`);
    expect((await verify()).issues).toEqual([]);
    const found = (await check(before)).filter(({ isReached }) => !isReached);
    expect(found).toEqual([
      { isReached: false, line: expect.stringMatching(/ is not reached: .* ends after 2 of 3 entries/) },
    ]);
    // What is appended then makes another chain of the same length.
    if (chain === 'activity') await act();
    else await pay(4);
    expect((await verify()).issues).toEqual([]);
    expect((await check(before)).filter(({ isReached }) => !isReached)).toEqual([
      { isReached: false, line: expect.stringMatching(/ differs: /) },
    ]);
  });
});

it('[PRIV-04] logs the heads at the start, each interval and at the end', async () => {
  const lines: { msg: string; entries: object; head: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const stop = await logHeadsRepeatedly(test.database, log, 10);
  await eventually('two lines', () => lines.length >= 2);
  await stop();
  const head = (await heads()).map(headText).join(',');
  expect(lines[0]).toMatchObject({ msg: 'the head of the chains', entries: { activity: 3, ledger: 3 }, head });
  expect(parseHeads([head])).toEqual(await heads());
  expect(() => parseHeads(['activity:3'])).toThrow('"activity:3" is no head');
});
