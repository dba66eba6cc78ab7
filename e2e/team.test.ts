import { inviteMember, type Member } from '@wayside/contract/team';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import {
  expectFocused,
  expectHidden,
  expectPath,
  expectText,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { button, clickCopy, dialogByName as dialog, press } from './support/locators.ts';
import { openFromSettings } from './support/navigation.ts';
import { fillLogin, openSession, storedSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const test = applicationTest();
const PASSWORD = 'a password of their own';

const row = (page: Page, email: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: email });
const asking = (page: Page) => page.getByRole('alertdialog');

async function openTeam(page: Page): Promise<void> {
  await page.goto('/team');
  await expectVisible(page.getByRole('heading', { name: 'Team', level: 1 }));
  await expectVisible(row(page, administrator.email));
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await button(page, `More actions for ${name}`).click();
  await page.getByRole('menu').getByRole('menuitem', { name: action, exact: true }).click();
}

/** Invites a user on the screen and returns the link that it shows. */
async function invite(page: Page, { name, email, role }: Pick<Member, 'email'> & { name: string; role: string }) {
  await press(page, 'Invite');
  const form = dialog(page, 'Invite to the team');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('Role', { exact: true }).selectOption(role);
  await form.getByRole('button', { name: 'Create invitation' }).click();
  return takeLink(page, email);
}

async function takeLink(page: Page, email: string): Promise<string> {
  const shown = dialog(page, `Invitation for ${email}`);
  await expectVisible(shown.getByText('It is shown only once.'));
  const link = (await shown.getByLabel('Link').textContent()) ?? '';
  await clickCopy(shown);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectHidden(shown);
  return link;
}

/** Opens the link, sets the password and signs in. */
async function accept(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Go to login' }).click();
  await expectValue(page.getByLabel('Email'), email);
  await expectFocused(page.getByLabel('Password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expectPath(page, '/dashboard');
}

async function invited(application: Application, name: string, role: 'owner' | 'support' | 'viewer' = 'support') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const token = await storedSession(application);
  return (await callApi(application, token, inviteMember, { body: { name, email, role } })).record;
}

test('[TEAM-02] an invited user gets from the link to the dashboard on a phone, a role change takes effect immediately, and a suspension ends the session', async ({
  openSignedIn,
  openPage,
  application,
  pageErrors,
}) => {
  const page = await openSignedIn();
  await page.goto('/dashboard');
  await openFromSettings(page, 'Team');
  await expectPath(page, '/team');
  // The email is unique, because a second attempt of the test finds the user of the first one.
  const email = `meera-${Date.now()}@example.com`;
  const link = await invite(page, { name: 'Meera Nair', email, role: 'Support' });
  expect(link).toMatch(new RegExp(`^${application.url}/set-password#[\\w-]{43}$`));
  await expectText(row(page, email), /Support.*Invited.*works until/s);

  const phone = await openPage({ width: 'phone' });
  await accept(phone, link, email);
  await phone.goto('/settings');
  await expectVisible(phone.getByRole('main').getByRole('link', { name: 'Two-factor' }));
  await expectHidden(phone.getByRole('main').getByRole('link', { name: 'Team' }));

  await phone.goto('/notifications');
  await expectVisible(phone.getByRole('heading', { name: /^All Notifications/ }));
  await page.reload();
  await expectText(row(page, email), /Active/);
  await choose(page, 'Meera Nair', 'Change role');
  const form = dialog(page, 'Role of Meera Nair');
  await form.getByLabel('Role', { exact: true }).selectOption('Viewer');
  await form.getByRole('button', { name: 'Change role' }).click();
  await expectText(row(page, email), /Viewer/);
  pageErrors.allow(/403/);
  await phone.getByRole('button', { name: 'Refresh' }).click();
  await expectVisible(toast(phone, 'Your role is now Viewer'));
  await expectVisible(phone.getByText("You don't have access to this page"));
  await phone.getByRole('link', { name: 'Go to the dashboard' }).click();

  await choose(page, 'Meera Nair', 'Suspend');
  await expectVisible(asking(page).getByText('Their sessions end immediately'));
  await asking(page).getByRole('button', { name: 'Suspend' }).click();
  await expectVisible(toast(page, 'Meera Nair is suspended'));
  await expectText(row(page, email), /Suspended/);
  await expectFocused(button(page, 'More actions for Meera Nair'));
  pageErrors.allow(/401|HTTP error! status: 40/);
  await phone.getByRole('button', { name: 'Refresh' }).click();
  await expectPath(phone, '/login');
  await fillLogin(phone, { email, password: PASSWORD });
  await expectVisible(toast(phone, 'Login Failed'));
  await expectVisible(toast(phone, 'This account is suspended.'));

  await choose(page, 'Meera Nair', 'Reactivate');
  await asking(page).getByRole('button', { name: 'Reactivate' }).click();
  await expectVisible(toast(page, 'Meera Nair is active again'));
  await fillLogin(phone, { email, password: PASSWORD });
  await expectPath(phone, '/dashboard');
});

describe('[TEAM-02] the team screen', () => {
  test('renews an invitation, and keeps the input when the email is taken', async ({
    openSignedIn,
    application,
    pageErrors,
  }) => {
    const page = await openSignedIn();
    const member = await invited(application, 'Bala Iyer');
    await openTeam(page);
    await choose(page, 'Bala Iyer', 'New invitation link');
    await asking(page).getByRole('button', { name: 'Create link' }).click();
    expect(await takeLink(page, member.email)).toContain('/set-password#');
    pageErrors.expectApiError(400, 'POST');
    pageErrors.expectApiError(409, 'POST');
    await press(page, 'Invite');
    const form = dialog(page, 'Invite to the team');
    await form.getByLabel('Name', { exact: true }).fill('Someone');
    await form.getByLabel('Email', { exact: true }).fill('nobody');
    await form.getByRole('button', { name: 'Create invitation' }).click();
    await expectVisible(form.getByText('It must be an email address'));
    await expectFocused(form.getByLabel('Email', { exact: true }));
    await expectHidden(form.getByRole('alert'));
    await form.getByLabel('Email', { exact: true }).fill(administrator.email);
    await form.getByRole('button', { name: 'Create invitation' }).click();
    await expectText(form.getByRole('alert'), /is already active/);
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Someone');
  });

  test('shows that the role may not manage the team when opened by URL', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    // A page opened by its address requests its data while the session is still being checked.
    pageErrors.allow(/403/);
    const token = await openSession(application);
    const body = { name: 'Viewer', email: 'viewer@example.com', role: 'viewer' as const };
    const { token: linkToken } = await callApi(application, token, inviteMember, { body });
    const page = await openPage();
    await accept(page, `/set-password#${linkToken}`, body.email);
    await page.goto('/team');
    await expectVisible(page.getByText("You don't have access to this page"));
  });
});
