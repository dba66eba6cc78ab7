import { listMechanics, showAadhaarCard } from '@wayside/contract/mechanics';
import { ownProfile } from '@wayside/contract/session';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { expectAccessible } from './support/accessibility.ts';
import { loggedActions } from './support/activity-records.ts';
import { marketplaceTest } from './support/application-test.ts';
import { pretendExternalApi, recordCalls, serveAnswers } from './support/calls.ts';
import { expectText, expectVisible } from './support/expectations.ts';
import { anApplication, someDocuments } from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';
import { openTab } from './support/record-page.ts';
import { beginSignedIn } from './support/session.ts';
import { toast } from './support/toasts.ts';

const imran = anApplication();
const broken = anApplication({ name: 'Broken Links', documents: someDocuments('broken') });
const missing = anApplication({
  name: 'No Papers',
  documents: { profilePhoto: null, aadhaarCard: null, shopPhoto: '/pictures/existing-shop.png' },
});

const elsewhere = (what: string) => `https://pictures.example.in/outside-${what}.png`;
const outside = anApplication({
  name: 'Kept Outside',
  documents: { profilePhoto: elsewhere('face'), aadhaarCard: elsewhere('aadhaar'), shopPhoto: elsewhere('shop') },
});

const test = marketplaceTest({ mechanics: [imran, broken, missing, outside] })
  .extend('token', { auto: true }, ({ page, application }) => beginSignedIn(page, application))
  .extend('pictures', { auto: true }, ({ page, pageErrors }) => {
    // The list behind the details shows photos too.
    pageErrors.allow(/^response: 404 GET \/pictures\/broken-/);
    return servePictures(page);
  });

const documents = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Documents' });
const choice = (page: Page, name: string | RegExp) => documents(page).getByRole('button', { name });
const tool = (page: Page, name: string) => documents(page).getByRole('button', { name, exact: true });
const show = (page: Page) => documents(page).getByRole('button', { name: 'Show Aadhaar card' });
const stage = (page: Page, name: string | RegExp) => documents(page).getByRole('group', { name });

async function open(page: Page, { id }: { id: string }): Promise<void> {
  await page.goto(`/mechanics?mechanic=${id}`);
  await expectVisible(documents(page));
}

/** How large a picture is drawn, turned as it is. */
async function drawnSize(picture: Locator): Promise<{ width: number; height: number }> {
  const box = await picture.boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}

describe('the documents in the details', () => {
  test('[MECH-07] are shown one by one, zoomed and rotated in place', async ({ page }) => {
    await open(page, imran);
    const photo = documents(page).getByRole('img', { name: 'Profile photo' });
    await expectVisible(photo);
    await expectText(documents(page).getByText(/^\d+ %$/), '100 %');
    const height = async () => (await drawnSize(photo)).height;
    const width = async () => (await drawnSize(photo)).width;
    await expect.poll(async () => (await width()) / (await height())).toBeCloseTo(1.5, 1);
    const fitted = await drawnSize(photo);

    await tool(page, 'Rotate').click();
    await expect.poll(async () => (await height()) / (await width())).toBeCloseTo(1.5, 1);
    const turned = await drawnSize(photo);
    const room = await stage(page, /^Profile photo/).boundingBox();
    expect(turned.height).toBeLessThanOrEqual(Math.ceil(room?.height ?? 0));

    for (const percent of ['125 %', '150 %', '200 %']) {
      await tool(page, 'Zoom in').click();
      await expectText(documents(page).getByText(/^\d+ %$/), percent);
    }
    await expect.poll(height).toBeGreaterThan(turned.height * 1.8);
    await tool(page, 'Zoom out').click();
    await expectVisible(stage(page, 'Profile photo, 150 %'));
    await tool(page, 'Fit').click();
    await expect.poll(() => drawnSize(photo)).toEqual(fitted);
    expect(await tool(page, 'Zoom out').isDisabled()).toBe(true);

    await tool(page, 'Zoom in').click();
    await choice(page, 'Shop photo').click();
    await expectVisible(stage(page, 'Shop photo, 100 %'));
  });

  test('[MECH-07] are dragged and scrolled by keys when zoomed', async ({ page }) => {
    await open(page, imran);
    await expectVisible(documents(page).getByRole('img', { name: 'Profile photo' }));
    for (let times = 0; times < 4; times += 1) await tool(page, 'Zoom in').click();
    const moved = stage(page, 'Profile photo, 300 %');
    const place = () => moved.evaluate((it) => [it.scrollLeft, it.scrollTop].map(Math.round));
    const middle = await place();
    expect(Math.min(...middle)).toBeGreaterThan(0);
    await moved.hover();
    const at = await moved.boundingBox();
    if (!at) throw new Error('the stage is not there');
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 60, at.y + at.height / 2 + 40, { steps: 4 });
    await page.mouse.up();
    const dragged = await place();
    expect(dragged[0]).toBeLessThan(middle[0] ?? 0);
    expect(dragged[1]).toBeLessThan(middle[1] ?? 0);
    await moved.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await place())[1]).toBeGreaterThan(dragged[1] ?? 0);
  });

  test('[MECH-07] name a broken document and load it again', async ({ page, pictures }) => {
    await open(page, broken);
    await expectVisible(documents(page).getByText('The profile photo could not be loaded.', { exact: true }));
    const before = pictures.length;
    await documents(page).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => pictures.length).toBeGreaterThan(before);
    await choice(page, 'Shop photo').click();
    await expectVisible(documents(page).getByText('The shop photo could not be loaded.', { exact: true }));
    expect(await tool(page, 'Zoom in').isDisabled()).toBe(false);
  });

  test('[MECH-07] name a missing document and open with the first existing one', async ({ page }) => {
    await open(page, missing);
    await expectVisible(stage(page, /^Shop photo/));
    await choice(page, 'Profile photo missing').click();
    await expectVisible(documents(page).getByText('The profile photo is missing.', { exact: true }));
    expect(await tool(page, 'Zoom in').isDisabled()).toBe(true);
    await choice(page, 'Aadhaar card missing').click();
    await expectVisible(documents(page).getByText('The Aadhaar card is missing.', { exact: true }));
  });
});

describe('the Aadhaar card', () => {
  test('[FILE-04, MECH-07, SECU-05] is covered until a click, which is logged', async ({
    page,
    application,
    pictures,
  }) => {
    await open(page, imran);
    await choice(page, 'Aadhaar card').click();
    await expectVisible(
      documents(page).getByText('On file. Opening it is recorded in the activity log.', { exact: true }),
    );
    await expectVisible(show(page));
    expect(pictures).not.toContain('/imran-aadhaar.png');
    await show(page).click();
    await expectVisible(documents(page).getByRole('img', { name: 'Aadhaar card' }));
    await expect.poll(() => pictures).toContain('/imran-aadhaar.png');
    await openTab(page, 'Activity');
    await expectVisible(page.getByRole('dialog').getByText('Aadhaar card shown'));
    expect(await loggedActions(application, 'mechanic', imran)).toMatchObject([{ action: 'aadhaar_card_shown' }]);
  });

  test('[MECH-07, ERR-01] that fails to load shows the error and stays covered', async ({ page }) => {
    await open(page, imran);
    await serveAnswers(page, showAadhaarCard, { status: 500, json: {} });
    await choice(page, 'Aadhaar card').click();
    await show(page).click();
    await expectVisible(toast(page, 'Failed to show the Aadhaar card'));
    await expectVisible(show(page));
  });

  test('[FILE-04, MECH-07, API-15] of an external API is covered until a click, without a call', async ({
    page,
    pictures,
  }) => {
    await pretendExternalApi(page);
    const page1 = { rows: [imran], total: 1, page: 1, pageCount: 1 };
    await serveAnswers(page, listMechanics, { json: z.encode(listMechanics.answer, page1) });
    const calls = recordCalls(page, showAadhaarCard);
    await open(page, imran);
    await choice(page, 'Aadhaar card').click();
    await expectVisible(documents(page).getByText('On file.', { exact: true }));
    expect(pictures).not.toContain('/imran-aadhaar.png');
    await show(page).click();
    await expectVisible(documents(page).getByRole('img', { name: 'Aadhaar card' }));
    expect(calls).toEqual([]);
  });

  test('[FILE-04, TEAM-01] is on file, without a button, for a role that may not reveal it', async ({ page }) => {
    const profile = { id: 'f'.repeat(24), email: 'vera@example.in', name: 'Vera', role: 'viewer' as const };
    const permissions = ['records:read' as const];
    const answer = { profile: { ...profile, permissions } };
    await serveAnswers(page, ownProfile, { json: z.encode(ownProfile.answer, answer as never) });
    await open(page, imran);
    await choice(page, 'Aadhaar card').click();
    await expectVisible(documents(page).getByText('On file. Your role may not open it.', { exact: true }));
    expect(await show(page).count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('documents at another host', () => {
  test('[FILE-04] are links with a note, which the page never loads', async ({ page, pictures }) => {
    await open(page, outside);
    await expectVisible(documents(page).getByText('Opens at another host', { exact: true }));
    const link = documents(page).getByRole('link', { name: 'Open Profile photo' });
    expect(await link.getAttribute('href')).toBe('https://pictures.example.in/outside-face.png');
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
    expect(await tool(page, 'Zoom in').isDisabled()).toBe(true);
    await expectAccessible(page);
    await choice(page, 'Aadhaar card').click();
    await show(page).click();
    await expectVisible(documents(page).getByRole('link', { name: 'Open Aadhaar card' }));
    expect(pictures.filter((path) => path.startsWith('/outside'))).toEqual([]);
  });
});
