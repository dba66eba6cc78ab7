import { readFile } from 'node:fs/promises';
import { BANK_STATUSES, RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunStateTable, readRunStateTable } from '../../testing/run-state-table.ts';
import { decideRunRow } from './run-row-states.ts';

const TRIGGER = new URL('../../../migrations/functions/forbid_run_row_changes.sql', import.meta.url);

let table: RunStateTable;
beforeAll(async () => {
  table = await readRunStateTable();
});

describe('[BANK-04] the state table in docs/money.md', () => {
  it('lists every state and every bank status', () => {
    for (const status of BANK_STATUSES)
      expect([...(table.get(status)?.keys() ?? [])].sort()).toEqual([...RUN_ROW_STATES].sort());
  });

  it.each(
    BANK_STATUSES.flatMap((status) =>
      RUN_ROW_STATES.flatMap((state) => [false, true].map((isOfPerson) => ({ status, state, isOfPerson }))),
    ),
  )(
    'states the result of $status in the state $state (by a user: $isOfPerson)',
    ({ status, state, isOfPerson }) => {
      const cell = table.get(status)?.get(state);
      const documented = isOfPerson ? cell?.byPerson : cell?.byBank;
      const transactionKey = 'utr1';
      const isKnown = state === 'paid' || state === 'reversed';
      const decided = decideRunRow(
        { state, amountPaise: 100, transactionKey: isKnown ? transactionKey : null },
        { status, amountPaise: isOfPerson ? null : 100, isSameAccount: true, transactionKey, isOfPerson },
      );
      expect({
        to: decided.to === null ? [] : [decided.to],
        isForPerson: decided.to === null && decided.issue !== null,
      }).toEqual(documented);
    },
  );

  it('allows exactly the changes that the trigger forbid_run_row_changes allows', async () => {
    const documented = [...table.values()].flatMap((byState) =>
      [...byState].flatMap(([from, { byBank, byPerson }]) =>
        [...byBank.to, ...byPerson.to].map((to) => `${from} ${to}`),
      ),
    );
    const [, pairs = ''] =
      /\(OLD\.state, NEW\.state\) IN \((.+?)\) THEN/s.exec(await readFile(TRIGGER, 'utf8')) ?? [];
    const allowed = [...pairs.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`);
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed.sort()).toEqual([...new Set(documented)].sort());
  });
});
