import { createSelection, exportUsers } from '@wayside/contract/exports';
import { listUsers } from '@wayside/contract/users';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aUser } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import { openScreen, respondBy, respondWith, sentBodies, sentQueries } from './open-screen.ts';
import { button, expectTexts, pageOf, toast } from './page-content.ts';
import { asRole, LIST_SCREEN_RESPONSES, respondWithEarnings } from './responses.ts';

/** "Customer 25" is the first row of the list. */
const users = Array.from({ length: 25 }, (_, index) => aUser({ name: `Customer ${25 - index}` }));
const list = respondBy(listUsers, (url) => {
  const search = url.searchParams.get('search') ?? '';
  return pageOf(
    users.filter(({ name }) => name?.includes(search)),
    url,
  );
});

const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const pageBox = page.getByRole('checkbox', { name: 'Select all rows on this page' });
const bar = page.getByRole('region', { name: 'Selected rows' });
const inBar = (name: string) => bar.getByRole('button', { name, exact: true });
const openPage = (number: number) => page.getByRole('link', { name: `Page ${number}`, exact: true }).click();
const expectMarked = (text: string) => expectTexts(bar.getByRole('status'), [text]);
const expectNoBar = () => expect.element(bar).not.toBeInTheDocument();

describe('selecting rows', () => {
  beforeEach(() => openScreen('/users', [list]));

  it('[VIEW-07] works with a click, for a range with Shift and for a whole page, without moving a row', async () => {
    await expect.element(box('Customer 24')).toBeVisible();
    await expectNoLayoutShift(async () => {
      await box('Customer 24').click();
      await expectMarked('1 user selected');
      await box('Customer 21').click({ modifiers: ['Shift'] });
      await expectMarked('4 users selected');
      await expect.element(box('Customer 22')).toBeChecked();
      await expect.element(pageBox).toBePartiallyChecked();
      // A click beside a checkbox still selects its row and does not open the record.
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await pageBox.click();
      await expectMarked('10 users selected');
    });
    await expectAccessible();
    await pageBox.click();
    await expectNoBar();
  });

  it('[VIEW-06, VIEW-07] works with x for the row reached with j, and with Space for a checkbox', async () => {
    await expect.element(box('Customer 25')).toBeVisible();
    await userEvent.keyboard('jx');
    await expectMarked('1 user selected');
    await expect.element(box('Customer 25')).toBeChecked();
    await userEvent.keyboard('jx');
    await expectMarked('2 users selected');
    await userEvent.keyboard('x');
    await expectMarked('1 user selected');
    (box('Customer 23').element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expectMarked('2 users selected');
    await userEvent.keyboard('jx');
    await expectMarked('3 users selected');
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog').getByText('Select the row')).toBeVisible();
  });

  it('[VIEW-07] stays while pages and searches change, shows how many selected rows are elsewhere, and can be cleared', async () => {
    await box('Customer 25').click();
    await openPage(2);
    await box('Customer 15').click();
    await expectMarked('2 users selected · 1 not on this page');
    await page.getByRole('searchbox').fill('Customer 7');
    await expect.element(page.getByRole('heading', { name: 'All Users (1)' })).toBeVisible();
    await expectMarked('2 users selected · 2 not on this page');
    await inBar('Clear').click();
    await expectNoBar();
  });

  it('[VIEW-07] can include all matching rows on all pages, until the search changes', async () => {
    await pageBox.click();
    await inBar('Select all 25 that match').click();
    await expectMarked('25 users selected');
    await openPage(3);
    await expect.element(box('Customer 1')).toBeChecked();
    await page.getByRole('searchbox').fill('Customer 2');
    await expectNoBar();
    await expect.element(toast('The selection was cleared because the search changed.')).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await expect.element(page.getByRole('heading', { name: 'All Users (25)' })).toBeVisible();
    await pageBox.click();
    await inBar('Select all 25 that match').click();
    await box('Customer 25').click();
    await expect.element(toast('Only the rows of this page stay selected.')).toBeVisible();
    await expectMarked('9 users selected');
  });
});

it('[VIEW-07, VIEW-08] an export contains only the selected rows of all pages, and states which no longer exist', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const id = 'e'.repeat(24);
  const table = {
    endpoint: exportUsers,
    respond: () => new Response('ID\r\n', { headers: { 'x-total-rows': '1' } }),
  };
  await openScreen('/users', [list, respondWith(createSelection, { id }), table]);
  await box('Customer 25').click();
  await openPage(3);
  await box('Customer 2').click();
  await inBar('Export').click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect.element(toast('Export saved')).toBeVisible();
  expect(sentBodies(createSelection)).toEqual([{ list: 'users', ids: [users[0]?.id, users[23]?.id] }]);
  expect(sentQueries(exportUsers)).toEqual([{ selection: id, format: 'csv' }]);
  await expect.element(page.getByText(/, without 1 selected rows? that no longer exist/)).toBeVisible();
  vi.restoreAllMocks();
});

it('[VIEW-07] cards can be selected on a phone, and the bar stays on the screen', async () => {
  await openScreen('/users', [list], { width: 375, height: 812 });
  await box('Customer 25').click();
  await expectMarked('1 user selected');
  await expectAccessible();
});

it.each([
  ['viewer', []],
  ['support', ['Block', 'Clear', 'Unblock']],
  ['finance', ['Clear', 'Export']],
] as const)(
  '[VIEW-07, TEAM-01] a user with the role %s can do only the following with selected rows: %j',
  async (role, has) => {
    await openScreen('/users', [list, asRole(role)]);
    await expect.element(page.getByRole('row', { name: /Customer 25/ })).toBeVisible();
    if (has.length === 0) return expect(page.getByRole('checkbox').elements()).toEqual([]);
    await box('Customer 25').click();
    await expect
      .poll(() =>
        bar
          .getByRole('button')
          .elements()
          .map(({ textContent }) => textContent)
          .sort(),
      )
      .toEqual(has);
    await expect.element(button('Print')).not.toBeInTheDocument();
  },
);

it('[BANK-01, VIEW-07] more mechanics than a selection can contain are paid together only if they are all mechanics with a positive balance, not a search result', async () => {
  const payee = (_: unknown, index: number) => ({
    ...{ id: index.toString(16).padStart(24, '0'), name: `Ravi ${index}`, phone: null, earnedPaise: 10_000 },
  });
  const summary = respondWithEarnings(...Array.from({ length: 10_001 }, payee));
  const markAll = async (address: string) => {
    await openScreen(address, [summary, ...LIST_SCREEN_RESPONSES]);
    await pageBox.click();
    await inBar('Select all 10,001 that match').click();
  };
  await markAll('/payouts');
  await expect.element(inBar('Pay 10,001 mechanics…')).toBeVisible();
  await markAll('/payouts?search=Ravi');
  await expect.element(bar.getByText('At most 10,000 search results can be paid together.')).toBeVisible();
  await expect.element(inBar('Pay 10,001 mechanics…')).not.toBeInTheDocument();
});
