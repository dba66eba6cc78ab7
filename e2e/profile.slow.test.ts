import { changePassword, listOwnSessions, readProfile } from '@wayside/contract/profile';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { accountButton } from './support/navigation.ts';
import { beginWithToken, openSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const test = applicationTest();
const NEW_PASSWORD = 'a new password for a test';

const section = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`^${title}`) });
const rows = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expectVisible(page.getByRole('heading', { name: 'Profile', level: 1 }));
  await expectVisible(rows(page).first());
}

test('[TEAM-03] the profile is opened from the account menu, and the name is changed', async ({
  openSignedIn,
  application,
}) => {
  const page = await openSignedIn();
  await page.goto('/dashboard');
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expectPath(page, '/profile');
  const name = section(page, 'Name');
  await expectVisible(name.getByText(administrator.email));
  await name.getByLabel('Name', { exact: true }).fill('');
  await name.getByRole('button', { name: 'Save name' }).click();
  await expectVisible(name.getByText('Required', { exact: true }));
  await name.getByLabel('Name', { exact: true }).fill('  Asha Rao ');
  await name.getByRole('button', { name: 'Save name' }).click();
  await expectVisible(toast(page, 'Name saved'));
  expect(await name.getByLabel('Name', { exact: true }).inputValue()).toBe('Asha Rao');
  const { record } = await callApi(application, await openSession(application), readProfile);
  expect(record.name).toBe('Asha Rao');
});

describe('[TEAM-03] the user’s own sessions', () => {
  test('are listed, ended one by one, and ended all at once except the current one', async ({
    openPage,
    application,
  }) => {
    const mine = await openSession(application);
    for (let other = 0; other < 3; other += 1) await openSession(application);
    const page = await openPage();
    await beginWithToken(page, mine);
    await openProfile(page);
    const all = await rows(page).count();
    expect(all).toBeGreaterThanOrEqual(4);
    await expectText(rows(page).first(), /This session.*Active now/s);
    await expectText(rows(page).nth(1), /Last seen/);
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await expect.poll(() => rows(page).count()).toBe(all - 1);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByRole('button', { name: 'Sign out' }).click();
    await expectVisible(page.getByText('You have no other sessions.'));
    const { rows: left } = await callApi(application, mine, listOwnSessions);
    expect(left.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });
});

test('[TEAM-03] a new password requires the current one and ends the session of the other browser', async ({
  openPage,
  application,
  pageErrors,
}) => {
  const page = await openPage();
  await beginWithToken(page, await openSession(application));
  const other = await openPage();
  await beginWithToken(other, await openSession(application));
  await openProfile(other);
  await openProfile(page);
  const form = section(page, 'Password');
  const send = async (present: string, typed: string, again = typed) => {
    await form.getByLabel('Current password').fill(present);
    await form.getByLabel('New password').fill(typed);
    await form.getByLabel('Confirm password').fill(again);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await send(administrator.password, NEW_PASSWORD, 'something else');
  await expectVisible(form.getByText('The two passwords differ.'));
  pageErrors.expectApiError(400, 'POST');
  await send('a wrong password', NEW_PASSWORD);
  await expectVisible(form.getByText('The current password is incorrect.'));
  const name = section(other, 'Name');
  await name.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha of the night desk');
  await send(administrator.password, NEW_PASSWORD);
  await expectVisible(toast(page, 'Password changed'));
  expect(await form.getByLabel('Current password').inputValue()).toBe('');
  await expect.poll(() => rows(page).count()).toBe(1);
  pageErrors.allow(/40[01]/);
  await name.getByRole('button', { name: 'Save name' }).click();
  const asking = other.getByRole('dialog', { name: 'Your session has expired' });
  await asking.getByLabel('Password').fill(NEW_PASSWORD);
  await asking.getByRole('button', { name: 'Sign In' }).click();
  await expectHidden(asking);
  await expectHidden(name.getByText('Please sign in.'));
  await name.getByRole('button', { name: 'Save name' }).click();
  await expectVisible(toast(other, 'Name saved'));
  // The other tests of the file sign in with the old password.
  const token = await openSession(application, { ...administrator, password: NEW_PASSWORD });
  const body = { currentPassword: NEW_PASSWORD, newPassword: administrator.password };
  await callApi(application, token, changePassword, { body });
});
