import { decideApplication, deleteMechanic, getMechanic, type Mechanic } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { installClock } from './support/clock.ts';
import {
  descriptionListIn,
  expectFocused,
  expectHidden,
  expectText,
  expectVisible,
} from './support/expectations.ts';
import { anApplication, someDocuments } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { servePictures } from './support/pictures.ts';
import { beginSignedIn, storedSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const anyName = ['Oldest', 'Middle', 'Newest'] as const;
type Line = Readonly<Record<(typeof anyName)[number], Mechanic>>;

/** Three open applications, oldest first; the documents of the second are broken. */
const aLine = (): Line => {
  const make = (name: string, day: number, documents: Mechanic['documents']) =>
    anApplication({ name, createdAt: `2026-01-0${day}T06:00:00.000Z`, documents });
  return {
    Oldest: make('Oldest', 1, someDocuments('oldest')),
    Middle: make('Middle', 2, someDocuments('broken')),
    Newest: make('Newest', 3, null),
  };
};

const test = applicationTest()
  .extend('line', { auto: true }, async ({ application }, { onCleanup }) => {
    const line = aLine();
    await loadMarketplace(application, { mechanics: Object.values(line) });
    onCleanup(async () => {
      const token = await storedSession(application);
      for (const { id } of Object.values(line))
        await callApi(application, token, deleteMechanic, { params: { id } }).catch(() => undefined);
    });
    return line;
  })
  .extend('token', { auto: true }, async ({ page, application, pageErrors }) => {
    pageErrors.allow(/^response: 404 GET \/pictures\/broken-/);
    await servePictures(page);
    return beginSignedIn(page, application);
  });

const review = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Application of ${name}`, exact: true });
const picture = (page: Page, name: string) => page.getByRole('dialog').getByRole('img', { name });
const pressed = (page: Page) => page.getByRole('dialog').getByRole('button', { pressed: true });
const remarks = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Remarks/ });
const decisions = (page: Page) => page.getByRole('region', { name: 'Decisions', exact: true });
const reviewButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Review applications (${count})`, exact: true });

async function open(page: Page, { id, name }: Mechanic): Promise<void> {
  await page.goto(`/mechanics?review=${id}`);
  await expectVisible(review(page, name ?? '').getByRole('region', { name: 'Personal Information' }));
}

describe('a review', () => {
  test('[MECH-08, NAV-09] begins with the oldest application and is in the address', async ({ page, line }) => {
    await page.goto('/mechanics');
    await reviewButton(page, 3).click();
    await expectVisible(review(page, 'Oldest'));
    expect(new URL(page.url()).search).toBe(`?review=${line.Oldest.id}`);
    await expectVisible(review(page, 'Oldest').getByText('1 of 3', { exact: true }));
    await page.reload();
    await expectVisible(review(page, 'Oldest'));
    await page.keyboard.press('Escape');
    await expectHidden(review(page, 'Oldest'));
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await expectVisible(review(page, 'Oldest'));
  });

  test('[MECH-08] is opened from the details of an open application', async ({ page, line }) => {
    await page.goto(`/mechanics?mechanic=${line.Newest.id}`);
    await page.getByRole('button', { name: 'Review documents' }).click();
    await expectVisible(review(page, 'Newest'));
    expect(new URL(page.url()).search).toBe(`?review=${line.Newest.id}`);
  });

  test('[MECH-03, MECH-06, MECH-07] shows documents beside the facts', async ({ page, line }) => {
    await open(page, line.Oldest);
    await expectVisible(picture(page, 'Profile photo'));
    expect(await descriptionListIn(review(page, 'Oldest'), 'Payment Details')).toMatchObject({
      'Account Number': '••••8901',
    });
    const [image, facts] = await Promise.all([
      page.getByRole('group', { name: /^Profile photo/ }).boundingBox(),
      page.getByRole('region', { name: 'Facts' }).boundingBox(),
    ]);
    expect(image?.width).toBeGreaterThan(600);
    expect(image?.height).toBeGreaterThan(400);
    expect(facts?.x).toBeGreaterThan((image?.x ?? 0) + (image?.width ?? 0));
  });
});

describe('the shortcuts of a review', () => {
  test('[MECH-07] switch, zoom, rotate and fit documents', async ({ page, line }) => {
    await open(page, line.Oldest);
    await expectText(pressed(page), 'Profile photo');
    for (const [key, name] of [
      ['j', 'Aadhaar card'],
      ['ArrowRight', 'Shop photo'],
      ['j', 'Profile photo'],
      ['k', 'Shop photo'],
      ['ArrowLeft', 'Aadhaar card'],
    ] as const) {
      await page.keyboard.press(key);
      await expectText(pressed(page), name);
    }
    expect(await picture(page, 'Aadhaar card').count()).toBe(0);
    await page.keyboard.press('s');
    await expectVisible(picture(page, 'Aadhaar card'));
    const stage = (text: string) => page.getByRole('group', { name: `Aadhaar card, ${text}` });
    await page.keyboard.press('+');
    await page.keyboard.press('=');
    await expectVisible(stage('150 %'));
    await page.keyboard.press('-');
    await expectVisible(stage('125 %'));
    const isWide = async () => {
      const box = await picture(page, 'Aadhaar card').boundingBox();
      return box !== null && box.width > box.height;
    };
    await expect.poll(isWide).toBe(true);
    await page.keyboard.press('r');
    await expect.poll(isWide).toBe(false);
    await page.keyboard.press('0');
    await expectVisible(stage('100 %'));
  });

  test('[MECH-08] approve, reject and continue without a mouse', async ({ page, application, token, line }) => {
    await page.goto('/mechanics');
    await reviewButton(page, 3).focus();
    await page.keyboard.press('Enter');
    await expectVisible(review(page, 'Oldest').getByRole('region', { name: 'Facts' }));
    await page.keyboard.press('a');
    await expectFocused(remarks(page));
    await page.keyboard.press('Enter');
    await expectVisible(review(page, 'Middle').getByRole('region', { name: 'Facts' }));
    await expectVisible(review(page, 'Middle').getByText('1 of 2', { exact: true }));
    await expectVisible(decisions(page).getByText(/^Approving Oldest in \d+ s$/));
    await page.keyboard.press('x');
    await remarks(page).pressSequentially('Axn: no photo can be loaded');
    await page.keyboard.press('Control+Enter');
    await expectVisible(review(page, 'Newest').getByRole('region', { name: 'Facts' }));
    await expectVisible(review(page, 'Newest').getByText('1 of 1', { exact: true }));
    await expectVisible(decisions(page).getByText(/^Rejecting Middle in \d+ s$/));
    await expectHidden(page.getByRole('button', { name: 'Next application' }));
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await expectVisible(reviewButton(page, 1));
    // Leaving the screen makes the calls that wait (WORK-05).
    await page.getByRole('link', { name: 'Bookings' }).first().click();
    await expectVisible(toast(page, 'Middle is rejected'));
    const status = async ({ id }: Mechanic) =>
      (await callApi(application, token, getMechanic, { params: { id } })).record.status;
    expect(await Promise.all(Object.values(line).map(status))).toEqual(['approved', 'rejected', 'pending']);
  });

  test('[MECH-08] work as soon as the application is shown and as soon as the remarks close', async ({
    page,
    line,
  }) => {
    await page.addInitScript(() => {
      /** Presses a key as soon as `isTime`, before anything that waits for the next turn of the event loop. */
      const pressWhen = (key: string, isTime: () => boolean, then: () => void = () => undefined) =>
        new MutationObserver((_changes, observer) => {
          if (!isTime()) return;
          observer.disconnect();
          const target = document.activeElement ?? document.body;
          target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          then();
        }).observe(document, { childList: true, subtree: true });
      const isThere = (selector: string) => document.querySelector(selector) !== null;
      pressWhen(
        'a',
        () => isThere('section[aria-label="Facts"]'),
        () =>
          pressWhen(
            'Shift',
            () => isThere('textarea[name="remarks"]'),
            () => pressWhen('n', () => !isThere('textarea[name="remarks"]')),
          ),
      );
    });
    await page.goto(`/mechanics?review=${line.Oldest.id}`);
    await expectVisible(remarks(page));
    await page.keyboard.press('Escape');
    await expectVisible(review(page, 'Middle').getByRole('region', { name: 'Facts' }));
  });

  test('[MECH-08] skip an application, which follows again after the last', async ({ page, line }) => {
    await open(page, line.Middle);
    for (const name of ['Newest', 'Oldest', 'Middle']) {
      await page.keyboard.press('n');
      await expectVisible(review(page, name).getByRole('region', { name: 'Facts' }));
    }
    await page.goBack();
    await expectVisible(review(page, 'Oldest'));
  });

  test('[MECH-08] do nothing with modifiers, under another dialog and after the decision', async ({
    page,
    line,
  }) => {
    await open(page, line.Newest);
    await page.keyboard.press('Control+a');
    expect(await remarks(page).count()).toBe(0);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectVisible(sheet.getByRole('region', { name: 'Reviewing an application' }));
    await page.keyboard.press('a');
    expect(await remarks(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expectHidden(sheet);
    await page.keyboard.press('x');
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await expectVisible(review(page, 'Oldest').getByRole('region', { name: 'Facts' }));
    await page.goBack();
    await expectVisible(review(page, 'Newest').getByRole('region', { name: 'Facts' }));
    await expectVisible(page.getByRole('button', { name: 'Close' }).last());
    for (const key of ['a', 'x']) await page.keyboard.press(key);
    expect(await remarks(page).count()).toBe(0);
  });
});

describe('a review of unexpected data', () => {
  test('[MECH-07] names missing and broken documents', async ({ page, line }) => {
    await open(page, line.Newest);
    await expectVisible(page.getByText('The profile photo is missing.', { exact: true }));
    await page.keyboard.press('k');
    await expectVisible(page.getByText('The shop photo is missing.', { exact: true }));
    await open(page, line.Middle);
    await expectVisible(page.getByText('The profile photo could not be loaded.', { exact: true }));
  });

  test('[MECH-12] shows an earlier decision of another administrator and continues', async ({
    page,
    application,
    token,
    line,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    await open(page, line.Oldest);
    await page.keyboard.press('a');
    await expectVisible(remarks(page));
    await callApi(application, token, decideApplication, {
      body: { id: line.Oldest.id, status: 'rejected', remarks: 'Too blurred' },
    });
    await installClock(page);
    await remarks(page).press('Enter');
    await expectVisible(decisions(page).getByRole('button', { name: 'Undo: Approving Oldest' }));
    await page.clock.fastForward(10_000);
    await expectVisible(page.getByRole('alert').getByText(/^Oldest: This application was rejected by /));
    await page.getByRole('button', { name: 'Review again' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Approve Oldest?' }).getByRole('alert'));
    await page.keyboard.press('Escape');
    await expectVisible(review(page, 'Oldest').getByText('Too blurred'));
    await expectVisible(review(page, 'Oldest').getByText('2 applications wait', { exact: true }));
    await page.keyboard.press('n');
    await expectVisible(review(page, 'Middle'));
  });

  test('[NAV-09] shows that there is no application with the id', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    await page.goto(`/mechanics?review=${'e'.repeat(24)}`);
    await expectVisible(page.getByText(/^There is no application with this id/));
    await page.keyboard.press('Escape');
    await expectVisible(reviewButton(page, 3));
  });
});
