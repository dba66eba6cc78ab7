import { deleteMechanic, listMechanics } from '@wayside/contract/mechanics';
import { deleteNotification, listNotifications } from '@wayside/contract/notifications';
import { getMechanicBalance } from '@wayside/contract/payouts-earnings';
import { deleteSlot, listSlots } from '@wayside/contract/slots';
import { deleteUser, listUsers } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aMechanic, aUser } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondBy,
  respondWith,
  respondWithStatus,
  sentQueries,
} from './open-screen.ts';
import { button, expectQuery, expectTexts, pageOf } from './page-content.ts';
import { LIST_SCREEN_RESPONSES, respondWithEarnings } from './responses.ts';

type Endpoint = MockResponse['endpoint'];

/** One record more than fits on a page. */
const eleven = <R>(record: (index: number) => R): R[] => Array.from({ length: 11 }, (_, index) => record(index));
const users = eleven((index) => aUser({ name: `Ravi ${index}` }));
const mechanics = eleven((index) => aMechanic({ name: `Suresh ${index}`, status: 'rejected' }));
const notifications = eleven((index) => ({
  ...{ id: newRecordId(), message: `Message ${index}`, type: 'all' as const, user: null, mechanic: null },
  ...{ createdAt: '2026-03-05T05:00:00.000Z', updatedAt: null, delivery: null },
}));

/** Responds to a list call and to the call that deletes one of its records. */
function deletable(list: Endpoint, deletion: Endpoint, records: readonly { id: string }[]): MockResponse[] {
  let left = records;
  const respond = ({ pathname }: URL) => {
    left = left.filter(({ id }) => !pathname.endsWith(id));
    return Response.json({ status: true });
  };
  return [respondBy(list, (url) => pageOf(left, url)), { endpoint: deletion, respond }];
}

/** Records each "page x of y" that the heading of a list shows, however briefly. */
function watchPageHeadings(): string[] {
  const headings: string[] = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h2 + p'))
      if (textContent.startsWith('page ') && headings.at(-1) !== textContent) headings.push(textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  return headings;
}

const confirmation = page.getByRole('alertdialog');
const secondPage = page.getByText('page 2 of 2', { exact: true });

async function expectFirstPage(heading: string): Promise<void> {
  await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect.element(page.getByText('page 1 of 1', { exact: true })).toBeVisible();
  await expect.poll(() => page.getByRole('row').elements().length).toBe(11);
  await expect.element(page.getByText(/^There is no page/)).not.toBeInTheDocument();
}

describe('deleting the only row of the last page', () => {
  it.each([
    ['/users?search=Ravi&page=2', deletable(listUsers, deleteUser, users), listUsers, 'All Users (10)'],
    [
      '/mechanics?status=rejected&page=2',
      deletable(listMechanics, deleteMechanic, mechanics),
      listMechanics,
      'All Mechanics (10)',
    ],
    [
      '/notifications?search=Message&page=2',
      deletable(listNotifications, deleteNotification, notifications),
      listNotifications,
      'All Notifications (10)',
    ],
  ])(
    '[USER-06, MECH-09, NOTI-01, NAV-09] loads the previous page of %s once',
    async (path, list, called, heading) => {
      await openScreen(path, [...list, ...LIST_SCREEN_RESPONSES, respondWithStatus(getMechanicBalance, 404)]);
      await expect.element(secondPage).toBeVisible();
      const headings = watchPageHeadings();
      await button(/^Delete (user|mechanic|notification)/).click();
      await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
      await expectFirstPage(heading);
      const { page: _, ...others } = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
      await expectQuery(others);
      expect(headings).not.toContain('page 2 of 1');
      expect(headings.at(-1)).toBe('page 1 of 1');
      const askedPages = () => sentQueries(called).map(({ page: number }) => number);
      await expect.poll(askedPages).toEqual(['2', '2', '1']);
    },
  );

  it('[USER-06] shows a skeleton until the previous page arrives', async () => {
    const [list, deletion] = deletable(listUsers, deleteUser, users) as [MockResponse, MockResponse];
    let release = (): void => undefined;
    const firstPage = new Promise<void>((resolve) => {
      release = resolve;
    });
    const respond = async (url: URL) => {
      if (url.searchParams.get('page') === '1') await firstPage;
      return list.respond(url);
    };
    await openScreen('/users?page=2', [{ endpoint: listUsers, respond }, deletion]);
    await button('Delete user Ravi 10').click();
    await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('page 1 of 1', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^(There is no page|No users found)/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('table', { name: 'All Users' })).toBeVisible();
    release();
    await expectFirstPage('All Users (10)');
  });

  it('[USER-06, SLOT-06] leaves an empty list when the list has no pages', async () => {
    const slot = { id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour', etag: null };
    const list = inSequence(respondWith(listSlots, { rows: [slot] }), respondWith(listSlots, { rows: [] }));
    await openScreen('/master/slots?search=09', [list, respondWith(deleteSlot, {})]);
    await button('Delete time slot 09:00 - 10:00').click();
    await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('No time slots found', { exact: true })).toBeVisible();
    await expect.element(confirmation).not.toBeInTheDocument();
    await expect.element(page.getByText(/page \d+ of \d+/)).not.toBeInTheDocument();
  });
});

describe('a page that another administrator has emptied', () => {
  const emptied = () =>
    inSequence(
      respondBy(listUsers, (url) => pageOf(users, url)),
      respondBy(listUsers, (url) => pageOf(users.slice(0, 10), url)),
    );

  it('[USER-06] is replaced by the previous page on Refresh', async () => {
    await openScreen('/users?page=2', [emptied()]);
    await expect.element(secondPage).toBeVisible();
    await button('Refresh').click();
    await expectFirstPage('All Users (10)');
  });

  it('[USER-06] is replaced by the previous page behind the dialog that reports the earlier deletion', async () => {
    const message = 'There is no customer with this id.';
    await openScreen('/users?page=2', [emptied(), respondWithStatus(deleteUser, 404, { status: false, message })]);
    await button('Delete user Ravi 10').click();
    await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(confirmation.getByText(message)).toBeVisible();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expectFirstPage('All Users (10)');
  });
});

describe('a URL beyond the last page', () => {
  it('[API-14, NAV-09] shows the last page, and Back skips the invalid URL', async () => {
    await openScreen('/users?search=Ravi', [respondBy(listUsers, (url) => pageOf(users, url))]);
    await expect.element(page.getByText('page 1 of 2', { exact: true })).toBeVisible();
    const headings = watchPageHeadings();
    history.pushState(null, '', '/users?page=99');
    await expectTexts(page.getByText(/^Showing /), ['Showing 11 to 11 of 11 users']);
    await expectQuery({ page: '2' });
    expect(headings).not.toContain('page 99 of 2');
    history.back();
    await expectQuery({ search: 'Ravi' });
  });

  it('[API-14, PAYO-02] shows the last page of a list that the browser divides into pages', async () => {
    const summary = respondWithEarnings(...mechanics.map((mechanic) => ({ ...mechanic, earnedPaise: 100 })));
    await openScreen('/payouts?page=99', [summary, ...LIST_SCREEN_RESPONSES]);
    await expect.element(page.getByText('Showing 11 to 11 of 11 mechanics', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^There is no page/)).not.toBeInTheDocument();
  });
});
