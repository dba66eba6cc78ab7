import { listMechanics } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, serveAnswers } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication, someBank, someDocuments } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { pushPath } from './support/navigation.ts';
import { servePictures } from './support/pictures.ts';
import { recordTab } from './support/record-page.ts';

const statuses = ['pending', 'sent_for_verification', 'resent_for_verification', 'approved', 'rejected', 'on_hold'];
const variety = statuses.map((status, index) =>
  aMechanic({ name: `Mechanic ${index}`, status, isExpert: index % 2 === 0 }),
);
const decided = aMechanic({ name: 'Approved and blocked', isBlocked: true });
const long = anApplication({
  name: 'Anantha'.repeat(29).slice(0, 200),
  email: `${'a'.repeat(120)}@example.in`,
  vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'],
  bank: { ...someBank(), accountHolder: 'Holder'.repeat(30), upiId: `${'u'.repeat(90)}@upi` },
  documents: someDocuments('long'),
});
const nothing = anApplication({
  name: null,
  email: null,
  phone: null,
  shop: null,
  bank: null,
  documents: null,
  vehicleTypes: [],
  createdAt: null,
});
const broken = anApplication({ name: 'टूटे चित्र', documents: someDocuments('broken') });

const test = signedInTest({ mechanics: [...variety, decided, long, nothing, broken, aMechanic()] }).extend(
  'pictures',
  { auto: true },
  ({ page, pageErrors }) => {
    pageErrors.allow(/^response: 404 GET \/pictures\/broken-/);
    return servePictures(page);
  },
);

const heading = (page: Page) => page.getByRole('heading', { name: /^All Mechanics \(/ });
const facts = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Payment Details' });
const history = (page: Page) => page.getByText('No activity yet.');

describe('accessibility', () => {
  test('of the list while it loads and once it is filled, without a layout shift', async ({ page }) => {
    await watchLayoutShift(page);
    const release = await holdCall(page, callPattern(listMechanics));
    await page.goto('/mechanics');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics', exact: true }));
    await expectVisible(page.getByRole('button', { name: 'Review applications (6)' }));
    await expectAccessible(page);
    // A machine without a font draws boxes of another width until ours is here.
    await page.evaluate((name) => document.fonts.load('600 1rem "Noto Sans Indic"', name), broken.name ?? '');
    release();
    await expectVisible(heading(page));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
  });

  test('of the list without rows and after a failure', async ({ page }) => {
    await page.goto('/mechanics?search=nobody');
    await expectVisible(page.getByText('No mechanics found matching your criteria'));
    await expectAccessible(page);
    await serveAnswers(page, listMechanics, { status: 404, json: {} });
    await page.goto('/mechanics');
    await expectVisible(page.getByText('Failed to load mechanics', { exact: true }));
    await expectAccessible(page);
  });

  test('of the details of a blocked mechanic and of one without values', async ({ page }) => {
    await page.goto('/mechanics');
    for (const { id, name } of [decided, nothing]) {
      await pushPath(page, `/mechanics?mechanic=${id}`);
      await expectVisible(page.getByRole('dialog', { name: name ?? 'N/A', exact: true }));
      await expectVisible(facts(page));
      await expectVisible(recordTab(page, 'Activity (0)'));
      await expectVisible(page.getByRole('list', { name: 'Timeline' }).getByText('Joined'));
      await expectAccessible(page);
    }
  });

  test('of the review of broken documents, of a decided application and of none', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    await page.goto('/mechanics');
    for (const { id, name } of [broken, decided]) {
      await pushPath(page, `/mechanics?review=${id}`);
      await expectVisible(page.getByRole('dialog', { name: `Application of ${name}`, exact: true }));
      await expectVisible(history(page));
      await expectAccessible(page);
    }
    await pushPath(page, `/mechanics?review=${'e'.repeat(24)}`);
    await expectVisible(page.getByText(/^There is no application/));
    await expectAccessible(page);
  });

  test('of the review while it loads, zoomed, covered and with its remarks', async ({ page }) => {
    const release = await holdCall(page, `**/admin/mechanics/${long.id}`);
    await page.goto(`/mechanics?review=${long.id}`);
    await expectVisible(page.getByRole('status', { name: 'Loading the application' }));
    await expectAccessible(page);
    release();
    await expectVisible(facts(page));
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Aadhaar card' }).click();
    await expectVisible(page.getByRole('button', { name: 'Show Aadhaar card' }));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await expectVisible(page.getByRole('textbox', { name: 'Remarks' }));
    await expectAccessible(page);
  });
});
