import { listMechanics } from '@wayside/contract/mechanics';
import { createNotification, deleteNotification, listNotifications } from '@wayside/contract/notifications';
import { listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { bannerWith, expectBanner } from './support/banner.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { press } from './support/locators.ts';
import { deleteBy, everybodyDialog, sendToAll } from './support/notifications-screen.ts';
import { beginSignedIn } from './support/session.ts';
import { toastRegion } from './support/toasts.ts';

const ravi = aUser({ name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876501234' });
const suresh = aMechanic({ name: 'Suresh Patil', email: 'suresh@example.in' });
const notification = (index: number) => ({
  id: newRecordId(),
  message: index === 0 ? 'The newest of them' : `Message ${index}`,
  type: index === 1 ? 'promotion' : 'all',
  user: null,
  mechanic: null,
  createdAt: new Date(Date.parse('2026-03-05T05:00:00Z') - index * 60_000).toISOString(),
  updatedAt: null,
});

const test = signedInTest({
  users: [ravi],
  mechanics: [suresh],
  notifications: Array.from({ length: 12 }, (_, index) => notification(index)),
});

const send = (page: Page) => page.getByRole('button', { name: 'Send notification', exact: true });
const message = (page: Page) => page.getByLabel('Message', { exact: true });
const recipientType = (page: Page) => page.getByLabel('Recipient type', { exact: true });

async function openNotifications(page: Page): Promise<void> {
  await page.goto('/notifications');
  await expectVisible(page.getByRole('heading', { name: /^All Notifications \(/ }));
}

test('[NOTI-01, VIEW-02] lists newest first, or oldest first, ten a page, and searches the page without a call', async ({
  page,
}) => {
  const calls = recordCalls(page, listNotifications);
  await openNotifications(page);
  await expectVisible(page.getByRole('row').nth(1).getByText('The newest of them', { exact: true }));
  await expectVisible(page.getByText('Showing 1 to 10 of 12 notifications', { exact: true }));
  await page.getByRole('searchbox', { name: 'Search this page' }).fill('PROMO');
  await expectVisible(page.getByText('Message 1', { exact: true }));
  await expectHidden(page.getByText('The newest of them', { exact: true }));
  expect(calls).toHaveLength(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => calls.length).toBe(2);
  await page.getByRole('searchbox', { name: 'Search this page' }).fill('');
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
  await expectVisible(page.getByRole('row').nth(1).getByText('Message 11', { exact: true }));
});

test('[NOTI-02, NOTI-03, NOTI-05] sends a message to one customer and deletes it by Undo', async ({ page }) => {
  await openNotifications(page);
  const sent = page.waitForRequest((request) => request.url().endsWith(createNotification.path));
  await message(page).fill('  Your car is ready  ');
  await recipientType(page).selectOption('user');
  const recipient = page.getByRole('combobox', { name: 'Select user' });
  await recipient.fill('RAVI@');
  await expectVisible(page.getByRole('option', { name: /Ravi Kumar/ }));
  await page.keyboard.press('Enter');
  expect(await recipient.inputValue()).toBe('Ravi Kumar');
  await send(page).click();
  expect(z.decode(createNotification.body ?? z.never(), (await sent).postDataJSON())).toEqual({
    message: 'Your car is ready',
    type: 'user',
    userId: ravi.id,
    mechanicId: null,
  });
  // Reported once, in the banner (NOTI-05).
  await expectVisible(page.getByText('Saved. No delivery webhook is set up.', { exact: true }));
  expect(await toastRegion(page).getByRole('button').count()).toBe(0);
  await expectVisible(page.getByText('Your car is ready', { exact: true }));
  expect(await message(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectVisible(page.getByText('Notification withdrawn', { exact: true }));
  await expectHidden(page.getByRole('cell', { name: 'Your car is ready', exact: true }));
  expect(await message(page).inputValue()).toBe('  Your car is ready  ');
  expect(await recipient.inputValue()).toBe('Ravi Kumar');
});

test('[NOTI-05] names the number of recipients before a message goes to everybody', async ({ page }) => {
  const calls = recordCalls(page, createNotification);
  await openNotifications(page);
  await message(page).fill('Closed on Sunday');
  await send(page).click();
  const dialog = everybodyDialog(page);
  await expectVisible(dialog.getByRole('button', { name: 'Send to 2', exact: true }));
  await expectVisible(dialog.getByText('1 customer and 1 mechanic get this message.', { exact: true }));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(calls).toHaveLength(0);
  expect(await message(page).inputValue()).toBe('Closed on Sunday');
  await sendToAll(page);
  await expectVisible(page.getByText('Closed on Sunday', { exact: true }));
  expect(calls).toHaveLength(1);
});

test('[NOTI-05] the pick list asks the server for what is typed', async ({ page }) => {
  const calls = recordCalls(page, listUsers);
  await openNotifications(page);
  await recipientType(page).selectOption('user');
  const recipient = page.getByRole('combobox', { name: 'Select user' });
  // A phone number in another notation is found by the server alone.
  await recipient.fill(`+91 ${ravi.phone}`);
  await page.getByRole('option', { name: /Ravi Kumar/ }).click();
  expect(await recipient.inputValue()).toBe('Ravi Kumar');
  await expect
    .poll(() => calls.map(({ searchParams }) => searchParams.get('search')))
    .toContain(`+91 ${ravi.phone}`);
  await recipient.fill('nobody at all');
  await expectVisible(page.getByText('Nobody matches', { exact: true }));
});

test('[NOTI-03] requires message and recipient, and another type clears the recipient', async ({ page }) => {
  const calls = recordCalls(page, createNotification);
  const lists = recordCalls(page, listMechanics);
  await openNotifications(page);
  await message(page).fill('   ');
  await send(page).click();
  await expectVisible(page.getByText('Please enter a message', { exact: true }));
  await message(page).fill('Hello');
  await recipientType(page).selectOption('user');
  await send(page).click();
  await expectVisible(page.getByText('Please select a user', { exact: true }));
  await page.getByRole('combobox', { name: 'Select user' }).fill('ravi');
  await page.getByRole('option', { name: /Ravi Kumar/ }).click();
  await recipientType(page).selectOption('mechanic');
  expect(await page.getByRole('combobox', { name: 'Select mechanic' }).inputValue()).toBe('');
  await send(page).click();
  await expectVisible(page.getByText('Please select a mechanic', { exact: true }));
  expect(calls).toHaveLength(0);
  expect(lists.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['100']);
});

test('[NOTI-04] shows a failure in a banner for three seconds and keeps the input', async ({ page }) => {
  await serveAnswers(page, createNotification, { status: 500, json: {} });
  await serveAnswers(page, deleteNotification, { json: { status: false } });
  await openNotifications(page);
  await message(page).fill('Hello');
  await sendToAll(page);
  const failed = page.getByText('Failed to send notification', { exact: true });
  await expectVisible(failed);
  expect(await message(page).inputValue()).toBe('Hello');
  await expectHidden(failed);
  await deleteBy(page.getByRole('button', { name: /^Delete notification/ }).first());
  await expectVisible(page.getByText('Failed to delete notification', { exact: true }));
});

test('[NOTI-04] the banner shifts nothing when it appears and disappears', async ({ page }) => {
  await watchLayoutShift(page);
  await serveAnswers(page, createNotification, { status: 500, json: {} });
  await openNotifications(page);
  const [form, list] = [page.getByRole('form'), page.getByRole('heading', { name: /^All Notifications/ })];
  const places = () => Promise.all([form, list].map((part) => part.boundingBox()));
  await message(page).fill('Hello');
  const before = await places();
  await sendToAll(page);
  const banner = page.getByRole('alert').getByText('Failed to send notification', { exact: true });
  await expectVisible(banner);
  expect(await places()).toEqual(before);
  await expectAccessible(page);
  await expectHidden(banner);
  expect(await places()).toEqual(before);
  await expectNoLayoutShift(page);
});

test('[NOTI-04] shows the banner at any scroll position', async ({ openPage, application }) => {
  const page = await openPage({ width: 'phone' });
  await beginSignedIn(page, application);
  await openNotifications(page);
  const deletion = page.getByRole('button', { name: /^Delete notification/ }).last();
  await deletion.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  await serveAnswers(page, deleteNotification, { json: { status: false } });
  await deleteBy(deletion);
  const banner = page.getByRole('alert').getByText('Failed to delete notification', { exact: true });
  await expectVisible(banner);
  const box = await banner.boundingBox();
  const header = await page.getByRole('banner').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  expect(box?.y).toBeLessThan(200);
});

test('[NOTI-01, NOTI-04, NOTI-05] deletes a notification, and asks first', async ({ page }) => {
  await openNotifications(page);
  const row = page.getByRole('row').filter({ hasText: 'Message 2' });
  await row.getByRole('button', { name: /^Delete notification/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this notification?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectVisible(row);
  await row.getByRole('button', { name: /^Delete notification/ }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectVisible(page.getByText('Notification deleted successfully', { exact: true }));
  await expectHidden(row);
});

test('[NOTI-04, ERR-03] shows a failed load in a banner and in place', async ({ page }) => {
  const failed = 'Failed to load notifications';
  await serveAnswers(page, listNotifications, { json: { status: false } }, 'real');
  await page.goto('/notifications');
  await expectBanner(bannerWith(page, failed));
  await expectVisible(
    page.getByRole('alert').filter({ hasText: 'Error Loading Notifications' }).getByText(failed, { exact: true }),
  );
  await press(page, 'Try Again');
  await expectVisible(page.getByText('The newest of them', { exact: true }));
});

describe('accessibility', () => {
  test('of list, form and pick list', async ({ openPage, application }) => {
    const page = await openPage();
    await beginSignedIn(page, application);
    await openNotifications(page);
    await recipientType(page).selectOption('mechanic');
    await page.getByRole('combobox', { name: 'Select mechanic' }).fill('s');
    await expectVisible(page.getByRole('option', { name: /Suresh Patil/ }));
    await expectAccessible(page);
  });
});
