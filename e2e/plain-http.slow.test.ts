import { networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { expectPath, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { OTHER_SCREENS, visitScreen } from './support/navigation.ts';
import { fillLogin } from './support/session.ts';
import { toast } from './support/toasts.ts';

/** An address of this machine in its network. Browsers treat plain http as secure only on loopback addresses. */
const address = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const test = applicationTest({ environment: { HOST: '0.0.0.0' } });
const user = aUser({ name: 'Asha Verma', isBlocked: false });
const booking = aBooking({});

test('[TOUGH-01] every screen works over plain HTTP at a local network address', async ({
  openPage,
  application,
  pageErrors,
  skip,
}) => {
  skip(address === undefined, 'this machine is in no network');
  // Browsers accept these headers only from a secure origin.
  pageErrors.allow(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  await loadMarketplace(application, { users: [user], mechanics: [aMechanic()], bookings: [booking] });
  const page = await openPage({ live: true });
  await page.goto(`http://${address}:${new URL(application.url).port}/`);
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator, 'locks' in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  await fillLogin(page);
  await expectPath(page, '/dashboard');
  await expectVisible(toast(page, 'Login Successful'));
  for (const screen of OTHER_SCREENS) await visitScreen(page, screen);

  await visitScreen(page, 'Users');
  await page.getByRole('button', { name: /, copy the complete ID$/ }).click();
  await expectVisible(page.getByRole('button', { name: / copied$/ }));

  // Changes arrive although the tabs have no locks between them.
  await visitScreen(page, 'Bookings');
  await expectText(page.getByRole('heading', { level: 2 }), 'All Bookings (1)');
  await loadMarketplace(application, { bookings: [{ ...booking, status: 'cancelled' }] });
  await expectVisible(page.getByRole('row').filter({ hasText: 'Cancelled' }));

  await page.goto(`http://${address}:${new URL(application.url).port}/profile`);
  await expectVisible(page.getByText(/^Passkeys need (an address that begins with https|a host name)/));
});
