import { toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { serveAnswers } from './support/calls.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { fillLogin } from './support/session.ts';
import { swipeByMouse, swipeByTouch } from './support/swipe.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUsers, userAction } from './support/users-screen.ts';

const ravi = aUser({ name: 'Ravi Kumar' });
const meena = aUser({ name: 'Meena Sharma', walletPaise: 123_450 });

const test = marketplaceTest({ users: [ravi, meena] });

const swipes = { mouse: swipeByMouse, touch: swipeByTouch };
const widthFor = (pointer: keyof typeof swipes) => (pointer === 'touch' ? 'phone' : 'desktop');
const selectedText = (page: Page) => page.evaluate(() => getSelection()?.toString() ?? '');
const password = (page: Page) => page.getByLabel('Password');
const selectedPart = (field: Locator) =>
  field.evaluate((it: HTMLInputElement) => [it.selectionStart, it.selectionEnd]);

/** Fails a login, which leaves the password selected, and stops the clock that velocity is measured with. */
async function failLogin(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/');
  await fillLogin(page, { email: 'nobody@wayside.test', password: 'wrong' });
  await expectVisible(toast(page, 'Login Failed'));
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('[TOAST-01] toasts come up in a labelled region, focused by Alt+T, closed by Escape or button', async ({
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

describe('a swipe that begins on the words', () => {
  describe.for(['mouse', 'touch'] as const)('by %s', (pointer) => {
    // 30 pixels are fewer than those that dismiss at any velocity: 0.12 and 0.1 pixels a millisecond.
    test('[TOAST-01] dismisses above a velocity of 0.11, although the password is selected', async ({
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

    test('[TOAST-01] leaves the toast in its place below a velocity of 0.11', async ({ openPage }) => {
      const page = await openPage({ width: widthFor(pointer) });
      await failLogin(page);
      const before = await toast(page, 'Login Failed').boundingBox();
      await swipes[pointer](page, toast(page, 'Login Failed'), { distancePx: 30, durationMs: 300 });
      await page.clock.runFor(1000);
      await expect.poll(() => toast(page, 'Login Failed').boundingBox()).toEqual(before);
      expect(await selectedText(page)).not.toContain('Login');
    });
  });

  test('[TOAST-01] on touch leaves the password selected, for it to be typed over', async ({ openPage }) => {
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

  test('[TOAST-01] dismisses while an email field is selected, which does not tell its selection', async ({
    openPage,
  }) => {
    const page = await openPage({ width: 'phone' });
    await failLogin(page);
    const email = page.getByLabel('Email');
    await email.evaluate((it: HTMLInputElement) => {
      it.focus();
      it.select();
    });
    await swipeByTouch(page, toast(page, 'Login Failed'), { distancePx: 30, durationMs: 250 });
    await page.clock.resume();
    await expectHidden(toast(page, 'Login Failed'));
    await expectFocused(email);
    await page.keyboard.type('x');
    expect(await email.inputValue()).toBe('x');
  });

  test('[TOAST-01] dismisses while words of the page are selected, and leaves them so', async ({ openPage }) => {
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
  test('[TOAST-01] an older error stays readable beside a newer success', async ({ openSignedIn, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
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
