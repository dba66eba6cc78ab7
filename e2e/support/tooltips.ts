import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Rests the pointer on something until its tooltip says the text. Tooltips come up after a while (NAV-07), and they
 * start once the screen can be used: what the pointer rested on before must be entered anew.
 */
export async function expectTip(page: Page, target: Locator, text: string): Promise<void> {
  const tip = page.getByRole('tooltip');
  const rest = async () => {
    await page.mouse.move(0, 0);
    await target.hover();
    await tip.waitFor({ timeout: 1500 }).catch(() => undefined);
    return (await tip.count()) === 0 ? null : tip.innerText();
  };
  await expect.poll(rest, { timeout: 8000 }).toBe(text);
}
