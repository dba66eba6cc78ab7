import { listOpenCalls } from '@wayside/contract/calls';
import { createNotification } from '@wayside/contract/notifications';
import { login, logout, ownProfile } from '@wayside/contract/session';
import { createSlot } from '@wayside/contract/slots';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { type Application, administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { apiUrl, callPattern, pretendExternalApi, recordCalls } from './support/calls.ts';
import {
  expectFocused,
  expectHidden,
  expectPath,
  expectValue,
  expectVisible,
  stored,
} from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { dialogNamed as dialog, press, rowWith } from './support/locators.ts';
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

/** A page with a session of its own, which a test can end. */
async function openOwn(page: Page, application: Application): Promise<string> {
  const token = await openSession(application);
  await beginWithToken(page, token);
  return token;
}

/** Another tab of the same browser. */
async function anotherTab(context: BrowserContext, errors: PageErrors): Promise<Page> {
  const page = await context.newPage();
  await errors.watch(page);
  return page;
}

/** Waits for the last call of the page: it would report an ended session before the form does. */
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

describe('[EDIT-02] a session that ends in the middle of a form', () => {
  for (const [width, theme] of [
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)
    test(`asks for the password in place; a click saves what was typed, once, on ${width}, ${theme}`, async ({
      openPage,
      application,
      pageErrors,
    }) => {
      pageErrors.allow(ended);
      const page = await openPage({ width, theme });
      const saves = recordCalls(page, createSlot);
      const token = await openOwn(page, application);
      const startTime = `${theme} ${width}`;
      await typeSlot(page, startTime);
      await revoke(application, token);
      await press(page, 'Create Slot');
      const asking = dialog(page, EXPIRED);
      await expectVisible(asking);
      await expectValue(asking.getByLabel('Email'), administrator.email);
      expect(await asking.getByLabel('Email').getAttribute('readonly')).not.toBeNull();
      await expectFocused(asking.getByLabel('Password'));
      await expectAccessible(page);
      await asking.getByLabel('Password').fill('wrong');
      await press(page, 'Sign In');
      await expectVisible(asking.getByText('Invalid credentials', { exact: true }));
      await asking.getByLabel('Password').fill(administrator.password);
      await press(page, 'Sign In');
      await expectHidden(asking);
      await expectVisible(toast(page, 'You are signed in again'));
      const adding = dialog(page, 'Add New Time Slot');
      await expectValue(adding.getByLabel('Start Time *'), startTime);
      await expectVisible(adding.getByText(/^Your session had ended, so nothing was saved/));
      expect(saves).toHaveLength(1);
      await press(page, 'Create Slot');
      await expectVisible(toast(page, 'Time slot created successfully'));
      expect(saves).toHaveLength(2);
      await expectPath(page, '/master/slots');
    });

  test('does so in the configuration and for a notification', async ({ openPage, application, pageErrors }) => {
    pageErrors.allow(ended);
    const page = await openPage();
    const token = await openOwn(page, application);
    await openSettled(page, '/master/config');
    await page.getByLabel('Platform fee (₹)').fill('55');
    await revoke(application, token);
    await press(page, 'Update Configuration');
    await dialog(page, EXPIRED).getByLabel('Password').fill(administrator.password);
    await page.keyboard.press('Enter');
    await expectHidden(dialog(page, EXPIRED));
    await expectValue(page.getByLabel('Platform fee (₹)'), '55');
    await press(page, 'Update Configuration');
    await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));

    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await page.getByLabel('Message').fill('The office is closed on Friday.');
    const sent = recordCalls(page, createNotification);
    await press(page, 'Send notification');
    await expectVisible(everybodyDialog(page).getByRole('button', { name: /^Send to \d/ }));
    await revoke(application, (await stored(page, tokenKey)) ?? '');
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

  test('may be given up, after a question, for the login page', async ({ openPage, application, pageErrors }) => {
    pageErrors.allow(ended);
    const page = await openPage();
    const token = await openOwn(page, application);
    await typeSlot(page, '07:00');
    await revoke(application, token);
    await press(page, 'Create Slot');
    await expectVisible(dialog(page, EXPIRED));
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(dialog(page, EXPIRED));
    await dialog(page, EXPIRED).getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expectPath(page, '/login');
    await expectVisible(page.getByText('Your session has expired. Please sign in again.'));
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('[AUTH-09] goes to the login page where nothing was typed, and in front of another provider', async ({
    openPage,
    application,
    pageErrors,
  }) => {
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

    const other = await openPage();
    await pretendExternalApi(other);
    const session = await openOwn(other, application);
    await other.goto('/master/slots');
    await fillSlot(other, '08:00');
    await revoke(application, session);
    await press(other, 'Create Slot');
    await expectPath(other, '/login');
  });

  test('sends nothing when the sign-in is that of another administrator', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(ended);
    const page = await openPage();
    const saves = recordCalls(page, createSlot);
    const token = await openOwn(page, application);
    await typeSlot(page, '06:00');
    await revoke(application, token);
    await press(page, 'Create Slot');
    await page.route(callPattern(ownProfile), (route) =>
      route.fulfill({ json: { status: true, data: { _id: 'f'.repeat(24), email: 'ravi@wayside.test' } } }),
    );
    await dialog(page, EXPIRED).getByLabel('Password').fill(administrator.password);
    await press(page, 'Sign In');
    await expectPath(page, '/login');
    expect(saves).toHaveLength(1);
  });
});

describe('[EDIT-02] another tab', () => {
  test('follows a sign-in to where it wanted to go, and a sign-out to the login page', async ({
    openPage,
    pageErrors,
  }) => {
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
    // Both run the application by now.
    await fillLogin(second);
    await expectPath(first, '/dashboard');
    await expectPath(second, '/dashboard');
  });

  test('that holds typed text asks instead of leaving, and goes on when the same person signs in again', async ({
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

  test('of another administrator never gets what was typed; without typed text the tab becomes theirs', async ({
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
    // To this browser the token is somebody else's.
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
    expect(await stored(first, tokenKey)).toBe(token);
    expect(saves).toHaveLength(0);
    const sent = first.waitForRequest(/slot\/getall/);
    await press(first, 'Refresh');
    expect((await sent).headers()['token']).toBe(token);
  });
});

test('[EDIT-02] a wrong answer to the login is shown in place', async ({ openPage, application, pageErrors }) => {
  pageErrors.allow(/^(response: 401|console: |request: )/);
  const page = await openPage();
  const token = await openOwn(page, application);
  await typeSlot(page, '03:00');
  await revoke(application, token);
  await press(page, 'Create Slot');
  await page.route(`**${new URL(apiUrl(application, login)).pathname}`, (route) => route.abort());
  await dialog(page, EXPIRED).getByLabel('Password').fill(administrator.password);
  await press(page, 'Sign In');
  await expectVisible(
    dialog(page, EXPIRED).getByText('Unable to connect to server. Please try again.', { exact: true }),
  );
});
