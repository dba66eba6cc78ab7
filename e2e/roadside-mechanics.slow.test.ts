import { assignMechanic, listEmergencySteps } from '@wayside/contract/roadside-requests';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { onDatabase } from './support/database.ts';
import { expectFocused, expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { dialogNamed } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { accountButton } from './support/navigation.ts';
import {
  aCall,
  ageRequest,
  answerFor,
  callIn,
  emptyQueue,
  openDesk,
  openedOf,
  ownToken,
  recordTones,
  rowOf,
  TONES,
} from './support/roadside.ts';

const LONG_MS = 30_000;
/** Degrees of latitude to the north of the car; one is 111 km. */
const shopAt = (degrees: number) => ({
  shop: {
    ...{ name: 'Shop', perHourPaise: 40_000, experienceYears: 8, description: null },
    ...{ latitude: 19.076 + degrees, longitude: 72.87771 },
  },
});

const near = aMechanic({ name: 'Suresh Patil', ...shopAt(0.2) });
const further = aMechanic({ name: 'Anil Joshi', ...shopAt(0.03) });
const busy = aMechanic({ name: 'Busy Mechanic', ...shopAt(0.001) });
const away = aMechanic({ name: 'Away Mechanic', isAvailable: false, ...shopAt(0.002) });
const blocked = aMechanic({ name: 'Blocked Mechanic', isBlocked: true, ...shopAt(0.003) });
const trucks = aMechanic({ name: 'Truck Mechanic', vehicleTypes: ['truck'], ...shopAt(0.004) });
const old = aMechanic({ name: 'Old Position', ...shopAt(0.005) });
const far = aMechanic({ name: 'Far Mechanic', ...shopAt(0.4) });
const many = Array.from({ length: 10 }, (_, place) =>
  aMechanic({ name: `Mechanic ${place}`, ...shopAt(0.05 + place / 100) }),
);

async function setPosition(application: Application, { id }: { id: string }, degrees: number, minutes: number) {
  await onDatabase(application, (client) =>
    client.query(
      `INSERT INTO mechanic_positions (mechanic_id, latitude, longitude, at) VALUES ($1, $2, 72.87771, now() - $3 * interval '1 minute')`,
      [id, 19.076 + degrees, minutes],
    ),
  );
}

const test = applicationTest().extend('mechanics', { scope: 'file', auto: true }, async ({ application }) => {
  await loadMarketplace(application, {
    mechanics: [near, further, busy, away, blocked, trucks, old, far, ...many],
    bookings: [aBooking({ status: 'accepted', mechanic: refTo(busy) })],
  });
  await setPosition(application, near, 0.01, 2);
  await setPosition(application, old, 0.005, 20);
});

describe('the nearest mechanics', () => {
  test('[ROAD-04, ROAD-06] are the ten nearest, on a plan and as a list that the keyboard reaches, and who was excluded with the reason', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Asha Rao');
    await emptyQueue(application);
    await callIn(application, call);
    const page = await openPage({ live: true });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedOf(page, 'Asha Rao');
    const items = details.getByRole('list', { name: 'Nearest mechanics' }).getByRole('listitem');
    await expect
      .poll(
        async () =>
          (
            await items
              .locator('p')
              .filter({ hasText: /^[A-Z]/ })
              .allInnerTexts()
          ).length,
      )
      .toBeGreaterThan(0);
    expect(await items.count()).toBe(10);
    await expectText(items.nth(0), /Suresh Patil Assign A 1\.1 km position 2 min ago .*91234/);
    await expectText(items.nth(1), /Anil Joshi Assign 3\.3 km from the shop, no position/);
    await expectText(items.nth(9), /Mechanic 7/);

    await details.getByText(/^\d+ excluded$/).click();
    const excluded = details.getByRole('list', { name: 'Excluded' }).getByRole('listitem');
    const reasons = [
      [busy, 'Has an open booking'],
      [away, 'Not available'],
      [blocked, 'Blocked'],
      [trucks, 'Another kind of vehicle'],
      [old, 'Position older than 15 min'],
      [far, 'Too far'],
    ] as const;
    for (const [{ name }, reason] of reasons)
      await expectText(excluded.filter({ hasText: name ?? '' }), new RegExp(`${name} .*km|m ${reason}`));
    for (const [{ name }, reason] of reasons)
      await expectVisible(excluded.filter({ hasText: name ?? '' }).getByText(reason, { exact: true }));

    const plan = details.getByRole('img', { name: /^Plan around the car/ });
    expect(await plan.getAttribute('aria-label')).toMatch(
      /with 10 available and \d+ excluded: the nearest is Suresh Patil, 1\.1 km away/,
    );
    for (const ring of ['2 km', '5 km', '10 km', '25 km'])
      await expectVisible(plan.getByText(ring, { exact: true }).first());
    await expectVisible(plan.getByText('1.1 km', { exact: true }));
    await plan.getByText('2', { exact: true }).click();
    await expectFocused(items.nth(1));
    await expectAccessible(page);
    // From the list the keyboard goes on to what can be done with this one.
    await page.keyboard.press('Tab');
    await expectFocused(items.nth(1).getByRole('button', { name: 'Assign Anil Joshi' }));
    await page.keyboard.press('Tab');
    await expectFocused(items.nth(1).getByRole('link'));
    expect([...hosts]).toEqual([new URL(application.url).host]);
  }, 120_000);
});

describe('the marketplace', () => {
  test('[ROAD-03, ROAD-05] is asked for nothing by the letters that choose an entry of a menu', async ({
    openSignedIn,
    application,
  }) => {
    const call = aCall('Nisha Sharma');
    await emptyQueue(application);
    await callIn(application, call);
    const page = await openSignedIn();
    await page.goto(`/roadside?emergency=${call.emergency.id}`);
    await expectVisible(openedOf(page, 'Nisha Sharma').getByRole('button', { name: 'Assign Suresh Patil' }));
    const calls = recordCalls(page, assignMechanic);
    await accountButton(page).click();
    await expectVisible(page.getByRole('menu', { name: 'Account' }));
    await page.keyboard.press('s');
    await expectFocused(page.getByRole('menuitem', { name: 'Settings' }));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('menu'));
    expect(calls).toEqual([]);
    await page.keyboard.press('c');
    await expectText(rowOf(page, call.emergency), /Yours/);
  });

  test('[ROAD-05] is asked to send a mechanic, and confirms it by its record', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Meera Iyer');
    await emptyQueue(application);
    await callIn(application, call);
    const page = await openPage({ live: true });
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedOf(page, 'Meera Iyer');
    await expectVisible(details.getByRole('button', { name: 'Assign Suresh Patil' }));
    await page.keyboard.press('a');
    const row = rowOf(page, call.emergency);
    await expectText(row, /Claimed Yours .* Requested Suresh Patil 0:\d\d/);
    await expectHidden(details.getByRole('button', { name: 'Assign Suresh Patil' }));
    await answerFor(application, call.emergency, { status: 'accepted', mechanic: refTo(near) });
    await expectText(row, /Assigned Suresh Patil Yours .* Suresh Patil confirmed/);
    await expectVisible(details.getByText('The marketplace confirmed Suresh Patil'));
    await answerFor(application, call.emergency, { status: 'completed', mechanic: refTo(near) });
    await expectText(row, /Ended/);
  }, 120_000);

  test('[ROAD-05] has not answered for 60 s: the desk says so, sounds, and its owner may ask for somebody else', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Ravi Kumar');
    await emptyQueue(application);
    await callIn(application, call);
    const page = await openPage({ live: true });
    const tones = await recordTones(page);
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedOf(page, 'Ravi Kumar');
    await details.getByRole('button', { name: 'Assign Suresh Patil' }).click();
    const row = rowOf(page, call.emergency);
    await expectText(row, /Requested Suresh Patil/);
    const before = (await tones()).length;
    await ageRequest(application, call.emergency, 61);
    await expectText(row, /The marketplace has not answered 1:\d\d/);
    await expect
      .poll(async () => (await tones()).slice(before, before + 2), { timeout: LONG_MS })
      .toEqual(TONES.unanswered);
    await details.getByRole('button', { name: 'Assign Anil Joshi' }).click();
    await expectText(row, /Requested Anil Joshi 0:\d\d/);
    await answerFor(application, call.emergency, { status: 'accepted', mechanic: refTo(near) });
    await expectText(row, /Assigned .* The marketplace sent somebody else/);
  }, 120_000);

  test('[ROAD-05] is asked to cancel with a reason, which is required, and does so', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Bala Nair');
    await emptyQueue(application);
    await callIn(application, call);
    const page = await openPage({ live: true });
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedOf(page, 'Bala Nair');
    await expectVisible(details);
    await page.keyboard.press('x');
    const form = dialogNamed(page, 'Request cancellation');
    await expectVisible(form);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Request cancellation' }).click();
    expect(await form.getByLabel('Reason', { exact: false }).last().getAttribute('aria-invalid')).toBe('true');
    await form.getByRole('button', { name: 'The customer needs no help any more.' }).click();
    await form.getByRole('button', { name: 'Request cancellation' }).click();
    await expectHidden(form);
    const row = rowOf(page, call.emergency);
    await expectText(row, /Cancellation requested 0:\d\d/);
    await answerFor(application, call.emergency, { status: 'cancelled' });
    await expectText(row, /Ended/);
    const timeline = details.getByRole('list', { name: 'Timeline' });
    await expectVisible(timeline.getByText('The marketplace cancelled it as requested'));
    await expectVisible(timeline.getByText('The customer needs no help any more.'));
    const { rows: steps } = await callApi(application, await ownToken(application), listEmergencySteps, {
      params: { id: call.emergency.id },
    });
    expect(steps.map(({ kind }) => kind)).toEqual([
      ...['pending', 'claimed', 'cancel_requested', 'cancelled', 'cancel_confirmed'],
    ]);
  }, 120_000);
});
