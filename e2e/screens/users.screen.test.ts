import { listUsers, toggleUserBlock } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aUser, aUserWithLongValues, aUserWithoutValues } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  networkError,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { button, expectQuery, expectTexts, focus, row } from './people-screen.ts';

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const searchBox = page.getByRole('searchbox', { name: 'Search by phone number' });
const table = page.getByRole('table', { name: 'All Users' });
const card = page.getByRole('alert').filter({ hasText: 'Error Loading Users' });
const cellsOf = ({ id }: { id: string }) => row(id.slice(-6)).getByRole('cell');

describe('the list of customers', () => {
  it('is accessible while it loads and when it is filled, without a layout shift', async () => {
    // A wallet with crores of rupees would widen its column, so this amount is small.
    const list = holdResponse(
      respondWithRows(listUsers, aUser(), { ...aUserWithLongValues(), walletPaise: 123_450 }),
    );
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
    ['empty', '/users', respondWithRows(listUsers), 'No users found. Create your first user to get started.'],
    ['without a match', '/users?search=nothing', respondWithRows(listUsers), 'No users found matching "nothing"'],
    ['failed', '/users', respondWithStatus(listUsers, 404), 'Failed to load users'],
    ['without a network', '/users', networkError(listUsers), 'Failed to load users'],
    ['refused', '/users', respondWithStatus(listUsers, 200, { status: false, message: 'Not today' }), 'Not today'],
  ])('[USER-02, USER-03, USER-07, ERR-01] is accessible when it is %s', async (_state, address, list, text) => {
    await openScreen(address, [list]);
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expectAccessible();
  });

  it('[USER-02] is loaded again with Try Again', async () => {
    await openScreen('/users', [
      inSequence(respondWithStatus(listUsers, 404), respondWithRows(listUsers, aUser())),
    ]);
    await page.getByRole('button', { name: /again/i }).click();
    await expect.element(heading('All Users (1)')).toBeVisible();
    expect(sentQueries(listUsers)).toHaveLength(2);
  });

  it('[USER-05] sends one request to block a customer', async () => {
    const ravi = aUser();
    await openScreen('/users', [
      respondWithRows(listUsers, ravi),
      respondWith(toggleUserBlock, { isBlocked: true }),
    ]);
    await page.getByRole('button', { name: 'Block user Ravi Kumar', exact: true }).click();
    await expect.poll(() => sentBodies(toggleUserBlock)).toEqual([null]);
  });

  it('is accessible on a phone', async () => {
    await openScreen('/users', [respondWithRows(listUsers, aUser(), aUserWithLongValues())], { width: 375 });
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible();
  });
});

it('the accessibility check finds one text with low contrast among similar rows in its theme', async () => {
  const poor = aUser({ name: 'Ten Rupees' });
  await openScreen('/users', [respondWithRows(listUsers, aUser(), poor, aUser())]);
  const name = row('Ten Rupees').getByText('Ten Rupees');
  await expect.element(name).toBeVisible();
  for (const color of ['light-dark(#bbb, #fff)', 'light-dark(#000, #555)']) {
    name.element().style.color = color;
    await expect(expectAccessible()).rejects.toMatchObject({
      actual: [expect.stringMatching(/^color-contrast: /)],
    });
  }
});

describe('a row of the list', () => {
  const ravi = aUser({ vehicleTypes: ['car', 'bike'], walletPaise: 123_456_750 });
  const meena = aUser({ name: 'Meena Sharma', isBlocked: true, walletPaise: 1005 });
  const unknown = aUserWithoutValues();

  it('[USER-02, FMT-01, FMT-04, FMT-05] has all fields in order, with the wallet to the paisa and N/A for missing values', async () => {
    await openScreen('/users', [respondWithRows(listUsers, ravi, meena, unknown)]);
    const headings = ['', 'User', 'Contact', 'Vehicle Types', 'Wallet', 'Status', 'Actions'];
    await expectTexts(table.getByRole('columnheader'), headings);
    expect(document.title).toMatch(/^Users/);
    const person = `RK Ravi Kumar ${ravi.id.slice(-6)}`;
    const contact = 'ravi.kumar@example.in 9876543210';
    await expectTexts(cellsOf(ravi), ['', person, contact, 'Car Bike', '₹12,34,567.50', 'Active', '']);
    await expectTexts(cellsOf(meena).nth(4), ['₹10.05']);
    await expectTexts(cellsOf(meena).nth(5), ['Blocked']);
    const nobody = `? N/A ${unknown.id.slice(-6)}`;
    await expectTexts(cellsOf(unknown), ['', nobody, 'N/A N/A', 'N/A', 'N/A', 'Active', '']);
    expect(page.getByRole('main').element().textContent).not.toMatch(/undefined|null|NaN|Invalid Date/);
  });

  it('[USER-02] contains four actions, each with the customer’s name in its label', async () => {
    await openScreen('/users', [respondWithRows(listUsers, ravi, meena, unknown)]);
    await expect.element(cellsOf(ravi).first()).toBeVisible();
    const labels = (user: { id: string }) =>
      cellsOf(user)
        .last()
        .getByRole('button')
        .elements()
        .map((it) => it.getAttribute('aria-label'));
    expect(labels(ravi)).toEqual([
      'View details of Ravi Kumar',
      'Pay loyalty to Ravi Kumar',
      'Block user Ravi Kumar',
      'Delete user Ravi Kumar',
    ]);
    expect(labels(meena)[2]).toBe('Unblock user Meena Sharma');
    expect(labels(unknown)[3]).toBe(`Delete user user ${unknown.id.slice(-6)}`);
  });

  it.each([
    ['long', `Anantha${'padmanabha'.repeat(19)}swa`],
    ['devanagari', 'अनुराधा पौडवाल'],
    ['right to left', 'محمد علي'],
    ['markup', '<img src=x onerror=alert(1)> <b>Bold</b>'],
  ])(
    '[FMT-04, USER-02] shows a name that is %s as plain text, and every value fits in its cell',
    async (_, name) => {
      const rich = aUserWithLongValues({ name });
      await openScreen('/users', [respondWithRows(listUsers, rich)]);
      const shown = cellsOf(rich).nth(1).getByText(name, { exact: true });
      await expect.element(shown).toBeVisible();
      const [box, cell] = [shown, cellsOf(rich).nth(1)].map((it) => it.element().getBoundingClientRect());
      expect(box?.height).toBeLessThan(50);
      expect(box?.right).toBeLessThanOrEqual(cell?.right ?? 0);
      expect(page.getByRole('main').getByRole('img').elements()).toEqual([]);
      await expectTexts(cellsOf(rich).nth(4), ['₹9,99,99,999.99']);
      const cells = cellsOf(rich).elements();
      expect(cells.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)).toEqual([]);
      await userEvent.hover(shown);
      if (name.length > 60) await expect.element(page.getByRole('tooltip').first()).toHaveTextContent(name);
    },
  );
});

describe('a page of the list', () => {
  const first = respondWith(listUsers, { rows: [aUser()], total: 14, pageCount: 2, page: 1 });
  const second = respondWith(listUsers, { rows: [aUser()], total: 14, pageCount: 2, page: 2 });

  it('[USER-02, BOOK-07, ERR-02] is loaded once for ten customers, also after hovering over its link', async () => {
    await openScreen('/users', [inSequence(first, second)]);
    await expect.element(page.getByText('Showing 1 to 10 of 14 users', { exact: true })).toBeVisible();
    const link = page.getByRole('navigation', { name: 'Pages of users' }).getByRole('link', { name: 'Page 2' });
    await userEvent.hover(link);
    await expect.poll(() => sentQueries(listUsers)).toHaveLength(2);
    await link.click();
    await expect.element(page.getByText('Showing 11 to 14 of 14 users', { exact: true })).toBeVisible();
    await expectQuery({ page: '2' });
    expect(sentQueries(listUsers)).toEqual(['1', '2'].map((number) => ({ page: number, limit: '10' })));
  });

  it('[USER-01] is the first one after a search, which is trimmed and sent once after the last key', async () => {
    await openScreen('/users?page=2', [inSequence(second, respondWithRows(listUsers, aUser()))]);
    await searchBox.click();
    await userEvent.keyboard(' 70000999 ');
    await expect.element(heading('All Users (1)')).toBeVisible();
    expect(sentQueries(listUsers).slice(1)).toEqual([{ page: '1', limit: '10', search: '70000999' }]);
    await expectQuery({ search: '70000999' });
  });
});

it.each(['%', '_', "' OR 1=1 --", '\\', '<b>x</b>', '"quoted"'])(
  '[USER-01, USER-03] a search for %s without a match shows the text, and can be cleared',
  async (text) => {
    const all = respondWithRows(listUsers, aUser());
    await openScreen('/users', [inSequence(all, respondWithRows(listUsers), all)]);
    await searchBox.fill(text);
    await expect.element(page.getByText(`No users found matching "${text}"`, { exact: true })).toBeVisible();
    await button('Clear filters').click();
    await expect.element(heading('All Users (1)')).toBeVisible();
    await expect.element(searchBox).toHaveValue('');
    await expectQuery({});
    expect(sentQueries(listUsers)[1]).toMatchObject({ search: text });
  },
);

it('[ERR-03, USER-07] a failed load is repeated with Try Again, which keeps the focus until it succeeds', async () => {
  const failure = respondWithStatus(listUsers, 404);
  await openScreen('/users', [inSequence(failure, failure, respondWithRows(listUsers, aUser()))]);
  await focus(button('Try Again'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sentQueries(listUsers)).toHaveLength(2);
  await expect.element(card).toBeVisible();
  await expect.element(button('Try Again')).toBeEnabled();
  await expect.element(button('Try Again')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('All Users (1)')).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  expect(sentQueries(listUsers)).toHaveLength(3);
  // The focus is in the list, so Tab moves to its first control.
  await userEvent.tab();
  await expect.element(table.getByRole('checkbox').first()).toHaveFocus();
});
