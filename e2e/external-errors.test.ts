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
import { expectVisible } from './support/expectations.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { LOADS } from './support/external/loads.ts';
import { untilPainted } from './support/painted.ts';
import { runClockUntil, stopClock } from './support/stopped-clock.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

/** The kinds of failure that are tried again, one after the other for the screens. */
const failures = ['html 502', 'dropped', 'truncated', 'html 500', 'empty', 'html 200'] as const;

describe('a load that fails', () => {
  test.for(LOADS)('[ERR-01, ERR-02, ERR-03] of $call.path at $path', async (screen, { page, problems }) => {
    const { path, call, exception, refused = exception, said = (words) => words } = screen;
    const { retry = 'Try Again', calls = 1 } = screen;
    const how = failures[LOADS.indexOf(screen) % failures.length] ?? 'html 502';
    problems.allow(/^(response: (50\d|404)|console|request: )/);
    await stopClock(page);
    provider.misbehaves(call, ...Array.from({ length: 4 * calls }, () => how));
    const reads = (text: string) => () => page.getByText(text, { exact: true }).first().isVisible();
    const button = page.getByRole('button', { name: retry, exact: true });
    const again = async () => {
      const before = provider.asked(call).length;
      await button.click();
      await runClockUntil(page, () => provider.asked(call).length, before + calls);
    };
    const isIdle = async () => (await button.getAttribute('aria-busy')) === null;
    await page.goto(path);
    await runClockUntil(page, reads(exception), true, 400);
    await runClockUntil(page, () => provider.asked(call).length, 4 * calls, 400);
    await runClockUntil(page, isIdle, true);

    const asked = provider.asked(call).length;
    provider.misbehaves(call, 'refused');
    await again();
    await runClockUntil(page, reads(refused), true);
    await runClockUntil(page, isIdle, true);
    provider.misbehaves(call, { status: 404, message: 'We have moved' });
    await again();
    await runClockUntil(page, reads(said('We have moved')), true);
    await page.clock.runFor(60_000);
    expect(provider.asked(call)).toHaveLength(asked + 2 * calls);
    await again();
    await runClockUntil(page, () => button.isVisible(), false);
    expect(provider.asked(call)).toHaveLength(asked + 3 * calls);
  });

  test.for([['dropped'], ['truncated']] as const)(
    '[ERR-02] by an answer that is %s is tried again after 1, 2 and 4 seconds, and then no more',
    async ([how], { page, problems }) => {
      problems.allow(/^(request|console): /);
      await stopClock(page);
      provider.misbehaves(listBookings, how, how, how, how);
      const count = () => provider.asked(listBookings).length;
      await page.goto('/bookings');
      await expect.poll(count).toBe(1);
      const skeleton = page.getByRole('table', { name: 'All Bookings' });
      await runClockUntil(page, () => skeleton.isVisible(), true);
      // How far the clock ran until here is at most what it takes to draw the page.
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

  test('[ERR-03] of a refresh leaves what was there, and says so', async ({ page, problems }) => {
    problems.allow(/^(response: 404|console: )/);
    await page.goto('/users');
    await expectVisible(page.getByText('Meera Nair').first());
    provider.misbehaves(listUsers, { status: 404, message: 'We have moved' });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectVisible(page.getByRole('alert').getByText('We have moved What you see was loaded before.'));
    await expectVisible(page.getByText('Meera Nair').first());
  });
});

describe('what is asked', () => {
  const get = (...calls: readonly { readonly path: string }[]) => [
    ...[ownProfile, ...calls].map(({ path }) => `GET ${path.replace('{serviceId}', 'srv-1')}`),
  ];
  const visits = [
    ['/dashboard', get(getDashboard)],
    ['/bookings', get(listBookings)],
    ['/users', get(listUsers)],
    ['/mechanics', get(listMechanics, listMechanics, listMechanics, listMechanics)],
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

  test('[ERR-02, API-17] by each screen is its own calls, once, and nothing else', async ({ page }) => {
    const isCall = (asked: string) => !asked.includes('/uploads/');
    const asked = () => provider.allAsked().filter(isCall).toSorted();
    for (const [path, calls] of visits) {
      provider.forget();
      await page.goto(path);
      await expect.poll(asked, { message: path }).toEqual(calls.toSorted());
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await page.evaluate(() => {
        for (const name of ['focus', 'online', 'visibilitychange']) window.dispatchEvent(new Event(name));
      });
      await untilPainted(page);
      expect(asked(), path).toEqual(calls.toSorted());
      expect(provider.unknown(), path).toEqual([]);
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

  test('[ERR-02] an old search is given up, and its answer is not shown after a newer one', async ({ page }) => {
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: 'All Users (13)' }));
    const { held, release } = hold();
    provider.misbehaves(listUsers, { held });
    const search = page.getByRole('searchbox', { name: 'Search by phone number' });
    await search.fill('Plain');
    await expect.poll(() => provider.asked(listUsers).length).toBe(2);
    await search.fill('Meera');
    await expectVisible(page.getByRole('heading', { name: 'All Users (1)' }));
    await expect
      .poll(() => provider.asked(listUsers).map(({ query, wasGivenUp }) => [query['search'], wasGivenUp]))
      .toEqual([
        [undefined, false],
        ['Plain', true],
        ['Meera', false],
      ]);
    release();
    await untilPainted(page);
    await expectVisible(page.getByRole('heading', { name: 'All Users (1)' }));
  });

  test('[ERR-02] a filter that changes gives up what the one before asked for', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: /^All Bookings \(/ }));
    const { held, release } = hold();
    provider.misbehaves(listBookings, { held });
    const status = page.getByRole('combobox', { name: 'Status' });
    await status.selectOption('Accepted');
    await expect.poll(() => provider.asked(listBookings).length).toBe(2);
    await status.selectOption('Pending');
    await expectVisible(page.getByText('Emergency: Flat tyre'));
    await expect
      .poll(() => provider.asked(listBookings).map(({ wasGivenUp }) => wasGivenUp))
      .toEqual([false, true, false]);
    release();
  });
});
