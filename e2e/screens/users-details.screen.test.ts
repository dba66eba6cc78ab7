import { type Activity, activity, listActivity, listActivityActors } from '@wayside/contract/activity';
import { listBookings } from '@wayside/contract/bookings';
import { getUser, listUsers, toggleUserBlock, type User } from '@wayside/contract/users';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { aBooking } from '../support/factories/bookings.ts';
import { aMechanic, aUser, aUserWithLongValues, aUserWithoutValues, refTo } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import {
  button,
  dialog,
  EMPTY_RELATED_RESPONSES,
  expectQuery,
  expectTexts,
  focus,
  readDescriptionList,
  region,
  row,
} from './people-screen.ts';

const ravi = aUser({
  createdAt: '2026-03-09T18:31:00.000Z',
  updatedAt: '2026-03-10T06:29:00.000Z',
  vehicleTypes: ['auto', 'truck'],
  walletPaise: 123_450,
  socketId: 'socket-1',
});
const unknown = aUserWithoutValues({ updatedAt: null, isBlocked: true, createdAt: '2026-03-09T00:00:00.000Z' });
const details = page.getByRole('dialog');

/** Opens the address of a customer who is not on the current page of the list. */
const openAlone = (user: User, first: MockResponse = respondWith(getUser, { record: user })) =>
  openScreen(`/users?user=${user.id}`, [
    respondWithRows(listUsers),
    inSequence(first, respondWith(getUser, { record: user })),
    ...EMPTY_RELATED_RESPONSES,
  ]);

describe('the details of a customer', () => {
  it('[USER-04, ERR-02, FMT-01, FMT-02, FMT-05] show all fields without another request when the customer is on the current page of the list', async () => {
    await openScreen('/users', [respondWithRows(listUsers, ravi), ...EMPTY_RELATED_RESPONSES]);
    await button('View details of Ravi Kumar').click();
    await expect.element(dialog('Ravi Kumar')).toBeVisible();
    await expect.element(region('Account')).toBeVisible();
    expect(readDescriptionList('Customer')).toEqual({
      Name: 'Ravi Kumar',
      'User ID': ravi.id,
      Email: 'ravi.kumar@example.in',
      Phone: '9876543210',
    });
    expect(readDescriptionList('Account')).toEqual({
      'Wallet Balance': '₹1,234.50',
      'Referral Code': 'RAVI10',
      'Vehicle Types': 'Auto Truck',
      Joined: '10 Mar 2026, 12:01 am',
      'Last Updated': '10 Mar 2026, 11:59 am',
    });
    await expect.element(region('Customer').getByText('Active', { exact: true })).toBeVisible();
    await expect.element(details.getByText('Currently Online', { exact: true })).toBeVisible();
    expect(document.title).toMatch(/^Users/);
    expect(sentBodies(getUser)).toEqual([]);
  });

  it('[USER-04, NAV-09, FMT-04] show N/A for a customer who is not on the page and has no values', async () => {
    await openAlone(unknown);
    await expect.element(region('Account')).toBeVisible();
    expect(readDescriptionList('Customer')).toMatchObject({ Name: 'N/A', Email: 'N/A', Phone: 'N/A' });
    const { Joined: joined, ...others } = readDescriptionList('Account');
    expect(joined).toBe('9 Mar 2026, 5:30 am');
    expect(new Set(Object.values(others))).toEqual(new Set(['N/A']));
    await expect.element(region('Customer').getByText('Blocked', { exact: true })).toBeVisible();
    await expect.element(details.getByText('Currently Online')).not.toBeInTheDocument();
    expect(details.element().textContent).not.toMatch(/undefined|null|NaN|Invalid Date/);
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await expectQuery({});
  });

  it.each([
    ['who is online', ravi],
    ['who is blocked and has no values', unknown],
    ['with long values', aUserWithLongValues()],
  ])(
    '[USER-04] are accessible for a customer %s while they load and when they are filled, without a layout shift',
    async (_, user) => {
      const later = holdResponse(respondWith(getUser, { record: user }));
      await openAlone(user, later);
      await expect.element(details.getByRole('status', { name: 'Loading the user' })).toBeVisible();
      if (user === ravi) await expectAccessible();
      later.release();
      await expect.element(region('Account')).toBeVisible();
      await expectNoLayoutShift(() =>
        expect.element(details.getByRole('tab', { name: 'Activity (0)' })).toBeVisible(),
      );
      await expectAccessible();
    },
  );

  it.each([400, 404])(
    '[USER-04, USER-06, NAV-09] report that the user does not exist when the API returns %i',
    async (status) => {
      await openScreen('/users?user=nonsense', [
        respondWithRows(listUsers, ravi),
        respondWithStatus(getUser, status),
      ]);
      const text = 'No user has this id. The user may have been deleted.';
      await expect.element(dialog('User Details').getByText(text)).toBeVisible();
      expect(details.getByRole('button', { name: /^(Block|Unblock|Pay loyalty)$/ }).elements()).toEqual([]);
      await expectAccessible();
      await details.getByRole('button', { name: 'Close' }).click();
      await expect.element(details).not.toBeInTheDocument();
      await expect.element(row('Ravi Kumar')).toBeVisible();
    },
  );

  it('[USER-07, ERR-03] show an error when loading fails, and keep it with the focus during the retry', async () => {
    const later = holdResponse(respondWith(getUser, { record: ravi }));
    const failure = respondWithStatus(getUser, 429, { status: false, message: 'Too many calls' });
    await openScreen(`/users?user=${ravi.id}`, [
      respondWithRows(listUsers),
      inSequence(failure, later),
      ...EMPTY_RELATED_RESPONSES,
    ]);
    const again = details.getByRole('button', { name: 'Try Again' });
    await expect.element(again).toBeVisible();
    await expectAccessible();
    await focus(again);
    await userEvent.keyboard('{Enter}');
    await expect.element(again).toHaveAttribute('aria-busy', 'true');
    await expect.element(details.getByRole('alert').getByText('Too many calls', { exact: true })).toBeVisible();
    await expect.element(again).toHaveFocus();
    await expect.element(details.getByRole('status', { name: 'Loading the user' })).not.toBeInTheDocument();
    later.release();
    await expect.element(dialog('Ravi Kumar')).toBeVisible();
    await expect.element(again).not.toBeInTheDocument();
    await expect.poll(() => details.element().contains(document.activeElement)).toBe(true);
  });
});

describe('links between bookings and customers', () => {
  const suresh = aMechanic();
  const booking = aBooking({ customer: refTo(ravi), mechanic: refTo(suresh) });
  const ofNobody = aBooking({ customer: { id: 'e'.repeat(24), name: null, phone: null, email: null } });
  const customer = respondWith(getUser, { record: ravi });

  it('[BOOK-11, API-17, ERR-02] a name opens the customer on any page, hovering loads only the list, and Back returns', async () => {
    await openScreen('/bookings', [
      respondWithRows(listBookings, booking),
      respondWithRows(listUsers),
      customer,
      ...EMPTY_RELATED_RESPONSES,
    ]);
    const link = row(booking.id.slice(-6)).getByRole('link', { name: 'Ravi Kumar' });
    await userEvent.hover(link);
    await expect.poll(() => sentQueries(listUsers)).toHaveLength(1);
    expect(sentBodies(getUser)).toEqual([]);
    await link.click();
    await expect.element(dialog('Ravi Kumar')).toBeVisible();
    await expectQuery({ user: ravi.id });
    history.back();
    await expect.element(row(booking.id.slice(-6))).toBeVisible();
    await expect.element(details).not.toBeInTheDocument();
  });

  it('[BOOK-11, FMT-04] an unknown customer is shown as N/A without a link', async () => {
    await openScreen('/bookings', [respondWithRows(listBookings, ofNobody)]);
    const cells = row(ofNobody.id.slice(-6));
    await expectTexts(cells.getByRole('cell').nth(2), ['N/A N/A N/A']);
    expect(cells.getByRole('link').elements()).toEqual([]);
  });

  it('[BOOK-02, BOOK-03, BOOK-14] the details link to the customer’s bookings with a filter that can be combined and removed', async () => {
    const filters = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
    const address = `/users?user=${ravi.id}&tab=bookings`;
    await openScreen(address, [
      respondWithRows(listBookings, booking),
      respondWithRows(listUsers, ravi),
      ...EMPTY_RELATED_RESPONSES,
    ]);
    await details.getByRole('link', { name: 'Open in Bookings' }).click();
    await expectTexts(filters, ['Customer: Ravi Kumar']);
    await expectQuery({ customer: ravi.id });
    await page.getByRole('combobox', { name: 'Status' }).selectOptions('Completed');
    await expectTexts(filters, ['Customer: Ravi Kumar', 'Status: Completed']);
    await button('Status: Completed, remove filter').click();
    await expectTexts(filters, ['Customer: Ravi Kumar']);
    await button('Customer: Ravi Kumar, remove filter').click();
    await expectTexts(filters, []);
    await expectQuery({});
    const asked = sentQueries(listBookings).map((query) => z.decode(listBookings.query, query));
    expect(asked.slice(-4).map(({ page, customerId, status }) => [page, customerId, status])).toEqual([
      [1, ravi.id, null],
      [1, ravi.id, ['completed']],
      [1, ravi.id, null],
      [1, null, null],
    ]);
  });

  it('[BOOK-03, BOOK-06, USER-06] bookings of a deleted customer are listed with the short id, or an empty list offers Clear filters', async () => {
    await openScreen(`/bookings?customer=${ravi.id}`, [
      inSequence(respondWithRows(listBookings), respondWithRows(listBookings, booking)),
    ]);
    await expect.element(page.getByText('No bookings found matching your criteria')).toBeVisible();
    await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), [
      `Customer: ${ravi.id.slice(-6)}`,
    ]);
    await button('Clear filters').click();
    await expect.element(row(booking.id.slice(-6))).toBeVisible();
  });

  it('[API-14] an invalid customer id shows an error', async () => {
    await openScreen('/bookings?customer=nonsense', [respondWithStatus(listBookings, 400)]);
    await expect.element(page.getByRole('alert').filter({ hasText: 'Error Loading Bookings' })).toBeVisible();
    expect(sentQueries(listBookings)).toHaveLength(1);
  });
});

describe('the history of a person', () => {
  const anEntry = (entry: Partial<Activity>) =>
    completeRecord(activity, {
      ...{
        id: '1',
        at: '2026-03-09T06:00:00.000Z',
        actorEmail: 'asha@example.in',
        entityName: 'Ravi Kumar',
        changes: [],
      },
      ...{ entity: 'user', entityId: ravi.id, hash: '', previousHash: '', action: 'blocked' },
      ...entry,
    });
  const blocked = anEntry({ changes: [{ field: 'isBlocked', before: false, after: true }] });
  const rejected = anEntry({
    ...{ id: '2', action: 'rejected', note: 'The photo is not readable.\nPlease send it again.' },
    changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
  });
  const entries = region('History').getByRole('listitem');
  const openHistory = (history: MockResponse, ...others: MockResponse[]) =>
    openScreen(`/users?user=${ravi.id}&tab=activity`, [
      ...[respondWithRows(listUsers, ravi), history, ...others, ...EMPTY_RELATED_RESPONSES],
    ]);

  it('[MECH-12, SECU-05] is accessible while it loads, and shows actor, time and remarks of the newest entries', async () => {
    const later = holdResponse(
      respondWith(listActivity, { rows: [rejected, blocked], total: 7, pageCount: 4, page: 1 }),
    );
    await openHistory(later, respondWith(listActivityActors, { rows: [] }));
    await expect.element(region('History')).toBeVisible();
    await expectAccessible();
    later.release();
    await expectTexts(entries, [
      'Rejected 9 Mar 2026, 11:30 am by asha@example.in Status: Pending → Rejected The photo is not readable. Please send it again.',
      'Blocked 9 Mar 2026, 11:30 am by asha@example.in',
    ]);
    await expectAccessible();
    await region('History').getByRole('link', { name: 'Show all (7)' }).click();
    await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), [
      'Only: Ravi Kumar',
      'Record: Users',
    ]);
  });

  it('[ERR-02, USER-05] is loaded when it opens and again after a change', async () => {
    const toggle = respondWith(toggleUserBlock, { isBlocked: true });
    await openHistory(inSequence(respondWithRows(listActivity), respondWithRows(listActivity, blocked)), toggle);
    await expect.element(region('History').getByText('No activity yet.')).toBeVisible();
    expect(sentQueries(listActivity)).toHaveLength(1);
    await details.getByRole('button', { name: 'Block', exact: true }).click();
    await expectTexts(entries.getByText('Blocked', { exact: true }), ['Blocked']);
    expect(sentQueries(listActivity)).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await button('View details of Ravi Kumar').click();
    await details.getByRole('tab', { name: 'Activity' }).click();
    await expect.poll(() => sentQueries(listActivity)).toHaveLength(3);
  });

  it('[ERR-03] shows an error when loading fails and can be loaded again there', async () => {
    await openHistory(inSequence(respondWithStatus(listActivity, 404), respondWithRows(listActivity, blocked)));
    await expect
      .element(region('History').getByRole('alert').getByText('Failed to load the history'))
      .toBeVisible();
    await expectAccessible();
    await region('History').getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(() => entries.elements()).toHaveLength(1);
  });

  it('[API-17] does not exist with an external API', async () => {
    await openScreen('/users', [respondWithRows(listUsers, ravi)], { config: {} });
    await button('View details of Ravi Kumar').click();
    await expect.element(dialog('Ravi Kumar')).toBeVisible();
    expect(region('History').elements()).toEqual([]);
    expect(sentQueries(listActivity)).toEqual([]);
  });
});
