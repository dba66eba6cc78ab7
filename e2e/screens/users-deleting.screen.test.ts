import { deleteUser, listUsers } from '@wayside/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aUser, aUserWithLongValues } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  networkError,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
} from './open-screen.ts';
import { button, confirmation, expectTexts, focus, row, toast, toasts, useTestClock } from './people-screen.ts';

const ravi = aUser();

const deleted = respondWith(deleteUser, {});
const failed = 'Failed to delete user';

const cancel = confirmation.getByRole('button', { name: 'Cancel' });
const confirm = confirmation.getByRole('button', { name: 'Delete', exact: true });
const remove = button('Delete user Ravi Kumar');
const emptyList = page.getByText('No users found matching "Ravi"', { exact: true });

/** Opens the confirmation to delete a user; the list is empty when it loads again. */
async function ask(...responses: Parameters<typeof openScreen>[1]): Promise<void> {
  await openScreen('/users?search=Ravi', [
    inSequence(respondWithRows(listUsers, ravi), respondWithRows(listUsers)),
    ...responses,
  ]);
  await remove.click();
  await expect.element(confirmation).toBeVisible();
}

describe('the confirmation of a deletion', () => {
  it('[USER-06] names the customer, contains the fixed text and focuses Cancel', async () => {
    await ask();
    await expectTexts(confirmation.getByRole('heading'), ['Delete Ravi Kumar?']);
    const question = 'Are you sure you want to delete this user? This action cannot be undone.';
    await expect.element(confirmation.getByText(question, { exact: true })).toBeVisible();
    await expect.element(cancel).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(confirmation).not.toBeInTheDocument();
    await expect.element(remove).toHaveFocus();
    await expect.element(row('Ravi Kumar')).toBeVisible();
    expect(sentBodies(deleteUser)).toEqual([]);
  });

  it('[USER-06] works with the keyboard alone', async () => {
    await openScreen('/users', [inSequence(respondWithRows(listUsers, ravi), respondWithRows(listUsers)), deleted]);
    await focus(remove);
    await userEvent.keyboard('{Enter}');
    await expect.element(cancel).toHaveFocus();
    await userEvent.tab();
    await expect.element(confirm).toHaveFocus();
    await userEvent.tab();
    await expect.element(cancel).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.keyboard(' ');
    await expect.element(toast('Ravi Kumar is deleted')).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  it('[USER-06] is accessible with a long name and a failure, and names the wallet', async () => {
    const long = aUserWithLongValues();
    await openScreen('/users', [respondWithRows(listUsers, long), respondWithStatus(deleteUser, 500)]);
    await button(`Delete user ${long.name}`).click();
    const note = /^The wallet still holds ₹.* Otherwise the name stays/;
    await expect.element(page.getByRole('note').getByText(note)).toBeVisible();
    await expectAccessible();
    await confirm.click();
    await expect.element(confirmation.getByText(failed)).toBeVisible();
    await expectAccessible();
  });
});

describe('the deletion of a customer', () => {
  it('[USER-06] is sent once and cannot be cancelled while it is in progress', async () => {
    const later = holdResponse(deleted);
    await ask(later);
    await confirm.dblClick();
    const deleting = confirmation.getByRole('button', { name: 'Deleting...' });
    await expect.element(deleting).toBeDisabled();
    await expect.element(cancel).toBeDisabled();
    await deleting.click({ force: true });
    await userEvent.keyboard('{Escape}');
    await expect.element(deleting).toBeVisible();
    later.release();
    await expect.element(toast('Ravi Kumar is deleted')).toBeVisible();
    await expect.element(confirmation).not.toBeInTheDocument();
    await expect.element(emptyList).toBeVisible();
    expect(sentBodies(deleteUser)).toHaveLength(1);
  });

  it.each([
    ['a 500', respondWithStatus(deleteUser, 500), failed],
    ['no response', networkError(deleteUser), failed],
    [
      'status false and a message',
      respondWithStatus(deleteUser, 200, { status: false, message: 'Not today' }),
      'Not today',
    ],
  ])(
    '[USER-06, ERR-01, ERR-02, ERR-03] shows %s in the dialog and is repeated only by a click',
    async (_, failure, words) => {
      await ask(inSequence(failure, deleted));
      useTestClock();
      await confirm.click();
      await expect.element(confirmation.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
      await expect.element(confirm).toHaveFocus();
      await vi.advanceTimersByTimeAsync(120_000);
      expect(sentBodies(deleteUser)).toHaveLength(1);
      await confirm.click();
      await expect.element(confirmation).not.toBeInTheDocument();
      await expect.element(emptyList).toBeVisible();
    },
  );

  it('[USER-06] reports when another user was first, and the row disappears', async () => {
    const message = 'There is no customer with this id.';
    await ask(respondWithStatus(deleteUser, 404, { status: false, message }));
    await confirm.click();
    await expect.element(confirmation.getByText(message)).toBeVisible();
    await cancel.click();
    await expect.element(row('Ravi Kumar')).not.toBeInTheDocument();
    await expect.element(toasts.getByText(/is deleted/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });
});
