import { readFile } from 'node:fs/promises';
import { REFUND_STATES } from '@wayside/contract/filter-values';
import { mechanicShare } from '@wayside/contract/refunds';
import { beforeAll, describe, expect, it } from 'vitest';
import { lostPaise, nextRefundState, REFUND_EVENTS, remainingPaise } from './refund-states.ts';

const MONEY = new URL('../../../../../docs/money.md', import.meta.url);
const TRIGGER = new URL('../../../migrations/functions/forbid_refund_changes.sql', import.meta.url);

/** The state table in docs/money.md, as cells by event and state. */
let documented: Map<string, Map<string, string>>;
beforeAll(async () => {
  const lines = (await readFile(MONEY, 'utf8')).split('\n');
  const first = lines.findIndex((line) => line.startsWith('| refund event |'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [headings = [], , ...rows] = lines.slice(first, end).map(cellsOf);
  documented = new Map(
    rows.map(([event = '', ...cells]) => [
      event,
      new Map(headings.slice(1).map((state, index) => [state, cells[index] ?? ''])),
    ]),
  );
});

describe('[REFD-01, REFD-03] the refund table in docs/money.md', () => {
  it('lists every event and every state', () => {
    expect([...documented.keys()]).toEqual([...REFUND_EVENTS]);
    for (const byState of documented.values())
      expect([...byState.keys()].sort()).toEqual([...REFUND_STATES].sort());
  });

  it.each(REFUND_EVENTS.flatMap((event) => REFUND_STATES.map((state) => [event, state] as const)))(
    'states the result of %s in the state %s',
    (event, state) => {
      expect(nextRefundState(state, event) ?? '–').toBe(documented.get(event)?.get(state));
    },
  );

  it('allows exactly the changes that the trigger forbid_refund_changes allows', async () => {
    const inTable = [...documented.values()].flatMap((byState) =>
      [...byState].filter(([, to]) => to !== '–').map(([from, to]) => `${from} ${to}`),
    );
    const [, pairs = ''] =
      /\(OLD\.state, NEW\.state\) IN \((.+?)\) THEN/s.exec(await readFile(TRIGGER, 'utf8')) ?? [];
    const allowed = [...pairs.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`);
    expect(allowed.sort()).toEqual([...new Set(inTable)].sort());
  });
});

describe('[REFD-01] the amount that can be refunded', () => {
  const paid = { status: 'paid', paidPaise: 100_000, returnedPaise: 0, pendingPaise: 0, disputedPaise: 0 };
  it.each([
    [{}, 100_000],
    [{ returnedPaise: 30_000 }, 70_000],
    [{ returnedPaise: 30_000, pendingPaise: 20_000 }, 50_000],
    [{ returnedPaise: 30_000, disputedPaise: 80_000 }, 0],
    [{ status: 'refunded' }, 0],
    [{ status: 'pending' }, 0],
    [{ status: null }, 0],
  ])('is calculated for ₹1,000 with %j', (facts, paise) => {
    expect(remainingPaise({ ...paid, ...facts })).toBe(paise);
  });

  it.each([
    [100_000, 'paid', false, 0, 100_000],
    [100_000, 'paid', false, 30_000, 70_000],
    [50_000, 'paid', false, 30_000, 50_000],
    [50_000, 'paid', false, 120_000, 0],
    [50_000, 'refunded', true, 0, 0],
    [50_000, 'refunded', false, 0, 50_000],
    [50_000, 'paid', true, 0, 50_000],
  ])(
    '[REFD-03] is limited for a lost dispute of %i paise (payment: %s, refunded before: %s, already returned: %i) to %i',
    (amountPaise, status, isAfterRefund, returnedPaise, lost) => {
      expect(lostPaise({ amountPaise, isAfterRefund }, { ...paid, status, returnedPaise })).toBe(lost);
    },
  );
});

it.each([
  [100, 0, 0],
  [100, 100, 100],
  [1, 50, 1],
  [3, 50, 2],
  [30_001, 25, 7500],
  [9_999_999_999, 33, 3_300_000_000],
])('[REFD-02] the mechanic’s share of %i paise at %i %% is %i', (amount, percent, share) => {
  expect(mechanicShare(amount, percent)).toBe(share);
});
