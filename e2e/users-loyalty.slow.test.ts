import { payLoyalty } from '@wayside/contract/loyalty';
import { getUser } from '@wayside/contract/users';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { signedInTest } from './support/application-test.ts';
import { callPattern, type ServedAnswer, serveAnswers } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import { expectFocused, expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { toast } from './support/toasts.ts';
import { openUsers, userAction, userDetails, userRow } from './support/users-screen.ts';

const ravi = aUser({ walletPaise: 123_450 });
const paise = aUser({ name: 'Paise', walletPaise: 29 * 100 + 1 });
const above = aUser({ name: 'Above', walletPaise: 1_001 });
const ten = aUser({ name: 'Ten', walletPaise: 1_000 });
const empty = aUser({ name: 'Empty', walletPaise: 0 });
const unknown = aUser({ name: 'Unknown', walletPaise: null });

const test = signedInTest({ users: [ravi, paise, above, ten, empty, unknown] });

const tooLittle = 'Loyalty payout requires wallet amount to be more than ₹10';
const failed = 'Failed to process payout. Please try again.';
const paid: ServedAnswer = { json: { status: true, message: 'Paid' } };
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Process Loyalty Payout' });
const amount = (page: Page) => dialog(page).getByLabel('Amount');
const transactionId = (page: Page) => dialog(page).getByLabel('Transaction ID');
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Process Payout' });

/** The bodies of the payouts that a page sends from now on. */
function recordPayouts(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith(payLoyalty.path)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

async function openDialog(page: Page, user: typeof ravi): Promise<void> {
  await openUsers(page);
  await userAction(page, user, 'Pay loyalty to').click();
  await expectVisible(dialog(page));
}

describe('the dialog', () => {
  test('[LOYA-01, FMT-01] shows payee and amount, which cannot be changed', async ({ page }) => {
    await openDialog(page, ravi);
    await expectVisible(dialog(page).getByText('Pay ₹1,234.50 to Ravi Kumar', { exact: true }));
    await expectValue(amount(page), '1234.50');
    expect(await amount(page).isEditable()).toBe(false);
    const attributes = ['type', 'step', 'min'].map((name) => amount(page).getAttribute(name));
    expect(await Promise.all(attributes)).toEqual(['number', '0.01', '0']);
    expect(await transactionId(page).getAttribute('required')).not.toBeNull();
    await expectFocused(transactionId(page));
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expectHidden(dialog(page));
    await expectFocused(userAction(page, ravi, 'Pay loyalty to'));
  });

  test('[LOYA-01, ERR-03] requires a transaction id and sends nothing without it', async ({ page }) => {
    const bodies = recordPayouts(page);
    await openDialog(page, ravi);
    await submit(page).click();
    await expectVisible(dialog(page).getByText('Please enter a transaction ID', { exact: true }));
    await expectFocused(transactionId(page));
    await transactionId(page).fill('   ');
    await page.keyboard.press('Enter');
    await expectVisible(dialog(page).getByText('Please enter a transaction ID', { exact: true }));
    expect(bodies).toEqual([]);
  });

  test.for([
    ['₹10', ten, 'Wallet of Ten: ₹10'],
    ['nothing', empty, 'Wallet of Empty: ₹0'],
    ['an unknown amount', unknown, 'Wallet of Unknown: N/A'],
  ] as const)('[LOYA-02] of %s shows the fixed text and cannot be sent', async ([, user, said], { page }) => {
    const bodies = recordPayouts(page);
    await openDialog(page, user);
    await expectVisible(dialog(page).getByRole('alert').getByText(tooLittle, { exact: true }));
    await expectVisible(dialog(page).getByText(said, { exact: true }));
    expect(await submit(page).isDisabled()).toBe(true);
    await transactionId(page).fill('UPI-1');
    await page.keyboard.press('Enter');
    await submit(page).click({ force: true });
    await expectVisible(dialog(page));
    expect(bodies).toEqual([]);
  });
});

describe('a payout', () => {
  test.for([
    ['₹1,234.50', ravi],
    ['₹29.01', paise],
  ] as const)(
    '[LOYA-03, FMT-01] of %s sends the shown amount and the trimmed id once',
    async ([shown, user], { page }) => {
      const bodies = recordPayouts(page);
      await openDialog(page, user);
      await serveAnswers(page, payLoyalty, paid);
      await transactionId(page).fill('  UPI 4711/a  ');
      await page.keyboard.press('Enter');
      await expectVisible(toast(page, `${shown} paid to ${user.name}`));
      const { id: payeeId, walletPaise } = user;
      const said = {
        amountPaise: walletPaise ?? 0,
        payeeKind: 'user',
        payeeId,
        transactionId: 'UPI 4711/a',
      } as const;
      expect(bodies).toEqual([payLoyalty.body && z.encode(payLoyalty.body, said)]);
      await expectHidden(dialog(page));
      await expectText(userRow(page, user).getByRole('cell').nth(4), '₹0');
      await expectFocused(userAction(page, user, 'Pay loyalty to'));
    },
  );

  test('[LOYA-03] that runs cannot be sent again or cancelled', async ({ page }) => {
    const bodies = recordPayouts(page);
    await openDialog(page, ravi);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(callPattern(payLoyalty), async (route) => {
      await held;
      await route.fulfill({ json: { status: true, message: 'Paid' } });
    });
    await transactionId(page).fill('UPI-1');
    await submit(page).dblclick();
    const processing = dialog(page).getByRole('button', { name: 'Processing...' });
    await expectVisible(processing);
    expect(await processing.isDisabled()).toBe(true);
    await transactionId(page).press('Enter');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expectVisible(dialog(page));
    release();
    await expectHidden(dialog(page));
    expect(bodies).toHaveLength(1);
  });
});

describe('a payout that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500', { status: 500, json: {} }, failed],
    ['no answer', 'none', failed],
    ['status false and a message', { json: { status: false, message: 'Not today' } }, 'Not today'],
  ])(
    '[LOYA-03, ERR-01, ERR-02, ERR-03] shows %s as "Error", keeps the input and is not retried',
    async ([, answer, words], { page }) => {
      const bodies = recordPayouts(page);
      await openDialog(page, ravi);
      await serveAnswers(page, payLoyalty, answer, paid);
      await installClock(page);
      await transactionId(page).fill('UPI-1');
      await page.keyboard.press('Enter');
      await expectVisible(toast(page, 'Error'));
      await expectVisible(toast(page, words));
      await expectValue(transactionId(page), 'UPI-1');
      await page.clock.runFor(120_000);
      expect(bodies).toHaveLength(1);
      await page.clock.resume();
      await submit(page).click();
      await expectHidden(dialog(page));
      expect(bodies[1]).toEqual(bodies[0]);
    },
  );

  test('[LOYA-04] after a change of the wallet shows the current amount', async ({ page, pageErrors }) => {
    pageErrors.expect(/^response: 409 POST/);
    pageErrors.allow(/^console: /);
    const said = 'The wallet holds ₹20 now.';
    await page.goto(`/users?search=nobody&user=${ravi.id}`);
    const wallet = userDetails(page, ravi).getByRole('region', { name: 'Account' }).getByRole('definition').first();
    await expectText(wallet, '₹1,234.50');
    await serveAnswers(page, payLoyalty, { status: 409, json: { status: false, message: said } });
    await page.route(callPattern(getUser), async (route) => {
      const record = { ...ravi, walletPaise: 2_000 };
      await route.fulfill({ json: z.encode(getUser.answer, { record }) });
    });
    await userDetails(page, ravi).getByRole('button', { name: 'Pay loyalty' }).click();
    await transactionId(page).fill('UPI-1');
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, said));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expectText(wallet, '₹20');
    await userDetails(page, ravi).getByRole('button', { name: 'Pay loyalty' }).click();
    await expectValue(amount(page), '20');
  });
});
