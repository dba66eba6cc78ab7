import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoHorizontalScroll } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking, anEmptyBooking, manyBookings } from './support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';

const ravi = aUser();
const suresh = aMechanic();
const long = aUser({
  name: 'Anantha'.repeat(29).slice(0, 200),
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.in`,
});
const usual = aBooking({ createdAt: '2026-03-09T00:00:00.000Z', customer: refTo(ravi), mechanic: refTo(suresh) });
const wide = aBooking({
  createdAt: '2026-03-08T00:00:00.000Z',
  customer: refTo(long),
  status: `awaiting-${'parts'.repeat(18)}`,
  services: [{ name: 'x'.repeat(300), pricePaise: 99_999_999_900 }],
  amounts: { totalPaise: 99_999_999_900, paidPaise: 1, duePaise: 1, discountPaise: 1 },
});
const empty = anEmptyBooking({ createdAt: '2026-03-07T00:00:00.000Z' });

const test = marketplaceTest({
  users: [ravi, long],
  mechanics: [suresh],
  bookings: [usual, wide, empty, ...manyBookings(97)],
});

const cards = (page: Page) => page.getByRole('list', { name: 'All Bookings' }).getByRole('listitem');
const cardOf = (page: Page, { id }: { id: string }) => cards(page).filter({ hasText: id.slice(-6) });

describe('on a narrow phone', () => {
  test('[BOOK-04, NAV-05] shows a row as a card', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings');
    await expectText(
      cardOf(page, usual),
      `${usual.id.slice(-6)} Pending Ravi Kumar ₹1,298 Oil change (₹799) 9876543210 · 6 Mar 2026, 10:45 am Suresh Patil`,
    );
    await expectText(cardOf(page, empty), /N\/A .*N\/A.*Unassigned$/);
    expect(await cards(page).count()).toBe(10);
    await expectNoHorizontalScroll(page);
    await expectHidden(page.getByRole('table'));
  });

  test('[BOOK-08] shows the details as a full-screen sheet', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings');
    await cardOf(page, wide)
      .getByRole('button', { name: /^View details/ })
      .tap();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByRole('region', { name: 'Payment Breakdown' }));
    const box = await dialog.boundingBox();
    const viewport = page.viewportSize();
    expect(box).toEqual({ x: 0, y: 0, ...viewport });
    await expectNoHorizontalScroll(page);
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expectHidden(dialog);
  });

  test('[BOOK-07] fits the page links', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings?page=5');
    await expectVisible(page.getByText('Showing 41 to 50 of 100 bookings'));
    await expectNoHorizontalScroll(page);
    await page.getByRole('link', { name: 'Page 6' }).tap();
    await expectVisible(page.getByText('Showing 51 to 60 of 100 bookings'));
  });

  test('[FMT-06] makes every control 44 pixels high', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/bookings?page=5&status=pending');
    await expectVisible(page.getByText(/^Showing /));
    const main = page.getByRole('main');
    for (const role of ['button', 'combobox', 'searchbox'] as const) {
      for (const control of await main.getByRole(role).all()) {
        const box = await control.boundingBox();
        expect(box?.height, await control.evaluate((it) => it.outerHTML.slice(0, 120))).toBeGreaterThanOrEqual(44);
      }
    }
  });
});
