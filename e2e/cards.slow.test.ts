import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aPart, aService, aSosService } from './support/factories/catalogue.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';

const ravi = aUser({ vehicleTypes: ['car', 'bike'], walletPaise: 12_345 });
const suresh = aMechanic({ isExpert: true });
const booking = aBooking({ customer: refTo(ravi), mechanic: refTo(suresh) });
const payment = aPayment({
  booking: { id: booking.id },
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  amountPaise: 129_850,
});
const brakes = aService({ name: 'Brakes and everything that belongs to stopping a car, checked on the road' });
const message = `${'We are closed for the holidays and open again on Monday. '.repeat(8)}Have a safe trip.`;

const test = marketplaceTest({
  users: [ravi],
  mechanics: [suresh],
  bookings: [booking],
  payments: [payment],
  notifications: [
    {
      id: newRecordId(),
      message,
      type: 'promotion',
      user: null,
      mechanic: null,
      createdAt: '2026-03-05T05:00:00.000Z',
      updatedAt: null,
    },
  ],
  slots: [
    {
      id: newRecordId(),
      startTime: 'Early in the morning, before the shop opens',
      endTime: '10:00',
      duration: '1 hour',
    },
  ],
  companies: [{ id: newRecordId(), companyName: 'Tata', image: null, createdAt: '2026-03-05T05:00:00.000Z' }],
  sosservices: [aSosService()],
  services: [brakes],
  parts: [aPart(brakes, 'Brake pad', 25_050)],
});

/** Each list with the texts of its card: id or name, person, amount, status. */
const lists = [
  { path: '/bookings', card: [booking.id.slice(-6), 'Ravi Kumar', '₹1,298', 'Pending'] },
  { path: '/users', card: [ravi.id.slice(-6), 'Ravi Kumar', '₹123.45', 'Active'] },
  { path: '/mechanics', card: [suresh.id.slice(-6), 'Suresh Patil', '₹500', 'Approved'] },
  { path: '/payments', card: [payment.id.slice(-6).toUpperCase(), 'Ravi Kumar', '₹1,298.50', 'Paid'] },
  { path: '/payouts', card: [suresh.id.slice(-6), 'Suresh Patil', '₹1,249.50', 'Available for Payout'] },
  { path: '/notifications', card: ['5 Mar 2026', 'We are closed', 'Stored'] },
  { path: '/services/sos', card: ['Towing', '₹1,499.50'] },
  { path: '/services/regular', card: ['Brakes and everything', 'Active'] },
  { path: `/services/parts?service=${brakes.id}`, card: ['Brake pad', '₹250.50'] },
  { path: '/master/slots', card: ['Early in the morning', '1 hour'] },
  { path: '/master/vehicle-models', card: ['Tata'] },
];

/** Initials in place of a picture. */
const INITIALS = /^[A-Z]{2}$/;

/** The texts of the first row of the table, one per line, without its actions. */
async function tableTexts(page: Page): Promise<string[]> {
  const row = page.getByRole('table').getByRole('row').nth(1);
  await expectVisible(row.getByRole('button').first());
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.slice(0, -1).flatMap((cell) =>
    cell
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !INITIALS.test(line)),
  );
}

const textOf = async (target: Locator) => (await target.innerText()).replaceAll(/\s+/g, ' ').toLowerCase();

describe('on a narrow phone', () => {
  test.for(lists)(
    '[FMT-06] a row at $path is a card, and its details have the other columns',
    async ({ path, card }, { openSignedIn }) => {
      const page = await openSignedIn({ width: 'narrow', theme: 'dark' });
      await page.setViewportSize({ width: 1280, height: 640 });
      await page.goto(path);
      const columns = await tableTexts(page);
      await page.setViewportSize({ width: 320, height: 640 });
      const item = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: /^View details of/ }) });
      await expectVisible(item);
      expect(await page.getByRole('table').count()).toBe(0);
      const shown = await textOf(item);
      for (const text of card) expect(shown).toContain(text.toLowerCase());
      const actions = item.getByRole('button', { name: /^(View details|Edit|Delete|Block|Pay|Process)/ });
      for (const box of await Promise.all((await actions.all()).map((action) => action.boundingBox()))) {
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
      }
      await expectAccessible(page);

      await item.getByRole('button', { name: /^View details of/ }).tap();
      const details = page.getByRole('dialog');
      await expectVisible(details.getByRole('heading').first());
      await expect
        .poll(async () => {
          const visible = `${shown} ${await textOf(details)}`;
          return columns.filter((text) => !visible.includes(text.toLowerCase()));
        })
        .toEqual([]);
      await expectAccessible(page);
      expect(await details.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    },
  );
});

test('[FMT-06] a long message is truncated on its card and whole in its details', async ({ openSignedIn }) => {
  const page = await openSignedIn({ width: 'phone' });
  await page.goto('/notifications');
  const cut = page.getByText(message, { exact: true });
  await expectVisible(cut);
  expect(await cut.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeGreaterThan(0);
  await cut.tap();
  const whole = page.getByRole('dialog').getByText(message, { exact: true });
  await expectVisible(whole);
  expect(await whole.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
