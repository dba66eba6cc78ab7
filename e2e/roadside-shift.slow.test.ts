import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { expectText, expectVisible } from './support/expectations.ts';
import { aMechanic } from './support/factories/people.ts';
import { dialogNamed, press } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import {
  aCall,
  ago,
  callIn,
  emptyQueue,
  openDesk,
  openedOf,
  ownToken,
  rowOf,
  startShift,
} from './support/roadside.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest();

describe('[DESK-01] the desk', () => {
  test('shows the nearest mechanics with Assign on the first screen at 1280 × 800, and the plan below', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Meera Iyer', { createdAt: ago(20) });
    await emptyQueue(application);
    await loadMarketplace(application, {
      mechanics: ['Ravi Kumar', 'Suresh Patil', 'Imran Shaikh'].map((name) =>
        aMechanic({ name, isAvailable: true }),
      ),
    });
    await callIn(application, call);
    const page = await openPage({ live: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedOf(page, 'Meera Iyer');
    const assign = details.getByRole('button', { name: /^Assign/ }).first();
    await expectVisible(assign);
    const box = await assign.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(800);
    const plan = await details.getByRole('img', { name: /^Plan around the car/ }).boundingBox();
    expect(plan?.y).toBeGreaterThan(box?.y ?? 0);
    await expectText(details, /Mumbai\s+19\.0760, 72\.8777/);
    await expectVisible(details.getByRole('button', { name: 'Copy coordinates' }));
  });

  test('flashes three rows at most, whose text stays readable, and keeps a row in place while it is used', async ({
    openPage,
    application,
  }) => {
    await emptyQueue(application);
    const calls = ['A', 'B', 'C', 'D', 'E'].map((name, place) => aCall(name, { createdAt: ago(60 - place) }));
    await callIn(application, ...calls);
    const page = await openPage({ live: true });
    await openDesk(page, application);
    const [, second] = calls;
    if (!second) throw new Error('there is no second call');
    await expectVisible(rowOf(page, second.emergency));
    const flashing = await page.evaluate(() => {
      const root = document.querySelector<HTMLElement>('[data-silent]');
      if (root) root.dataset['alarm'] = 'flash';
      const animations = document
        .getAnimations()
        .filter((each) => (each as CSSAnimation).animationName === 'flash');
      for (const each of animations) {
        each.pause();
        each.currentTime = 500;
      }
      return animations.length;
    });
    expect(flashing).toBe(3);
    await expectAccessible(page);

    const row = rowOf(page, second.emergency);
    await row.hover();
    const before = await row.boundingBox();
    const older = aCall('F', { createdAt: ago(600) });
    await callIn(application, older);
    await expectVisible(rowOf(page, older.emergency));
    expect((await row.boundingBox())?.y).toBe(before?.y);
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await row.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
  }, 60_000);
});

describe('[DESK-05] notifications', () => {
  test('say that the browser blocks them, and that there are none without https', async ({
    openPage,
    application,
  }) => {
    for (const [isSecure, text] of [
      [true, /^Notifications of this site are blocked\./],
      [false, /^This address does not use https/],
    ] as const) {
      const page = await openPage();
      if (!isSecure)
        await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }));
      await beginSignedIn(page, application);
      await startShift(application, await ownToken(application));
      await page.goto('/roadside');
      await press(page, 'Notifications');
      const dialog = dialogNamed(page, 'Notifications');
      // This browser allows none without a screen.
      await expectText(dialog.getByRole('status'), text);
      expect(await dialog.getByRole('button', { name: 'Turn on' }).count()).toBe(0);
      await expectAccessible(page);
    }
  });

  test('have a worker that answers no request, and a manifest with icons, so that the application can be installed', async ({
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
});
