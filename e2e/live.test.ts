import { listBookings } from '@wayside/contract/bookings';
import { updateConfiguration } from '@wayside/contract/configuration';
import { getDashboard } from '@wayside/contract/dashboard';
import { createSlot, listSlots, updateSlot } from '@wayside/contract/slots';
import { listUsers, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aUser } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { countStreams, openLive, setHidden } from './support/live.ts';
import { confirmDeletion, rowWith } from './support/locators.ts';
import { importMarketplace } from './support/marketplace.ts';
import { beginSignedIn, openSession, storedSession } from './support/session.ts';
import { block, blockedState } from './support/users-screen.ts';
import { layWebLine } from './support/web-line.ts';

const OLD = '2026-03-01T04:30:00.000Z';
const NEW = '2026-03-20T04:30:00.000Z';
const LONG_MS = 30_000;

const users = Array.from({ length: 4 }, (_, at) => aUser({ name: `Customer ${at}` }));
const [first, second, third, fourth] = users as [
  (typeof users)[0],
  (typeof users)[0],
  (typeof users)[0],
  (typeof users)[0],
];
const bookings = Array.from({ length: 25 }, () => aBooking({ createdAt: OLD }));
const values = {
  platformFeePaise: 4_900,
  commissionPercent: 12.5,
  referralBonusPaise: 10_000,
  mechanicChargePaise: 25_000,
  discountPercent: 5,
  loyaltyPoints: 20,
  upiId: 'wayside@upi',
};
const prices = aConfiguration({ ...values, chargePerKmPaise: 1_250 });
const test = marketplaceTest({ users, bookings, configs: [prices] });

const bar = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const paused = (page: Page) => page.getByText('Live updates paused', { exact: true });
const ids = (page: Page) =>
  page.locator('[data-record]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-record')));

/** Another administrator blocks or unblocks a customer. */
async function toggleElsewhere(application: Application, user: { id: string }): Promise<void> {
  const token = await storedSession(application);
  await callApi(application, token, toggleUserBlock, { params: { id: user.id } });
}

async function openFollowing(page: Page, application: Application, path: string): Promise<void> {
  await beginSignedIn(page, application);
  await openLive(page, path);
  await page.locator('[data-record]').first().waitFor();
}

describe('[LIVE-02] a list', () => {
  test('announces new rows without moving the others, and shows them on a click', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    await watchLayoutShift(page);
    await openFollowing(page, application, '/bookings');
    const before = await ids(page);
    const calls = recordCalls(page, listBookings);
    const added = Array.from({ length: 3 }, () => aBooking({ createdAt: NEW }));
    await importMarketplace(application, { bookings: added });
    await expectVisible(bar(page, '3 new bookings'));
    expect(await ids(page)).toEqual(before);
    await expectNoLayoutShift(page);
    await expectAccessible(page);
    const total = bookings.length + added.length;
    const made = calls.length;
    await bar(page, '3 new bookings').click();
    await expectVisible(page.getByRole('heading', { name: `All Bookings (${total})` }));
    expect((await ids(page)).slice(0, 3).sort()).toEqual(added.map(({ id }) => id).sort());
    await expectHidden(bar(page, /new booking/));
    expect(calls.length).toBe(made);
  });

  test('says on a later page that it has changed', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    await openFollowing(page, application, '/bookings?page=2');
    const before = await ids(page);
    await importMarketplace(application, { bookings: [aBooking({ createdAt: NEW })] });
    await expectVisible(bar(page, 'Show the changed list'));
    expect(await ids(page)).toEqual(before);
    await bar(page, 'Show the changed list').click();
    await expect.poll(() => ids(page)).not.toEqual(before);
  });

  test('changes a row in place and marks it for a moment', async ({ openPage, application }) => {
    const page = await openPage({ live: true, reducedMotion: false });
    await openFollowing(page, application, '/users');
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
    await expectHidden(bar(page, /new user|changed list/));
  });

  test('does not mark it for somebody who wants less motion', async ({ openPage, application }) => {
    const page = await openPage({ live: true, reducedMotion: true });
    await openFollowing(page, application, '/users');
    await page.evaluate(() => {
      Element.prototype.animate = () => {
        throw new Error('something moves');
      };
    });
    await toggleElsewhere(application, second);
    await expectText(blockedState(page, second), 'Blocked');
  });

  test('announces nothing of an own change', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    const token = await storedSession(application);
    for (const startTime of ['09:00', '11:00'])
      await callApi(application, token, createSlot, { body: { startTime, endTime: '12:00', duration: '1 hour' } });
    await openFollowing(page, application, '/master/slots');
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
    // Its own reload, and the one that follows the stream.
    await expect.poll(() => calls.length, { timeout: LONG_MS }).toBe(2);
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
    await expectVisible(page.getByRole('heading', { name: 'Time Slots (1)' }));
  });

  test('asks at most once in two seconds, however much changes', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    await openFollowing(page, application, '/users');
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

  test('announces new rows on a phone too', async ({ openPage, application }) => {
    const page = await openPage({ live: true, width: 'phone' });
    await openFollowing(page, application, '/bookings');
    const before = await ids(page);
    await importMarketplace(application, { bookings: [aBooking({ createdAt: NEW })] });
    await expectVisible(bar(page, '1 new booking'));
    expect(await ids(page)).toEqual(before);
    await expectAccessible(page);
    await bar(page, '1 new booking').tap();
    await expect.poll(() => ids(page)).not.toEqual(before);
  });
});

describe('[LIVE-02] what is open', () => {
  test('details and the dashboard follow by themselves', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    await openFollowing(page, application, `/users?user=${fourth.id}`);
    const details = page.getByRole('dialog');
    await expectVisible(details.getByText(fourth.name ?? '').first());
    const calls = recordCalls(page, getDashboard);
    await toggleElsewhere(application, fourth);
    await expectVisible(details.getByText('Blocked').first());
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.poll(() => calls.length).toBe(1);
    await importMarketplace(application, { bookings: [aBooking({ createdAt: new Date().toISOString() })] });
    await expect.poll(() => calls.length, { timeout: LONG_MS }).toBe(2);
  });
});

describe('[LIVE-02] a form', () => {
  test('that somebody edits keeps its input and says who changed what', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    const token = await storedSession(application);
    const body = { startTime: '07:00', endTime: '08:00', duration: '1 hour' };
    const { record } = await callApi(application, token, createSlot, { body });
    await openFollowing(page, application, '/master/slots');
    await rowWith(page, '07:00').getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Time Slot' });
    await dialog.getByLabel('Duration').fill('what I type');
    await callApi(application, token, updateSlot, {
      params: { id: record?.id ?? '' },
      body: { ...body, id: record?.id ?? '', endTime: '08:30' },
    });
    await expectText(
      dialog.getByText(/changed meanwhile/),
      `This time slot was changed meanwhile by ${administrator.email}: End Time. What you typed is kept.`,
    );
    await expectValue(dialog.getByLabel('Duration'), 'what I type');
    await expectValue(dialog.getByLabel('End Time'), '08:00');
    await expectAccessible(page);
  });

  test('that nobody edits shows the present values, and an edited one keeps its own', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    await beginSignedIn(page, application);
    await openLive(page, '/master/config');
    const perKm = page.getByLabel('Charge per km (₹)');
    await expectValue(perKm, '12.5');
    const token = await storedSession(application);
    const save = (chargePerKmPaise: number) =>
      callApi(application, token, updateConfiguration, {
        params: { id: prices.id },
        body: { ...values, chargePerKmPaise },
      });
    await save(1_300);
    await expectValue(perKm, '13');
    await perKm.fill('20');
    await save(1_400);
    await expectVisible(page.getByText(/^This configuration was changed meanwhile by .*: Charge per km/));
    await expectValue(perKm, '20');
    await expectAccessible(page);
  });
});

describe('[LIVE-03] the stream', () => {
  test.for([
    ['is cut', 'cut'],
    ['falls silent', 'silence'],
  ] as const)(
    'is said to be paused when its network %s, comes back by itself and asks for what it missed',
    async ([, failure], { openPage, application, pageErrors, onTestFinished }) => {
      pageErrors.allow(/no answer|net::ERR_/);
      const line = await layWebLine(application.url);
      onTestFinished(() => line.close());
      const page = await openPage({ live: true, width: failure === 'cut' ? 'phone' : 'desktop' });
      await watchLayoutShift(page);
      await openFollowing(page, application, `${line.url}/users`);
      const before = await blockedState(page, first).innerText();
      line[failure]();
      await paused(page).waitFor({ timeout: LONG_MS });
      await expectHidden(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'));
      await expectNoLayoutShift(page);
      await expectAccessible(page);
      await toggleElsewhere(application, first);
      line.heal();
      await paused(page).waitFor({ state: 'hidden', timeout: LONG_MS });
      await expect.poll(() => blockedState(page, first).innerText(), { timeout: LONG_MS }).not.toBe(before);
      await expectNoLayoutShift(page);
    },
  );

  test('is one for all tabs, and passes on when its tab closes', async ({ openPage, application, pageErrors }) => {
    const page = await openPage({ live: true });
    const streams = countStreams(page);
    await openFollowing(page, application, '/users');
    const other = await page.context().newPage();
    await pageErrors.watch(other);
    const others = countStreams(other);
    await other.goto('/users');
    await expectVisible(
      block(other, second)
        .or(other.getByRole('button', { name: /^Unblock user/ }).first())
        .first(),
    );
    const states = () => Promise.all([page, other].map((each) => blockedState(each, first).innerText()));
    const [before] = await states();
    // The other tab says hello once its code has come.
    await expect
      .poll(
        async () => {
          await toggleElsewhere(application, first);
          const now = await states();
          return now.every((state) => state !== before);
        },
        { timeout: LONG_MS, interval: 3_000 },
      )
      .toBe(true);
    expect([streams.opened(), others.opened()]).toEqual([1, 0]);
    await page.close();
    await expect.poll(() => others.open(), { timeout: LONG_MS }).toBe(1);
    const last = await blockedState(other, second).innerText();
    await toggleElsewhere(application, second);
    await expect.poll(() => blockedState(other, second).innerText(), { timeout: LONG_MS }).not.toBe(last);
  });

  test('is none while the page is hidden, and goes on from its last event', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    const streams = countStreams(page);
    await openFollowing(page, application, '/users');
    const before = await blockedState(page, second).innerText();
    await setHidden(page, true);
    await expect.poll(() => streams.open()).toBe(0);
    await toggleElsewhere(application, second);
    await setHidden(page, false);
    await expect.poll(() => blockedState(page, second).innerText(), { timeout: LONG_MS }).not.toBe(before);
    expect(streams.opened()).toBe(2);
  });

  test('ends with its session, and the page says so', async ({ openPage, application, pageErrors }) => {
    pageErrors.expectApiError(401, 'GET');
    pageErrors.allow(/streamLiveChanges/);
    const page = await openPage({ live: true });
    await beginSignedIn(page, application);
    const token = await openSession(application);
    await page.addInitScript((own) => localStorage.setItem('wayside_token', own), token);
    await openLive(page, '/users');
    await fetch(`${application.url}/api/v1/admin/logout`, { method: 'POST', headers: { token } });
    await page.getByRole('button', { name: 'Sign In' }).waitFor({ timeout: LONG_MS });
  });
});
