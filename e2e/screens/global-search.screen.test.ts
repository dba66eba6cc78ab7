import { listBookings } from '@wayside/contract/bookings';
import { listMechanics } from '@wayside/contract/mechanics';
import { searchNotes } from '@wayside/contract/notes';
import { listNotifications } from '@wayside/contract/notifications';
import { listPayments } from '@wayside/contract/payments';
import { listPaymentsOut } from '@wayside/contract/payments-out';
import { logout } from '@wayside/contract/session';
import { listUsers } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aBooking } from '../support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import { dialog, expectTexts, heading } from './elements.ts';
import { type MockResponse, openScreen, respondWith, respondWithRows, type ScreenOptions } from './open-screen.ts';
import { asRole } from './role.ts';

const NOTHING = [
  respondWithRows(listNotifications),
  respondWithRows(listUsers),
  respondWithRows(listMechanics),
  respondWithRows(listBookings),
  respondWithRows(listPayments),
  respondWith(listPaymentsOut, { rows: [], total: 0, pageCount: 1, page: 1, sumPaise: 0 }),
  respondWithRows(searchNotes),
];
const field = dialog('Find anything').getByRole('combobox');
const group = (name: string) => dialog('Find anything').getByRole('group', { name });
const options = (name: string) => group(name).getByRole('option');

async function find(text: string, responses: MockResponse[] = [], options?: ScreenOptions): Promise<void> {
  await openScreen('/notifications', [...responses, ...NOTHING], options);
  await expect.element(heading('Notifications')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill(text);
}

describe('[WORK-03] the global search', () => {
  it('lists names that begin with the text first, and then names with a word that does', async () => {
    const names = [
      'Sravani Rao',
      'Praveen Kumar',
      'Sourav Das',
      'Meena Ravichandran',
      'Ravi Kumar',
      'Bravo',
      'Ravina',
    ];
    const people = names.map((name) => aUser({ name }));
    const providers: ScreenOptions[] = [{}, { config: {} }];
    for (const options of providers) {
      await find('rav', [respondWithRows(listUsers, ...people)], options);
      const texts = group('Customers').getByRole('option');
      await expect
        .poll(() => texts.elements().map((each) => each.textContent?.replace(/\d.*|\S+@.*/, '') ?? ''))
        .toMatchObject([
          expect.stringMatching(/^Ravi Kumar/),
          expect.stringMatching(/^Ravina/),
          expect.stringMatching(/^Meena Ravichandran/),
          expect.stringMatching(/^Sravani Rao/),
          expect.stringMatching(/^Praveen Kumar/),
          ...('config' in options ? [] : ['']),
        ]);
    }
  });

  it.each([
    ['refunds', /^Refunds and disputes\s*Payments/],
    ['payment runs', /^Payment runs\s*Payouts/],
    ['income', /^Income\s*Payouts/],
    ['exceptions', /^Exceptions\s*Reconciliation/],
    ['history', /^Activity/],
    ['2fa', /^Two-factor\s*Profile/],
    ['limits', /^Approval limits\s*Settings/],
    ['hindi', /^हिन्दी\s*Language/],
    ['log out', /^Logout/],
    ['customers', /^Users/],
  ])('finds a page, a part of a page or an option of the header by %j', async (text, name) => {
    await find(text);
    await expect.element(options('Screens').filter({ hasText: name }).first()).toBeVisible();
  });

  it('offers no pages that the role may not open', async () => {
    await find('approval limits', [asRole('support')]);
    await expect.element(dialog('Find anything').getByText(/^Nothing found in screens, names/)).toBeVisible();
  });

  it('can log the user out', async () => {
    await find('log out', [respondWith(logout, {})]);
    await expect.element(options('Screens')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  });

  it('states what matched when the result does not show it', async () => {
    const meena = aUser({ name: 'Meena Sharma', phone: '9820012345', email: 'meena@example.in' });
    const suresh = aMechanic({ name: 'Suresh Patil', phone: '9111111111' });
    const amounts = { totalPaise: 334_700, paidPaise: 251_100, duePaise: null, discountPaise: null };
    const booking = aBooking({ customer: refTo(meena), mechanic: refTo(suresh), amounts });
    await find('2511', [respondWithRows(listBookings, booking)]);
    await expectTexts(options('Bookings'), [/^Booking #\S+ Paid ₹2,511 ?·/]);
    await expectAccessible();
    await field.fill('98200 12345');
    await expectTexts(options('Bookings'), [/^Booking #\S+ Phone 9820012345 ?·/]);
    await field.fill('suresh');
    await expectTexts(options('Bookings'), [/^Booking #\S+ Mechanic Suresh Patil ?·/]);
    await field.fill('3347');
    await expectTexts(options('Bookings'), [/^Booking #\S+ \d+ \w+ \d+ ?· ?₹3,347 ?·/]);
  });
});
