import { claimEmergency, DEFAULT_TARGETS, setShift, updateRoadsideTargets } from '@wayside/contract/roadside';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { openLive, shownIds } from './support/live.ts';
import { dialogByName, press } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import {
  aCall,
  ago,
  emergencyRow,
  openDesk,
  ownToken,
  sendEmergencies,
  sendEmergencyUpdate,
} from './support/roadside.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest();
const MINUTE = 60;

const suresh = aMechanic({ name: 'Suresh Patil' });
const fresh = aCall('Meera Iyer', { createdAt: ago(5) });
const waiting = aCall('Asha Rao', { createdAt: ago(5 * MINUTE) });
const driving = aCall('Ravi Kumar', {
  ...{ status: 'accepted', mechanic: refTo(suresh), createdAt: ago(45 * MINUTE), updatedAt: ago(40 * MINUTE) },
});
const there = aCall('Imran Shaikh', {
  ...{ status: 'arrived', mechanic: refTo(suresh), createdAt: ago(50 * MINUTE), updatedAt: ago(10 * MINUTE) },
});
const over = aCall('Bala Nair', { createdAt: ago(50 * MINUTE) });
const states = test.extend('calls', { scope: 'file', auto: true }, async ({ application }) => {
  await loadMarketplace(application, { mechanics: [suresh] });
  await sendEmergencies(application, fresh, waiting, driving, there, over);
  await sendEmergencyUpdate(application, over.emergency, { status: 'completed', updatedAt: ago(5 * MINUTE) });
});

describe('the queue', () => {
  states(
    '[ROAD-01] shows each state against its target, the longest over it first, and follows the targets that an owner sets',
    async ({ openPage, application }) => {
      const page = await openPage({ live: true });
      await openDesk(page, application);
      await expect
        .poll(() => shownIds(page))
        .toEqual([driving, waiting, fresh, there, over].map(({ emergency }) => emergency.id));
      await expectTexts(page.getByRole('group', { name: 'States' }).getByRole('button'), [
        ...['New 2', 'Claimed 0', 'Assigned 1', 'On site 1', 'Ended 1'],
      ]);
      const row = emergencyRow(page, waiting.emergency);
      await expectText(row, /^waiting \d+:\d\d of 1:00 ?, it was not claimed in time New Unclaimed/);
      await expectText(
        emergencyRow(page, driving.emergency),
        /^waiting 4\d:\d\d Assigned for 4\d:\d\d of 30:00 ?, no mechanic arrived in time Assigned/,
      );
      await expectText(emergencyRow(page, there.emergency), /^waiting 5\d:\d\d On site for 1\d:\d\d ?On site/);
      await expectText(emergencyRow(page, over.emergency), /^\d+ min ago Ended/);
      await expectText(row, /Flat tyre \w+ Asha Rao .*98765.*Car Mumbai 19\.0760/);
      expect(await row.getByRole('link', { name: /98765/ }).getAttribute('href')).toBe('tel:9876543210');
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Targets' }).click();
      const form = dialogByName(page, 'Targets');
      await expectAccessible(page);
      await form.getByLabel(/^Claimed within/).fill('20:00');
      await form.getByRole('button', { name: 'Save' }).click();
      await expectHidden(form);
      await expectText(row, /^waiting \d+:\d\d of 20:00 ?New/);

      await press(page, 'On site 1');
      await expect.poll(() => shownIds(page)).toEqual([there.emergency.id]);
      await callApi(application, await ownToken(application), claimEmergency, {
        params: { id: fresh.emergency.id },
      });
      await press(page, 'On site 1');
      await expectText(
        emergencyRow(page, fresh.emergency),
        /^waiting \d+:\d\d Claimed for \d+:\d\d of 3:00 ?Claimed Yours/,
      );
      await sendEmergencyUpdate(application, fresh.emergency, { status: 'cancelled' });
      await expectText(emergencyRow(page, fresh.emergency), /Ended/);
    },
    120_000,
  );

  states(
    '[DESK-01, DESK-03] is for looking until the shift starts, and a claimed call keeps its place by the wait since it came',
    async ({ openPage, application }) => {
      const token = await ownToken(application);
      await callApi(application, token, setShift, { body: { isOnShift: false } });
      await callApi(application, token, updateRoadsideTargets, { body: DEFAULT_TARGETS });
      const page = await openPage({ live: true });
      await beginSignedIn(page, application);
      await openLive(page, '/roadside');
      await expectVisible(page.getByText('You are not on shift.'));
      const row = emergencyRow(page, waiting.emergency);
      await expectVisible(row);
      expect(await row.getByRole('button', { name: /^Claim\b/ }).count()).toBe(0);
      await expectHidden(page.getByText('Sound is off.'));
      await expectAccessible(page);
      await press(page, 'Start shift');
      await expectText(page.getByRole('list', { name: 'On shift' }), /\(you\)/);
      await page.reload();
      await expectVisible(page.getByRole('button', { name: 'End shift' }));

      await row.getByRole('button', { name: /^Claim\b/ }).click();
      await expectText(
        row,
        /^waiting \d+:\d\d Claimed for 0:\d\d of 3:00 ?, the customer has waited too long in total Claimed Yours/,
      );
      await page.mouse.move(0, 0);
      const ids = await shownIds(page);
      expect(ids.indexOf(waiting.emergency.id)).toBeLessThan(ids.indexOf(there.emergency.id));
      await press(page, 'End shift');
      const confirmation = page.getByRole('alertdialog');
      await expectText(confirmation, /Your emergency is released/);
      await confirmation.getByRole('button', { name: 'End shift' }).click();
      await expectText(row, /Unclaimed/);
      await expectText(page.getByRole('heading', { name: 'On shift' }).locator('..'), 'On shift No one');
    },
    120_000,
  );
});

test('[DESK-05] the app can be installed, with a manifest with icons and a service worker that handles no requests', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn();
  await page.goto('/dashboard');
  const manifest = await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const found = await (await fetch(link?.href ?? '')).json();
    const icons: { src: string; purpose: string }[] = found.icons;
    const types = await Promise.all(icons.map(async ({ src }) => (await fetch(src)).headers.get('content-type')));
    return { ...found, types, purposes: icons.map(({ purpose }) => purpose) };
  });
  expect(manifest).toMatchObject({
    name: 'Wayside',
    display: 'standalone',
    start_url: '/dashboard',
    types: ['image/png', 'image/png', 'image/png'],
    purposes: ['any', 'any', 'maskable'],
  });
  await page.reload();
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }));
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
