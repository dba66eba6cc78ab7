import { getUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aUser } from '../support/factories/people.ts';
import {
  holdResponse,
  inSequence,
  networkError,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentQueries,
} from './open-screen.ts';
import {
  button,
  dialog,
  EMPTY_RELATED_RESPONSES,
  expectTexts,
  focus,
  readDescriptionList,
  region,
  row,
  toast,
  useTestClock,
} from './people-screen.ts';

const ravi = aUser();
const blocked = { ...ravi, isBlocked: true };
const list = respondWithRows(listUsers, ravi);
const toggled = (isBlocked: boolean) => respondWith(toggleUserBlock, { isBlocked });
const refused = (status: number, message: string) =>
  respondWithStatus(toggleUserBlock, status, { status: false, message });

const block = button('Block user Ravi Kumar');
const unblock = button('Unblock user Ravi Kumar');
const undo = button('Undo');
const state = row('Ravi Kumar').getByText(/^(Active|Blocked)$/);
const failed = 'Failed to update user status';

describe('a click on Block', () => {
  it('[USER-05] shows the change before the response, and is sent once regardless of how often the user clicks', async () => {
    const later = holdResponse(toggled(true));
    await openScreen('/users', [list, later]);
    await block.dblClick();
    await expect.element(state).toHaveTextContent('Blocked');
    await expect.element(unblock).toHaveAttribute('aria-disabled', 'true');
    await expect.element(toast('Ravi Kumar is blocked')).not.toBeInTheDocument();
    await unblock.click({ force: true });
    await userEvent.keyboard('{Enter}');
    later.release();
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    await expect.element(unblock).not.toHaveAttribute('aria-disabled');
    await expect.element(state).toHaveTextContent('Blocked');
    expect(sentQueries(toggleUserBlock)).toEqual([{ seen: 'false' }]);
  });

  it('[USER-05] is ignored when it is the second of a double click, even after the response', async () => {
    await openScreen('/users', [inSequence(list, respondWithRows(listUsers, blocked)), toggled(true)]);
    await block.click();
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    unblock.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await button('Refresh').click();
    await expect.element(state).toHaveTextContent('Blocked');
    expect(sentQueries(toggleUserBlock)).toHaveLength(1);
  });

  it('[USER-05] sends one request and keeps the focus when a key is held down', async () => {
    await openScreen('/users', [list, inSequence(toggled(true), toggled(false))]);
    await focus(block);
    await userEvent.keyboard('{Enter>20/}');
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    await expect.element(unblock).toHaveFocus();
    expect(sentQueries(toggleUserBlock)).toHaveLength(1);
    await userEvent.keyboard(' ');
    await expect.element(toast('Ravi Kumar is unblocked')).toBeVisible();
    await expect.element(block).toHaveFocus();
  });
});

describe('Undo', () => {
  it('[USER-05] reverts the customer’s last change with another request, starting from the confirmed state', async () => {
    await openScreen('/users', [list, inSequence(toggled(true), toggled(false), toggled(true))]);
    await block.click();
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    await unblock.click();
    await expect.element(toast('Ravi Kumar is unblocked')).toBeVisible();
    await expect.element(toast('Ravi Kumar is blocked')).not.toBeInTheDocument();
    await undo.click();
    await expect.element(state).toHaveTextContent('Blocked');
    expect(sentQueries(toggleUserBlock)).toEqual([{ seen: 'false' }, { seen: 'true' }, { seen: 'false' }]);
  });

  it('[USER-05] reports the change of another user when it comes too late', async () => {
    const message = 'Another user has unblocked this customer in the meantime.';
    await openScreen('/users', [list, inSequence(toggled(true), refused(409, message))]);
    await block.click();
    await undo.click();
    await expect.element(toast(message)).toBeVisible();
    await expect.element(state).toHaveTextContent('Active');
  });
});

it('[USER-05, USER-04] blocking in the details changes the dialog and the list, and Undo works above the dialog', async () => {
  const responses = inSequence(toggled(true), toggled(false), toggled(true));
  await openScreen('/users', [list, responses, ...EMPTY_RELATED_RESPONSES]);
  await button('View details of Ravi Kumar').click();
  const details = dialog('Ravi Kumar');
  await details.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.element(region('Customer').getByText('Blocked', { exact: true })).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Unblock', exact: true })).toHaveFocus();
  await undo.click();
  await expect.element(region('Customer').getByText('Active', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.element(region('Customer').getByText('Blocked', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(state).toHaveTextContent('Blocked');
  expect(sentQueries(toggleUserBlock)).toHaveLength(3);
});

it('[USER-05] a list that loads during the change does not restore the old state', async () => {
  const outdated = holdResponse(list);
  await openScreen('/users', [inSequence(list, outdated, respondWithRows(listUsers, blocked)), toggled(true)]);
  await button('Refresh').click();
  await block.click();
  await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
  outdated.release();
  await expect.element(button('Refresh')).toBeEnabled();
  await expect.element(state).toHaveTextContent('Blocked');
});

describe('a toggle that fails', () => {
  it.each([
    ['a 500', respondWithStatus(toggleUserBlock, 500), failed],
    ['no response', networkError(toggleUserBlock), failed],
    ['status false and a message', refused(200, 'Not today'), 'Not today'],
  ])('[USER-05, ERR-01, ERR-02] reverts on %s and is sent again only by a click', async (_, failure, words) => {
    await openScreen('/users', [list, inSequence(failure, toggled(true))]);
    useTestClock();
    await focus(block);
    await userEvent.keyboard('{Enter}');
    await expect.element(toast(failed)).toBeVisible();
    await expect.element(toast(words)).toBeVisible();
    await expect.element(state).toHaveTextContent('Active');
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(block).toHaveFocus();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sentQueries(toggleUserBlock)).toHaveLength(1);
    await block.click();
    await expect.element(toast('Ravi Kumar is blocked')).toBeVisible();
    await expect.element(toast(failed)).not.toBeInTheDocument();
    await expect.element(state).toHaveTextContent('Blocked');
  });

  it('[USER-05] shows the current state when another user was first', async () => {
    const message = 'Another user has blocked this customer in the meantime.';
    const responses = inSequence(refused(409, message), toggled(false));
    await openScreen('/users', [inSequence(list, respondWithRows(listUsers, blocked)), responses]);
    await block.click();
    await expect.element(toast(message)).toBeVisible();
    await expect.element(state).toHaveTextContent('Blocked');
    await unblock.click();
    await expect.element(state).toHaveTextContent('Active');
    expect(sentQueries(toggleUserBlock)).toEqual([{ seen: 'false' }, { seen: 'true' }]);
  });

  it('[USER-05, USER-06] removes the customer from the list when the customer was deleted', async () => {
    const message = 'There is no customer with this id.';
    await openScreen('/users?search=Ravi', [inSequence(list, respondWithRows(listUsers)), refused(404, message)]);
    await block.click();
    await expect.element(toast(message)).toBeVisible();
    await expect.element(page.getByText('No users found matching "Ravi"', { exact: true })).toBeVisible();
  });
});

it('[USER-05] an external API that ignores the expected state is trusted', async () => {
  await openScreen('/users', [list, toggled(false)]);
  await block.click();
  await expect.element(toast('Ravi Kumar is unblocked')).toBeVisible();
  await expect.element(toast('Someone else changed it.')).toBeVisible();
  await expect.element(state).toHaveTextContent('Active');
  await expect.element(undo).not.toBeInTheDocument();
});

it('[ERR-02] reopened details of a customer show the current state', async () => {
  const one = inSequence(respondWith(getUser, { record: ravi }), respondWith(getUser, { record: blocked }));
  await openScreen(`/users?user=${ravi.id}`, [respondWithRows(listUsers), one, ...EMPTY_RELATED_RESPONSES]);
  await expect.poll(() => readDescriptionList('Customer')).toMatchObject({ Name: 'Ravi Kumar' });
  await expect.element(region('Customer').getByText('Active', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectTexts(page.getByRole('dialog'), []);
  history.back();
  await expect.element(region('Customer').getByText('Blocked', { exact: true })).toBeVisible();
});
