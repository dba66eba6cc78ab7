import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { installClock } from './support/clock.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { fillLogin } from './support/session.ts';
import { swipeByMouse, swipeByTouch } from './support/swipe.ts';
import { toast, toastRegion } from './support/toasts.ts';

const test = applicationTest();

const swipes = { mouse: swipeByMouse, touch: swipeByTouch };
const widthFor = (pointer: keyof typeof swipes) => (pointer === 'touch' ? 'phone' : 'desktop');
const selectedText = (page: Page) => page.evaluate(() => getSelection()?.toString() ?? '');
const password = (page: Page) => page.getByLabel('Password');
const selectedPart = (field: Locator) =>
  field.evaluate((it: HTMLInputElement) => [it.selectionStart, it.selectionEnd]);

/** Makes a login fail, which leaves the password selected, and stops the clock that measures velocity. */
async function failLogin(page: Page): Promise<void> {
  await installClock(page);
  await page.goto('/');
  await fillLogin(page, { email: 'nobody@wayside.test', password: 'wrong' });
  await expectVisible(toast(page, 'Login Failed'));
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('[TOAST-01] toasts are in a labelled region that gets the focus with Alt+T, and each can be closed with its button', async ({
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

describe('a swipe across the text of a toast', () => {
  describe.for(['mouse', 'touch'] as const)('by %s', (pointer) => {
    // 30 pixels are too few to dismiss at any velocity. The velocities are 0.12 and 0.1 pixels per millisecond.
    test('[TOAST-01] dismisses the toast above a velocity of 0.11, even while the password is selected, which stays selected on touch', async ({
      openPage,
    }) => {
      const page = await openPage({ width: widthFor(pointer) });
      await failLogin(page);
      expect(await selectedPart(password(page))).toEqual([0, 5]);
      await swipes[pointer](page, toast(page, 'Login Failed'), { distancePx: 30, durationMs: 250 });
      await page.clock.resume();
      await expectHidden(toast(page, 'Login Failed'));
      expect(await selectedText(page)).not.toContain('Login');
      if (pointer === 'mouse') return;
      await expectFocused(password(page));
      expect(await selectedPart(password(page))).toEqual([0, 5]);
      await page.keyboard.type('x');
      expect(await password(page).inputValue()).toBe('x');
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

  test('[TOAST-01] dismisses the toast and keeps the text selection of the page', async ({ openPage }) => {
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
