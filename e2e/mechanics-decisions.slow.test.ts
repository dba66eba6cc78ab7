import { decideApplication, getMechanic, type Mechanic } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { expectValue, expectVisible } from './support/expectations.ts';
import { anApplication } from './support/factories/people.ts';
import { press } from './support/locators.ts';
import { servePictures } from './support/pictures.ts';
import { openTab } from './support/record-page.ts';
import { beginAsAnother, openSession, storedSession } from './support/session.ts';

const ravi = anApplication({ name: 'Ravi', createdAt: '2025-01-01T06:00:00.000Z' });
const meera = anApplication({ name: 'Meera', createdAt: '2025-01-02T06:00:00.000Z' });
const overtaken = anApplication({ name: 'Overtaken' });

const test = marketplaceTest({ mechanics: [ravi, meera, overtaken] });

const review = (page: Page, { name }: Mechanic) =>
  page.getByRole('dialog', { name: `Application of ${name}`, exact: true });
const remarks = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Remarks/ });
const undo = (page: Page, doing: string) => page.getByRole('button', { name: `Undo: ${doing}` });

async function open(page: Page, mechanic: Mechanic): Promise<void> {
  await page.goto(`/mechanics?review=${mechanic.id}`);
  await expectVisible(review(page, mechanic).getByRole('region', { name: 'Facts' }));
}

const expectStatus = (application: Application, { id }: Mechanic, status: string) =>
  expect
    .poll(async () => {
      const token = await storedSession(application);
      return (await callApi(application, token, getMechanic, { params: { id } })).record.status;
    })
    .toBe(status);

test('[WORK-05] a decision in a review is sent immediately when the tab closes or the user signs out', async ({
  openSignedIn,
  openPage,
  application,
}) => {
  const closing = await openSignedIn();
  await servePictures(closing);
  await open(closing, ravi);
  await closing.keyboard.press('a');
  await remarks(closing).press('Enter');
  await expectVisible(undo(closing, 'Approving Ravi'));
  // An intercepted call would be aborted when its page closes.
  await closing.unrouteAll();
  await closing.close({ runBeforeUnload: true });
  await expectStatus(application, ravi, 'approved');
  const leaving = await openPage();
  await beginAsAnother(leaving, application);
  await servePictures(leaving);
  await open(leaving, meera);
  await leaving.keyboard.press('x');
  await leaving.keyboard.press('4');
  await leaving.keyboard.press('Enter');
  await expectVisible(undo(leaving, 'Rejecting Meera'));
  await leaving.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Logout' }).click();
  await expectVisible(leaving.getByRole('button', { name: 'Sign In' }));
  await expectStatus(application, meera, 'rejected');
});

test('[MECH-12] the second of two administrators who decide sees who decided first and when', async ({
  openSignedIn,
  application,
  pageErrors,
}) => {
  const page = await openSignedIn();
  pageErrors.allow(/^(response: 409|console: )/);
  await page.goto(`/mechanics?mechanic=${overtaken.id}`);
  const dialog = page.getByRole('dialog', { name: 'Overtaken', exact: true });
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  const remarks = page.getByRole('dialog', { name: 'Reject Overtaken?', exact: true });
  await remarks.getByRole('textbox').fill('No shop');
  const token = await openSession(application);
  await callApi(application, token, decideApplication, {
    body: { id: overtaken.id, status: 'approved', remarks: 'All is well' },
  });
  await remarks.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectVisible(
    remarks.getByText(
      new RegExp(`^This application was approved by ${administrator.email} on .+ 20\\d\\d, .+m\\.$`),
    ),
  );
  await expectValue(remarks.getByRole('textbox'), 'No shop');
  await remarks.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'Discard');
  await expectVisible(dialog.getByRole('button', { name: 'Block', exact: true }));
  await openTab(page, 'Activity');
  await expectVisible(dialog.getByRole('region', { name: 'History' }).getByText('All is well'));
  await expectStatus(application, overtaken, 'approved');
});
