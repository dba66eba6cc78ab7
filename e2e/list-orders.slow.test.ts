import { exportPayments } from '@wayside/contract/exports';
import { listPayments } from '@wayside/contract/payments';
import { summarizePayouts } from '@wayside/contract/payouts-earnings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { expectHidden, expectSorted, expectText, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic } from './support/factories/people.ts';
import { chooseExport } from './support/files.ts';
import { queriesOf, queryOf } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';

const asha = aMechanic({ name: 'Asha' });
const deepa = aMechanic({ name: 'Deepa Waits' });
const test = signedInTest({
  mechanics: [asha, deepa],
  payments: [
    aPayment({ amountPaise: 123_450, transactedAt: '2026-03-09T05:00:00.000Z' }),
    aPayment({ amountPaise: 5_000, transactedAt: '2026-03-07T05:00:00.000Z' }),
    aPayment({ amountPaise: 70_000, transactedAt: '2026-03-06T05:00:00.000Z' }),
    ...Array.from({ length: 9 }, () => aPayment({ transactedAt: '2026-01-01T05:00:00.000Z' })),
  ],
});

async function openPayments(page: Page, count: number, search = ''): Promise<void> {
  await page.goto(`/payments${search}`);
  await expectVisible(page.getByRole('heading', { name: `All Payments (${count})`, exact: true }));
}

describe('the payments', () => {
  test('[VIEW-02] is ordered by amount and date at their headings, in the address', async ({ page }) => {
    const calls = recordCalls(page, listPayments);
    await openPayments(page, 12);
    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const first = page.getByRole('row').nth(1);
    await expectSorted(heading('Date and Time'), 'descending');
    await heading('Amount').getByRole('button').click();
    await expectSorted(heading('Amount'), 'descending');
    await expectText(first.getByRole('cell').nth(4), '₹1,298');
    await heading('Amount').getByRole('button').click();
    await expectSorted(heading('Amount'), 'ascending');
    await expectText(first.getByRole('cell').nth(4), '₹50');
    await expectAccessible(page);
    await page
      .getByRole('navigation', { name: 'Pages of payments' })
      .getByRole('link', { name: 'Page 2', exact: true })
      .click();
    await expect.poll(() => queriesOf(calls)).toHaveLength(4);
    expect(queriesOf(calls).map(({ sort, page: number }) => [sort, number])).toEqual([
      [undefined, '1'],
      ['-amount', '1'],
      ['amount', '1'],
      ['amount', '2'],
    ]);
    await page.goBack();
    await page.goBack();
    await expectSorted(heading('Amount'), 'descending');
    await heading('Date and Time').getByRole('button').click();
    await heading('Date and Time').getByRole('button').click();
    await expectSorted(heading('Date and Time'), 'ascending');
    await expectText(first.getByRole('cell').nth(6), /^1 Jan 2026/);
  });

  test('[VIEW-01] its export has the days that the list is cut to', async ({ page }) => {
    await openPayments(page, 2, '?from=2026-03-06&to=2026-03-07');
    const calls = recordCalls(page, exportPayments);
    await chooseExport(page, 'CSV');
    await expect.poll(() => queriesOf(calls)).toMatchObject([{ from: '2026-03-06', to: '2026-03-07' }]);
  });
});

test('[VIEW-01] days that end before they begin are named, and nothing is asked for', async ({ page }) => {
  await openPayments(page, 12);
  const calls = recordCalls(page, listPayments);
  await pushPath(page, '/payments?from=2026-03-07&to=2026-03-06');
  const reason = page.getByText('The range ends before it begins');
  await expectVisible(reason);
  await expectVisible(page.getByText('Must not be before From.'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectAccessible(page);
  await page.reload();
  await expectVisible(reason);
  expect(calls).toHaveLength(0);
  await page.getByLabel('To', { exact: true }).fill('2026-03-07');
  await expectVisible(page.getByRole('heading', { name: 'All Payments (1)', exact: true }));
  await expectHidden(page.getByText('Must not be before From.'));
  await page.goBack();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectVisible(page.getByRole('heading', { name: 'All Payments (12)', exact: true }));
});

describe('the payouts', () => {
  test('[VIEW-02] is ordered by every column, without a call', async ({ page }) => {
    const calls = recordCalls(page, summarizePayouts);
    await page.goto('/payouts');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (2)', exact: true }));
    const names = page.getByRole('row').getByRole('cell').nth(1);
    for (const column of [
      'Contact',
      'Total Earnings',
      'Paid Out',
      'Commission',
      'Net Balance',
      'Status',
      'Mechanic',
    ]) {
      const heading = page.getByRole('columnheader', { name: column, exact: true });
      await heading.getByRole('button').click();
      await expectSorted(heading, 'descending');
    }
    await expectText(names, /Deepa Waits/);
    await page.getByRole('columnheader', { name: 'Mechanic', exact: true }).getByRole('button').click();
    await expectText(names, /Asha/);
    expect(queryOf(page)).toEqual({ sort: 'name' });
    expect(calls).toHaveLength(1);
  });
});
