import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { anUnknownUser, aUser, aUserInLongWords } from './support/factories/people.ts';
import { importMarketplace } from './support/marketplace.ts';
import { serveAnswers } from './support/served-answers.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUsers, undo, userAction, userDetails, userRow } from './support/users-screen.ts';

const ravi = aUser({ createdAt: '2026-03-09T00:00:00.000Z', walletPaise: 123_450 });
const unknown = anUnknownUser({ isBlocked: true, createdAt: '2026-03-08T00:00:00.000Z' });
const long = aUserInLongWords({ createdAt: '2026-03-07T00:00:00.000Z' });
const more = Array.from({ length: 97 }, () => aUser({ name: 'Somebody Else' }));

const test = applicationTest().extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
  importMarketplace(application, { users: [ravi, unknown, long, ...more] }),
);

/** Asserts that something is on the screen as it is, whole, and under nothing else. */
async function expectInReach(page: Page, target: Locator): Promise<void> {
  await expectVisible(target);
  const box = (await target.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  expect(box.height, 'for a finger').toBeGreaterThanOrEqual(44);
  await target.tap({ trial: true });
}

const sheet = (page: Page) => page.getByRole('dialog').last();

async function expectWholeScreen(page: Page): Promise<void> {
  expect(await sheet(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  expect(await sheet(page).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await expectNoSidewaysScroll(page);
}

describe.for(['phone', 'narrow'] as const)('on a %s', (width) => {
  test('[USER-02, FMT-04] a row is a card with its four actions, and nothing scrolls sideways', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width });
    await openUsers(page);
    const cards = page.getByRole('list', { name: 'All Users' }).getByRole('listitem');
    expect(await cards.count()).toBe(10);
    await expectHidden(page.getByRole('table'));
    await expectText(
      userRow(page, ravi),
      `${ravi.id.slice(-6)} Active Ravi Kumar ₹1,234.5 9876543210 ravi.kumar@example.in`,
    );
    await expectText(userRow(page, unknown), `${unknown.id.slice(-6)} Blocked N/A N/A N/A N/A`);
    await expectNoSidewaysScroll(page);
    const sizes = await userRow(page, long)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()));
    expect(sizes).toHaveLength(5);
    for (const { height, left, right } of sizes) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    }
  });

  test('[USER-04] the details are a sheet as high as the screen, its buttons in reach of the thumb', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width });
    await openUsers(page);
    await userAction(page, long, 'View details of').tap();
    await expectVisible(userDetails(page, long).getByRole('region', { name: 'Account' }));
    await expectWholeScreen(page);
    for (const name of ['Pay loyalty', 'Block']) {
      await expectInReach(page, userDetails(page, long).getByRole('button', { name, exact: true }));
    }
    await expectInReach(page, userDetails(page, long).getByRole('link', { name: 'Bookings', exact: true }));
    await userDetails(page, long).getByRole('button', { name: 'Close' }).tap();
    await expectHidden(page.getByRole('dialog'));
  });

  test('[USER-05, TOAST-01] a toast leaves the buttons of the details free, and Undo is for a finger', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width });
    await serveAnswers(page, toggleUserBlock, { json: { status: true } });
    await openUsers(page);
    await userAction(page, ravi, 'View details of').tap();
    const details = userDetails(page, ravi);
    await details.getByRole('button', { name: 'Block', exact: true }).tap();
    await expectVisible(toast(page, 'Ravi Kumar is blocked'));
    await expectInReach(page, undo(page));
    await expectInReach(page, toastRegion(page).getByRole('button', { name: 'Close toast' }));
    await expectInReach(page, details.getByRole('button', { name: 'Unblock', exact: true }));
    await expectInReach(page, details.getByRole('button', { name: 'Pay loyalty' }));
    await undo(page).tap();
    await expectVisible(details.getByRole('button', { name: 'Block', exact: true }));
  });

  test('[USER-06] the confirmation fits, however long the name, also after it failed', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    const page = await openSignedIn({ width });
    await serveAnswers(page, deleteUser, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, long, 'Delete user').tap();
    const confirmation = page.getByRole('alertdialog');
    const confirm = confirmation.getByRole('button', { name: 'Delete', exact: true });
    await expectInReach(page, confirm);
    await confirm.tap();
    await expectVisible(confirmation.getByText('Failed to delete user'));
    await expectInReach(page, confirm);
    await expectInReach(page, confirmation.getByRole('button', { name: 'Cancel' }));
    expect(await confirmation.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  test('[LOYA-01, LOYA-03] the loyalty dialog is a sheet that can be sent, and says why it failed', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    const page = await openSignedIn({ width });
    await serveAnswers(page, payLoyalty, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, long, 'Pay loyalty to').tap();
    await expectVisible(page.getByRole('dialog', { name: 'Process Loyalty Payout' }));
    await expectWholeScreen(page);
    await page.getByLabel('Transaction ID').fill('UPI-1');
    const submit = sheet(page).getByRole('button', { name: 'Process Payout' });
    await expectInReach(page, submit);
    await submit.tap();
    await expectVisible(toast(page, 'Failed to process payout. Please try again.'));
    await expectInReach(page, submit);
    await expectInReach(page, sheet(page).getByRole('button', { name: 'Cancel' }));
  });
});

test('[USER-06, LOYA-01] on a desktop a long name stays within its dialog', async ({ openSignedIn }) => {
  const page = await openSignedIn();
  await openUsers(page);
  for (const action of ['Delete user', 'Pay loyalty to', 'View details of']) {
    await userAction(page, long, action).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expectVisible(dialog);
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth), action).toBe(0);
    await page.keyboard.press('Escape');
    await expectHidden(dialog);
  }
});
