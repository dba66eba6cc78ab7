import { updateService } from '@wayside/contract/catalogue';
import { deleteImage, uploadImage } from '@wayside/contract/files';
import { updateVehicleModel } from '@wayside/contract/master';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPicture } from './support/foreign/files.ts';
import { buttonNamed } from './support/foreign/foreign-screen.ts';
import { beginWithTheirToken, foreignTest } from './support/foreign/foreign-test.ts';
import { theirToken } from './support/foreign/session.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await foreignTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

async function editModel(page: Page): Promise<void> {
  await page.goto('/master/vehicle-models');
  await buttonNamed(page, 'Edit vehicle model Tata').click();
  await page.getByLabel('Company Logo').setInputFiles(aPicture);
}

test('[FILE-01, FILE-02, RUN-05] an image goes to their file host first, then its URL, then the old one goes', async ({
  page,
}) => {
  await editModel(page);
  provider.forget();
  await buttonNamed(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await expect.poll(() => provider.asked(deleteImage).length).toBe(1);
  const [upload, save, deletion] = [uploadImage, updateVehicleModel, deleteImage].map(
    (call) => provider.asked(call)[0],
  );
  expect(upload?.token).toBe(theirToken);
  expect(save?.body).toMatchObject({ image: '/uploads/sent-1.png' });
  // As they have said it, not as it is shown.
  expect(deletion?.query).toEqual({ imageUrl: 'uploads/tata.png' });
  expect(deletion?.token).toBe(theirToken);
  const order = provider.allAsked().map((call) => call.replace(/^\w+ /, ''));
  expect(order.indexOf(uploadImage.path)).toBe(0);
  expect(order.indexOf(deleteImage.path)).toBeGreaterThan(1);
  const image = page.getByRole('row').filter({ hasText: 'Tata' }).locator('img');
  await expect.poll(() => image.getAttribute('src')).toBe(`${provider.fileUrl}/uploads/sent-1.png`);
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(16);
});

test('[FILE-02] an old image that cannot be deleted is only a warning', async ({ page, problems }) => {
  problems.allow(/^(response: 500|console: )/);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await editModel(page);
  provider.misbehaves(deleteImage, 'html 500');
  await buttonNamed(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await expect.poll(() => warnings.filter((line) => line.includes('an old image was not deleted'))).toHaveLength(1);
  expect(provider.asked(deleteImage)).toHaveLength(1);
});

test('[FILE-01, MODL-03, SERV-02, ERR-02] a failed upload stops the save and keeps the form', async ({
  page,
  problems,
}) => {
  problems.allow(/^(response|request|console): /);
  await editModel(page);
  provider.misbehaves(uploadImage, 'html 500', 'empty', { refused: 'The disk is full' }, 'dropped');
  const texts = ['Failed to upload image', 'Failed to upload image', 'The disk is full', 'Failed to upload image'];
  for (const [times, words] of texts.entries()) {
    await buttonNamed(page, 'Update Model').click();
    await expect.poll(() => provider.asked(uploadImage).length).toBe(times + 1);
    await expectVisible(toast(page, words).first());
  }
  expect(provider.asked(updateVehicleModel)).toEqual([]);
  await expectVisible(page.getByRole('dialog', { name: 'Edit Vehicle Model' }));

  await page.goto('/services/regular');
  await buttonNamed(page, 'Edit service Oil change').click();
  await page.getByLabel('Image').setInputFiles(aPicture);
  provider.misbehaves(uploadImage, 'refused', 'dropped');
  for (const words of ['Failed to upload image', 'Error uploading image']) {
    await buttonNamed(page, 'Update Service').click();
    await expectVisible(page.getByRole('dialog').getByText(words, { exact: true }));
  }
  expect(provider.asked(updateService)).toEqual([]);
});

test('[API-15, SOS-01] a picture that they do not have is a placeholder', async ({ page, problems }) => {
  problems.allow(/^(response: 404|request|console)/);
  await page.route('**/uploads/tow.png', (route) => route.fulfill({ status: 404 }));
  await page.goto('/services/sos');
  const towing = page.getByRole('row').filter({ hasText: 'Towing' });
  await expectVisible(towing.getByRole('img', { name: 'Image failed to load' }));
  await expectHidden(page.getByRole('row').filter({ hasText: 'Fuel' }).getByRole('img'));
});
