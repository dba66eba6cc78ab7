import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { marketplaceTest } from './support/application-test.ts';
import { installClock } from './support/clock.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { anApplication } from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';

const test = marketplaceTest({ mechanics: [anApplication()] });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the screen`);
  return { top: box.y, bottom: box.y + box.height, height: box.height, width: box.width };
}

test('[MECH-07, MECH-08] a review on a phone shows documents above the details and buttons at the bottom', async ({
  openSignedIn,
}) => {
  const phone = await openSignedIn({ width: 'phone' });
  await installClock(phone);
  await servePictures(phone);
  await phone.goto('/mechanics');
  await phone.getByRole('button', { name: 'Review applications (1)' }).tap();
  const dialog = phone.getByRole('dialog', { name: 'Application of Imran Shaikh' });
  await expectVisible(dialog.getByRole('img', { name: 'Profile photo' }));
  const [picture, facts, approve, reject] = [
    await boxOf(dialog.getByRole('group', { name: /^Profile photo/ })),
    await boxOf(dialog.getByRole('region', { name: 'Facts' })),
    await boxOf(dialog.getByRole('button', { name: 'Approve' })),
    await boxOf(dialog.getByRole('button', { name: 'Reject' })),
  ];
  expect(picture.height).toBeGreaterThan(250);
  expect(facts.top).toBeGreaterThan(picture.bottom);
  for (const button of [approve, reject]) {
    expect(button.height).toBeGreaterThanOrEqual(44);
    expect(button.top).toBeGreaterThan(812 - 100);
    expect(button.bottom).toBeLessThanOrEqual(812);
  }
  await dialog.getByRole('button', { name: 'Zoom in' }).tap();
  await expectVisible(dialog.getByRole('group', { name: 'Profile photo, 125 %' }));
  await dialog.getByRole('region', { name: 'Payment Details' }).scrollIntoViewIfNeeded();
  await dialog.getByRole('button', { name: 'Approve' }).tap();
  const remarks = phone.getByRole('dialog', { name: 'Approve Imran Shaikh?' });
  await remarks.getByRole('textbox', { name: 'Remarks (optional)' }).fill('Fine');
  await remarks.getByRole('button', { name: 'Approve' }).tap();
  await expectHidden(remarks);
  await expectVisible(dialog.getByText('No pending applications', { exact: true }));
  await dialog.getByRole('button', { name: 'Close' }).last().tap();
  await expectHidden(dialog);
  const undo = phone.getByRole('button', { name: 'Undo: Approving Imran Shaikh' });
  expect((await boxOf(undo)).height).toBeGreaterThanOrEqual(44);
  await phone.clock.fastForward(10_000);
  await expectVisible(
    phone.getByRole('listitem').filter({ hasText: 'Imran Shaikh' }).getByText('Approved', { exact: true }),
  );
});
