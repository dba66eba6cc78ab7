import { listBookings } from '@wayside/contract/bookings';
import { createSlot, listSlots } from '@wayside/contract/slots';
import { listUsers } from '@wayside/contract/users';
import { createVehicleModel } from '@wayside/contract/vehicle-models';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { marketplaceTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aUser } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { newRowsBar, openLive, openLiveList, shownIds, toggleElsewhere } from './support/live.ts';
import { confirmDeletion, rowWith } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { beginSignedIn, storedSession } from './support/session.ts';
import { blockedState } from './support/users-screen.ts';

const OLD = '2026-03-01T04:30:00.000Z';
const NEW = '2026-03-20T04:30:00.000Z';
const LONG_MS = 30_000;

const first = aUser({ name: 'Asha Rao' });
const second = aUser({ name: 'Ravi Kumar' });
const third = aUser({ name: 'Meera Iyer' });
const bookings = Array.from({ length: 25 }, () => aBooking({ createdAt: OLD }));
const test = marketplaceTest({ users: [first, second, third], bookings });

describe('[LIVE-02] a list that receives live changes', () => {
  test('announces new rows without moving the others, and shows them after a click', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    await watchLayoutShift(page);
    await openLiveList(page, application, '/bookings');
    const before = await shownIds(page);
    const calls = recordCalls(page, listBookings);
    const added = Array.from({ length: 3 }, () => aBooking({ createdAt: NEW }));
    await loadMarketplace(application, { bookings: added });
    await expectVisible(newRowsBar(page, '3 new bookings'));
    expect(await shownIds(page)).toEqual(before);
    await expectNoLayoutShift(page);
    await expectAccessible(page);
    const total = bookings.length + added.length;
    const made = calls.length;
    await newRowsBar(page, '3 new bookings').click();
    await expectVisible(page.getByRole('heading', { name: `All Bookings (${total})` }));
    expect((await shownIds(page)).slice(0, 3).sort()).toEqual(added.map(({ id }) => id).sort());
    await expectHidden(newRowsBar(page, /new booking/));
    expect(calls.length).toBe(made);
  });

  test('shows new rows immediately if the list was empty', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    await beginSignedIn(page, application);
    await openLive(page, '/master/vehicle-models');
    await expectVisible(page.getByText('No vehicle models found'));
    const token = await storedSession(application);
    await callApi(application, token, createVehicleModel, { body: { companyName: 'Tata', image: null } });
    await expectVisible(rowWith(page, 'Tata'));
    await expectHidden(newRowsBar(page, /new vehicle model|changed list/));
  });

  test('shows a notice on a later page when the list has changed', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    await openLiveList(page, application, '/bookings?page=2');
    const before = await shownIds(page);
    await loadMarketplace(application, { bookings: [aBooking({ createdAt: NEW })] });
    await expectVisible(newRowsBar(page, 'Show the changed list'));
    expect(await shownIds(page)).toEqual(before);
    await newRowsBar(page, 'Show the changed list').click();
    await expect.poll(() => shownIds(page)).not.toEqual(before);
  });

  test('changes a row in place and highlights it briefly', async ({ openPage, application }) => {
    const page = await openPage({ live: true, reducedMotion: false });
    await openLiveList(page, application, '/users');
    await page.evaluate(() => {
      const marked: (string | null)[] = [];
      Object.assign(window, { marked });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        marked.push(this.getAttribute('data-record'));
        return animate.apply(this, how);
      };
    });
    await toggleElsewhere(application, first);
    await expectText(blockedState(page, first), 'Blocked');
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'marked'))).toEqual([first.id]);
    await expectHidden(newRowsBar(page, /new user|changed list/));
  });

  test('highlights nothing when reduced motion is set', async ({ openPage, application }) => {
    const page = await openPage({ live: true, reducedMotion: true });
    await openLiveList(page, application, '/users');
    await page.evaluate(() => {
      Element.prototype.animate = () => {
        throw new Error('something moves');
      };
    });
    await toggleElsewhere(application, second);
    await expectText(blockedState(page, second), 'Blocked');
  });

  test('shows no notice for the user’s own change', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    const token = await storedSession(application);
    for (const startTime of ['09:00', '11:00'])
      await callApi(application, token, createSlot, { body: { startTime, endTime: '12:00', duration: '1 hour' } });
    await openLiveList(page, application, '/master/slots');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const button of document.querySelectorAll('[role="status"] button'))
          seen.push(button.textContent ?? '');
      }).observe(document.body, { childList: true, subtree: true });
    });
    const calls = recordCalls(page, listSlots);
    await rowWith(page, '09:00')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await confirmDeletion(page);
    await expectHidden(rowWith(page, '09:00'));
    // The test causes one reload, and the stream causes the other.
    await expect.poll(() => calls.length, { timeout: LONG_MS }).toBe(2);
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
    await expectVisible(page.getByRole('heading', { name: 'Time Slots (1)' }));
  });

  test('refetches at most once every two seconds, regardless of the number of changes', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    await openLiveList(page, application, '/users');
    const isCalm = page.evaluate(
      (path) =>
        new Promise<number[]>((resolve) => {
          const times: number[] = [];
          new PerformanceObserver((list) => {
            for (const { name, startTime } of list.getEntries())
              if (new URL(name).pathname.endsWith(path)) times.push(startTime);
            if (times.length === 3) resolve(times);
          }).observe({ type: 'resource' });
        }),
      listUsers.path,
    );
    let isChanging = true;
    const changing = (async () => {
      while (isChanging) await toggleElsewhere(application, third);
    })();
    const [one = 0, two = 0, three = 0] = await isCalm;
    isChanging = false;
    await changing;
    expect(Math.min(two - one, three - two)).toBeGreaterThan(1_900);
  });

  test('also announces new rows on a phone', async ({ openPage, application }) => {
    const page = await openPage({ live: true, width: 'phone' });
    await openLiveList(page, application, '/bookings');
    const before = await shownIds(page);
    await loadMarketplace(application, { bookings: [aBooking({ createdAt: NEW })] });
    await expectVisible(newRowsBar(page, '1 new booking'));
    expect(await shownIds(page)).toEqual(before);
    await expectAccessible(page);
    await newRowsBar(page, '1 new booking').tap();
    await expect.poll(() => shownIds(page)).not.toEqual(before);
  });
});
