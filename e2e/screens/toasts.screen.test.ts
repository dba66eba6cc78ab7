import { payLoyalty } from '@wayside/contract/loyalty';
import { logout } from '@wayside/contract/session';
import { getRecordCounts } from '@wayside/contract/timeline';
import { deleteUser, getUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { aUser } from '../support/factories/people.ts';
import { expectAccessible, untilStill } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
} from './open-screen.ts';
import { button, expectInReach, toast } from './page-content.ts';
import { DETAILS_RESPONSES } from './responses.ts';

const ravi = aUser({ name: 'Ravi Kumar', walletPaise: 123_450 });
const meena = aUser({ name: 'Meena Sharma', walletPaise: 123_450 });
const counts = { bookings: 0, payments: 0, earnings: null, payouts: null, notes: 0, activity: 0 };
const USERS = [
  ...DETAILS_RESPONSES,
  respondWithRows(listUsers, ravi, meena),
  respondWith(getUser, { record: ravi }),
  respondWith(getRecordCounts, { record: counts }),
];
const blocks = () =>
  inSequence(respondWith(toggleUserBlock, { isBlocked: true }), respondWith(toggleUserBlock, { isBlocked: false }));
const NARROW: ScreenOptions = { width: 320, height: 640 };

const region = page.getByRole('region', { name: /^Notifications/ });
const toasts = region.getByRole('listitem');
const closeToast = region.getByRole('button', { name: 'Close toast' });
const hasFocus = (place: Locator) => place.query()?.contains(document.activeElement) ?? false;
const count = () => toasts.elements().length;

/** Stops the clock of toasts and calls. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
/** Advances the clock until a toast is shown. */
const passUntil = (locator: Locator) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(20);
      return locator.query();
    })
    .not.toBeNull();

describe('the toast of a change', () => {
  it('[TOAST-01] does not show that a fast change is loading', async () => {
    await openScreen('/users', [...USERS, blocks()]);
    await expect.element(button('Block user Ravi Kumar')).toBeVisible();
    stopTime();
    await button('Block user Ravi Kumar').click();
    await passUntil(toast('Ravi Kumar is blocked'));
    await vi.advanceTimersByTimeAsync(2000);
    expect(count()).toBe(1);
    expect(toast('Blocking Ravi Kumar...').query()).toBeNull();
  });

  it('[TOAST-01] shows after one second that the change is loading, without a time limit, and then its success', async () => {
    const later = holdResponse(blocks());
    await openScreen('/users', [...USERS, later]);
    await expect.element(button('Block user Meena Sharma')).toBeVisible();
    stopTime();
    await button('Block user Meena Sharma').click();
    await vi.advanceTimersByTimeAsync(900);
    expect(count()).toBe(0);
    await passUntil(toast('Blocking Meena Sharma...'));
    const loading = toasts.element();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(toast('Blocking Meena Sharma...').query()).not.toBeNull();
    later.release();
    await passUntil(toast('Meena Sharma is blocked'));
    expect(loading.contains(toast('Meena Sharma is blocked').query())).toBe(true);
    expect(count()).toBe(1);
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(500);
        return count();
      })
      .toBe(0);
  });

  it('[TOAST-01] shows that the change is loading, and then its error', async () => {
    const later = holdResponse(respondWithStatus(payLoyalty, 500));
    await openScreen('/users', [...USERS, later]);
    await button('Pay loyalty to Ravi Kumar').click();
    await page.getByLabelText('Transaction ID').fill('UPI-1');
    await button('Process Payout').click();
    await expect.element(toast('Processing...')).toBeVisible();
    await expectAccessible();
    const loading = toasts.element();
    later.release();
    await expect.element(toast('Error')).toBeVisible();
    expect(loading.contains(toast('Error').element())).toBe(true);
    expect(count()).toBe(1);
  });

  it('[TOAST-01] shows the result even after the user has closed the loading toast', async () => {
    const later = holdResponse(respondWith(deleteUser, {}));
    await openScreen('/users', [...USERS, later]);
    await button('Delete user Ravi Kumar').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(toast('Deleting Ravi Kumar...')).toBeVisible();
    await closeToast.click();
    await expect.poll(count).toBe(0);
    later.release();
    await expect.element(toast('Ravi Kumar is deleted')).toBeVisible();
    expect(count()).toBe(1);
  });
});

it('[TOAST-01] an older error toast stays next to a newer success toast', async () => {
  await openScreen('/users', [...USERS, inSequence(respondWithStatus(toggleUserBlock, 500), blocks())]);
  await button('Block user Ravi Kumar').click();
  const error = toast('Failed to update user status');
  await expect.element(error).toBeVisible();
  await button('Block user Meena Sharma').click();
  const success = toast('Meena Sharma is blocked');
  await expect.element(success).toBeVisible();
  const isOnTop = (locator: Locator) => {
    const { left, top, width, height } = locator.element().getBoundingClientRect();
    return locator.element().contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  await expect.poll(() => [error, success].map(isOnTop)).toEqual([true, true]);
  await untilStill();
  const [upper, lower] = toasts
    .elements()
    .map((it) => it.getBoundingClientRect())
    .sort((a, b) => a.top - b.top);
  expect(upper?.bottom).toBeLessThanOrEqual(lower?.top ?? 0);
  await expectAccessible();
});

describe('Alt+T inside a dialog', () => {
  const dialog = page.getByRole('dialog', { name: 'Process Loyalty Payout' });
  const transactionId = dialog.getByLabelText('Transaction ID');
  const tabTo = async (target: Locator) => {
    for (let tabs = 0; tabs < 3 && !hasFocus(target); tabs += 1) await userEvent.keyboard('{Tab}');
    await expect.element(target).toHaveFocus();
  };

  /** Makes a payout fail, so that a dialog and a toast are open. */
  async function failPayout(): Promise<void> {
    await openScreen('/users', [...USERS, respondWithStatus(payLoyalty, 500)]);
    await button('Pay loyalty to Ravi Kumar').click();
    await transactionId.fill('UPI-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(toast('Error')).toBeVisible();
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.poll(() => hasFocus(region)).toBe(true);
  }

  it('[TOAST-01] focuses the toasts and their close button, and returns the focus', async () => {
    await failPayout();
    await tabTo(closeToast);
    await userEvent.keyboard('{Enter}');
    await expect.element(toast('Error')).not.toBeInTheDocument();
    await expect.element(transactionId).toHaveFocus();
  });

  it('[TOAST-01] makes Escape close the toast first and then the dialog', async () => {
    await failPayout();
    await userEvent.keyboard('{Escape}');
    await expect.element(toast('Error')).not.toBeInTheDocument();
    await expect.element(transactionId).toHaveFocus();
    await expect.element(transactionId).toHaveValue('UPI-1');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your input?' })).toBeVisible();
  });

  it('[TOAST-01] reaches the Undo button of a change made in the dialog', async () => {
    await openScreen('/users', [...USERS, blocks()]);
    await button('View details of Ravi Kumar').click();
    const details = page.getByRole('dialog', { name: 'Ravi Kumar', exact: true });
    await details.getByRole('button', { name: 'Block', exact: true }).click();
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.poll(() => hasFocus(region)).toBe(true);
    await tabTo(region.getByRole('button', { name: 'Undo' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(toast('Ravi Kumar is unblocked')).toBeVisible();
    await expect.element(details).toBeVisible();
  });
});

describe('a narrow phone', () => {
  const undo = region.getByRole('button', { name: 'Undo' });

  it('[USER-05, TOAST-01] shows a toast that covers no button of the details', async () => {
    await openScreen('/users', [...USERS, blocks()], NARROW);
    await button('View details of Ravi Kumar').click();
    const details = page.getByRole('dialog', { name: 'Ravi Kumar', exact: true });
    await details.getByRole('button', { name: 'Block', exact: true }).click();
    await expectInReach(undo);
    await expectInReach(closeToast);
    await expectInReach(details.getByRole('button', { name: 'Unblock', exact: true }));
    await expectInReach(details.getByRole('button', { name: 'Pay loyalty' }));
    await undo.click();
    await expect.element(details.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  });

  it('[USER-05, TOAST-01] shows a toast that covers no button of the next card', async () => {
    await openScreen('/users', [...USERS, blocks()], NARROW);
    const next = button('Block user Meena Sharma');
    await expect.element(next).toBeVisible();
    // The next card ends at the bottom of the screen.
    next.element().scrollIntoView({ block: 'end' });
    await button('Block user Ravi Kumar').click();
    await expect.element(undo).toBeVisible();
    await expectInReach(next);
    await expectInReach(button('Open menu'));
  });
});

describe('[AUTH-10] the end of the session', () => {
  const signedOut = page.getByRole('button', { name: 'Sign In', exact: true });

  it.each([
    ['here', () => button('Logout').click()],
    [
      'in another tab',
      () => {
        localStorage.clear();
        dispatchEvent(new StorageEvent('storage', { key: null }));
      },
    ],
  ])('removes the toasts, which contain names, after %s', async (_, end) => {
    await openScreen('/users', [...USERS, blocks(), respondWith(logout, {})]);
    await button('Block user Ravi Kumar').click();
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    await end();
    await expect.element(signedOut).toBeVisible();
    await expect.poll(count).toBe(0);
  });

  it('hides the result of a pending change', async () => {
    const later = holdResponse(blocks());
    await openScreen('/users', [...USERS, later, respondWith(logout, {})]);
    await expect.element(button('Block user Meena Sharma')).toBeVisible();
    stopTime();
    await button('Block user Meena Sharma').click();
    await passUntil(toast('Blocking Meena Sharma...'));
    await button('Logout').click();
    later.release();
    await passUntil(signedOut);
    const countLater = async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      return count();
    };
    await expect.poll(countLater).toBe(0);
    expect(await countLater()).toBe(0);
  });
});
