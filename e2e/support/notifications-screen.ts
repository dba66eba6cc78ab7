import type { Locator, Page } from 'playwright-core';
import { press } from './locators.ts';

/** Returns the confirmation dialog that opens before a message is sent to everyone (NOTI-05). */
export const everybodyDialog = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Send to all recipients?' });

/** Sends the typed message to everyone, once the recipients are counted (NOTI-05). */
export async function sendToAll(page: Page): Promise<void> {
  await press(page, 'Send notification');
  await everybodyDialog(page)
    .getByRole('button', { name: /^Send to \d/ })
    .click();
}
