import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../commands/verify.ts';
import { headsText, readHeads } from '../../platform/db/chain-heads.ts';
import { closesUnderTest } from '../../testing/closes-under-test.ts';
import { tamper } from '../../testing/integrity.ts';

const { runs, paid, close } = closesUnderTest();

/** Runs the command. @returns its exit code and its lines */
async function verify(...args: string[]) {
  const { database, keys, settings } = runs.test;
  const lines: string[] = [];
  const stdout = { write: (text: string) => lines.push(text.trimEnd()) > 0 };
  const code = await run(args, { database, keys, settings, stdout: stdout as typeof process.stdout });
  return { code, lines };
}
const printedHead = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.find((line) => line.startsWith('Head: '))?.slice('Head: '.length) ?? '';

describe('[OWN-06] npm run verify', () => {
  let head: string;

  beforeAll(async () => {
    await runs.begin();
    const mechanic = await runs.mechanic(0);
    await paid(mechanic, 100, '2026-11-01T06:00:00Z');
    await close('2026-11-02', '2026-11-01');
    await runs.pay(mechanic, 20);
    head = printedHead(await verify());
  });

  it('prints the heads of all chains as the log has them, and takes them back', async () => {
    expect(head).toMatch(/^activity:\d+:[0-9a-f]{64},closes:2:[0-9a-f]{64},ledger:\d+:[0-9a-f]{64}$/);
    expect(headsText(await readHeads(runs.test.database))).toBe(head);
    const { code, lines } = await verify('--expect', head);
    expect(code).toBe(0);
    expect(lines.slice(-3)).toEqual(
      head.split(',').map((each) => expect.stringMatching(new RegExp(`^Expected ${each}: .* contains it$`))),
    );
  });

  it.each([
    [
      'activity',
      `DELETE FROM activity WHERE id = (SELECT max(id) FROM activity);
      DELETE FROM chain_links WHERE chain = 'activity' AND entries = (SELECT max(entries) FROM chain_links WHERE chain = 'activity')`,
    ],
    [
      'ledger',
      `DELETE FROM ledger_entries WHERE id = (SELECT max(id) FROM ledger_entries);
      DELETE FROM chain_links WHERE chain = 'ledger' AND entries = (SELECT max(entries) FROM chain_links WHERE chain = 'ledger')`,
    ],
    ['closes', 'DELETE FROM closes WHERE number = (SELECT max(number) FROM closes)'],
  ])('exits with 1 after the end of the chain %s was removed', async (chain, statement) => {
    await tamper(runs.test.database, statement);
    const { code, lines } = await verify('--expect', head);
    expect(code).toBe(1);
    expect(lines.find((line) => line.startsWith(`Expected ${chain}:`))).toContain(' is not reached: ');
  });
});
