import { type CalendarDay, type DayClose, getClose, listCloses } from '@wayside/contract/closes';
import { listRuns } from '@wayside/contract/payment-runs';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './accessible.ts';
import { dialog, expectShown } from './elements.ts';
import { openScreen, respondWith, respondWithRows } from './open-screen.ts';
import { asRole } from './role.ts';

const days = Array.from(
  { length: 31 },
  (_, index): CalendarDay => ({
    day: `2026-03-${String(index + 1).padStart(2, '0')}`,
    state: 'closed',
    ...{ entryCount: 0, lateCount: 0, changePaise: 0, unexplainedPaise: 0 },
    ...{ closedAt: '2026-04-01T05:00:00.000Z', closedBy: 'kiran@example.in' },
  }),
);
const HASH = 'ab'.repeat(32);
const close: DayClose = {
  books: (['balances', 'user_wallets', 'mechanic_wallets'] as const).map((book) => ({
    ...{ book, openingPaise: 120_000, kinds: [], closingPaise: 120_000, unexplainedPaise: 0 },
  })),
  ...{ entryCount: 0, lateCount: 0, unreconciled: { count: 0, amountPaise: 0 }, differences: [], number: 5 },
  ...{
    day: '2026-03-05',
    startsAt: '2026-03-04T18:30:00.000Z',
    endsAt: '2026-03-05T18:30:00.000Z',
    timeZone: 'Asia/Kolkata',
  },
  ...{
    closedAt: '2026-04-01T05:00:00.000Z',
    closedById: null,
    closedBy: 'kiran@example.in',
    hash: HASH,
    keyFingerprint: HASH,
  },
};
const calendar = {
  days,
  closedThrough: '2026-03-31',
  firstDay: '2026-03-01',
  today: '2026-04-10',
  keyFingerprint: HASH,
};
const COMMON = [
  respondWith(listCloses, { record: calendar }),
  respondWith(getClose, { record: close, history: [] }),
  respondWithRows(listRuns),
];
const openAs = (role: 'viewer' | 'finance' | 'support', address: string) =>
  openScreen(address, [asRole(role), ...COMMON], { width: 375, theme: 'dark' });
const CLOSED_DAY = '/payouts/closing?month=2026-03&day=2026-03-05';
const books = dialog('Books of 5 Mar 2026');
const buttons = (name: RegExp) => page.getByRole('button', { name }).elements();

describe('[CLOS-01, TEAM-01] the calendar of closes', () => {
  it('can be closed and exported by finance users, but not reopened', async () => {
    await openAs('finance', CLOSED_DAY);
    await expect.element(books.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
    expect(buttons(/^Reopen/)).toEqual([]);
    await expectAccessible();
  });

  it('is visible to viewers, who cannot create payment runs either', async () => {
    await openAs('viewer', CLOSED_DAY);
    await expect.element(books.getByText('Closing', { exact: true }).first()).toBeVisible();
    expect(buttons(/^(Export|Reopen|Close through)/)).toEqual([]);
    await expectAccessible();
    await openAs('viewer', '/payouts/runs');
    await expectShown('No payment runs yet');
    expect(buttons(/^(New run|Bank results)/)).toEqual([]);
  });

  it('is not visible to support users', async () => {
    await openAs('support', '/payouts/closing');
    await expectShown("You don't have access to this page");
  });
});
