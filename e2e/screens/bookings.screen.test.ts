import { type Booking, listBookings } from '@wayside/contract/bookings';
import { BOOKING_STATUS_SPELLINGS } from '@wayside/contract/lists';
import { savePreferences } from '@wayside/contract/preferences';
import { ownProfile } from '@wayside/contract/session';
import { listUsers } from '@wayside/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aBooking, anEmergency, anEmptyBooking, manyBookings } from '../support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  networkError,
  OWNER,
  openScreen,
  respondBy,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { button, expectQuery, expectTexts, pageOf } from './page-content.ts';

const ravi = aUser();
const suresh = aMechanic();
const usual = aBooking({
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
  customer: refTo(aUser({ name: null, phone: null, email: null })),
});
const empty = anEmptyBooking();
const accepted = aBooking({ status: 'accepted' });
const { accepted: acceptedSpelling, rating_given: rating } = BOOKING_STATUS_SPELLINGS;
const FIXED = 'Failed to load bookings. Please try again.';

const many = manyBookings(195);
const manyPages = respondBy(listBookings, (url) => pageOf(many, url));

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const searchBox = page.getByRole('searchbox', { name: 'Search by booking ID' });
const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
const pages = page.getByRole('navigation', { name: 'Pages of bookings' });
const pageOne = page.getByText('page 1 of 1', { exact: true });
const activeFilters = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const cellsOf = ({ id }: Booking) =>
  page
    .getByRole('row')
    .filter({ hasText: id.slice(-6) })
    .getByRole('cell');
const headers = page.getByRole('columnheader').filter({ hasText: /\S/ });
/** Returns the queries of the list calls, without the first page number and the limit. */
const asked = () =>
  sentQueries(listBookings).map(({ page: number, limit: _, ...others }) =>
    number === '1' ? others : { page: number, ...others },
  );

describe('the list of bookings', () => {
  it('is accessible while it loads and when it is filled, without a layout shift', async () => {
    const list = holdResponse(respondWithRows(listBookings, usual, emergency, empty, accepted));
    await openScreen('/bookings', [list]);
    await expect.element(heading('All Bookings')).toBeVisible();
    await expectAccessible();
    await expectNoLayoutShift(async () => {
      list.release();
      await expect.element(heading('All Bookings (4)')).toBeVisible();
    });
    await expectAccessible();
  });

  it.each([
    ['empty', '/bookings', respondWithRows(listBookings), 'No bookings available'],
    [
      'without a match',
      '/bookings?search=f&status=arrived',
      respondWithRows(listBookings),
      /^No bookings found matching/,
    ],
    ['failed', '/bookings', respondWithStatus(listBookings, 404), 'Error Loading Bookings'],
  ])('[BOOK-06] is accessible when it is %s', async (_state, address, list, text) => {
    await openScreen(address, [list]);
    await expect.element(page.getByText(text)).toBeVisible();
    await expectAccessible();
  });

  it('[BOOK-03, BOOK-04, BOOK-05, BOOK-09, BOOK-11, BOOK-13, FMT-01, FMT-02, FMT-03, FMT-04] has its columns in order, with Indian formats, and N/A for missing values', async () => {
    await openScreen('/bookings', [respondWithRows(listBookings, usual, emergency, empty, accepted)]);
    await expectTexts(headers, [
      ...['Booking ID', 'Customer', 'Service/Problem', 'Mechanic', 'Date and Time', 'Amount', 'Status', 'Actions'],
    ]);
    await expectTexts(cellsOf(usual), [
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
    await expectTexts(cellsOf(emergency), [
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
    await expectTexts(cellsOf(empty), [
      ...['', empty.id.slice(-6), 'N/A N/A N/A', 'N/A N/A', 'Unassigned', 'N/A', 'N/A', 'N/A', ''],
    ]);
    await expectTexts(cellsOf(accepted).nth(7), ['In Progress Accepted']);
    const link = (name: string) => cellsOf(usual).getByRole('link', { name });
    await expect.element(link('Ravi Kumar')).toHaveAttribute('href', `/users?user=${ravi.id}`);
    await expect.element(link('Suresh Patil')).toHaveAttribute('href', `/mechanics?mechanic=${suresh.id}`);
  });

  it.each([
    [375, `Anantha${'padmanabha'.repeat(19)}swa`],
    [1280, `Anantha${'padmanabha'.repeat(19)}swa`],
    [1280, 'अनुराधा पौडवाल'],
    [1280, '<img src=x onerror=alert(1)> <b>Bold</b>'],
  ])('[FMT-04, BOOK-04] shows, at %i pixels, a name as plain text on one line: %s', async (width, name) => {
    await openScreen('/bookings', [respondWithRows(listBookings, aBooking({ customer: refTo(aUser({ name })) }))], {
      width,
    });
    const link = page.getByRole('link', { name, exact: true });
    await expect.element(link).toBeVisible();
    const { height, right } = link.element().getBoundingClientRect();
    expect(height).toBeLessThan(30);
    expect(right).toBeLessThan(width);
    await expect.element(page.getByRole('main').getByRole('img')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('[FMT-06, BOOK-04, BOOK-07, VIEW-01, VIEW-02, VIEW-03] consists of cards on a narrow phone, with controls for touch and collapsed filters', async () => {
    const list = respondBy(listBookings, (url) => pageOf([usual, empty, ...many], url));
    await openScreen('/bookings', [list], { width: 320, height: 640 });
    const cards = page.getByRole('list', { name: 'All Bookings' }).getByRole('listitem');
    await expectTexts(cards.first(), [
      `${usual.id.slice(-6)} Pending Ravi Kumar ₹12,34,567.49 Oil change (₹799), Wheel alignment (₹1,200) 9876543210 · 10 Mar 2026, 12:15 am Suresh Patil`,
    ]);
    await expectTexts(cards.nth(1), [expect.stringMatching(/N\/A .*N\/A.*Unassigned$/)]);
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
    await expect.element(filter('Booked')).not.toBeInTheDocument();
    await button('More').click();
    await filter('Sort').selectOptions('Oldest First');
    await expectQuery({ sort: 'date' });
    await expect.element(filter('Booked')).toBeVisible();
    await expectAccessible();
    await pages.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect.element(page.getByText('Showing 11 to 20 of 197 bookings')).toBeVisible();
    const main = page.getByRole('main');
    for (const role of ['button', 'combobox', 'searchbox'] as const)
      for (const control of main.getByRole(role).elements())
        expect(control.getBoundingClientRect().height, control.outerHTML.slice(0, 120)).toBeGreaterThanOrEqual(44);
  });

  it('[FIND-04] reports that more than 10,000 rows match', async () => {
    const page1 = { rows: many.slice(0, 10), total: 10_000, pageCount: 1000, page: 1, isMore: true };
    await openScreen('/bookings?search=0a1b2c', [respondWith(listBookings, page1)]);
    await expect.element(heading('All Bookings (10,000+)')).toBeVisible();
    await expect.element(page.getByText('page 1 of 1,000+', { exact: true })).toBeVisible();
    await expect.element(page.getByText('of 10,000+ bookings').first()).toBeVisible();
  });
});

describe('the search of bookings', () => {
  it('[BOOK-01] sends one request half a second after the last key, and returns to page 1', async () => {
    await openScreen('/bookings?page=2', [manyPages]);
    await expect.element(searchBox).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await searchBox.fill('  0A1');
    await vi.advanceTimersByTimeAsync(499);
    await searchBox.fill('  0A1B2c ');
    await vi.advanceTimersByTimeAsync(499);
    expect(sentQueries(listBookings)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(asked).toEqual([{ page: '2' }, { search: '0A1B2c' }]);
    await expectQuery({ search: '0A1B2c' });
  });

  it('[BOOK-01, NAV-09] never shows an older response after a newer one', async () => {
    const [old, newer] = [aBooking(), aBooking()];
    const first = holdResponse(respondWithRows(listBookings, old));
    await openScreen('/bookings', [inSequence(manyPages, first, respondWithRows(listBookings, newer))]);
    await searchBox.fill(old.id);
    await expect.poll(() => asked().length).toBe(2);
    await searchBox.fill(newer.id);
    await expect.element(cellsOf(newer).first()).toBeVisible();
    first.release();
    await button('Refresh').click();
    await expect.poll(() => asked().length).toBe(4);
    await expect.element(heading('All Bookings (1)')).toBeVisible();
    await expect.element(cellsOf(newer).first()).toBeVisible();
    await expect.element(cellsOf(old).first()).not.toBeInTheDocument();
  });

  it('[BOOK-01] gets the focus with its shortcut, and is cleared with Escape', async () => {
    await openScreen('/bookings?search=0a1b2c', [manyPages]);
    await expect.element(searchBox).toHaveValue('0a1b2c');
    await userEvent.keyboard('/');
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(searchBox).toHaveValue('');
    await expect.poll(asked).toEqual([{ search: '0a1b2c' }, {}]);
  });
});

describe('the filters of bookings', () => {
  it('[BOOK-02, VIEW-03] request the first page with one or several statuses, with a type, or without a mechanic', async () => {
    await openScreen('/bookings?page=2', [manyPages]);
    await expectTexts(filter('Status').getByRole('option'), [
      ...[
        'All Status',
        'Pending',
        'Accepted',
        'Arrived',
        'Completed',
        'User Confirmed',
        'Rating Given',
        'Cancelled',
      ],
    ]);
    await filter('Status').selectOptions('Rating Given');
    await button('Choose several').click();
    const choices = page.getByRole('group', { name: 'Status, any of' });
    await choices.getByRole('checkbox', { name: 'Accepted' }).click();
    await expect.element(choices.getByRole('checkbox', { name: 'Accepted' })).toBeChecked();
    await expectAccessible();
    await button('Done').click();
    await expect.element(choices).not.toBeInTheDocument();
    await expect.element(filter('Status')).toHaveDisplayValue('Accepted, Rating Given');
    await expectTexts(activeFilters, ['Status: Accepted, Rating Given']);
    await expectQuery({ status: 'accepted,rating_given' });
    await filter('Status').selectOptions('All Status');
    await filter('Type').selectOptions('Emergency');
    await filter('Mechanic').selectOptions('Unassigned');
    await button('Type: Emergency, remove filter').click();
    await expectQuery({ assigned: 'no' });
    await expect
      .poll(asked)
      .toEqual([
        { page: '2' },
        { status: rating },
        { status: `${acceptedSpelling},${rating}` },
        {},
        { kind: 'emergency' },
        { kind: 'emergency', unassigned: 'true' },
        { unassigned: 'true' },
      ]);
  });

  it('[BOOK-03, BOOK-06, BOOK-15] are shown on page 1 of 1 when the list is empty, and are removed one by one or all at once', async () => {
    await openScreen('/bookings?status=cancelled&search=0a1b2c&page=3', [respondWithRows(listBookings)]);
    await expect.element(pageOne).toBeVisible();
    await expectTexts(activeFilters, ['Status: Cancelled', 'Search: 0a1b2c']);
    await page.getByRole('link', { name: 'Clear filters, keep search' }).click();
    await expectTexts(activeFilters, ['Search: 0a1b2c']);
    await expect.element(page.getByRole('link', { name: 'Clear filters, keep search' })).not.toBeInTheDocument();
    await expect.element(filter('Status')).toHaveValue('all');
    await button('Search: 0a1b2c, remove filter').click();
    await expect.element(searchBox).toHaveValue('');
    await expectQuery({});
  });

  it('[VIEW-01, TOUGH-07] limit the list to a period or a range of days, with dates typed day first', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-03T20:00:00.000Z') });
    await openScreen('/bookings', [manyPages]);
    const days = filter('Booked');
    await expectTexts(days.getByRole('option'), [
      ...['Booked: Any Day', 'Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days'],
      ...['This Month', 'Last Month', 'From – To…'],
    ]);
    // In India it is already 4 January.
    await days.selectOptions('Last 7 Days');
    await expectQuery({ period: '7-days' });
    await days.selectOptions('From – To…');
    const [from, to] = [page.getByLabelText('From', { exact: true }), page.getByLabelText('To', { exact: true })];
    await expect.element(from).toHaveValue('29 Dec 2025');
    await to.fill('31 Feb 2026');
    await expect.element(page.getByText('31 Feb 2026 does not exist.', { exact: true })).toBeVisible();
    await to.fill('1/1/26');
    await userEvent.keyboard('{Enter}');
    await expect.element(to).toHaveValue('1 Jan 2026');
    await expectQuery({ from: '2025-12-29', to: '2026-01-01' });
    await button('From: 29 Dec 2025, remove filter').click();
    await expect.element(from).toHaveValue('');
    await button('Open calendar').last().click();
    await page.getByLabelText('Calendar', { exact: true }).fill('2026-01-02');
    await expect.element(to).toHaveValue('2 Jan 2026');
    await expect.element(to).toHaveFocus();
    await expectQuery({ to: '2026-01-02' });
    await expect
      .poll(asked)
      .toEqual([
        {},
        { from: '2025-12-29', to: '2026-01-04' },
        { from: '2025-12-29', to: '2026-01-01' },
        { to: '2026-01-01' },
        { to: '2026-01-02' },
      ]);
  });
});

describe('the pages of bookings', () => {
  it('[BOOK-07] have no links when there is only one page', async () => {
    await openScreen('/bookings', [respondWithRows(listBookings, usual)]);
    await expect.element(pageOne).toBeVisible();
    await expect.element(pages).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Showing /)).not.toBeInTheDocument();
  });

  it('[BOOK-03, BOOK-07, VIEW-06] are changed by number, by arrow and by typing', async () => {
    await openScreen('/bookings?page=10', [manyPages]);
    const shown = page.getByText(/^Showing /);
    await expectTexts(shown, ['Showing 91 to 100 of 195 bookings']);
    await expect
      .poll(() =>
        pages
          .getByRole('listitem')
          .elements()
          .map((it) => it.textContent?.trim())
          .filter(Boolean)
          .join(' '),
      )
      .toMatch(/^1 .*… ?9 10 11 .*… ?20$/);
    const current = () => pages.element().querySelector('[aria-current="page"]')?.textContent?.trim();
    expect(current()).toBe('10');
    await pages.getByRole('link', { name: 'Page 20' }).click();
    await expectTexts(shown, ['Showing 191 to 195 of 195 bookings']);
    await expect.poll(() => page.getByRole('row').elements().length).toBe(6);
    await expect.element(pages.getByRole('link', { name: 'Next page' })).not.toBeInTheDocument();
    await pages.getByRole('link', { name: 'Previous page' }).click();
    await expectTexts(shown, ['Showing 181 to 190 of 195 bookings']);
    await expectQuery({ page: '19' });
    const field = page.getByLabelText('Go to page');
    await field.fill('1a7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('page 17 of 20', { exact: true })).toBeVisible();
    await field.fill('900');
    await userEvent.keyboard('{Enter}');
    await expectQuery({ page: '20' });
    await pages.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect.element(pages.getByRole('link', { name: 'Previous page' })).not.toBeInTheDocument();
  });

  it('[API-14, NAV-09] are replaced by the last page, with one more request, when the page number in the URL is too high', async () => {
    await openScreen('/bookings?page=30', [manyPages]);
    await expect.element(page.getByText('Showing 191 to 195 of 195 bookings', { exact: true })).toBeVisible();
    await expectQuery({ page: '20' });
  });

  it('[API-14, API-15] go back only one page when an external API counts empty pages', async () => {
    const countsWrong = respondBy(listBookings, ({ searchParams }) => {
      const pageCount = searchParams.get('page') === '50' ? 40 : 39;
      return { rows: [], total: pageCount * 10, pageCount, page: 1 };
    });
    await openScreen('/bookings?page=50', [countsWrong]);
    await expect.element(page.getByText('There is no page 40; the last one is page 39.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the last page' })).toBeVisible();
    expect(sentQueries(listBookings)).toHaveLength(2);
    await expectAccessible();
  });
});

it('[VIEW-06] the list shortcuts move between rows and open one, and the focus returns to it', async () => {
  await openScreen('/bookings', [manyPages]);
  await expect.element(heading('All Bookings (195)')).toBeVisible();
  const focused = () => document.activeElement?.closest('[data-record]')?.getAttribute('data-record') ?? null;
  const ids = many.map(({ id }) => id);
  for (const [key, place] of [...'jjjkkkj'].map((key, step) => [key, [0, 1, 2, 1, 0, 0, 1][step]] as const)) {
    await userEvent.keyboard(key);
    expect(focused(), `${key} to row ${place}`).toBe(ids[place ?? 0]);
  }
  await userEvent.keyboard('?');
  await expect.element(page.getByText('Next row, previous row')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(focused).toBe(ids[1]);
});

describe('requests for bookings', () => {
  it('[ERR-02, BOOK-03] are sent once on load, on Refresh and when the screen is opened again, and at no other time', async () => {
    await openScreen('/bookings', [manyPages, respondWithRows(listUsers)]);
    await expect.element(heading('All Bookings (195)')).toBeVisible();
    await button('Refresh').click();
    await expect.poll(() => sentQueries(listBookings)).toHaveLength(2);
    for (const event of ['focus', 'offline', 'online']) dispatchEvent(new Event(event));
    document.dispatchEvent(new Event('visibilitychange'));
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expect.poll(() => sentQueries(listBookings)).toHaveLength(3);
  });

  it.each([
    ['a 500 without a message', respondWithStatus(listBookings, 500), FIXED, 4, 'status: 500'],
    ['no response', networkError(listBookings), FIXED, 4, ''],
    ['status false', respondWithStatus(listBookings, 200, { status: false }), 'Failed to fetch bookings', 1, ''],
    ['a 404', respondWithStatus(listBookings, 404), FIXED, 1, 'status: 404'],
    [
      'a 400 with a message',
      respondWithStatus(listBookings, 400, { status: false, message: 'No such page' }),
      'No such page',
      1,
      'status: 400',
    ],
  ])(
    '[ERR-01, ERR-02, BOOK-06] are logged and shown on a card when they fail with %s',
    async (_what, failed, text, calls, logged) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await openScreen('/bookings', [failed]);
      const card = page.getByRole('alert').filter({ hasText: 'Error Loading Bookings' });
      await expect.element(card.getByText(text, { exact: true })).toBeVisible();
      expect(sentQueries(listBookings)).toHaveLength(calls);
      expect(log.mock.calls.join()).toContain(logged);
      log.mockRestore();
    },
  );

  it('[ERR-03, BOOK-06] are repeated with Try Again when they fail', async () => {
    const failure = respondWithStatus(listBookings, 404);
    await openScreen('/bookings', [inSequence(failure, failure, manyPages)]);
    await button('Try Again').click();
    await expect.poll(() => sentQueries(listBookings)).toHaveLength(2);
    await button('Try Again').click();
    await expect.element(heading('All Bookings (195)')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('[ERR-03] that fail on Refresh leave the rows on the screen, marked as outdated', async () => {
    await openScreen('/bookings', [inSequence(manyPages, respondWithStatus(listBookings, 404), manyPages)]);
    await button('Refresh').click();
    await expect.element(page.getByText(`${FIXED} The displayed data were loaded earlier.`)).toBeVisible();
    await expect.element(heading('All Bookings (195)')).toBeVisible();
    await expectAccessible();
    await button('Try Again').click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('[ERR-03, NAV-09] show the error on the next page when they fail there, and can be repeated there', async () => {
    await openScreen('/bookings', [inSequence(manyPages, respondWithStatus(listBookings, 404), manyPages)]);
    await pages.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect.element(page.getByRole('alert').getByText(FIXED)).toBeVisible();
    await button('Try Again').click();
    await expect.element(page.getByText('page 2 of 20', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});

// These tests run last, because their choices persist in this document.
describe('[VIEW-05] the display options', () => {
  it('set rows, density, columns and their order, and are sent to the server', async () => {
    await openScreen('/bookings?page=2', [manyPages]);
    await button('Display').click();
    const display = page.getByRole('dialog', { name: 'Display' });
    await display.getByLabelText('Rows per page').selectOptions('25');
    await expect.element(page.getByText('Showing 1 to 25 of 195 bookings', { exact: true })).toBeVisible();
    await display.getByLabelText('Density').selectOptions('compact');
    await display.getByRole('checkbox', { name: 'Mechanic', exact: true }).click();
    await button('Move Amount left').click();
    await expectAccessible();
    await button('Done').click();
    const shown = ['Booking ID', 'Customer', 'Service/Problem', 'Amount', 'Date and Time', 'Status'];
    await expectTexts(headers, [...shown, 'Actions']);
    // A link to a later page contains the number of rows, so that every user sees the same rows.
    await pages.getByRole('link', { name: 'Page 3', exact: true }).click();
    await expect.element(page.getByText('Showing 51 to 75 of 195 bookings', { exact: true })).toBeVisible();
    await expectQuery({ page: '3', rows: '25' });
    await expect
      .poll(() => Object.assign({}, ...sentBodies(savePreferences)))
      .toMatchObject({ rows: 25, density: 'compact', columns: [{ list: 'bookings', shown }] });
  });

  it('are stored for the user until they are reset', async () => {
    const columns = [{ list: 'bookings' as const, shown: ['Booking ID', 'Amount'] }];
    const preferences = { rows: 25, density: 'compact' as const, columns, recents: null, reviewReasons: null };
    const profile = { ...OWNER, preferences: { ...preferences, callCard: null, language: null } };
    await openScreen('/bookings', [manyPages, respondWith(ownProfile, { profile })]);
    await expect.element(page.getByText('Showing 1 to 25 of 195 bookings', { exact: true })).toBeVisible();
    await expectTexts(headers, ['Booking ID', 'Amount', 'Actions']);
    await button('Display').click();
    await button('Reset columns').click();
    await button('Done').click();
    await expect.poll(() => headers.elements().length).toBe(8);
  });
});
