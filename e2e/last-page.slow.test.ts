import { listBookings } from '@wayside/contract/bookings';
import { deleteUser, listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { callPattern, holdCall, recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { confirmDeletion, press } from './support/locators.ts';
import { deleteBy } from './support/notifications-screen.ts';
import { openSession } from './support/session.ts';

/** One record more than a page holds, the last one the oldest. Each test that deletes has eleven of its own, by name. */
const eleven = <R>(record: (index: number, createdAt: string) => R) =>
  Array.from({ length: 11 }, (_, index) => record(index, `2026-01-01T00:00:${50 - index}.000Z`));
const customers = (name: string) =>
  eleven((index, createdAt) => aUser({ name: `${name} ${index}`, phone: `97000000${10 + index}`, createdAt }));

const searched = customers('Searched');
const gone = customers('Gone');
const raced = customers('Raced');
const late = customers('Late');
const mechanics = eleven((index, createdAt) =>
  aMechanic({ name: `Rejected ${index}`, status: 'rejected', phone: `96000000${10 + index}`, createdAt }),
);
const notifications = eleven((index, createdAt) => ({
  id: newRecordId(),
  message: `Message ${index}`,
  type: 'all',
  user: null,
  mechanic: null,
  createdAt,
  updatedAt: null,
}));
const slot = { id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour' };

const test = marketplaceTest({
  users: [...searched, ...gone, ...raced, ...late],
  mechanics,
  notifications,
  slots: [slot],
}).extend('page', async ({ openSignedIn }) => {
  const page = await openSignedIn();
  await watchPageHeadings(page);
  return page;
});

/** Records each "page x of y" that a list's heading shows, however briefly, from the next document on. */
async function watchPageHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pageHeadings: string[] = [];
    Object.assign(window, { pageHeadings });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h2 + p')) {
        const read = heading.textContent ?? '';
        if (/^page /.test(read) && pageHeadings.at(-1) !== read) pageHeadings.push(read);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Asserts the last recorded heading, and that none named a page beyond the last. */
async function expectPageHeadings(page: Page, last: string): Promise<void> {
  const read = await page.evaluate<string[]>(() => Reflect.get(window, 'pageHeadings'));
  const beyond = read.filter((heading) => {
    const [current = 0, count = 0] = (heading.match(/\d+/g) ?? []).map(Number);
    return current > count;
  });
  expect(beyond).toEqual([]);
  expect(read.at(-1)).toBe(last);
}

const erase = async (application: Application, { id }: { id: string } = { id: '' }) =>
  callApi(application, await openSession(application), deleteUser, { params: { id } });
const rows = (page: Page) => page.getByRole('table').getByRole('row');
const search = (page: Page) => new URL(page.url()).search;

async function expectFirstPage(page: Page, heading: string): Promise<void> {
  await expectVisible(page.getByRole('heading', { name: heading, exact: true }));
  await expectVisible(page.getByText('page 1 of 1', { exact: true }));
  await expect.poll(() => rows(page).count()).toBe(11);
  await expectHidden(page.getByText(/^There is no page/));
  await expectPageHeadings(page, 'page 1 of 1');
}

describe('a deletion that empties the last page', () => {
  test('[USER-06, NAV-09] of a search loads the page before it once', async ({ page }) => {
    await page.goto('/users?search=Searched&page=2');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    const calls = recordCalls(page, listUsers);
    await page.getByRole('button', { name: 'Delete user Searched 10' }).click();
    await confirmDeletion(page);
    await expectFirstPage(page, 'All Users (10)');
    expect(search(page)).toBe('?search=Searched');
    expect(calls.filter(({ searchParams }) => searchParams.get('page') === '1')).toHaveLength(1);
  });

  test('[USER-06] shows a skeleton until the page before it arrives', async ({ page }) => {
    await page.goto('/users?search=Late&page=2');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    const release = await holdCall(page, `${callPattern(listUsers)}page=1&*`);
    await page.getByRole('button', { name: 'Delete user Late 10' }).click();
    await confirmDeletion(page);
    await expectVisible(page.getByText('page 1 of 1', { exact: true }));
    await expectHidden(page.getByText(/^(There is no page|No users found)/));
    await expectVisible(page.getByRole('table', { name: 'All Users' }));
    release();
    await expectFirstPage(page, 'All Users (10)');
  });

  test('[USER-06, MECH-09] of filtered mechanics shows the page before it', async ({ page }) => {
    await page.goto('/mechanics?status=rejected&search=Rejected&page=2');
    await page.getByRole('button', { name: 'Delete mechanic Rejected 10' }).click();
    await confirmDeletion(page);
    await expectFirstPage(page, 'All Mechanics (10)');
    expect(search(page)).toBe('?search=Rejected&status=rejected');
  });

  test('[USER-06, NOTI-01] of notifications shows the page before it and keeps the search', async ({ page }) => {
    await page.goto('/notifications?page=2&search=Message');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await deleteBy(page.getByRole('button', { name: /^Delete notification/ }));
    await expectFirstPage(page, 'All Notifications (10)');
    expect(search(page)).toBe('?search=Message');
  });
});

describe('a page that another administrator has emptied', () => {
  test('[USER-06] is replaced by the page before it on Refresh', async ({ page, application }) => {
    await page.goto('/users?search=Gone&page=2');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await erase(application, gone[10]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectFirstPage(page, 'All Users (10)');
  });

  test('[USER-06] is replaced behind the dialog that reports the earlier deletion', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.expectApiError(404, 'DELETE');
    await page.goto('/users?search=Raced&page=2');
    await page.getByRole('button', { name: 'Delete user Raced 10' }).click();
    await erase(application, raced[10]);
    await confirmDeletion(page);
    const confirmation = page.getByRole('alertdialog');
    await expectVisible(confirmation.getByText('There is no customer with this id.'));
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expectFirstPage(page, 'All Users (10)');
  });
});

describe('an address beyond the last page', () => {
  test('[API-14, NAV-09] shows the last page, and Back skips the invalid address', async ({ page }) => {
    await page.goto('/users');
    await page.goto('/users?search=Mechanic Or Nobody&page=99');
    await expectVisible(page.getByText('No users found matching "Mechanic Or Nobody"', { exact: true }));
    expect(search(page)).not.toContain('page');
    await page.goto('/users?page=99');
    await expectVisible(page.getByText(/^Showing \d+ to \d+ of \d+ users$/));
    const last = Number(new URL(page.url()).searchParams.get('page'));
    await expectPageHeadings(page, `page ${last} of ${last}`);
    await page.goBack();
    await expectVisible(page.getByText('No users found matching "Mechanic Or Nobody"', { exact: true }));
  });

  test('[API-14, PAYO-02] of a list that is paged in the browser shows the last page', async ({ page }) => {
    await page.goto('/payouts?page=99');
    await expectVisible(page.getByText(/^Showing \d+ to 11 of 11 mechanics$|^page 1 of 1$/));
    await expectHidden(page.getByText(/^There is no page/));
  });

  test('[API-14, API-15] tries one page back only when an external API counts empty pages', async ({ page }) => {
    const empty = (totalPages: number) => ({
      json: { status: true, data: [], total: totalPages * 10, totalPages, currentPage: 1 },
    });
    const calls = recordCalls(page, listBookings);
    await serveAnswers(page, listBookings, empty(40), empty(39), empty(38), empty(37));
    await page.goto('/bookings?page=50');
    await expectVisible(page.getByText('There is no page 40; the last one is page 39.'));
    expect(calls).toHaveLength(2);
  });
});

test('[USER-06, SLOT-06] the deletion of the only record of an unpaged list leaves an empty list without a page', async ({
  page,
}) => {
  await page.goto('/master/slots?search=09');
  await press(page, 'Delete time slot 09:00 - 10:00');
  await confirmDeletion(page);
  await expectHidden(page.getByRole('alertdialog'));
  await expectVisible(page.getByText('No time slots found', { exact: true }));
  await expectHidden(page.getByText(/page \d+ of \d+/));
});
