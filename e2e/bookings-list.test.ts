import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { marketplaceTest } from './support/application-test.ts';
import { expectText, expectTexts, expectTooltip, expectVisible } from './support/expectations.ts';
import { aBooking, anEmergency, anEmptyBooking } from './support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { loadedFonts } from './support/loaded-fonts.ts';
import { pushPath } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';

const ravi = aUser();
const suresh = aMechanic();
const longName = `Anantha${'padmanabha'.repeat(19)}swa`;
const long = aUser({ name: longName });
const devanagari = aUser({ name: 'अनुराधा पौडवाल' });
const bengali = aUser({ name: 'মৌমিতা ঘোষ' });
const html = aUser({ name: '<img src=x onerror=alert(1)> <b>Bold</b>' });

const usual = aBooking({
  createdAt: '2026-03-09T00:00:00.000Z',
  scheduledAt: '2026-03-09T18:45:00.000Z',
  services: [
    { name: 'Oil change', pricePaise: 79_900 },
    { name: 'Wheel alignment', pricePaise: 120_000 },
  ],
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  amounts: { totalPaise: 123_456_749, paidPaise: null, duePaise: null, discountPaise: null },
});
const emergency = anEmergency({
  createdAt: '2026-03-08T19:00:00.000Z',
  scheduledAt: null,
  status: 'on_hold',
  customer: refTo(aUser({ id: '0'.repeat(24), name: null, phone: null, email: null })),
});
const empty = anEmptyBooking();
const named = [long, devanagari, bengali, html].map((person) =>
  aBooking({ createdAt: '2026-03-07T00:00:00.000Z', customer: refTo(person) }),
);
const statuses = {
  completed: 'Completed',
  rating_given: 'Completed',
  accepted: 'In Progress',
  arrived: 'In Progress',
  pending: 'Pending',
  user_confirmed: 'User Confirmed',
  cancelled: 'Cancelled',
  'awaiting-parts': 'awaiting-parts',
};
const inEveryStatus = Object.keys(statuses).map((status) => aBooking({ status }));

const test = marketplaceTest({
  users: [ravi, long, devanagari, bengali, html],
  mechanics: [suresh],
  bookings: [usual, emergency, empty, ...named, ...inEveryStatus],
});

const table = (page: Page) => page.getByRole('table', { name: 'All Bookings' });
const rowOf = (page: Page, booking: { id: string }) =>
  table(page)
    .getByRole('row')
    .filter({ hasText: booking.id.slice(-6) });
const cellsOf = (page: Page, booking: { id: string }) => rowOf(page, booking).getByRole('cell');

async function openBookings(page: Page, search = ''): Promise<void> {
  await page.goto(`/bookings${search}`);
  await expectVisible(table(page));
}

describe('a row', () => {
  test.beforeEach(async ({ page, application }) => {
    await beginSignedIn(page, application);
  });

  test('[BOOK-03, BOOK-04] has its columns in order', async ({ page }) => {
    await openBookings(page);
    await expectTexts(table(page).getByRole('columnheader'), [
      '',
      'Booking ID',
      'Customer',
      'Service/Problem',
      'Mechanic',
      'Date and Time',
      'Amount',
      'Status',
      'Actions',
    ]);
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (15)', level: 2 }));
    await expectVisible(page.getByText('page 1 of 2', { exact: true }));
  });

  test('[BOOK-04, BOOK-09, BOOK-13, FMT-01, FMT-02, FMT-03] shows all fields in Indian formats', async ({
    page,
  }) => {
    await openBookings(page);
    await expectTexts(cellsOf(page, usual), [
      '',
      usual.id.slice(-6),
      'Ravi Kumar 9876543210 ravi.kumar@example.in',
      'Oil change (₹799), Wheel alignment (₹1,200) Services',
      'Suresh Patil',
      '10 Mar 2026 12:15 am',
      '₹12,34,567.49',
      'Pending',
      '',
    ]);
  });

  test('[BOOK-04, BOOK-05, BOOK-09, FMT-04] reads N/A and Unassigned for an emergency without people', async ({
    page,
  }) => {
    await openBookings(page);
    await expectTexts(cellsOf(page, emergency), [
      '',
      emergency.id.slice(-6),
      'N/A N/A N/A',
      'Emergency: Flat tyre near the toll plaza Emergency',
      'Unassigned',
      '9 Mar 2026 12:30 am',
      '₹1,298',
      'on_hold',
      '',
    ]);
  });

  test('[FMT-04] reads N/A for each missing value', async ({ page }) => {
    await openBookings(page, '?page=2');
    await expectTexts(cellsOf(page, empty), [
      '',
      empty.id.slice(-6),
      'N/A N/A N/A',
      'N/A N/A',
      'Unassigned',
      'N/A',
      'N/A',
      'N/A',
      '',
    ]);
    expect(await page.getByRole('main').innerText()).not.toMatch(/undefined|null|NaN|Invalid Date/);
  });

  test('[BOOK-05, PEOP-04] has the badge of its status', async ({ page }) => {
    await openBookings(page);
    for (const [status, badge] of Object.entries(statuses)) {
      const id = inEveryStatus.find((candidate) => candidate.status === status)?.id ?? status;
      await pushPath(page, `/bookings?search=${id}`);
      const row = table(page)
        .getByRole('row')
        .filter({ hasText: id.slice(-6) });
      // The badge, and the status itself where others share the badge.
      await expectText(row.getByRole('cell').nth(7), new RegExp(`^${badge}( (Accepted|Arrived|Rating Given))?$`));
    }
  });

  test('[BOOK-04] shows the whole service and the place in a tooltip', async ({ page }) => {
    await openBookings(page);
    await expectTooltip(
      page,
      rowOf(page, usual).getByText('Oil change'),
      'Oil change (₹799), Wheel alignment (₹1,200) · Location: 19.0760, 72.8777',
    );
  });

  test('[BOOK-11] links its names to the people', async ({ page }) => {
    await openBookings(page);
    const href = (name: string) => rowOf(page, usual).getByRole('link', { name }).getAttribute('href');
    expect(await href('Ravi Kumar')).toBe(`/users?user=${ravi.id}`);
    expect(await href('Suresh Patil')).toBe(`/mechanics?mechanic=${suresh.id}`);
  });
});

describe('a name', () => {
  test.for([
    ['desktop', long],
    ['phone', long],
    ['desktop', devanagari],
    ['desktop', html],
  ] as const)(
    '[FMT-04, BOOK-04] on %s is shown on one line as text',
    async ([width, person], { openPage, application }) => {
      const page = await openPage({ width });
      await beginSignedIn(page, application);
      await page.goto('/bookings');
      const link = page.getByRole('link', { name: person.name ?? '', exact: true });
      await expectVisible(link);
      const box = await link.boundingBox();
      expect(box?.height).toBeLessThan(30);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(width === 'phone' ? 375 : 1280);
      expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
    },
  );

  test('[FMT-04, LANG-04] is drawn without a font on the machine; the fonts of other scripts are not fetched', async ({
    openPage,
    application,
  }) => {
    const page = await openPage();
    await beginSignedIn(page, application);
    await page.goto('/bookings');
    for (const person of [devanagari, bengali])
      await expectVisible(page.getByRole('link', { name: person.name ?? '', exact: true }));
    await expect.poll(() => loadedFonts(page)).toEqual(['U+900-97F', 'U+980-9FF']);
  });
});

describe('an id', () => {
  test('[FMT-03] is shown whole on hover and copied by a click, which opens nothing', async ({
    page,
    application,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await beginSignedIn(page, application);
    await openBookings(page);
    const id = page.getByRole('button', { name: `${usual.id.slice(-6)}, copy the whole id` });
    await expectTooltip(page, id, usual.id);
    await id.click();
    await expectVisible(page.getByRole('button', { name: `${usual.id.slice(-6)} copied` }));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(usual.id);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
