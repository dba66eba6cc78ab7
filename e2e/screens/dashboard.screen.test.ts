import { getAttention, getDashboard, type Stat } from '@wayside/contract/dashboard';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import { alert, button, expectAbsent, expectShown, expectText, expectTexts, heading, press } from './elements.ts';
import { sendLiveChanges } from './live.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  networkError,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentQueries,
} from './open-screen.ts';
import { asRole } from './role.ts';

const stat = (fields: Partial<Stat>): Stat => ({
  title: null,
  value: null,
  change: null,
  trend: null,
  added: null,
  addedBefore: null,
  icon: null,
  ...fields,
});
const STATS = [
  stat({ title: 'Total Bookings', value: 1_234, added: 21, addedBefore: 20, trend: 'up', icon: 'Calendar' }),
  stat({ title: 'Total Revenue', value: 1_234_567, added: 0, addedBefore: 0, icon: 'IndianRupee' }),
  stat({ title: 'Active Users', value: 16, added: 3, addedBefore: 4, trend: 'down', icon: 'Users' }),
  stat({ title: 'Active Mechanics', value: 3, icon: 'Wrench' }),
  stat({ title: 'Pending Payments', value: 4_500, added: 100, addedBefore: 50, icon: 'CreditCard' }),
];
const DAYS = ['Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu'];
const charts = {
  bookings: DAYS.map((day, index) => ({ day, bookings: [40, 20, 0, 1, 2, 3, 4][index] ?? 0 })),
  earnings: DAYS.map((day, index) => ({ day, amountRupees: 1_000 * index })),
};
const shows = (stats = STATS, shown: typeof charts | null = charts) =>
  respondWith(getDashboard, { stats, charts: shown });
const open = (responses: MockResponse[] = [], options?: ScreenOptions) =>
  openScreen('/dashboard', [...responses, shows()], options);
const card = (name: string) => page.getByRole('group', { name, exact: true });
const chart = (name: string) => page.getByRole('region', { name });
const chartRows = (title: string) => page.getByRole('table', { name: `${title}, last 7 days` }).getByRole('row');
const failure = alert('Error Loading Dashboard');

describe('the dashboard', () => {
  it('[DASH-03] shows no chart value above the axis or outside its card', async () => {
    const earnings = DAYS.map((day, index) => ({
      day,
      amountRupees: [43_800, 64_600, 46_200, 64_100, 58_000, 68_000, 20_900][index] ?? 0,
    }));
    await open([shows(STATS, { ...charts, earnings })]);
    const plot = chart('Daily Earnings');
    const boxOf = (text: string) => plot.getByText(text, { exact: true }).first().element().getBoundingClientRect();
    await expectShown('₹43.8K', plot);
    expect(boxOf('₹43.8K').left).toBeGreaterThan(boxOf('₹40K').right);
    expect(boxOf('₹20.9K').right).toBeLessThanOrEqual(plot.element().getBoundingClientRect().right);
  });

  it('[DASH-01, DASH-02, DASH-05, FMT-02] shows skeletons and then five cards in order, without a layout shift', async () => {
    const late = holdResponse(shows());
    await open([late]);
    await expect.element(heading('Dashboard')).toBeVisible();
    await expectText(page.getByRole('status').filter({ hasText: 'Loading' }), 'Loading the dashboard');
    await expectAbsent(card('Total Bookings'));
    await expectAbsent(chart('Daily Bookings'));
    await expectAccessible();
    await expectNoLayoutShift(async () => {
      late.release();
      await expect.element(chart('Daily Bookings')).toBeVisible();
    });
    await expectAbsent(page.getByText('Loading the dashboard'));
    const today = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format();
    await expectShown(`Welcome. Today is ${today}`);
    await expectTexts(page.getByRole('main').getByRole('heading', { level: 2 }), [
      'Needs attention',
      ...STATS.map(({ title }) => title ?? ''),
      'Daily Bookings',
      'Daily Earnings',
    ]);
    await expectAccessible();
  });

  it.each([
    ['Total Bookings', '1,234 21 new this month, 20 by this day last month'],
    ['Total Revenue', '₹12,34,567 ₹0 this month, ₹0 by this day last month'],
    ['Active Users', '16 3 new this month, 4 by this day last month'],
    ['Active Mechanics', '3'],
    ['Pending Payments', '₹4,500 ₹100 this month, ₹50 by this day last month'],
  ])('[DASH-06, FMT-01, PEOP-06] shows the value and the change of %s', async (name, text) => {
    await open();
    await expectText(card(name), `${name} ${text}`);
  });

  it('[DASH-03, DASH-04, DASH-07] shows seven days as proportional bars and as a table', async () => {
    await open();
    const days = (value: (index: number) => string) =>
      ['Day', ...DAYS].map((day, index) => (index === 0 ? /^Day/ : `${day} ${value(index - 1)}`));
    await expectTexts(
      chartRows('Daily Bookings'),
      days((index) => String(charts.bookings[index]?.bookings)),
    );
    await expectTexts(
      chartRows('Daily Earnings'),
      days((index) => `₹${index === 0 ? 0 : `${index},000`}`),
    );
    const bars = [...chart('Daily Bookings').element().querySelectorAll('[style*="height"]')];
    const [highest = 0, half = 0] = bars.map((bar) => bar.getBoundingClientRect().height);
    expect(half).toBeGreaterThan(50);
    expect(highest / half).toBeCloseTo(2, 1);
    for (const title of ['Daily Bookings', 'Daily Earnings']) {
      await press(`Show ${title} as a table`);
      const table = chart(title).getByRole('table').element().getBoundingClientRect();
      expect(table.height).toBeGreaterThan(150);
      expect(chart(title).element().getBoundingClientRect().height).toBe(336);
    }
    await expectAccessible();
    for (const title of ['Daily Bookings', 'Daily Earnings']) {
      await press(`Show ${title} as a chart`);
      await expect.element(button(`Show ${title} as a table`)).toBeVisible();
    }
  });

  it('[DASH-01, ERR-02] shows new stats after Refresh with one request', async () => {
    await open([inSequence(shows(), shows([stat({ title: 'Total Bookings', value: 1_235, icon: 'Calendar' })]))]);
    await expectText(card('Total Bookings'), /^Total Bookings 1,234/);
    await press('Refresh');
    await expectText(card('Total Bookings'), /^Total Bookings 1,235/);
    expect(sentQueries(getDashboard)).toHaveLength(2);
  });

  it('[LIVE-02] shows changes without a reload', async () => {
    await open([inSequence(shows(), shows([stat({ title: 'Total Bookings', value: 1_235, icon: 'Calendar' })]))]);
    await expectText(card('Total Bookings'), /^Total Bookings 1,234/);
    await sendLiveChanges({ entity: 'booking', id: 'f'.repeat(24) });
    await expectText(card('Total Bookings'), /^Total Bookings 1,235/);
  });

  it.each([
    ['status false', respondWithStatus(getDashboard, 200, { status: false }), 'Failed to fetch dashboard data', 1],
    ['a 404', respondWithStatus(getDashboard, 404), 'Error fetching dashboard data: HTTP error! status: 404', 1],
    ['a 500', respondWithStatus(getDashboard, 500), 'Error fetching dashboard data: HTTP error! status: 500', 4],
    ['no response', networkError(getDashboard), 'Error fetching dashboard data: No response from the server', 4],
  ])('[DASH-05, ERR-01, ERR-02] shows %s', async (_what, failed, text, tries) => {
    await expectNoLayoutShift(async () => {
      await open([failed]);
      await expectShown(text, failure);
    });
    expect(sentQueries(getDashboard)).toHaveLength(tries);
    await expectAccessible();
  });

  it('[DASH-05, ERR-03] is loaded again in place with Retry', async () => {
    await open([inSequence(respondWithStatus(getDashboard, 404), shows())]);
    await press('Retry');
    await expect.element(card('Total Bookings')).toBeVisible();
    await expectAbsent(failure);
  });

  it('[DASH-02, FMT-04] shows unknown icons, trends and text of an external API unchanged, and no change when it is N/A', async () => {
    const stats = [
      { title: 'Helicopters', value: '₹1.2 Cr', change: '5', trend: 'sideways', icon: 'Helicopter' },
      { title: null, value: null, change: '+1%', trend: 'up', icon: null },
      { title: 'Paid in dollars', value: 1_234_567, icon: 'DollarSign' },
      { title: 'One', value: 1, change: 'N/A', trend: 'other', icon: 'Users' },
    ];
    const wire = { status: true, stats, charts: { bookingData: [], earningsData: [] } };
    await open([respondWithStatus(getDashboard, 200, wire)]);
    await expectText(card('Helicopters'), 'Helicopters ₹1.2 Cr 5 from last month');
    await expectText(card('N/A'), 'N/A N/A +1% from last month');
    await expectText(card('Paid in dollars'), 'Paid in dollars 12,34,567');
    await expectText(card('One'), 'One 1');
    await expect.element(chart('Daily Earnings')).toBeVisible();
  });

  it('is accessible with long values', async () => {
    const stats = (['IndianRupee', 'CreditCard', 'Users', 'Wrench', 'Calendar'] as const).map((icon) =>
      stat({ title: 'Revenue of the year so far', value: 98_765_432_101, change: '-1234.5%', trend: 'down', icon }),
    );
    const long = {
      bookings: ['Monday', ...DAYS.slice(1)].map((day, index) => ({ day, bookings: 123_456 * index })),
      earnings: DAYS.map((day, index) => ({ day, amountRupees: 1_234_567_890 * (index % 3) })),
    };
    await open([shows(stats, long)]);
    await expect.element(chart('Daily Earnings')).toBeVisible();
    await expectAccessible();
  });
});

describe('[WORK-01] Needs attention', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const item = (
    kind: 'unassigned_emergencies' | 'disagreeing_payments' | 'waiting_bookings' | 'applications' | 'payouts_due',
    count: number,
    minutes: number,
  ) => ({
    kind,
    count,
    oldestAt: ago(minutes),
    amountPaise: null,
  });
  const waiting = (count: number) => item('waiting_bookings', count, 90);
  const items = [
    item('payouts_due', 1, 10_000),
    item('applications', 1, 3 * 1440),
    waiting(2),
    item('disagreeing_payments', 1, 10_000),
    item('unassigned_emergencies', 2, 90),
  ];
  const panel = chart('Needs attention');
  const lines = panel.getByRole('link');

  it('[PEOP-06] has a line for each kind, most urgent first, which opens the corresponding rows', async () => {
    await open([respondWithRows(getAttention, ...items)]);
    await expectTexts(lines, [
      '2 emergencies without a mechanic oldest 1 hr ago',
      '1 paid, but not in its booking oldest 6 days ago',
      '2 booking requests pending for over 30 min oldest 1 hr ago',
      '1 application to decide on oldest 3 days ago',
      '1 balance to pay out oldest 6 days ago',
    ]);
    await expectShown('Most urgent first, then oldest first.', panel);
    const addresses = lines.elements().map((line) => line.getAttribute('href'));
    expect(addresses).toEqual([
      '/roadside',
      '/payments?disagreeing=yes&sort=date',
      '/bookings?status=pending&waiting=long&sort=date',
      '/mechanics?application=to_decide&sort=date',
      '/payouts?balance=available',
    ]);
    const cards = ['Active Mechanics', 'Total Revenue'].map((name) =>
      card(name).getByRole('link').element().getAttribute('href'),
    );
    expect(cards).toEqual(['/mechanics?active=yes', '/payments?status=paid']);
    await expectAccessible();
  });

  it('fits completely on a phone in dark mode without scrolling', async () => {
    await open([respondWithRows(getAttention, ...items.slice(1, 4))], { width: 375, theme: 'dark' });
    await expect.element(lines.first()).toBeVisible();
    expect(panel.element().getBoundingClientRect().bottom).toBeLessThan(800);
    await expectAccessible();
  });

  it('has at most two lines of text per item, also next to the sidebar in a narrow window', async () => {
    await open([respondWithRows(getAttention, ...items)], { width: 768, height: 1024 });
    await expect.element(lines.first()).toBeVisible();
    expect(Math.max(...lines.elements().map((line) => line.clientHeight))).toBeLessThanOrEqual(52);
  });

  it('shows the error of a failed load next to the cards, with a retry', async () => {
    const late = holdResponse(respondWithRows(getAttention, ...items));
    const failed = respondWithStatus(getAttention, 404);
    let isFailing = true;
    await open([{ endpoint: getAttention, respond: (url) => (isFailing ? failed : late).respond(url) }]);
    await expectShown('Failed to load the items that need attention.', panel);
    await expect.element(card('Total Bookings')).toBeVisible();
    isFailing = false;
    // The badges of the sidebar may load the same data at the same time, which makes the button busy.
    const isBusy = () => {
      const retry = panel.getByRole('button', { name: 'Try again' }).element();
      if (retry instanceof HTMLElement && retry.ariaBusy !== 'true') retry.click();
      return retry.ariaBusy;
    };
    await expect.poll(isBusy).toBe('true');
    await expect.element(card('Total Bookings')).toBeVisible();
    late.release();
    await expect.element(lines.first()).toBeVisible();
  });

  it('[WORK-02, LIVE-02] is counted at the links of the sidebar, and follows changes', async () => {
    const more = [...items.slice(0, 4), item('unassigned_emergencies', 100, 90)];
    await open([inSequence(respondWithRows(getAttention, ...items), respondWithRows(getAttention, ...more))]);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await expectText(sidebar.getByRole('link', { name: /^Bookings/ }), 'Bookings 2 emergencies without a mechanic');
    await expectText(sidebar.getByRole('link', { name: /^Mechanics/ }), 'Mechanics 1 waiting');
    await sendLiveChanges({ entity: 'emergency', id: 'f'.repeat(24) });
    await expectText(
      sidebar.getByRole('link', { name: /^Bookings/ }),
      'Bookings 99+ emergencies without a mechanic',
    );
    await expect.element(panel.getByRole('link', { name: /^100 emergencies/ })).toBeVisible();
  });

  it('explains what a card counts, also to a role that may not open its list', async () => {
    await open([asRole('reviewer')]);
    for (const [name, tip] of [
      ['Total Revenue', /^The sum of all paid payments/],
      ['Pending Payments', /^The sum of all pending payments/],
    ] as const) {
      await card(name).hover();
      await expectText(page.getByRole('tooltip').first(), tip);
      await heading('Dashboard').hover();
      await expectAbsent(page.getByRole('tooltip'));
      expect(card(name).getByRole('link').elements()).toEqual([]);
    }
    await userEvent.keyboard('{Tab}');
    (card('Total Revenue').element() as HTMLElement).focus();
    await expectText(page.getByRole('tooltip').first(), /^The sum of all paid payments/);
    await expectAccessible();
  });
});
