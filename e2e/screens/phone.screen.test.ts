import { payLoyalty } from '@wayside/contract/loyalty';
import { getMechanic, listMechanics, toggleMechanicExpert } from '@wayside/contract/mechanics';
import { getRecordCounts } from '@wayside/contract/timeline';
import { deleteUser, getUser, listUsers } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMechanic, aUser, aUserWithLongValues, aUserWithoutValues } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import { openScreen, respondWith, respondWithRows, respondWithStatus } from './open-screen.ts';
import { button, expectInReach, expectTexts, toast } from './page-content.ts';
import { DETAILS_RESPONSES, LIST_SCREEN_RESPONSES } from './responses.ts';

const ravi = aUser({ walletPaise: 123_450 });
const unknown = aUserWithoutValues({ isBlocked: true });
const long = aUserWithLongValues();
const suresh = aMechanic();
const counts = { bookings: 1, payments: 1, earnings: 1, payouts: 1, notes: 0, activity: 0 };
const ANSWERS = [
  ...LIST_SCREEN_RESPONSES,
  ...DETAILS_RESPONSES,
  respondWithRows(listUsers, ravi, unknown, long),
  respondWith(getUser, { record: long }),
  respondWithRows(listMechanics, suresh),
  respondWith(getMechanic, { record: suresh }),
  respondWith(getRecordCounts, { record: counts }),
  respondWithStatus(deleteUser, 500),
  respondWithStatus(payLoyalty, 500),
  respondWith(toggleMechanicExpert, { isExpert: true }),
];
const NARROW = { width: 320, height: 640 };

const dialog = page.getByRole('dialog');
const confirmation = page.getByRole('alertdialog');
const actionOf = (action: string) => button(`${action} ${long.name}`);
const overflowOf = (element: Element) => element.scrollWidth - element.clientWidth;

/** Asserts that the open sheet fills the screen and that the page does not scroll sideways. */
async function expectWholeScreen(): Promise<void> {
  await expectAccessible();
  const { x, y, width, height } = dialog.last().element().getBoundingClientRect();
  expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: document.body.clientWidth, height: 640 });
  expect(overflowOf(dialog.last().element())).toBe(0);
}

describe('customers on a narrow phone', () => {
  it('[FMT-06, USER-02, FMT-04] are cards with four actions', async () => {
    await openScreen('/users', ANSWERS, NARROW);
    const cards = page.getByRole('list', { name: 'All Users' }).getByRole('listitem');
    await expectTexts(cards.filter({ hasText: 'Ravi Kumar' }), [
      `${ravi.id.slice(-6)} Active Ravi Kumar ₹1,234.50 9876543210 ravi.kumar@example.in`,
    ]);
    await expectTexts(cards.nth(1), [`${unknown.id.slice(-6)} Blocked N/A N/A N/A N/A`]);
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
    await expectAccessible();
    const boxes = cards
      .nth(2)
      .getByRole('button')
      .elements()
      .map((it) => it.getBoundingClientRect());
    expect(boxes).toHaveLength(5);
    for (const { height, left, right } of boxes) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(320);
    }
  });

  it('[USER-04] have details as a full-screen sheet with reachable buttons', async () => {
    await openScreen('/users', ANSWERS, NARROW);
    await actionOf('View details of').click();
    await expect.element(dialog.getByRole('region', { name: 'Account' })).toBeVisible();
    await expectWholeScreen();
    for (const name of ['Pay loyalty', 'Block'])
      await expectInReach(dialog.getByRole('button', { name, exact: true }));
    await expectInReach(dialog.getByRole('tab', { name: 'Bookings' }));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[USER-06] have a confirmation dialog that fits a long name, also after a failure', async () => {
    await openScreen('/users', ANSWERS, NARROW);
    await actionOf('Delete user').click();
    const confirm = confirmation.getByRole('button', { name: 'Delete', exact: true });
    await expectInReach(confirm);
    await confirm.click();
    await expect.element(confirmation.getByText('Failed to delete user')).toBeVisible();
    await expectInReach(confirm);
    await expectInReach(confirmation.getByRole('button', { name: 'Cancel' }));
    expect(overflowOf(confirmation.element())).toBe(0);
    await expectAccessible();
  });

  it('[LOYA-01, LOYA-03] have a loyalty dialog that fits on the screen, also after a failure', async () => {
    await openScreen('/users', ANSWERS, NARROW);
    await actionOf('Pay loyalty to').click();
    await expect.element(page.getByRole('dialog', { name: 'Process Loyalty Payout' })).toBeVisible();
    await expectWholeScreen();
    await page.getByLabelText('Transaction ID').fill('UPI-1');
    const submit = dialog.getByRole('button', { name: 'Process Payout' });
    await expectInReach(submit);
    await submit.click();
    await expect.element(toast('Failed to process payout. Please try again.')).toBeVisible();
    await expectInReach(submit);
    await expectInReach(dialog.getByRole('button', { name: 'Cancel' }));
  });
});

it('[USER-06, LOYA-01] a long name fits into each dialog on a desktop', async () => {
  await openScreen('/users', ANSWERS);
  for (const action of ['Delete user', 'Pay loyalty to', 'View details of']) {
    await actionOf(action).click();
    const opened = dialog.or(confirmation);
    await expect.element(opened).toBeVisible();
    expect(overflowOf(opened.element()), action).toBe(0);
    await userEvent.keyboard('{Escape}');
    await expect.element(opened).not.toBeInTheDocument();
  }
});

it('[FMT-06, MECH-02] a mechanic on a phone is a card, which opens with a tap next to its buttons', async () => {
  await openScreen('/mechanics', ANSWERS, { width: 375, height: 812 });
  const card = page.getByRole('list', { name: 'All Mechanics' }).getByRole('listitem');
  for (const text of ['Approved', '₹500', '9123456780 · 8 years'])
    await expect.element(card.getByText(text)).toBeVisible();
  const expert = card.getByRole('button', { name: 'Regular, change Suresh Patil to expert' });
  for (const target of [expert, card.getByRole('button', { name: 'Delete mechanic Suresh Patil' })])
    expect(target.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expert.click();
  await expect.element(toast('Suresh Patil is now an expert')).toBeVisible();
  await card.getByText('9123456780').click();
  await expect.element(page.getByRole('dialog', { name: 'Suresh Patil' })).toBeVisible();
});
