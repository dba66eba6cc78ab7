import { listCloses, reopenDays } from '@wayside/contract/closes';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { type Application, runProgram } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { pushPath } from './support/navigation.ts';
import { toast } from './support/toasts.ts';

const ravi = aMechanic({ name: 'Ravi Kumar' });
const paidAt = (transactedAt: string, amountPaise: number) =>
  aPayment({ mechanic: refTo(ravi), amountPaise, method: 'upi', transactedAt });
const test = signedInTest({
  mechanics: [ravi],
  payments: [
    paidAt('2026-02-20T05:00:00.000Z', 100_000),
    paidAt('2026-03-05T05:00:00.000Z', 20_000),
    paidAt('2026-03-05T19:00:00.000Z', 3_000),
  ],
});
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

/** Reopens all days that an earlier attempt of the test has closed. */
async function reopenAll(application: Application, token: string): Promise<void> {
  const { record } = await callApi(application, token, listCloses, { query: MARCH });
  if (record.firstDay !== null)
    await callApi(application, token, reopenDays, {
      params: { day: record.firstDay },
      body: { reason: 'Another attempt' },
    });
}

const day = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function closeMarch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close through 31 Mar 2026' }).click();
  await dialog(page, 'Close 1 Mar 2026 to 31 Mar 2026?').getByRole('button', { name: 'Close 31 days' }).click();
  await expectVisible(toast(page, '1 Mar 2026 to 31 Mar 2026 are closed: 31 days.'));
}

describe('the calendar of closes', () => {
  test('[CLOS-01] previews each day and closes a month', async ({ page, application, token }) => {
    await reopenAll(application, token);
    await page.goto('/payouts/closing?month=2026-03');
    await expectVisible(page.getByText('No days closed yet'));
    await expectVisible(day(page, '5 Mar 2026: open, ₹200 in 1 entry'));
    await page.getByRole('button', { name: 'Close through 31 Mar 2026' }).click();
    const form = dialog(page, 'Close 1 Mar 2026 to 31 Mar 2026?');
    await expectVisible(form.getByText('Unreconciled: 0, ₹0', { exact: true }));
    await expectText(
      form.getByRole('table', { name: 'Balances of mechanics' }),
      /Opening ₹1,000.00 Earnings, paid to the platform 2 \+₹230.00 Closing ₹1,230.00$/,
    );
    await expectAccessible(page);
    await form.getByLabel('First day').fill('2026-03-04');
    await expectVisible(dialog(page, 'Close 4 Mar 2026 to 31 Mar 2026?'));
    await dialog(page, 'Close 4 Mar 2026 to 31 Mar 2026?').getByRole('button', { name: 'Close 28 days' }).click();
    await expectVisible(toast(page, '4 Mar 2026 to 31 Mar 2026 are closed: 28 days.'));
    await expectHidden(page.getByRole('dialog'));
    await expectVisible(page.getByText('Closed through 31 Mar 2026'));
    await expectAccessible(page);

    // The payment was made at 0:30 on the 6th in India.
    await day(page, '6 Mar 2026: closed, ₹30 in 1 entry').click();
    const books = dialog(page, 'Books of 6 Mar 2026');
    await expectText(
      books.getByRole('table', { name: 'Balances of mechanics' }),
      /Opening ₹1,200.00 Earnings, paid to the platform 1 \+₹30.00 Closing ₹1,230.00$/,
    );
    await expectAccessible(page);
    expect(new URL(page.url()).search).toBe('?month=2026-03&day=2026-03-06');
    await page.reload();
    await expectVisible(books.getByText('1 entry', { exact: true }));
    await page.keyboard.press('Escape');
    await expectHidden(books);
  });

  test('[CLOS-01, CLOS-03] shows later entries on the next open day, exports them, and can be reopened with a reason', async ({
    page,
    application,
    token,
  }) => {
    await reopenAll(application, token);
    await page.goto('/payouts/closing?month=2026-03');
    await closeMarch(page);
    await loadMarketplace(application, { payments: [paidAt('2026-03-05T06:00:00.000Z', 700)] });
    await page.getByRole('button', { name: 'Next month' }).click();
    await expectVisible(page.getByRole('heading', { name: 'April 2026' }));
    await expectText(day(page, /^1 Apr 2026: open, /), /\d late/);
    await pushPath(page, `/payouts?mechanic=${ravi.id}`);
    await dialog(page, /Ravi Kumar/)
      .getByRole('button', { name: /^Explain/ })
      .first()
      .click();
    await expectVisible(page.getByText('in the books of 1 Apr 2026').first());
    await page.goto('/payouts/closing?month=2026-03');

    await day(page, /^5 Mar 2026: closed/).click();
    const books = dialog(page, 'Books of 5 Mar 2026');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      books.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('close-2026-03-05.txt');
    const output = await runProgram(application, ['verify-close', await download.path()]);
    expect(output).toContain('Proved: 5 Mar 2026, 1 row');

    await books.getByRole('button', { name: 'Reopen' }).click();
    const form = dialog(page, 'Reopen 5 Mar 2026?');
    await form.getByRole('button', { name: 'Reopen' }).click();
    await expectVisible(form.getByText('Required', { exact: true }));
    await form.getByRole('textbox', { name: 'Reason' }).fill('A payment was missing');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Reopen' }).click();
    await expectVisible(toast(page, '5 Mar 2026 to 31 Mar 2026 are open again: 27 days.'));
    await expectHidden(books);
    await expectVisible(day(page, /^5 Mar 2026: open/));
    await expectVisible(page.getByText('Closed through 4 Mar 2026'));
  });
});
