import { claimEmergency, keepDesk, listEmergencies } from '@wayside/contract/roadside';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { openLive } from './support/live.ts';
import { press } from './support/locators.ts';
import { sidebarLink } from './support/navigation.ts';
import {
  aCall,
  createColleague,
  emergencyRow,
  endOpenEmergencies,
  openDesk,
  ownToken,
  recordTones,
  sendEmergencies,
  startShift,
  TONES,
} from './support/roadside.ts';
import { beginWithToken } from './support/session.ts';

const test = applicationTest();
/** The sound repeats after ten seconds. */
const LONG_MS = 30_000;

const titleOf = (page: Page) => expect.poll(() => page.title(), { timeout: LONG_MS });
const soundNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Sound is off' });
/** Records how alarming rows are highlighted from the next page load on. */
async function recordMarks(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const marks: string[] = [];
    Object.assign(window, { marks });
    new MutationObserver((records) => {
      for (const { target } of records)
        if (target instanceof HTMLElement && target.dataset['alarm'] !== undefined)
          marks.push(target.dataset['alarm']);
    }).observe(document, { subtree: true, attributeFilter: ['data-alarm'] });
  });
  return () => page.evaluate(() => Reflect.get(window, 'marks') as string[]);
}

describe('a new emergency', () => {
  test('[ROAD-02] appears and flashes until the page may play sound, repeats the sound until it is claimed, and is counted in title and sidebar', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    const tones = await recordTones(page);
    const marks = await recordMarks(page);
    await openDesk(page, application);
    await expectVisible(soundNotice(page));
    await titleOf(page).toBe('Roadside · Wayside');
    const { user, emergency } = aCall('Asha Rao');
    await endOpenEmergencies(application);
    await sendEmergencies(application, { user, emergency });
    await expectVisible(emergencyRow(page, emergency));
    await titleOf(page).toBe('(1) Roadside · Wayside');
    await expectText(sidebarLink(page, 'Roadside'), 'Roadside 1 unclaimed emergencies');
    await expect.poll(marks).toEqual(['flash']);
    expect(await tones()).toEqual([]);

    await press(page, 'Turn sound on');
    await expectHidden(soundNotice(page));
    await expect.poll(tones, { timeout: LONG_MS }).toEqual(TONES.new);
    expect((await marks()).at(-1)).toBe('sound');
    await expect.poll(tones, { timeout: LONG_MS }).toEqual([...TONES.new, ...TONES.new]);

    await callApi(application, await ownToken(application), claimEmergency, { params: { id: emergency.id } });
    await titleOf(page).toBe('Roadside · Wayside');
    await expectText(sidebarLink(page, 'Roadside'), 'Roadside');
    const heard = (await tones()).length;

    // Another emergency sounds immediately, while a claimed one no longer does.
    const other = aCall('Meera Iyer');
    await sendEmergencies(application, other);
    await expectVisible(emergencyRow(page, other.emergency));
    await expect.poll(async () => (await tones()).length, { timeout: LONG_MS }).toBe(heard + 2);
    await callApi(application, await ownToken(application), claimEmergency, { params: { id: other.emergency.id } });
  }, 150_000);

  test('[ROAD-02] makes no sound at a muted desk, and other desks show that it is muted', async ({
    openPage,
    application,
  }) => {
    const colleague = await createColleague(application);
    const [page, other] = [await openPage({ live: true }), await openPage({ live: true })];
    const tones = await recordTones(page);
    await openDesk(page, application);
    await beginWithToken(other, colleague.token);
    await startShift(application, colleague.token);
    await openLive(other, '/roadside');
    await press(page, 'Mute for a shift');
    await expectVisible(page.getByRole('button', { name: 'Unmute' }));
    await expectText(other.getByRole('list', { name: 'On shift' }), /muted until \d/);
    const call = aCall('Ravi Kumar');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    await expectVisible(emergencyRow(page, call.emergency));
    await titleOf(page).toBe('(1) Roadside · Wayside');
    expect(await tones()).toEqual([]);
    await press(page, 'Unmute');
    await expect.poll(tones, { timeout: LONG_MS }).toEqual(TONES.new);
    await expectText(other.getByRole('list', { name: 'On shift' }), /^((?!muted).)*$/);
  }, 120_000);

  test('[ROAD-02] stays silent when another tab of the same user plays the sound', async ({
    openSignedIn,
    application,
  }) => {
    const token = await ownToken(application);
    const say = (isMuted: boolean) =>
      callApi(application, token, keepDesk, { body: { isMuted, isClosing: false } });
    await startShift(application, token);
    await say(false);
    const page = await openSignedIn();
    await page.goto('/roadside');
    await expectText(page.getByRole('list', { name: 'On shift' }), /\(you\)/);
    await expectVisible(page.getByRole('button', { name: 'Mute for a shift' }));
    await say(true);
    // The web app sends a heartbeat as soon as the network is back.
    const unmute = page.getByRole('button', { name: 'Unmute' });
    const showsIt = async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      return unmute.isVisible();
    };
    await expect.poll(showsIt, { timeout: LONG_MS }).toBe(true);
    const { desks } = await callApi(application, token, listEmergencies);
    expect(desks.filter(({ mutedUntil }) => mutedUntil !== null)).toHaveLength(1);
    await say(false);
  });
});
