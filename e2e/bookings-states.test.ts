import { listBookings } from '@wayside/contract/bookings';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectPresentable, looks } from './support/accessible.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { aBooking, anEmergency, anEmptyBooking, manyBookings } from './support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { goWithin } from './support/go-within.ts';
import { holdCall } from './support/held-call.ts';
import { expectNothingMoved, watchLayoutShift } from './support/layout-shift.ts';
import { expectLoadingToFilled } from './support/loading-to-filled.ts';
import { importMarketplace } from './support/marketplace.ts';
import { serveAnswers } from './support/served-answers.ts';

const ravi = aUser();
const suresh = aMechanic();
const people = { customer: refTo(ravi), mechanic: refTo(suresh) };
const statuses = ['pending', 'accepted', 'arrived', 'completed', 'user_confirmed', 'cancelled', 'on_hold'];
const variety = statuses.map((status, index) =>
  aBooking({ status, createdAt: `2026-03-1${index}T06:00:00.000Z`, rating: 4, ...people }),
);
const emergency = anEmergency({ createdAt: '2026-03-18T06:00:00.000Z', paymentStatus: 'failed' });
const empty = anEmptyBooking({ createdAt: '2026-03-19T06:00:00.000Z' });

const test = applicationTest().extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
  importMarketplace(application, {
    users: [ravi],
    mechanics: [suresh],
    bookings: [...variety, emergency, empty, ...manyBookings(120)],
  }),
);

const heading = (page: Page) => page.getByRole('heading', { name: /^All Bookings \(/ });
const details = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Booking Timeline' });

describe.for(looks)('on $width in $theme', (look) => {
  test('[BOOK-03, BOOK-04] loading and filled can be read by everybody, and nothing moves between', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(look);
    await expectLoadingToFilled(page, {
      path: '/bookings',
      call: listBookings,
      loading: page.getByRole('heading', { name: 'All Bookings', exact: true }),
      filled: heading(page),
    });
  });

  test('[BOOK-06, API-14] without rows can be read by everybody', async ({ openSignedIn }) => {
    const page = await openSignedIn(look);
    await watchLayoutShift(page);
    await page.goto('/bookings?search=ffffff&status=arrived');
    await expectVisible(page.getByText('No bookings found matching your criteria'));
    await expectPresentable(page);
    await expectNothingMoved(page);
    const nothing = { status: true, data: [], total: 0, totalPages: 0, currentPage: 1 };
    // The last page, as a provider counts, holds nothing either.
    const miscounted = [9, 8].map((totalPages) => ({ json: { ...nothing, total: 80, totalPages } }));
    await serveAnswers(page, listBookings, ...miscounted, { json: nothing });
    await goWithin(page, '/bookings?page=40');
    await expectVisible(page.getByText('There is no page 9; the last one is page 8.'));
    await expectVisible(page.getByRole('link', { name: 'Go to the last page' }));
    await expectPresentable(page);
    await goWithin(page, '/bookings');
    await expectVisible(page.getByText('No bookings available'));
    await expectPresentable(page);
  });

  test('[BOOK-06, ERR-03] failed can be read by everybody', async ({ openSignedIn, problems }) => {
    problems.allow(/^(response: 404|console: )/);
    const page = await openSignedIn(look);
    await watchLayoutShift(page);
    await serveAnswers(page, listBookings, { status: 404, json: {} }, 'real', { status: 404, json: {} });
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Bookings' }));
    await expectPresentable(page);
    await expectNothingMoved(page);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(heading(page));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectVisible(page.getByText(/What you see was loaded before/));
    await expectPresentable(page);
  });

  test('[BOOK-08] the details of services, of an emergency, of little and of no booking can be read by everybody', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(look);
    await page.goto('/bookings');
    await expectVisible(heading(page));
    for (const id of [variety[6]?.id ?? '', emergency.id, empty.id]) {
      await goWithin(page, `/bookings?booking=${id}`);
      await expectVisible(page.getByRole('heading', { name: id.slice(-8).toUpperCase() }));
      await expectVisible(details(page));
      await expectPresentable(page);
    }
    await goWithin(page, `/bookings?booking=${'f'.repeat(24)}`);
    await expectVisible(page.getByText(/^There is no booking/));
    await expectPresentable(page);
  });

  test('[BOOK-08] the details are loading in a dialog that can be read by everybody', async ({ openSignedIn }) => {
    const page = await openSignedIn(look);
    const older = 'f'.repeat(24);
    const release = await holdCall(page, `${callPattern(listBookings)}search=${older}*`);
    await page.goto(`/bookings?booking=${older}`);
    await expectVisible(page.getByRole('dialog').getByRole('status', { name: 'Loading the booking' }));
    await expectPresentable(page);
    release();
    await expectVisible(page.getByText(/^There is no booking/));
  });
});
