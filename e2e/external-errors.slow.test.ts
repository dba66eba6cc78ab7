import { listBookings } from '@wayside/contract/bookings';
import { getConfiguration } from '@wayside/contract/configuration';
import { getDashboard } from '@wayside/contract/dashboard';
import { listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listParts } from '@wayside/contract/parts';
import { listPayments } from '@wayside/contract/payments';
import { listMechanicEarnings } from '@wayside/contract/payouts-earnings';
import { listServices } from '@wayside/contract/services';
import { ownProfile } from '@wayside/contract/session';
import { listSlots } from '@wayside/contract/slots';
import { listSosServices } from '@wayside/contract/sos-services';
import { listUsers } from '@wayside/contract/users';
import { listVehicleModels } from '@wayside/contract/vehicle-models';
import { describe, expect } from 'vitest';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { signedInExternalTest } from './support/external/external-test.ts';
import { LOADS } from './support/external/loads.ts';
import { untilPainted } from './support/navigation.ts';

const { provider, test } = await signedInExternalTest();

/** The errors that are retried; each screen meets one of them. */
const retriedErrors = ['html 502', 'dropped', 'truncated', 'html 500', 'empty', 'html 200'] as const;

describe('a load that fails', () => {
  // Which bodies are a failure is a matter of `isFailure` and its unit test; each load meets one of them here.
  const failingBodies = [{ status: 0 }, { status: 'error' }, { status: null }, { success: 0 }, { error: 'bad' }];

  test.for(LOADS)(
    '[ERR-01, ERR-02, ERR-03, API-18] $call.path at $path is retried only after an error of the network or the server, and by hand',
    async (load, { page, pageErrors }) => {
      const { path, call, errorText, failureText = errorText } = load;
      const { withMessage = (message) => message, retry = 'Try Again' } = load;
      const index = LOADS.indexOf(load);
      pageErrors.allow(/^(response: (50\d|404)|console|request: )/);
      await stopClock(page);
      const error = retriedErrors[index % retriedErrors.length] ?? 'html 502';
      provider.answerNext(call, error, error, error, error);
      const received = () => provider.requests(call).length;
      const reads = (text: string) => () => page.getByText(text, { exact: true }).first().isVisible();
      const button = page.getByRole('button', { name: retry, exact: true });
      const isIdle = async () => (await button.getAttribute('aria-busy')) === null;
      await page.goto(path);
      await runClockUntil(page, reads(errorText), true, 400);
      await runClockUntil(page, received, 4, 400);
      await runClockUntil(page, isIdle, true);

      const before = received();
      const failures = [
        ['status false', failureText],
        [{ json: { ...failingBodies[index % failingBodies.length], message: 'Closed' } }, 'Closed'],
        [{ status: 404, message: 'We have moved' }, withMessage('We have moved')],
      ] as const;
      for (const [times, [answer, text]] of failures.entries()) {
        provider.answerNext(call, answer);
        await button.click();
        await runClockUntil(page, received, before + times + 1);
        await runClockUntil(page, reads(text), true);
        await runClockUntil(page, isIdle, true);
        await expectHidden(page.getByText(/^No .* (available|found|yet)$/));
      }
      await page.clock.runFor(60_000);
      expect(received()).toBe(before + failures.length);
      await button.click();
      await runClockUntil(page, () => button.isVisible(), false);
      expect(received()).toBe(before + failures.length + 1);
    },
  );

  test.for([['dropped'], ['truncated']] as const)(
    '[ERR-02] is retried after 1, 2 and 4 seconds and no more when the answer is %s',
    async ([how], { page, pageErrors }) => {
      pageErrors.allow(/^(request|console): /);
      await stopClock(page);
      provider.answerNext(listBookings, how, how, how, how);
      const count = () => provider.requests(listBookings).length;
      await page.goto('/bookings');
      await expect.poll(count).toBe(1);
      const skeleton = page.getByRole('table', { name: 'All Bookings' });
      await runClockUntil(page, () => skeleton.isVisible(), true);
      for (const [waitMs, tries] of [
        [1000, 2],
        [2000, 3],
        [4000, 4],
      ] as const) {
        await page.clock.runFor(waitMs - 600);
        expect(count()).toBe(tries - 1);
        await runClockUntil(page, count, tries);
      }
      await runClockUntil(
        page,
        () => page.getByText('Failed to load bookings. Please try again.').isVisible(),
        true,
      );
      await page.clock.runFor(120_000);
      expect(count()).toBe(4);
    },
  );
});

describe('the calls of a screen', () => {
  const get = (...calls: readonly { readonly path: string }[]) => [
    ...[ownProfile, ...calls].map(({ path }) => `GET ${path.replace('{serviceId}', 'srv-1')}`),
  ];
  const visits = [
    ['/dashboard', get(getDashboard)],
    ['/bookings', get(listBookings)],
    ['/users', get(listUsers)],
    ['/mechanics', get(listMechanics)],
    ['/payments', get(listPayments)],
    ['/payouts', get(listMechanicEarnings)],
    ['/notifications', get(listNotifications)],
    ['/services/sos', get(listSosServices)],
    ['/services/regular', get(listServices)],
    ['/services/parts', get(listServices, listParts)],
    ['/master/slots', get(listSlots)],
    ['/master/vehicle-models', get(listVehicleModels)],
    ['/master/config', get(getConfiguration)],
  ] as const;

  test('[ERR-02, API-17] are sent once when it opens, and no others', async ({ page }) => {
    const isCall = (request: string) => !request.includes('/uploads/');
    const received = () => provider.allRequests().filter(isCall).toSorted();
    for (const [path, calls] of visits) {
      provider.forget();
      await page.goto(path);
      await expect.poll(received, { message: path }).toEqual(calls.toSorted());
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await page.evaluate(() => {
        for (const name of ['focus', 'online', 'visibilitychange']) window.dispatchEvent(new Event(name));
      });
      await untilPainted(page);
      expect(received(), path).toEqual(calls.toSorted());
      expect(provider.unknownRequests(), path).toEqual([]);
    }
  });
});

describe('searches and filters', () => {
  const hold = () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { held, release };
  };

  test('[ERR-02] aborts an old search and never shows its answer after a newer one', async ({ page }) => {
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: 'All Users (13)' }));
    const { held, release } = hold();
    provider.answerNext(listUsers, { held });
    const search = page.getByRole('searchbox', { name: 'Search by phone number' });
    await search.fill('Plain');
    await expect.poll(() => provider.requests(listUsers).length).toBe(2);
    await search.fill('Meera');
    await expectVisible(page.getByRole('heading', { name: 'All Users (1)' }));
    await expect
      .poll(() => provider.requests(listUsers).map(({ query, wasAborted }) => [query['search'], wasAborted]))
      .toEqual([
        [undefined, false],
        ['Plain', true],
        ['Meera', false],
      ]);
    release();
    await untilPainted(page);
    await expectVisible(page.getByRole('heading', { name: 'All Users (1)' }));
  });

  test('[ERR-02] aborts the call of the previous filter', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: /^All Bookings \(/ }));
    const { held, release } = hold();
    provider.answerNext(listBookings, { held });
    const status = page.getByRole('combobox', { name: 'Status' });
    await status.selectOption('Accepted');
    await expect.poll(() => provider.requests(listBookings).length).toBe(2);
    await status.selectOption('Pending');
    await expectVisible(page.getByText('Emergency: Flat tyre'));
    await expect
      .poll(() => provider.requests(listBookings).map(({ wasAborted }) => wasAborted))
      .toEqual([false, true, false]);
    release();
  });
});
