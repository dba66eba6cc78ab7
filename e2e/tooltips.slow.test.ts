import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest();
const tooltip = (page: Page) => page.getByRole('tooltip');
const themeButton = (page: Page) => page.getByRole('button', { name: /theme/i });
const sidebarButton = (page: Page) => page.getByRole('button', { name: 'Toggle Sidebar' });

async function rest(page: Page, ms: number): Promise<number> {
  await page.clock.runFor(ms);
  return tooltip(page).count();
}

/** Opens the dashboard with a stopped clock; a first tooltip opens and closes, so that their code is loaded. */
async function openAtStandstill(page: Page): Promise<void> {
  await stopClock(page);
  await page.goto('/dashboard');
  await runClockUntil(page, () => page.getByRole('heading', { name: 'Dashboard', level: 1 }).isVisible(), true);
  const firstOne = async () => {
    await page.mouse.move(640, 500);
    await themeButton(page).hover();
    return rest(page, 800);
  };
  await expect.poll(firstOne, { timeout: 10_000 }).toBe(1);
  await page.mouse.move(640, 500);
  expect(await rest(page, 1000)).toBe(0);
}

describe('[NAV-07] delays', () => {
  test('tooltips open after 700 ms, or at once within 300 ms of another one; a menu forgets typed letters after a second', async ({
    page,
    application,
  }) => {
    await beginSignedIn(page, application);
    await openAtStandstill(page);

    await themeButton(page).hover();
    expect(await rest(page, 690)).toBe(0);
    expect(await rest(page, 20)).toBe(1);

    await sidebarButton(page).hover();
    expect(await rest(page, 10)).toBe(1);
    expect(await tooltip(page).innerText()).toContain('Toggle sidebar');

    await page.mouse.move(640, 500);
    expect(await rest(page, 200)).toBe(0);
    await themeButton(page).hover();
    expect(await rest(page, 10)).toBe(1);

    await page.mouse.move(640, 500);
    expect(await rest(page, 600)).toBe(0);
    await themeButton(page).hover();
    expect(await rest(page, 690)).toBe(0);
    expect(await rest(page, 20)).toBe(1);

    // A menu finds an item by typed letters, and forgets them after a second.
    await themeButton(page).click();
    const item = (name: string) => page.getByRole('menuitemradio', { name });
    await runClockUntil(page, () => item('Dark').isVisible(), true);
    const focused = (name: string) => item(name).evaluate((element) => element === document.activeElement);
    await page.keyboard.press('d');
    await runClockUntil(page, () => focused('Dark'), true);
    await page.keyboard.press('s');
    await page.clock.runFor(900);
    expect(await focused('Dark')).toBe(true);
    await page.clock.runFor(200);
    await page.keyboard.press('s');
    await runClockUntil(page, () => focused('System'), true);
  });
});
