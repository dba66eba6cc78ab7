import { createSlot, updateSlot } from '@wayside/contract/slots';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { administrator } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { countStreams, openLive, openLiveList, setHidden, toggleElsewhere } from './support/live.ts';
import { rowWith } from './support/locators.ts';
import { beginSignedIn, openSession, storedSession } from './support/session.ts';
import { blockButton, blockedState } from './support/users-screen.ts';
import { startWebProxy } from './support/web-proxy.ts';

const LONG_MS = 30_000;
const first = aUser({ name: 'Asha Rao' });
const second = aUser({ name: 'Ravi Kumar' });
const test = marketplaceTest({ users: [first, second] });

const paused = (page: Page) => page.getByText('Live updates paused', { exact: true });

describe('[LIVE-03] the live stream', () => {
  test.for([
    ['is cut', 'cut'],
    ['stops answering', 'stall'],
  ] as const)(
    'is shown as paused when its network %s, reconnects automatically and requests the missed changes',
    async ([, failure], { openPage, application, pageErrors, onTestFinished }) => {
      pageErrors.allow(/no answer|net::ERR_/);
      const proxy = await startWebProxy(application.url);
      onTestFinished(() => proxy.close());
      const page = await openPage({ live: true, width: failure === 'cut' ? 'phone' : 'desktop' });
      await watchLayoutShift(page);
      await openLiveList(page, application, `${proxy.url}/users`);
      const before = await blockedState(page, first).innerText();
      proxy[failure]();
      await paused(page).waitFor({ timeout: LONG_MS });
      await expectHidden(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'));
      await expectNoLayoutShift(page);
      await expectAccessible(page);
      await toggleElsewhere(application, first);
      proxy.restore();
      await paused(page).waitFor({ state: 'hidden', timeout: LONG_MS });
      await expect.poll(() => blockedState(page, first).innerText(), { timeout: LONG_MS }).not.toBe(before);
    },
  );

  test('is shared by all tabs, and moves to another tab when its tab closes', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    const page = await openPage({ live: true });
    const streams = countStreams(page);
    await openLiveList(page, application, '/users');
    const other = await page.context().newPage();
    await pageErrors.watch(other);
    const others = countStreams(other);
    await other.goto('/users');
    await expectVisible(
      blockButton(other, second)
        .or(other.getByRole('button', { name: /^Unblock user/ }).first())
        .first(),
    );
    const states = () => Promise.all([page, other].map((each) => blockedState(each, first).innerText()));
    const [before] = await states();
    // The other tab sends its first message only after its code has loaded.
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

  test('is closed while the page is hidden, and continues after its last event', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    const streams = countStreams(page);
    await openLiveList(page, application, '/users');
    const before = await blockedState(page, second).innerText();
    await setHidden(page, true);
    await expect.poll(() => streams.open()).toBe(0);
    await toggleElsewhere(application, second);
    await setHidden(page, false);
    await expect.poll(() => blockedState(page, second).innerText(), { timeout: LONG_MS }).not.toBe(before);
    expect(streams.opened()).toBe(2);
  });

  test('ends with its session, and the page reports this', async ({ openPage, application, pageErrors }) => {
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

test('[LIVE-02] a form being edited keeps its input and shows which user changed which field', async ({
  openPage,
  application,
}) => {
  const page = await openPage({ live: true });
  const token = await storedSession(application);
  const body = { startTime: '07:00', endTime: '08:00', duration: '1 hour' };
  const { record } = await callApi(application, token, createSlot, { body });
  const id = record?.id ?? '';
  await openLiveList(page, application, '/master/slots');
  await rowWith(page, '07:00').getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Time Slot' });
  await dialog.getByLabel('Duration').fill('what I type');
  await callApi(application, token, updateSlot, { params: { id }, body: { ...body, id, endTime: '08:30' } });
  await expectText(
    dialog.getByText(/has just been changed/),
    `This time slot has just been changed by ${administrator.email}: End Time. Your input is kept.`,
  );
  await expectValue(dialog.getByLabel('Duration'), 'what I type');
});
