import { createNotification, deleteNotification, listNotifications } from '@wayside/contract/notifications';
import { listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectPresentable, looks } from './support/accessible.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { rowWith } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { toastRegion } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

const heading = (page: Page) => page.getByRole('heading', { name: 'All Notifications', exact: true });

test('[NOTI-01, API-15] pages that nobody counts are turned one by one', async ({ page }) => {
  await page.goto('/notifications');
  await expectVisible(heading(page));
  await expectVisible(page.getByText('page 1', { exact: true }));
  await expectVisible(page.getByText('Showing 1 to 10 notifications'));
  await expectVisible(page.getByText('1 notification could not be read whole.'));
  await expectTexts(rowWith(page, 'Message 1').first().getByRole('cell'), [
    'Message 1',
    'Festival',
    'N/A',
    'N/A',
    '',
  ]);
  const pages = page.getByRole('navigation', { name: 'Pages of notifications' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expectVisible(page.getByText('Showing 11 to 20 notifications'));
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await expectVisible(page.getByText('Showing 21 to 23 of 23 notifications'));
  await expectVisible(page.getByRole('heading', { name: 'All Notifications (23)' }));
  await expectHidden(pages.getByRole('link', { name: 'Page 4' }));
  await page.goto('/notifications?page=5');
  // Nobody counts them, so only the page before is tried.
  await expectVisible(page.getByText('There is no page 4; the last one is page 3.'));
  expect(provider.asked(listNotifications).map(({ query }) => query['page'])).toEqual(['1', '2', '3', '5', '4']);
});

test('[NOTI-02, NOTI-03, NOTI-04, ERR-02] one is sent to a customer of theirs', async ({ page, problems }) => {
  problems.allow(/^(response: 502|console: )/);
  await page.goto('/notifications');
  await page.getByLabel('Message', { exact: true }).fill('Your car is ready');
  await page.getByLabel('Recipient type').selectOption('User');
  const recipient = page.getByRole('combobox', { name: 'Select user' });
  await recipient.fill('n');
  // Who has no id cannot be meant.
  await expectVisible(page.getByRole('option', { name: /Meera Nair/ }));
  await expectHidden(page.getByRole('option', { name: /Nobody Known/ }));
  await page.getByRole('option', { name: /Meera Nair/ }).click();
  provider.misbehaves(createNotification, 'html 502', 'refused');
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: 'Send notification' }).click();
    await expect.poll(() => provider.asked(createNotification).length).toBe(times);
    await expectVisible(page.getByText('Failed to send notification', { exact: true }));
  }
  await page.getByRole('button', { name: 'Send notification' }).click();
  await expectVisible(page.getByText('Notification sent successfully'));
  await expectVisible(rowWith(page, 'Your car is ready'));
  await expectHidden(toastRegion(page).getByRole('button', { name: 'Undo' }));
  expect(provider.asked(createNotification)).toHaveLength(3);
  expect(provider.asked(listUsers).map(({ query }) => query['limit'])).toEqual(['100']);
});

test('[NOTI-04, ERR-02] one is deleted', async ({ page, problems }) => {
  problems.allow(/^(response: 502|console: )/);
  await page.goto('/notifications');
  const remove = rowWith(page, 'Message 3').getByRole('button', { name: /^Delete notification/ });
  provider.misbehaves(deleteNotification, 'html 502');
  await remove.click();
  await expectVisible(page.getByText('Failed to delete notification', { exact: true }));
  await remove.click();
  await expectVisible(page.getByText('Notification deleted successfully'));
  await expectHidden(rowWith(page, 'Message 3'));
  expect(provider.asked(deleteNotification)).toHaveLength(2);
});

describe.for(looks)('on $width in $theme', (look) => {
  test('[API-15] what could not be read is said in a quiet line', async ({ openPage }) => {
    const page = await openPage(look);
    await beginWithTheirToken(page);
    await page.goto('/users');
    await expectText(
      page.getByRole('status').filter({ hasText: 'could not be read' }),
      '3 users could not be read whole. The browser’s console names the fields.',
    );
    await expectPresentable(page);
  });
});
