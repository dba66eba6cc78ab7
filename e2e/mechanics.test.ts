import { getMechanic, type Mechanic } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { loggedActions } from './support/activity-records.ts';
import { callApi } from './support/api-call.ts';
import { administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication, someBank, someDocuments } from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';
import { openTab } from './support/record-page.ts';
import { toast } from './support/toasts.ts';

const application = (name: string, day: number) =>
  anApplication({ name, createdAt: `2026-01-0${day}T06:00:00.000Z`, documents: someDocuments('line') });
const oldest = application('Oldest', 1);
const middle = application('Middle', 2);
const newest = application('Newest', 3);
const suresh = aMechanic({ bank: someBank(), documents: someDocuments('suresh') });

const test = signedInTest({ mechanics: [oldest, middle, newest, suresh] }).extend(
  'pictures',
  { auto: true },
  ({ page }) => servePictures(page),
);

const review = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Application of ${name}`, exact: true });
const facts = (page: Page, name: string) => review(page, name).getByRole('region', { name: 'Facts' });
const remarks = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Remarks/ });
const decisions = (page: Page) => page.getByRole('region', { name: 'Decisions', exact: true });
const reviewButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Review applications (${count})`, exact: true });

test('[MECH-08, MECH-12, WORK-05] applications can be approved, rejected and skipped with the keyboard', async ({
  page,
  application,
  token,
}) => {
  await page.goto('/mechanics');
  await reviewButton(page, 3).focus();
  await page.keyboard.press('Enter');
  await expectVisible(facts(page, 'Oldest'));
  await page.keyboard.press('a');
  await expectFocused(remarks(page));
  await page.keyboard.press('Enter');
  await expectVisible(facts(page, 'Middle'));
  await expectVisible(review(page, 'Middle').getByText('1 of 2', { exact: true }));
  await expectVisible(decisions(page).getByText(/^Approving Oldest in \d+ s$/));
  await page.keyboard.press('x');
  await remarks(page).pressSequentially('Axn: no photo can be loaded');
  await page.keyboard.press('Control+Enter');
  await expectVisible(facts(page, 'Newest'));
  await expectVisible(review(page, 'Newest').getByText('1 of 1', { exact: true }));
  await expectVisible(decisions(page).getByText(/^Rejecting Middle in \d+ s$/));
  await expectHidden(page.getByRole('button', { name: 'Next application' }));
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expectVisible(reviewButton(page, 1));
  // Leaving the screen sends the pending calls (WORK-05).
  await page.getByRole('link', { name: 'Bookings' }).first().click();
  await expectVisible(toast(page, 'Middle is rejected'));
  const status = async ({ id }: Mechanic) =>
    (await callApi(application, token, getMechanic, { params: { id } })).record.status;
  expect(await Promise.all([oldest, middle, newest].map(status))).toEqual(['approved', 'rejected', 'pending']);
  await page.goto(`/mechanics?mechanic=${middle.id}&tab=activity`);
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
  await expectVisible(history.getByText('Status: Pending → Rejected'));
  await expectVisible(history.getByText('Axn: no photo can be loaded'));
  await expectVisible(history.getByText(`by ${administrator.email}`));
});

test('[MECH-06, FILE-04, MECH-07, SECU-05] the bank account and the Aadhaar card are shown after a click, which is logged and shown in the history', async ({
  page,
  application,
  pictures,
}) => {
  await page.goto(`/mechanics?mechanic=${suresh.id}`);
  const dialog = page.getByRole('dialog', { name: 'Suresh Patil' });
  await dialog.getByRole('button', { name: 'Show the complete account number' }).click();
  await expectVisible(dialog.getByText('5012345678901', { exact: true }));
  const documents = dialog.getByRole('region', { name: 'Documents' });
  await documents.getByRole('button', { name: 'Aadhaar card' }).click();
  expect(pictures).not.toContain('/suresh-aadhaar.png');
  await documents.getByRole('button', { name: 'Show Aadhaar card' }).click();
  await expectVisible(documents.getByRole('img', { name: 'Aadhaar card' }));
  await expect.poll(() => pictures).toContain('/suresh-aadhaar.png');
  await openTab(page, 'Activity (2)');
  await expectVisible(dialog.getByText('Bank account shown'));
  await expectVisible(dialog.getByText('Aadhaar card shown'));
  expect(await loggedActions(application, 'mechanic', suresh)).toMatchObject([
    { action: 'aadhaar_card_shown' },
    { action: 'bank_account_shown' },
  ]);
});
