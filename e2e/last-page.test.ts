import { listBookings } from '@wayside/contract/bookings';
import { deletePart } from '@wayside/contract/parts';
import { deleteService } from '@wayside/contract/services';
import { deleteSlot } from '@wayside/contract/slots';
import { deleteSosService } from '@wayside/contract/sos-services';
import { deleteUser, listUsers } from '@wayside/contract/users';
import { deleteVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { recordCalls } from './support/call-log.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { holdCall } from './support/held-call.ts';
import { importMarketplace } from './support/marketplace.ts';
import { expectTruePageHeadings, watchPageHeadings } from './support/page-headings.ts';
import { serveAnswers } from './support/served-answers.ts';
import { openSession } from './support/session.ts';

/** One more than a page holds, the last one the oldest; each test that deletes has eleven of its own, by their name. */
const eleven = <R>(record: (index: number, createdAt: string) => R) =>
  Array.from({ length: 11 }, (_, index) => record(index, `2026-01-01T00:00:${50 - index}.000Z`));
const customers = (name: string) =>
  eleven((index, createdAt) => aUser({ name: `${name} ${index}`, phone: `97000000${10 + index}`, createdAt }));

const searched = customers('Searched');
const onPhone = customers('Phone');
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
const model = { id: newRecordId(), companyName: 'Tata', image: null, createdAt: null };
const towing = { id: newRecordId(), name: 'Towing', vehicleType: 'car', pricePaise: 149_950, image: null };
const wash = aService({ name: 'Wash' });
const brakes = aService({ name: 'Brakes' });
const pad = aPart(brakes, 'Brake pad', 25_050);

const test = applicationTest()
  .extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
    importMarketplace(application, {
      users: [...searched, ...onPhone, ...gone, ...raced, ...late],
      mechanics,
      notifications,
      slots: [slot],
      companies: [model],
      sosservices: [towing],
      services: [wash, brakes],
      parts: [pad],
    }),
  )
  .extend('page', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await watchPageHeadings(page);
    return page;
  });

const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
const erase = async (application: Application, { id }: { id: string } = { id: '' }) =>
  callApi(application, await openSession(application), deleteUser, { params: { id } });
const rows = (page: Page) => page.getByRole('table').getByRole('row');
const search = (page: Page) => new URL(page.url()).search;

async function expectFirstPage(page: Page, heading: string): Promise<void> {
  await expectVisible(page.getByRole('heading', { name: heading, exact: true }));
  await expectVisible(page.getByText('page 1 of 1', { exact: true }));
  await expect.poll(() => rows(page).count()).toBe(11);
  await expectHidden(page.getByText(/^There is no page/));
  await expectTruePageHeadings(page, 'page 1 of 1');
}

describe('a deletion that empties the last page', () => {
  test('[USER-06, NAV-09] of a search leads to the page before it, which is asked for once', async ({ page }) => {
    await page.goto('/users?search=Searched&page=2');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    const calls = recordCalls(page, listUsers);
    await page.getByRole('button', { name: 'Delete user Searched 10' }).click();
    await confirm(page);
    await expectFirstPage(page, 'All Users (10)');
    expect(search(page)).toBe('?search=Searched');
    expect(calls.filter(({ searchParams }) => searchParams.get('page') === '1')).toHaveLength(1);
  });

  test('[USER-06] shows a skeleton until the page before it is there', async ({ page }) => {
    await page.goto('/users?search=Late&page=2');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    const release = await holdCall(page, `${callPattern(listUsers)}page=1&*`);
    await page.getByRole('button', { name: 'Delete user Late 10' }).click();
    await confirm(page);
    await expectVisible(page.getByText('page 1 of 1', { exact: true }));
    await expectHidden(page.getByText(/^(There is no page|No users found)/));
    await expectVisible(page.getByRole('table', { name: 'All Users' }));
    release();
    await expectFirstPage(page, 'All Users (10)');
  });

  test('[USER-06, FMT-06] leads there from the cards of a phone', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'phone' });
    await watchPageHeadings(page);
    await page.goto('/users?search=Phone&page=2');
    await page.getByRole('button', { name: 'Delete user Phone 10' }).click();
    await confirm(page);
    const cards = page.getByRole('list', { name: 'All Users' }).getByRole('listitem');
    await expect.poll(() => cards.count()).toBe(10);
    await expectTruePageHeadings(page, 'page 1 of 1');
  });

  test('[USER-06, MECH-09] of mechanics under a filter and a search leads to the page before it', async ({
    page,
  }) => {
    await page.goto('/mechanics?status=rejected&search=Rejected&page=2');
    await page.getByRole('button', { name: 'Delete mechanic Rejected 10' }).click();
    await confirm(page);
    await expectFirstPage(page, 'All Mechanics (10)');
    expect(search(page)).toBe('?search=Rejected&status=rejected');
  });

  test('[USER-06, NOTI-01] of notifications leads to the page before it, the page’s own search kept', async ({
    page,
  }) => {
    await page.goto('/notifications?page=2&search=Message');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await page.getByRole('button', { name: /^Delete notification/ }).click();
    await expectFirstPage(page, 'All Notifications (10)');
    expect(search(page)).toBe('?search=Message');
  });
});

describe('a page that somebody else has emptied', () => {
  test('[USER-06] is left for the one before it on Refresh', async ({ page, application }) => {
    await page.goto('/users?search=Gone&page=2');
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await erase(application, gone[10]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectFirstPage(page, 'All Users (10)');
  });

  test('[USER-06] is left behind the dialog that says who was faster', async ({ page, application, problems }) => {
    problems.expectApiError(404, 'DELETE');
    await page.goto('/users?search=Raced&page=2');
    await page.getByRole('button', { name: 'Delete user Raced 10' }).click();
    await erase(application, raced[10]);
    await confirm(page);
    const confirmation = page.getByRole('alertdialog');
    await expectVisible(confirmation.getByText('There is no customer with this id.'));
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expectFirstPage(page, 'All Users (10)');
  });
});

describe('an address beyond the last page', () => {
  test('[API-14, NAV-09] shows the last one, and Back does not return to it', async ({ page }) => {
    await page.goto('/users');
    await page.goto('/users?search=Mechanic Or Nobody&page=99');
    await expectVisible(page.getByText('No users found matching "Mechanic Or Nobody"', { exact: true }));
    expect(search(page)).not.toContain('page');
    await page.goto('/users?page=99');
    await expectVisible(page.getByText(/^Showing \d+ to \d+ of \d+ users$/));
    const last = Number(new URL(page.url()).searchParams.get('page'));
    await expectTruePageHeadings(page, `page ${last} of ${last}`);
    await page.goBack();
    await expectVisible(page.getByText('No users found matching "Mechanic Or Nobody"', { exact: true }));
  });

  test('[API-14, PAYO-02] of a list that is paged in the client shows the last one', async ({ page }) => {
    await page.goto('/payouts?page=99');
    await expectVisible(page.getByText(/^Showing \d+ to 11 of 11 mechanics$|^page 1 of 1$/));
    await expectHidden(page.getByText(/^There is no page/));
  });

  test('[API-14, API-15] of pages that hold nothing whatever they say is not gone through one by one', async ({
    page,
  }) => {
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

describe('the last one of a list that comes whole', () => {
  test.for([
    {
      call: deleteSlot,
      path: '/master/slots?search=09',
      name: 'Delete time slot 09:00 - 10:00',
      empty: 'No time slots found',
    },
    {
      call: deleteVehicleModel,
      path: '/master/vehicle-models',
      name: 'Delete vehicle model Tata',
      empty: 'No vehicle models found',
    },
    {
      call: deleteSosService,
      path: '/services/sos?page=3',
      name: 'Delete SOS service Towing',
      empty: 'No SOS services found',
    },
    {
      call: deletePart,
      path: `/services/parts?service=${brakes.id}`,
      name: 'Delete part Brake pad',
      empty: 'No parts found',
    },
    {
      call: deleteService,
      path: '/services/regular?search=Wash',
      name: 'Delete service Wash',
      empty: 'No services found',
    },
  ])('[USER-06] at $path leaves an empty list that names no page', async ({ path, name, empty }, { page }) => {
    await page.goto(path);
    await page.getByRole('button', { name, exact: true }).click();
    await confirm(page);
    await expectHidden(page.getByRole('alertdialog'));
    await expectVisible(page.getByText(empty, { exact: true }));
    await expectHidden(page.getByText(/page \d+ of \d+/));
  });
});
