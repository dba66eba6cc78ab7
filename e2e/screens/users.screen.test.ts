import { getUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, aUserWithLongValues } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import { answer, held, inTurn, noAnswer, openScreen, queriesOf, response, rows, sentTo } from './open-screen.ts';

const heading = (name: string) => page.getByRole('heading', { name, exact: true });

describe('the list of customers', () => {
  it('is accessible while it loads and once it is filled, and nothing moves', async () => {
    const list = held(rows(listUsers, aUser(), aUserWithLongValues()));
    await openScreen('/users', [list]);
    await expect.element(heading('All Users')).toBeVisible();
    await expectAccessible();
    await expectNoLayoutShift(async () => {
      list.release();
      await expect.element(heading('All Users (2)')).toBeVisible();
    });
    await expectAccessible();
  });

  it.each([
    ['empty', '/users', rows(listUsers), /^No users found. Create/],
    ['without a match', '/users?search=nothing', rows(listUsers), /^No users found matching/],
    ['failed', '/users', response(listUsers, 404), 'Error Loading Users'],
    ['without a network', '/users', noAnswer(listUsers), 'Error Loading Users'],
  ])('[USER-02] is accessible when it is %s', async (_state, address, list, text) => {
    await openScreen(address, [list]);
    await expect.element(page.getByText(text)).toBeVisible();
    await expectAccessible();
  });

  it('[USER-02] is loaded again by Try Again', async () => {
    await openScreen('/users', [inTurn(response(listUsers, 404), rows(listUsers, aUser()))]);
    await page.getByRole('button', { name: /again/i }).click();
    await expect.element(heading('All Users (1)')).toBeVisible();
    expect(queriesOf(listUsers)).toHaveLength(2);
  });

  it('[USER-05] sends one call to block a customer', async () => {
    const ravi = aUser();
    await openScreen('/users', [rows(listUsers, ravi), answer(toggleUserBlock, { isBlocked: true })]);
    await page.getByRole('button', { name: 'Block user Ravi Kumar', exact: true }).click();
    await expect.poll(() => sentTo(toggleUserBlock)).toEqual([null]);
  });

  it('is accessible on a phone', async () => {
    await openScreen('/users', [rows(listUsers, aUser(), aUserWithLongValues())], { width: 375 });
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible();
  });

  it('[USER-04] says that there is no user with an id', async () => {
    await openScreen(`/users?user=${'f'.repeat(24)}`, [rows(listUsers), response(getUser, 404)]);
    await expect.element(page.getByText(/^There is no user with this id/)).toBeVisible();
    await expectAccessible();
  });
});
