import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoHorizontalScroll, untilStill } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { serveAnswers } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking, anEmptyBooking, manyBookings } from './support/factories/bookings.ts';
import {
  aMechanic,
  anApplication,
  aUser,
  aUserWithLongValues,
  aUserWithoutValues,
  refTo,
} from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';
import { recordTab } from './support/record-page.ts';
import { toast, toastRegion, undo } from './support/toasts.ts';
import { openUsers, userAction, userDetails, userRow } from './support/users-screen.ts';

const ravi = aUser({ createdAt: '2026-03-09T00:00:00.000Z', walletPaise: 123_450 });
const unknown = aUserWithoutValues({ isBlocked: true, createdAt: '2026-03-08T00:00:00.000Z' });
const long = aUserWithLongValues({ createdAt: '2026-03-07T00:00:00.000Z' });
const more = Array.from({ length: 97 }, () => aUser({ name: 'Somebody Else' }));

const suresh = aMechanic();
const usual = aBooking({ createdAt: '2026-03-09T00:00:00.000Z', customer: refTo(ravi), mechanic: refTo(suresh) });
const wide = aBooking({
  createdAt: '2026-03-08T00:00:00.000Z',
  customer: refTo(long),
  status: `awaiting-${'parts'.repeat(18)}`,
  services: [{ name: 'x'.repeat(200), pricePaise: 99_999_999_900 }],
  amounts: { totalPaise: 99_999_999_900, paidPaise: 1, duePaise: 1, discountPaise: 1 },
});
const empty = anEmptyBooking({ createdAt: '2026-03-07T00:00:00.000Z' });

const imran = anApplication();

const test = marketplaceTest({
  users: [ravi, unknown, long, ...more],
  mechanics: [suresh, imran],
  bookings: [usual, wide, empty, ...manyBookings(97)],
});

/** Asserts that a control is whole on the screen, large enough for a finger and not covered. */
async function expectInReach(page: Page, target: Locator): Promise<void> {
  await expectVisible(target);
  await untilStill(page);
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
  await expectNoHorizontalScroll(page);
}

const cards = (page: Page) => page.getByRole('list', { name: 'All Bookings' }).getByRole('listitem');
const cardOf = (page: Page, { id }: { id: string }) => cards(page).filter({ hasText: id.slice(-6) });

const card = (phone: Page, name: string) =>
  phone.getByRole('list', { name: 'All Mechanics' }).getByRole('listitem').filter({ hasText: name });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the screen`);
  return { top: box.y, bottom: box.y + box.height, height: box.height, width: box.width };
}

describe('users on a narrow phone', () => {
  test('[FMT-06, USER-02, FMT-04] shows a row as a card with its four actions', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await openUsers(page);
    const cards = page.getByRole('list', { name: 'All Users' }).getByRole('listitem');
    expect(await cards.count()).toBe(10);
    await expectHidden(page.getByRole('table'));
    await expectText(
      userRow(page, ravi),
      `${ravi.id.slice(-6)} Active Ravi Kumar ₹1,234.50 9876543210 ravi.kumar@example.in`,
    );
    await expectText(userRow(page, unknown), `${unknown.id.slice(-6)} Blocked N/A N/A N/A N/A`);
    await expectNoHorizontalScroll(page);
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

  test('[USER-04] shows the details as a full-screen sheet with its buttons visible', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await openUsers(page);
    await userAction(page, long, 'View details of').tap();
    await expectVisible(userDetails(page, long).getByRole('region', { name: 'Account' }));
    await expectWholeScreen(page);
    for (const name of ['Pay loyalty', 'Block']) {
      await expectInReach(page, userDetails(page, long).getByRole('button', { name, exact: true }));
    }
    await expectInReach(page, recordTab(page, 'Bookings'));
    await userDetails(page, long).getByRole('button', { name: 'Close' }).tap();
    await expectHidden(page.getByRole('dialog'));
  });

  test('[USER-05, TOAST-01] shows a toast that covers no button of the details', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
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

  test('[USER-05, TOAST-01] shows a toast that covers no button of the next card', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await serveAnswers(page, toggleUserBlock, { json: { status: true } });
    await openUsers(page);
    const block = page.getByRole('button', { name: /^Block user/ });
    const name = await block.nth(1).getAttribute('aria-label');
    const next = page.getByRole('button', { name: name ?? '', exact: true });
    // The next card ends where the screen does.
    await next.evaluate((button) => button.scrollIntoView({ block: 'end' }));
    await block.first().tap();
    await expectVisible(undo(page));
    await expectInReach(page, next);
    await expectInReach(page, page.getByRole('button', { name: 'Open menu' }));
  });

  test('[USER-06] fits the confirmation of a long name, also after a failure', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
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

  test('[LOYA-01, LOYA-03] fits the loyalty dialog, also after a failure', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
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

test('[USER-06, LOYA-01] fits a long name into its dialog on a desktop', async ({ openSignedIn }) => {
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

describe('bookings on a narrow phone', () => {
  test('[FMT-06, BOOK-04] shows a row as a card', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings');
    await expectText(
      cardOf(page, usual),
      `${usual.id.slice(-6)} Pending Ravi Kumar ₹1,298 Oil change (₹799) 9876543210 · 6 Mar 2026, 10:45 am Suresh Patil`,
    );
    await expectText(cardOf(page, empty), /N\/A .*N\/A.*Unassigned$/);
    expect(await cards(page).count()).toBe(10);
    await expectNoHorizontalScroll(page);
    await expectHidden(page.getByRole('table'));
  });

  test('[BOOK-08] shows the details as a full-screen sheet', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings');
    await cardOf(page, wide)
      .getByRole('button', { name: /^View details/ })
      .tap();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByRole('region', { name: 'Payment Breakdown' }));
    const box = await dialog.boundingBox();
    const viewport = page.viewportSize();
    expect(box).toEqual({ x: 0, y: 0, ...viewport });
    await expectNoHorizontalScroll(page);
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expectHidden(dialog);
  });

  test('[BOOK-07] fits the page links', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings?page=5');
    await expectVisible(page.getByText('Showing 41 to 50 of 100 bookings'));
    await expectNoHorizontalScroll(page);
    await page.getByRole('link', { name: 'Page 6' }).tap();
    await expectVisible(page.getByText('Showing 51 to 60 of 100 bookings'));
  });

  test('[FMT-06] makes every control 44 pixels high', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings?page=5&status=pending');
    await expectVisible(page.getByText(/^Showing /));
    const main = page.getByRole('main');
    for (const role of ['button', 'combobox', 'searchbox'] as const) {
      for (const control of await main.getByRole(role).all()) {
        const box = await control.boundingBox();
        expect(box?.height, await control.evaluate((it) => it.outerHTML.slice(0, 120))).toBeGreaterThanOrEqual(44);
      }
    }
  });
});

describe('mechanics on a phone', () => {
  test('[FMT-06, MECH-02] shows a mechanic as a card', async ({ openSignedIn }) => {
    const phone = await openSignedIn({ width: 'phone' });
    await servePictures(phone);
    await phone.goto('/mechanics');
    const suresh = card(phone, 'Suresh Patil');
    for (const text of ['Approved', '₹500', '9123456780 · 8 years']) await expectVisible(suresh.getByText(text));
    const expert = suresh.getByRole('button', { name: 'Regular, mark Suresh Patil as expert' });
    for (const button of [expert, suresh.getByRole('button', { name: 'Delete mechanic Suresh Patil' })])
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44);
    await expert.tap();
    await expectVisible(toast(phone, 'Suresh Patil is marked as expert'));
    await expectVisible(suresh.getByText('Expert', { exact: true }));
    await suresh.getByText('9123456780').tap();
    await expectVisible(phone.getByRole('dialog', { name: 'Suresh Patil' }));
  });

  test('[MECH-07, MECH-08] shows a review with documents above the facts and the buttons at the bottom', async ({
    openSignedIn,
  }) => {
    const phone = await openSignedIn({ width: 'phone' });
    await installClock(phone);
    await servePictures(phone);
    await phone.goto('/mechanics');
    await phone.getByRole('button', { name: 'Review applications (1)' }).tap();
    const dialog = phone.getByRole('dialog', { name: 'Application of Imran Shaikh' });
    await expectVisible(dialog.getByRole('img', { name: 'Profile photo' }));
    const [picture, facts, approve, reject] = [
      await boxOf(dialog.getByRole('group', { name: /^Profile photo/ })),
      await boxOf(dialog.getByRole('region', { name: 'Facts' })),
      await boxOf(dialog.getByRole('button', { name: 'Approve' })),
      await boxOf(dialog.getByRole('button', { name: 'Reject' })),
    ];
    expect(picture.height).toBeGreaterThan(250);
    expect(facts.top).toBeGreaterThan(picture.bottom);
    for (const button of [approve, reject]) {
      expect(button.height).toBeGreaterThanOrEqual(44);
      expect(button.top).toBeGreaterThan(812 - 100);
      expect(button.bottom).toBeLessThanOrEqual(812);
    }
    await dialog.getByRole('button', { name: 'Zoom in' }).tap();
    await expectVisible(dialog.getByRole('group', { name: 'Profile photo, 125 %' }));
    await dialog.getByRole('region', { name: 'Payment Details' }).scrollIntoViewIfNeeded();
    await dialog.getByRole('button', { name: 'Approve' }).tap();
    const remarks = phone.getByRole('dialog', { name: 'Approve Imran Shaikh?' });
    await remarks.getByRole('textbox', { name: 'Remarks (optional)' }).fill('Fine');
    await remarks.getByRole('button', { name: 'Approve' }).tap();
    await expectHidden(remarks);
    await expectVisible(dialog.getByText('No application waits', { exact: true }));
    await dialog.getByRole('button', { name: 'Close' }).last().tap();
    await expectHidden(dialog);
    const undo = phone.getByRole('button', { name: 'Undo: Approving Imran Shaikh' });
    expect((await boxOf(undo)).height).toBeGreaterThanOrEqual(44);
    await phone.clock.fastForward(10_000);
    await expectVisible(card(phone, 'Imran Shaikh').getByText('Approved', { exact: true }));
  });
});
