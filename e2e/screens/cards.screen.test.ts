import { listBookings } from '@wayside/contract/bookings';
import { getMechanic, listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listParts } from '@wayside/contract/parts';
import { listPayments } from '@wayside/contract/payments';
import { listServices } from '@wayside/contract/services';
import { listSlots } from '@wayside/contract/slots';
import { listSosServices } from '@wayside/contract/sos-services';
import { getRecordCounts } from '@wayside/contract/timeline';
import { getUser, listUsers } from '@wayside/contract/users';
import { listVehicleModels } from '@wayside/contract/vehicle-models';
import { describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { aBooking } from '../support/factories/bookings.ts';
import { aPart, aService, aSosService } from '../support/factories/catalogue.ts';
import { aPayment } from '../support/factories/payments.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { openScreen, respondWith, respondWithRows } from './open-screen.ts';
import { DETAILS_RESPONSES, LIST_SCREEN_RESPONSES, respondWithEarnings } from './responses.ts';

const ravi = aUser({ vehicleTypes: ['car', 'bike'], walletPaise: 12_345 });
const suresh = aMechanic({ isExpert: true });
const people = { customer: refTo(ravi), mechanic: refTo(suresh) };
const booking = aBooking(people);
const payment = aPayment({ ...people, booking: { id: booking.id }, amountPaise: 129_850 });
const brakes = aService({ name: 'Brakes and everything that belongs to stopping a car, checked on the road' });
const message = `${'We are closed for the holidays and open again on Monday. '.repeat(8)}Have a safe trip.`;
const notification = {
  ...{ id: newRecordId(), message, type: 'promotion' as const, user: null, mechanic: null },
  ...{ createdAt: '2026-03-05T05:00:00.000Z', updatedAt: null, delivery: null },
};
const slot = {
  ...{ id: newRecordId(), startTime: 'Early in the morning, before the shop opens', endTime: '10:00' },
  ...{ duration: '1 hour', etag: null },
};
const tata = {
  id: newRecordId(),
  companyName: 'Tata',
  image: null,
  createdAt: '2026-03-05T05:00:00.000Z',
  etag: null,
};
const versioned = { etag: null };
const counts = { bookings: 1, payments: 1, earnings: null, payouts: null, notes: 0, activity: 0 };
/** The calls of the details. */
const DETAILS = [
  ...LIST_SCREEN_RESPONSES,
  ...DETAILS_RESPONSES,
  respondWith(getRecordCounts, { record: counts }),
  respondWith(getUser, { record: ravi }),
  respondWith(getMechanic, { record: suresh }),
  respondWithRows(listPayments, payment),
];

/** Each list with the texts of its card: id or name, person, amount, status. */
const LISTS = [
  ['/bookings', respondWithRows(listBookings, booking), [booking.id.slice(-6), 'Ravi Kumar', '₹1,298', 'Pending']],
  ['/users', respondWithRows(listUsers, ravi), [ravi.id.slice(-6), 'Ravi Kumar', '₹123.45', 'Active']],
  ['/mechanics', respondWithRows(listMechanics, suresh), [suresh.id.slice(-6), 'Suresh Patil', '₹500', 'Approved']],
  [
    '/payments',
    respondWithRows(listPayments, payment),
    [payment.id.slice(-6).toUpperCase(), 'Ravi Kumar', '₹1,298.50', 'Paid'],
  ],
  [
    '/payouts',
    respondWithEarnings({ ...suresh, earnedPaise: 150_050, paidOutPaise: 15_050, commissionPaise: 10_050 }),
    ['Suresh Patil', '₹1,249.50', 'Available for Payout'],
  ],
  ['/notifications', respondWithRows(listNotifications, notification), ['5 Mar 2026', 'We are closed', 'Stored']],
  [
    '/services/sos',
    respondWith(listSosServices, { rows: [{ ...aSosService(), ...versioned }] }),
    ['Towing', '₹1,499.50'],
  ],
  [
    '/services/regular',
    respondWith(listServices, { rows: [{ ...brakes, ...versioned }] }),
    ['Brakes and everything'],
  ],
  [
    `/services/parts?service=${brakes.id}`,
    respondWith(listParts, { rows: [{ ...aPart(brakes, 'Brake pad', 25_050), ...versioned }] }),
    ['Brake pad', '₹250.50'],
  ],
  ['/master/slots', respondWith(listSlots, { rows: [slot] }), ['Early in the morning', '1 hour']],
  ['/master/vehicle-models', respondWith(listVehicleModels, { rows: [tata] }), ['Tata']],
] as const;

/** The initials that replace a missing photo. */
const INITIALS = /^[A-Z]{2}$/;
const textOf = (target: Locator) =>
  (target.element() as HTMLElement).innerText.replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns the texts of the table's first row, one per line, without its actions. */
async function tableTexts(): Promise<string[]> {
  const row = page.getByRole('row').nth(1);
  await expect.element(row.getByRole('button').first()).toBeVisible();
  const cells = row.getByRole('cell').elements().slice(0, -1);
  return cells
    .flatMap((cell) => (cell as HTMLElement).innerText.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '' && !INITIALS.test(line));
}

describe('a narrow phone', () => {
  it.each(LISTS)(
    '[FMT-06] shows a row at %s as a card, and its details have the other columns',
    async (path, list, texts) => {
      const catalogue = path.includes('parts')
        ? [respondWith(listServices, { rows: [{ ...brakes, ...versioned }] })]
        : [];
      await openScreen(path, [list, ...DETAILS, ...catalogue], { height: 640 });
      const columns = await tableTexts();
      await openScreen(path, [list, ...DETAILS, ...catalogue], {
        ...{ width: 320, height: 640, theme: 'dark' },
      });
      const view = { name: /^View details of/ };
      const item = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', view) });
      await expect.element(item).toBeVisible();
      await expect.element(page.getByRole('table')).not.toBeInTheDocument();
      const shown = textOf(item);
      for (const text of texts) expect(shown).toContain(text.toLowerCase());
      const actions = item.getByRole('button', { name: /^(View details|Edit|Delete|Block|Pay|Process)/ });
      for (const { height, right } of actions.elements().map((it) => it.getBoundingClientRect())) {
        expect(height).toBeGreaterThanOrEqual(44);
        expect(right).toBeLessThanOrEqual(320);
      }
      await expectAccessible();
      await item.getByRole('button', view).click();
      const details = page.getByRole('dialog');
      await expect.element(details.getByRole('heading').first()).toBeVisible();
      await expect
        .poll(() => columns.filter((text) => !`${shown} ${textOf(details)}`.includes(text.toLowerCase())))
        .toEqual([]);
      await expectAccessible();
      expect(details.element().scrollWidth).toBe(details.element().clientWidth);
    },
  );
});

it('[FMT-06] a long message is truncated on its card and shown in full in its details', async () => {
  await openScreen('/notifications', [respondWithRows(listNotifications, notification)], {
    width: 375,
    height: 812,
  });
  const hidden = (text: Locator) => text.element().scrollHeight - text.element().clientHeight;
  const cut = page.getByText(message, { exact: true });
  await expect.element(cut).toBeVisible();
  expect(hidden(cut)).toBeGreaterThan(0);
  await cut.click();
  const whole = page.getByRole('dialog').getByText(message, { exact: true });
  await expect.element(whole).toBeVisible();
  expect(hidden(whole)).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
