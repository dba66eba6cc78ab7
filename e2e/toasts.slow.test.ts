import { payLoyalty } from '@wayside/contract/loyalty';
import { toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { serveAnswers } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { fillLogin } from './support/session.ts';
import { swipeByMouse, swipeByTouch } from './support/swipe.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUsers, userAction, userDetails } from './support/users-screen.ts';

const ravi = aUser({ name: 'Ravi Kumar', walletPaise: 123_450 });
const meena = aUser({ name: 'Meena Sharma' });

const test = marketplaceTest({ users: [ravi, meena] });

const swipes = { mouse: swipeByMouse, touch: swipeByTouch };
const widthFor = (pointer: keyof typeof swipes) => (pointer === 'touch' ? 'phone' : 'desktop');
const selectedText = (page: Page) => page.evaluate(() => getSelection()?.toString() ?? '');
const password = (page: Page) => page.getByLabel('Password');
const selectedPart = (field: Locator) =>
  field.evaluate((it: HTMLInputElement) => [it.selectionStart, it.selectionEnd]);

/** Fails a login, which leaves the password selected, and stops the clock that velocity is measured with. */
async function failLogin(page: Page): Promise<void> {
  await installClock(page);
  await page.goto('/');
  await fillLogin(page, { email: 'nobody@wayside.test', password: 'wrong' });
  await expectVisible(toast(page, 'Login Failed'));
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('[TOAST-01] shows toasts in a labelled region that takes the focus by Alt+T, and closes one by its button', async ({
  page,
}) => {
  await page.goto('/');
  await fillLogin(page, { email: 'nobody@wayside.test', password: 'wrong' });
  await expectVisible(toast(page, 'Login Failed'));
  await expectAccessible(page);
  await page.keyboard.press('Alt+t');
  await expect
    .poll(() => toastRegion(page).evaluate((region) => region.contains(document.activeElement)))
    .toBe(true);
  await toastRegion(page)
    .getByRole('button', { name: /close|dismiss/i })
    .click();
  await expectHidden(toast(page, 'Login Failed'));
});

describe('a swipe on the text', () => {
  describe.for(['mouse', 'touch'] as const)('by %s', (pointer) => {
    // 30 pixels are fewer than those that dismiss at any velocity: 0.12 and 0.1 pixels a millisecond.
    test('[TOAST-01] dismisses above a velocity of 0.11, also while the password is selected', async ({
      openPage,
    }) => {
      const page = await openPage({ width: widthFor(pointer) });
      await failLogin(page);
      expect(await selectedPart(password(page))).toEqual([0, 5]);
      await swipes[pointer](page, toast(page, 'Login Failed'), { distancePx: 30, durationMs: 250 });
      await page.clock.resume();
      await expectHidden(toast(page, 'Login Failed'));
      expect(await selectedText(page)).not.toContain('Login');
    });

    test('[TOAST-01] keeps the toast below a velocity of 0.11', async ({ openPage }) => {
      const page = await openPage({ width: widthFor(pointer) });
      await failLogin(page);
      const before = await toast(page, 'Login Failed').boundingBox();
      await swipes[pointer](page, toast(page, 'Login Failed'), { distancePx: 30, durationMs: 300 });
      await page.clock.runFor(1000);
      await expect.poll(() => toast(page, 'Login Failed').boundingBox()).toEqual(before);
      expect(await selectedText(page)).not.toContain('Login');
    });
  });

  test('[TOAST-01] keeps the selection of the password on touch', async ({ openPage }) => {
    const page = await openPage({ width: 'phone' });
    await failLogin(page);
    await swipeByTouch(page, toast(page, 'Login Failed'), { distancePx: 60, durationMs: 250 });
    await page.clock.resume();
    await expectHidden(toast(page, 'Login Failed'));
    await expectFocused(password(page));
    expect(await selectedPart(password(page))).toEqual([0, 5]);
    await page.keyboard.type('x');
    expect(await password(page).inputValue()).toBe('x');
  });

  test('[TOAST-01] dismisses and keeps selected text of the page', async ({ openPage }) => {
    const page = await openPage();
    await failLogin(page);
    await password(page).blur();
    const heading = page.getByRole('heading', { name: 'Admin Panel Login' });
    await heading.evaluate((it) => getSelection()?.selectAllChildren(it));
    await swipeByMouse(page, toast(page, 'Login Failed'), { distancePx: 30, durationMs: 250 });
    await page.clock.resume();
    await expectHidden(toast(page, 'Login Failed'));
    expect(await selectedText(page)).toBe('Admin Panel Login');
  });
});

/** What is painted at the middle of an element. */
const isOnTop = (element: Locator) =>
  element.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

describe('accessibility', () => {
  test('[TOAST-01] shows an older error beside a newer success', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await serveAnswers(page, toggleUserBlock, { status: 500, json: {} }, { json: { status: true } });
    await openUsers(page);
    await userAction(page, ravi, 'Block user').click();
    const error = toast(page, 'Failed to update user status');
    await expectVisible(error);
    await userAction(page, meena, 'Block user').click();
    const success = toast(page, 'Meena Sharma is blocked');
    await expectVisible(success);
    await expect.poll(() => Promise.all([error, success].map(isOnTop))).toEqual([true, true]);
    const boxes = await toastRegion(page)
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect()));
    const [upper, lower] = boxes.sort((a, b) => a.top - b.top);
    expect(boxes).toHaveLength(2);
    expect(upper?.bottom).toBeLessThanOrEqual(lower?.top ?? 0);
    await expectAccessible(page);
  });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Process Loyalty Payout' });
const transactionId = (page: Page) => dialog(page).getByLabel('Transaction ID');
const closeToast = (page: Page) => toastRegion(page).getByRole('button', { name: 'Close toast' });
const hasFocus = (page: Page) => toastRegion(page).evaluate((region) => region.contains(document.activeElement));

/** A payout that fails, so that there are a dialog and a toast. */
async function failPayout(page: Page): Promise<void> {
  await serveAnswers(page, payLoyalty, { status: 500, json: {} });
  await openUsers(page);
  await userAction(page, ravi, 'Pay loyalty to').click();
  await transactionId(page).fill('UPI-1');
  await page.keyboard.press('Enter');
  await expectVisible(toast(page, 'Error'));
}

describe('Alt+T inside a dialog', () => {
  test('[TOAST-01] focuses the toasts and their close button, and the focus returns', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await failPayout(page);
    await page.keyboard.press('Alt+t');
    await expect.poll(() => hasFocus(page)).toBe(true);
    for (let tabs = 0; tabs < 3; tabs += 1) {
      if (await closeToast(page).evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expectFocused(closeToast(page));
    await page.keyboard.press('Enter');
    await expectHidden(toast(page, 'Error'));
    await expectVisible(dialog(page));
    await expectFocused(transactionId(page));
  });

  test('[TOAST-01] lets Escape close the toast first and the dialog next', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await failPayout(page);
    await page.keyboard.press('Alt+t');
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expectHidden(toast(page, 'Error'));
    await expectVisible(dialog(page));
    await expectFocused(transactionId(page));
    expect(await transactionId(page).inputValue()).toBe('UPI-1');
    await page.keyboard.press('Escape');
    await expectVisible(page.getByRole('alertdialog', { name: 'Discard what you typed?' }));
  });

  test('[TOAST-01] reaches the Undo button of a change made in the dialog', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await serveAnswers(page, toggleUserBlock, { json: { status: true } });
    await openUsers(page);
    await userAction(page, ravi, 'View details of').click();
    const details = userDetails(page, ravi);
    await details.getByRole('button', { name: 'Block', exact: true }).click();
    await expectVisible(toast(page, 'Ravi Kumar is blocked'));
    await page.keyboard.press('Alt+t');
    await expect.poll(() => hasFocus(page)).toBe(true);
    const undo = toastRegion(page).getByRole('button', { name: 'Undo' });
    for (let tabs = 0; tabs < 3; tabs += 1) {
      if (await undo.evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expectFocused(undo);
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, 'Ravi Kumar is unblocked'));
    await expectVisible(details);
  });
});
