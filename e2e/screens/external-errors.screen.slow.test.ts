import { listBookings } from '@wayside/contract/bookings';
import { getConfiguration } from '@wayside/contract/configuration';
import { getDashboard } from '@wayside/contract/dashboard';
import { listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listParts } from '@wayside/contract/parts';
import { listPayments } from '@wayside/contract/payments';
import { listMechanicEarnings } from '@wayside/contract/payouts-earnings';
import { listServices } from '@wayside/contract/services';
import { login, ownProfile } from '@wayside/contract/session';
import { listSlots } from '@wayside/contract/slots';
import { listSosServices } from '@wayside/contract/sos-services';
import { listUsers, toggleUserBlock } from '@wayside/contract/users';
import { listVehicleModels } from '@wayside/contract/vehicle-models';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { externalAdministrator, externalToken } from '../support/external/routes.ts';
import { alert, button, expectAbsent, expectShown, field, heading, press } from './elements.ts';
import { allReceivedCalls, openExternalScreen, receivedCalls, setNextResponses } from './external-api.ts';

interface Load {
  readonly path: string;
  readonly call: { readonly path: string };
  /** The text for an HTTP error or a missing response. */
  readonly error: string;
  /** The text for "status false" without a message, if it differs. */
  readonly failure?: string;
}

/** The data that each screen loads (ERR-03 and each screen's requirement). */
const LOADS: readonly Load[] = [
  {
    path: '/dashboard',
    call: getDashboard,
    error: 'Error fetching dashboard data: HTTP error! status: 502',
    failure: 'Failed to fetch dashboard data',
  },
  {
    path: '/bookings',
    call: listBookings,
    error: 'Failed to load bookings. Please try again.',
    failure: 'Failed to fetch bookings',
  },
  { path: '/users', call: listUsers, error: 'Failed to load users' },
  { path: '/mechanics', call: listMechanics, error: 'Failed to load mechanics' },
  { path: '/payments', call: listPayments, error: 'Error fetching payments', failure: 'Failed to fetch payments' },
  { path: '/payouts', call: listMechanicEarnings, error: 'Failed to load payout data. Please try again.' },
  { path: '/notifications', call: listNotifications, error: 'Failed to load notifications' },
  { path: '/services/sos', call: listSosServices, error: 'Failed to load SOS services' },
  { path: '/services/regular', call: listServices, error: 'Failed to load services' },
  { path: '/services/parts', call: listServices, error: 'Failed to load data. Please refresh the page.' },
  { path: '/services/parts', call: listParts, error: 'Failed to load parts' },
  { path: '/master/slots', call: listSlots, error: 'Failed to load slots' },
  { path: '/master/vehicle-models', call: listVehicleModels, error: 'Failed to load vehicle models' },
  { path: '/master/config', call: getConfiguration, error: 'Failed to load configuration data' },
];

/** The errors after which the web app retries; each screen receives one of them. */
const RETRIED = ['html 502', 'dropped', 'truncated', 'html 500', 'empty', 'html 200'] as const;
// The unit test of `isFailure` checks which bodies are failures; here each load receives one of them.
const FAILING = [{ status: 0 }, { status: 'error' }, { status: null }, { success: 0 }, { error: 'bad' }];

function hold() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

describe('a load that fails', () => {
  it.each(LOADS)(
    '[ERR-01, ERR-02, ERR-03, API-18] $call.path at $path is retried only after a network or server error, and manually',
    async (load) => {
      const { path, call, error, failure = error } = load;
      const index = LOADS.indexOf(load);
      const isDashboard = call === getDashboard;
      const how = RETRIED[index % RETRIED.length] ?? 'html 502';
      setNextResponses(call, how, how, how, how);
      await openExternalScreen(path);
      await expect.element(page.getByText(error, { exact: true }).first()).toBeVisible();
      expect(receivedCalls(call)).toHaveLength(4);
      const retry = button(isDashboard ? 'Retry' : 'Try Again');
      const failures = [
        ['status false', failure],
        [{ json: { ...FAILING[index % FAILING.length], message: 'Closed' } }, 'Closed'],
        [
          { status: 404, message: 'We have moved' },
          `${isDashboard ? 'Error fetching dashboard data: ' : ''}We have moved`,
        ],
      ] as const;
      for (const [times, [response, text]] of failures.entries()) {
        setNextResponses(call, response);
        await retry.click();
        await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
        await expect.element(retry).not.toHaveAttribute('aria-busy');
        expect(receivedCalls(call)).toHaveLength(5 + times);
        await expectAbsent(page.getByText(/^No .* (available|found|yet)$/));
      }
      await retry.click();
      await expectAbsent(retry);
      expect(receivedCalls(call)).toHaveLength(5 + failures.length);
    },
  );
});

describe('the calls of a screen', () => {
  const get = (...calls: readonly { readonly path: string }[]) =>
    [ownProfile, ...calls].map(({ path }) => `GET ${path.replace('{serviceId}', 'srv-1')}`).toSorted();

  it.each([
    ...LOADS.filter(({ path }) => path !== '/services/parts').map(({ path, call }) => [path, get(call)] as const),
    ['/services/parts', get(listServices, listParts)] as const,
  ])('[ERR-02, API-17, API-13] are sent once when %s opens, and no other calls are sent', async (path, calls) => {
    await openExternalScreen(path);
    await expect.poll(() => allReceivedCalls().toSorted()).toEqual(calls);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of ['focus', 'online', 'visibilitychange']) window.dispatchEvent(new Event(name));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(allReceivedCalls().toSorted()).toEqual(calls);
  });
});

describe('[ERR-02] searches and filters', () => {
  it('abort the previous search and never show its response after a newer one', async () => {
    await openExternalScreen('/users');
    await expect.element(heading('All Users (13)')).toBeVisible();
    const { held, release } = hold();
    setNextResponses(listUsers, { held });
    const search = page.getByRole('searchbox', { name: 'Search by phone number' });
    await search.fill('Plain');
    await expect.poll(() => receivedCalls(listUsers)).toHaveLength(2);
    await search.fill('Meera');
    await expect.element(heading('All Users (1)')).toBeVisible();
    expect(receivedCalls(listUsers).map(({ query, wasAborted }) => [query['search'], wasAborted])).toEqual([
      [undefined, false],
      ['Plain', true],
      ['Meera', false],
    ]);
    release();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await expect.element(heading('All Users (1)')).toBeVisible();
  });

  it('abort the request of the previous filter', async () => {
    await openExternalScreen('/bookings');
    await expect.element(heading('All Bookings (5)')).toBeVisible();
    const { held, release } = hold();
    setNextResponses(listBookings, { held });
    const status = page.getByRole('combobox', { name: 'Status' });
    await status.selectOptions('Accepted');
    await expect.poll(() => receivedCalls(listBookings)).toHaveLength(2);
    await status.selectOptions('Pending');
    await expect.element(page.getByText('Emergency: Flat tyre')).toBeVisible();
    await expect
      .poll(() => receivedCalls(listBookings).map(({ wasAborted }) => wasAborted))
      .toEqual([false, true, false]);
    release();
  });
});

const token = () => localStorage.getItem('wayside_token');
const EXPIRED = 'Your session has expired. Please sign in again.';

async function fillLogin(): Promise<void> {
  await field('Email').fill(externalAdministrator.email);
  await field('Password').fill(externalAdministrator.password);
  await press('Sign In');
}

describe('a login with an external API', () => {
  it.each([
    [{ json: { token: externalToken, message: 'Welcome' } }, 'Welcome'],
    [{ json: { status: 'fail', token: externalToken } }, 'Invalid credentials'],
    [{ json: { status: null, token: externalToken, message: 'Locked' } }, 'Locked'],
    [{ json: { status: true, token: null, error: 'no seat' } }, 'Invalid credentials'],
    ['status false', 'Invalid credentials'],
    ['unauthorized', 'jwt expired'],
    ['dropped', 'Unable to connect to server. Please try again.'],
    ['empty', 'Invalid credentials'],
  ] as const)(
    '[AUTH-03, AUTH-04, AUTH-05, AUTH-09, API-15, API-18] fails with the response %j and keeps the email',
    async (how, text) => {
      await openExternalScreen('/', { isSignedOut: true });
      setNextResponses(login, how);
      await fillLogin();
      await expect.element(alert(text)).toBeVisible();
      await expect.element(page.getByText('Login Failed', { exact: true })).toBeVisible();
      await expect.element(field('Email')).toHaveValue(externalAdministrator.email);
      await expect.element(button('Sign In')).toBeVisible();
      await expectAbsent(page.getByText(EXPIRED));
      expect(token()).toBeNull();
      expect(receivedCalls(login)).toHaveLength(1);
    },
  );

  it.each([
    { json: { status: 'success', token: externalToken } },
    { json: { success: true, token: externalToken } },
  ])('[API-18, AUTH-03, AUTH-06] succeeds with the response %j, without a profile request', async (how) => {
    await openExternalScreen('/', { isSignedOut: true, config: { brand: 'Acme' } });
    setNextResponses(login, how);
    await fillLogin();
    await expect.poll(() => location.pathname).toBe('/dashboard');
    await expect.element(page.getByText('Welcome to Acme Admin Panel')).toBeVisible();
    expect(token()).toBe(externalToken);
    expect(receivedCalls(login)[0]?.token).toBeNull();
  });
});

describe('[AUTH-09] a 401 from an external API', () => {
  const expectEnded = async (call: { readonly path: string }) => {
    await expectShown(EXPIRED);
    expect(location.pathname).toBe('/login');
    expect(localStorage).toHaveLength(0);
    expect(receivedCalls(call)).toHaveLength(1);
    expect(receivedCalls(ownProfile)).toHaveLength(1);
  };

  it('ends the session when it is the response to a toggle', async () => {
    await openExternalScreen('/users');
    setNextResponses(toggleUserBlock, 'unauthorized');
    await press('Block user Meera Nair');
    await expectEnded(toggleUserBlock);
  });

  it('[AUTH-10] cannot occur in a logout, which sends no request', async () => {
    await openExternalScreen('/dashboard');
    await expect.element(page.getByText('Scooters')).toBeVisible();
    const before = allReceivedCalls();
    await press('Logout');
    await expect.element(heading('Admin Panel Login')).toBeVisible();
    expect(localStorage).toHaveLength(0);
    expect(allReceivedCalls()).toEqual(before);
  });
});
