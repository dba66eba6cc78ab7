import { listOpenCalls } from '@wayside/contract/calls';
import { createNotification } from '@wayside/contract/notifications';
import { logout, ownProfile } from '@wayside/contract/session';
import { createSlot } from '@wayside/contract/slots';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { type Application, administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { apiUrl, callPattern, recordCalls } from './support/calls.ts';
import { expectHidden, expectPath, expectValue, expectVisible, readLocalStorage } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { dialogByName as dialog, press, rowWith } from './support/locators.ts';
import { everybodyDialog, sendToAll } from './support/notifications-screen.ts';
import type { PageErrors } from './support/page-errors.ts';
import { beginWithToken, fillLogin, openSession, tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';

const slot = { id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour' };
const test = signedInTest({ slots: [slot], configs: [aConfiguration()] });

const EXPIRED = 'Your session has expired';
const ended = /^(response: 401|console: )/;

/** Ends a session on the server, as a new password or a logout on another device does. */
const revoke = (application: Application, token: string) =>
  fetch(apiUrl(application, logout), { method: 'POST', headers: { token } });

/** Opens a page with its own session, which the test can end. */
async function openOwn(page: Page, application: Application): Promise<string> {
  const token = await openSession(application);
  await beginWithToken(page, token);
  return token;
}

/** Opens another tab of the same browser. */
async function anotherTab(context: BrowserContext, errors: PageErrors): Promise<Page> {
  const page = await context.newPage();
  await errors.watch(page);
  return page;
}

/** Opens a page and waits for its last call, which would otherwise report an ended session before the form does. */
async function openSettled(page: Page, path: string): Promise<void> {
  const settled = page.waitForResponse(callPattern(listOpenCalls));
  await page.goto(path);
  await settled;
}

const openSlots = (page: Page) => openSettled(page, '/master/slots');

async function typeSlot(page: Page, startTime: string): Promise<void> {
  await openSlots(page);
  await fillSlot(page, startTime);
}

async function fillSlot(page: Page, startTime: string): Promise<void> {
  await press(page, 'Add Slot');
  const adding = dialog(page, 'Add New Time Slot');
  await adding.getByLabel('Start Time *').fill(startTime);
  await adding.getByLabel('End Time *').fill('23:00');
  await adding.getByLabel('Duration *').fill('a while');
}

describe('[EDIT-02] a session that ends while a form is being filled in', () => {
  test('requires a new sign-in in the configuration and for a notification, and keeps the input', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(ended);
    const page = await openPage();
    const token = await openOwn(page, application);
    await openSettled(page, '/master/config');
    await page.getByLabel('Platform fee (₹)').fill('55');
    await revoke(application, token);
    await press(page, 'Update Configuration');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click();
    await dialog(page, EXPIRED).getByLabel('Password').fill(administrator.password);
    await page.keyboard.press('Enter');
    await expectHidden(dialog(page, EXPIRED));
    await expectValue(page.getByLabel('Platform fee (₹)'), '55');
    await press(page, 'Update Configuration');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click();
    await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));

    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await page.getByLabel('Message').fill('The office is closed on Friday.');
    const sent = recordCalls(page, createNotification);
    await press(page, 'Send notification');
    await expectVisible(everybodyDialog(page).getByRole('button', { name: /^Send to \d/ }));
    await revoke(application, (await readLocalStorage(page, tokenKey)) ?? '');
    await everybodyDialog(page)
      .getByRole('button', { name: /^Send to \d/ })
      .click();
    await dialog(page, EXPIRED).getByLabel('Password').fill(administrator.password);
    await page.keyboard.press('Enter');
    await expectHidden(dialog(page, EXPIRED));
    await expectValue(page.getByLabel('Message'), 'The office is closed on Friday.');
    expect(sent).toHaveLength(1);
    await sendToAll(page);
    await expectVisible(page.getByText('Saved. No delivery webhook is set up.', { exact: true }));
  });

  test('[AUTH-09] opens the login page when nothing was typed', async ({ openPage, application, pageErrors }) => {
    pageErrors.allow(ended);
    const page = await openPage();
    const token = await openOwn(page, application);
    await openSlots(page);
    await rowWith(page, '09:00 - 10:00')
      .getByRole('button', { name: /^Edit time slot/ })
      .click();
    await revoke(application, token);
    await press(page, 'Update Slot');
    await expectPath(page, '/login');
  });
});

describe('[EDIT-02] another browser tab', () => {
  test('follows a sign-in to its destination, and a logout to the login page', async ({ openPage, pageErrors }) => {
    const first = await openPage();
    const second = await anotherTab(first.context(), pageErrors);
    await first.goto('/bookings?search=ab12');
    await second.goto('/users');
    await expectPath(second, '/');
    await expectVisible(second.getByRole('heading', { name: 'Admin Panel Login' }));
    await fillLogin(first);
    await expectPath(first, '/bookings');
    await expectPath(second, '/users');
    await expectVisible(second.getByRole('heading', { name: 'Users', level: 1 }));
    await press(first, 'Logout');
    await expectVisible(second.getByRole('heading', { name: 'Admin Panel Login' }));
    // Both tabs run the application by now.
    await fillLogin(second);
    await expectPath(first, '/dashboard');
    await expectPath(second, '/dashboard');
  });

  test('asks before it leaves a screen with unsaved input, and continues when the same user signs in again', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(ended);
    const first = await openPage();
    await openOwn(first, application);
    await typeSlot(first, '05:00');
    const second = await anotherTab(first.context(), pageErrors);
    await second.goto('/dashboard');
    await press(second, 'Logout');
    await expectVisible(dialog(first, 'You were signed out in another tab'));
    await expectAccessible(first);
    await fillLogin(second);
    await expectPath(second, '/dashboard');
    await expectHidden(dialog(first, 'You were signed out in another tab'));
    await press(first, 'Create Slot');
    await expectVisible(toast(first, 'Time slot created successfully'));
  });

  test('never receives the input when another administrator uses it, and a tab without input switches to that administrator', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(ended);
    const first = await openPage();
    const saves = recordCalls(first, createSlot);
    await openOwn(first, application);
    await typeSlot(first, '04:00');
    const second = await anotherTab(first.context(), pageErrors);
    const token = await openSession(application);
    // In this browser, the token belongs to another user.
    await first.context().route(callPattern(ownProfile), async (route) => {
      if (route.request().headers()['token'] !== token) return route.fallback();
      await route.fulfill({ json: { status: true, data: { _id: 'f'.repeat(24), email: 'ravi@wayside.test' } } });
    });
    await second.goto('/config.json');
    await second.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const);
    const asking = dialog(first, 'ravi@wayside.test has signed in in another tab');
    await expectVisible(asking);
    await expectAccessible(first);
    await asking.getByRole('button', { name: 'Discard' }).click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expectHidden(dialog(first, 'Add New Time Slot'));
    await expectVisible(first.getByRole('heading', { name: 'Time Slots', level: 1 }));
    expect(await readLocalStorage(first, tokenKey)).toBe(token);
    expect(saves).toHaveLength(0);
    const sent = first.waitForRequest(/slot\/getall/);
    await press(first, 'Refresh');
    expect((await sent).headers()['token']).toBe(token);
  });
});
