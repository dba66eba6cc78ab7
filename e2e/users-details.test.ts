import { deleteUser, getUser, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import {
  descriptionListIn,
  expectFocused,
  expectHidden,
  expectText,
  expectVisible,
} from './support/expectations.ts';
import { aUser, aUserWithoutValues } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { beginSignedIn, openSession, storedSession } from './support/session.ts';
import { openUsers, userAction, userDetails, usersTotal } from './support/users-screen.ts';

const newest = '2026-03-09T00:00:00.000Z';
const ravi = aUser({
  createdAt: '2026-03-09T18:31:00.000Z',
  updatedAt: '2026-03-10T06:29:00.000Z',
  vehicleTypes: ['auto', 'truck'],
  walletPaise: 123_450,
  socketId: 'socket-1',
});
const unknown = aUserWithoutValues({ updatedAt: null, isBlocked: true, createdAt: newest });
const many = Array.from({ length: 10 }, () => aUser({ name: 'Meena Sharma', createdAt: newest }));
const elsewhere = aUser({ name: 'Farida Khan', createdAt: '2025-01-01T00:00:00.000Z' });
const erased = aUser({ name: 'Gone Tomorrow', createdAt: '2025-01-02T00:00:00.000Z' });

const test = applicationTest()
  .extend('marketplace', { scope: 'file', auto: true }, async ({ application }) => {
    await loadMarketplace(application, { users: [ravi, unknown, ...many, elsewhere, erased] });
    await callApi(application, await storedSession(application), deleteUser, { params: { id: erased.id } });
  })
  .extend('signedIn', { auto: true }, ({ page, application }) => beginSignedIn(page, application));

const account = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Account' });
const state = (page: Page, word: string) =>
  page.getByRole('dialog').getByRole('region', { name: 'Customer' }).getByText(word, { exact: true });

describe('the details', () => {
  test('[USER-04, FMT-01, FMT-02, FMT-05] show all fields', async ({ page }) => {
    await openUsers(page);
    await userAction(page, ravi, 'View details of').click();
    const dialog = userDetails(page, ravi);
    await expectVisible(account(page));
    expect(await descriptionListIn(dialog, 'Customer')).toEqual({
      Name: 'Ravi Kumar',
      'User ID': ravi.id,
      Email: 'ravi.kumar@example.in',
      Phone: '9876543210',
    });
    expect(await descriptionListIn(dialog, 'Account')).toEqual({
      'Wallet Balance': '₹1,234.50',
      'Referral Code': 'RAVI10',
      'Vehicle Types': 'Auto Truck',
      Joined: '10 Mar 2026, 12:01 am',
      'Last Updated': '10 Mar 2026, 11:59 am',
    });
    await expectVisible(state(page, 'Active'));
    await expectVisible(dialog.getByText('Currently Online', { exact: true }));
    expect(await page.title()).toMatch(/^Users/);
  });

  test('[USER-04, FMT-04] of a customer without values read N/A', async ({ page }) => {
    await page.goto(`/users?user=${unknown.id}`);
    const dialog = userDetails(page, unknown);
    await expectVisible(account(page));
    expect(await descriptionListIn(dialog, 'Customer')).toMatchObject({ Name: 'N/A', Email: 'N/A', Phone: 'N/A' });
    const { Joined: joined, ...rest } = await descriptionListIn(dialog, 'Account');
    expect(joined).toBe('9 Mar 2026, 5:30 am');
    expect(new Set(Object.values(rest))).toEqual(new Set(['N/A']));
    await expectVisible(state(page, 'Blocked'));
    await expectHidden(dialog.getByText('Currently Online'));
    expect(await dialog.innerText()).not.toMatch(/undefined|null|NaN|Invalid Date/);
  });
});

describe('a shared address', () => {
  test('[NAV-09, API-17] opens a customer who is not on the page', async ({ page }) => {
    await page.goto(`/users?user=${elsewhere.id}`);
    await expectVisible(userDetails(page, elsewhere));
    await expectVisible(account(page));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));
    await expectVisible(usersTotal(page, 13));
  });

  test.for([
    ['of an unknown id', 'f'.repeat(24)],
    ['of a deleted customer', erased.id],
    ['without a valid id', 'nonsense'],
  ] as const)('[NAV-09, USER-06] %s shows that there is no such user', async ([, id], { page, pageErrors }) => {
    pageErrors.expect(/^response: 40[04] GET/);
    pageErrors.allow(/^console: /);
    await page.goto(`/users?user=${id}`);
    const dialog = page.getByRole('dialog', { name: 'User Details' });
    await expectVisible(dialog.getByText('There is no user with this id. They may have been deleted.'));
    await expectHidden(dialog.getByRole('button', { name: /^(Block|Unblock|Pay loyalty)$/ }));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectHidden(dialog);
    await expectVisible(usersTotal(page, 13));
  });

  test('[USER-07, ERR-03] of a customer who fails to load shows the error and loads again', async ({ page }) => {
    await serveAnswers(page, getUser, { status: 418, json: {} }, 'real');
    await page.goto(`/users?user=${elsewhere.id}`);
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('Failed to load users', { exact: true }));
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(userDetails(page, elsewhere));
    await expectVisible(account(page));
  });

  test('[ERR-02] of a customer who was open before shows the current state', async ({ page, application }) => {
    await page.goto(`/users?user=${elsewhere.id}`);
    await expectVisible(state(page, 'Active'));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));
    await callApi(application, await openSession(application), toggleUserBlock, {
      params: { id: elsewhere.id },
      query: { seen: null },
    });
    await page.goBack();
    await expectVisible(state(page, 'Blocked'));
  });

  test('[ERR-02] of a listed customer sends no further call', async ({ page }) => {
    await openUsers(page);
    const calls = recordCalls(page, getUser);
    await userAction(page, ravi, 'View details of').click();
    await expectVisible(account(page));
    expect(calls).toHaveLength(0);
  });
});

describe('closing', () => {
  test('[LOYA-01, USER-04] closes stacked dialogs one by one and returns the focus', async ({ page }) => {
    await openUsers(page);
    await userAction(page, ravi, 'View details of').click();
    const payLoyalty = page.getByRole('dialog').getByRole('button', { name: 'Pay loyalty' });
    await payLoyalty.click();
    const loyalty = page.getByRole('dialog', { name: 'Process Loyalty Payout' });
    await expectVisible(loyalty);
    await expectFocused(loyalty.getByLabel('Transaction ID'));
    await loyalty.getByLabel('Transaction ID').fill('UPI-1');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await expectFocused(question.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Escape');
    await expectFocused(loyalty.getByLabel('Transaction ID'));
    await expectText(loyalty.getByRole('heading'), 'Process Loyalty Payout');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expectHidden(loyalty);
    await expectFocused(payLoyalty);
    await page.keyboard.press('Escape');
    await expectHidden(userDetails(page, ravi));
    await expectFocused(userAction(page, ravi, 'View details of'));
  });
});
