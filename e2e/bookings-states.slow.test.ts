import { listBookings } from '@wayside/contract/bookings';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectAccessible, expectAccessibleLoading } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { callPattern, serveAnswers } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { aBooking, anEmergency, anEmptyBooking, manyBookings } from './support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { pushPath } from './support/navigation.ts';

const ravi = aUser();
const suresh = aMechanic();
const people = { customer: refTo(ravi), mechanic: refTo(suresh) };
const statuses = ['pending', 'accepted', 'arrived', 'completed', 'user_confirmed', 'cancelled', 'on_hold'];
const variety = statuses.map((status, index) =>
  aBooking({ status, createdAt: `2026-03-1${index}T06:00:00.000Z`, rating: 4, ...people }),
);
const emergency = anEmergency({ createdAt: '2026-03-18T06:00:00.000Z', paymentStatus: 'failed' });
const empty = anEmptyBooking({ createdAt: '2026-03-19T06:00:00.000Z' });

const test = marketplaceTest({
  users: [ravi],
  mechanics: [suresh],
  bookings: [...variety, emergency, empty, ...manyBookings(120)],
});

const heading = (page: Page) => page.getByRole('heading', { name: /^All Bookings \(/ });
const details = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Booking Timeline' });

describe('is accessible', () => {
  test('while the list loads and once it is filled, without a layout shift', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await expectAccessibleLoading(page, {
      path: '/bookings',
      call: listBookings,
      loading: page.getByRole('heading', { name: 'All Bookings', exact: true }),
      filled: heading(page),
    });
  });

  test('without rows', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await watchLayoutShift(page);
    await page.goto('/bookings?search=ffffff&status=arrived');
    await expectVisible(page.getByText('No bookings found matching your criteria'));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
    const nothing = { status: true, data: [], total: 0, totalPages: 0, currentPage: 1 };
    // An external API may count wrongly: its last page is empty too. By the page, because a list may be read again at any time.
    const pageCounts = new Map([
      ['40', 9],
      ['9', 8],
    ]);
    await page.route(callPattern(listBookings), (route) => {
      const asked = new URL(route.request().url()).searchParams.get('page') ?? '';
      const totalPages = pageCounts.get(asked);
      return route.fulfill({ json: totalPages === undefined ? nothing : { ...nothing, total: 80, totalPages } });
    });
    await pushPath(page, '/bookings?page=40');
    await expectVisible(page.getByText('There is no page 9; the last one is page 8.'));
    await expectVisible(page.getByRole('link', { name: 'Go to the last page' }));
    await expectAccessible(page);
    await pushPath(page, '/bookings');
    await expectVisible(page.getByText('No bookings available'));
    await expectAccessible(page);
  });

  test('after a failure', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await watchLayoutShift(page);
    await serveAnswers(page, listBookings, { status: 404, json: {} }, 'real', { status: 404, json: {} });
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Bookings' }));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(heading(page));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectVisible(page.getByText(/What you see was loaded before/));
    await expectAccessible(page);
  });

  test('in the details of services, of an emergency, of an empty booking and of no booking', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await page.goto('/bookings');
    await expectVisible(heading(page));
    for (const id of [variety[6]?.id ?? '', emergency.id, empty.id]) {
      await pushPath(page, `/bookings?booking=${id}`);
      await expectVisible(page.getByRole('heading', { name: id.slice(-8).toUpperCase() }));
      await expectVisible(details(page));
      await expectAccessible(page);
    }
    await pushPath(page, `/bookings?booking=${'f'.repeat(24)}`);
    await expectVisible(page.getByText(/^There is no booking/));
    await expectAccessible(page);
  });
});
