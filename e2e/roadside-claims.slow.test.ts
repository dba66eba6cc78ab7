import { acceptEmergency, claimEmergency, listEmergencies, offerEmergency } from '@wayside/contract/roadside';
import { listEmergencySteps } from '@wayside/contract/roadside-requests';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import {
  expectFocused,
  expectHidden,
  expectPath,
  expectText,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { openLive } from './support/live.ts';
import { button, dialogByName } from './support/locators.ts';
import { sidebarLink } from './support/navigation.ts';
import {
  aCall,
  createColleague,
  emergencyRow,
  endOpenEmergencies,
  openDesk,
  openedEmergency,
  ownToken,
  readSecondsUnseen,
  recordTones,
  sendEmergencies,
  setDeskLastSeen,
  startShift,
  TONES,
} from './support/roadside.ts';
import { beginWithToken } from './support/session.ts';

const test = applicationTest();
const LONG_MS = 30_000;
/** The name of the first administrator, whose desk openDesk opens. */
const OWN = 'Admin';

/** Opens the desk of a colleague, which follows changes. */
async function openAs(page: Page, application: Application, token: string): Promise<void> {
  await beginWithToken(page, token);
  await startShift(application, token);
  await openLive(page, '/roadside');
  await page.getByRole('list', { name: 'On shift' }).waitFor();
}

/** Returns the open desks as another desk sees them. */
const openDesks = async (application: Application, token: string) =>
  (await callApi(application, token, listEmergencies)).desks.filter(({ isOpen }) => isOpen).map(({ name }) => name);

describe('two roadside desks', () => {
  test('[ROAD-03] lose a claim 90 s after its desk was last seen, and the alarm sounds again at the others', async ({
    openPage,
    application,
  }) => {
    const colleague = await createColleague(application);
    const call = aCall('Meera Iyer');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    await callApi(application, colleague.token, claimEmergency, { params: { id: call.emergency.id } });
    const page = await openPage({ live: true });
    const tones = await recordTones(page);
    await openDesk(page, application);
    await page.getByRole('heading', { level: 1 }).click();
    const row = emergencyRow(page, call.emergency);
    await expectText(row, new RegExp(`Claimed ${colleague.name}`));
    expect(await tones()).toEqual([]);
    await setDeskLastSeen(application, colleague.email, 91);
    await expectText(row, /New Unclaimed/);
    await expect.poll(tones, { timeout: LONG_MS }).toEqual(TONES.new);
    await row.getByRole('button', { name: /^Open/ }).click();
    await expectVisible(
      openedEmergency(page, 'Meera Iyer').getByText('The claim expired because the desk was closed'),
    );
  }, 120_000);

  test('[ROAD-03] hand over an emergency, which is offered with a soft sound, accepted, and has the note and steps in its timeline', async ({
    openPage,
    application,
  }) => {
    const colleague = await createColleague(application);
    const call = aCall('Ravi Kumar');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    const [page, other] = [await openPage({ live: true }), await openPage({ live: true })];
    const tones = await recordTones(other);
    await openAs(other, application, colleague.token);
    await other.getByRole('heading', { level: 1 }).click();
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedEmergency(page, 'Ravi Kumar');
    await expectVisible(details);
    await page.keyboard.press('c');
    await expectText(emergencyRow(page, call.emergency), /Yours/);
    await page.keyboard.press('n');
    const field = details.getByRole('textbox', { name: 'Add a note' });
    await expectFocused(field);
    await page.keyboard.type('Waits behind the toll plaza');
    await page.keyboard.press('Control+Enter');
    await expectVisible(details.getByText('Waits behind the toll plaza'));
    await expectValue(field, '');
    await expectFocused(field);
    await page.keyboard.press('Escape');
    const before = (await tones()).length;
    await page.keyboard.press('h');
    const dialog = dialogByName(page, 'Hand over');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: colleague.name }).click();
    const row = emergencyRow(other, call.emergency);
    await expectText(row, /offered to you/);
    await expect.poll(async () => (await tones()).slice(before), { timeout: LONG_MS }).toEqual(TONES.offer);
    await row.getByRole('button', { name: /^Accept/ }).click();
    await expectText(row, /Yours/);
    await expectText(emergencyRow(page, call.emergency), new RegExp(`Claimed ${colleague.name}`));
    for (const step of ['Claimed', `Offered to ${colleague.name}`, `Taken over from ${OWN}`])
      await expectVisible(details.getByRole('list', { name: 'Timeline' }).getByText(step).first());
    const { rows: steps } = await callApi(application, colleague.token, listEmergencySteps, {
      params: { id: call.emergency.id },
    });
    expect(steps.map(({ kind }) => kind)).toEqual(['pending', 'claimed', 'offered', 'handed_over']);
  }, 150_000);
});

describe('the user’s roadside desk', () => {
  test('[ROAD-03] is open on its report and on other screens while the user has a claim, and closes otherwise', async ({
    openPage,
    application,
  }) => {
    const colleague = await createColleague(application);
    const call = aCall('Bala Nair');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    const page = await openPage({ live: true });
    const desks = () => openDesks(application, colleague.token);
    await openDesk(page, application);
    await expect.poll(desks).toContain(OWN);
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Roadside report' }));
    await expect.poll(() => page.title(), { timeout: LONG_MS }).toBe('(1) Roadside report · Wayside');
    expect(await desks()).toContain(OWN);
    await page.getByRole('link', { name: 'Desk', exact: true }).click();
    await emergencyRow(page, call.emergency)
      .getByRole('button', { name: /^Claim\b/ })
      .click();
    await expectText(emergencyRow(page, call.emergency), /Yours/);
    await sidebarLink(page, 'Users').click();
    await expectPath(page, '/users');
    // The next heartbeat is sent within 30 s, even by a screen outside the desk.
    await setDeskLastSeen(application, administrator.email, 45);
    await expect
      .poll(() => readSecondsUnseen(application, administrator.email), { timeout: 60_000 })
      .toBeLessThan(30);
    const another = aCall('Imran Shaikh');
    await sendEmergencies(application, another);
    await expect.poll(() => page.title(), { timeout: LONG_MS }).toBe('(1) Users · Wayside');
    const claim = async () =>
      (await callApi(application, colleague.token, listEmergencies)).rows.find(({ id }) => id === call.emergency.id)
        ?.claim?.owner;
    expect(await claim()).toBe(OWN);
    await callApi(application, await ownToken(application), offerEmergency, {
      params: { id: call.emergency.id },
      body: { adminId: colleague.id },
    });
    await callApi(application, colleague.token, acceptEmergency, { params: { id: call.emergency.id } });
    await expect.poll(desks, { timeout: LONG_MS }).not.toContain(OWN);
    await expect.poll(() => page.title(), { timeout: LONG_MS }).toBe('Users · Wayside');
  }, 180_000);

  test('[ROAD-03] reports that an action failed without a network, and repeats it on request', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/^request: net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)/);
    pageErrors.allow(/^(console|warning): /);
    const call = aCall('Sita Verma');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    const page = await openPage({ live: true });
    const lastPart = page.waitForEvent('requestfinished', (request) => /\/desk-dialogs-/.test(request.url()));
    await openDesk(page, application);
    const row = emergencyRow(page, call.emergency);
    await expectVisible(row);
    // The code of the next step has loaded before the network fails.
    await lastPart;
    await page.context().setOffline(true);
    await row.getByRole('button', { name: /^Open / }).click();
    await expectVisible(openedEmergency(page, 'Sita Verma'));
    await row.getByRole('button', { name: /^Claim\b/ }).click();
    await expectText(row.getByRole('alert'), /^Not sent\. Not claimed\./);
    await page.getByRole('alert').filter({ hasText: 'The server does not respond.' }).waitFor({ timeout: LONG_MS });
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expectHidden(page.getByRole('alert').filter({ hasText: 'The server does not respond.' }));
    await expectText(row, /Unclaimed/);
    await row.getByRole('button', { name: 'Try again' }).click();
    await expectText(row, /Yours/);
    await expectHidden(button(page, 'Try again'));
  }, 120_000);
});
