import { deleteImage, uploadImage } from '@wayside/contract/files';
import { updateService } from '@wayside/contract/services';
import { updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { signedInExternalTest } from './support/external/external-test.ts';
import { aPicture, externalToken } from './support/external/routes.ts';
import { downloadOf } from './support/files.ts';
import { button } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const { provider, test } = await signedInExternalTest();

async function editModel(page: Page): Promise<void> {
  await page.goto('/master/vehicle-models');
  await button(page, 'Edit vehicle model Tata').click();
  await page.getByLabel('Company Logo').setInputFiles(aPicture);
}

test('[FILE-01, FILE-02, RUN-05] uploads an image to the external file host, saves its URL and deletes the old image', async ({
  page,
}) => {
  await editModel(page);
  provider.forget();
  await button(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await expect.poll(() => provider.requests(deleteImage).length).toBe(1);
  const [upload, save, deletion] = [uploadImage, updateVehicleModel, deleteImage].map(
    (call) => provider.requests(call)[0],
  );
  expect(upload?.token).toBe(externalToken);
  expect(save?.body).toMatchObject({ image: '/uploads/sent-1.png' });
  // The path as the API gave it, without the host.
  expect(deletion?.query).toEqual({ imageUrl: 'uploads/tata.png' });
  expect(deletion?.token).toBe(externalToken);
  const order = provider.allRequests().map((call) => call.replace(/^\w+ /, ''));
  expect(order.indexOf(uploadImage.path)).toBe(0);
  expect(order.indexOf(deleteImage.path)).toBeGreaterThan(1);
  const image = page.getByRole('row').filter({ hasText: 'Tata' }).locator('img');
  await expect.poll(() => image.getAttribute('src')).toBe(`${provider.fileUrl}/uploads/sent-1.png`);
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(16);
});

test('[FILE-02] warns about an old image that cannot be deleted', async ({ page, pageErrors }) => {
  pageErrors.allow(/^(response: 500|console: )/);
  pageErrors.expect(/^warning: an old image was not deleted/);
  await editModel(page);
  const warned = page.waitForEvent('console', (message) =>
    message.text().startsWith('an old image was not deleted'),
  );
  provider.answerNext(deleteImage, 'html 500');
  await button(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await warned;
});

test('[FILE-01, MODL-03, SERV-02, ERR-02] stops the save after a failed upload and keeps the form', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^(response|request|console): /);
  await editModel(page);
  provider.answerNext(uploadImage, 'html 500', 'empty', { failure: 'The disk is full' }, 'dropped');
  const texts = ['Failed to upload image', 'Failed to upload image', 'The disk is full', 'Failed to upload image'];
  for (const [times, words] of texts.entries()) {
    await button(page, 'Update Model').click();
    await expect.poll(() => provider.requests(uploadImage).length).toBe(times + 1);
    await expectVisible(toast(page, words).first());
  }
  expect(provider.requests(updateVehicleModel)).toEqual([]);
  await expectVisible(page.getByRole('dialog', { name: 'Edit Vehicle Model' }));

  await page.goto('/services/regular');
  await button(page, 'Edit service Oil change').click();
  await page.getByLabel('Image').setInputFiles(aPicture);
  provider.answerNext(uploadImage, 'status false', 'dropped');
  for (const words of ['Failed to upload image', 'Error uploading image']) {
    await button(page, 'Update Service').click();
    await expectVisible(page.getByRole('dialog').getByText(words, { exact: true }));
  }
  expect(provider.requests(updateService)).toEqual([]);
});

test('[MODL-02, FILE-01] accepts an image of any kind, also one that the browser cannot show', async ({ page }) => {
  await editModel(page);
  const chosen = page.getByLabel('Company Logo');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const file of [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg },
    { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
  ]) {
    await chosen.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expectVisible(page.getByText('Please select an image file', { exact: true }));
    await chosen.setInputFiles(file);
    await expectHidden(page.getByText('Please select an image file', { exact: true }));
  }
  await expectVisible(page.getByLabel('The image cannot be shown'));
  await button(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  expect(provider.requests(uploadImage).map(({ body }) => String(body).includes('photo.heic'))).toEqual([true]);
});

test('[API-15, SOS-01] shows a placeholder for a missing image', async ({ page, pageErrors }) => {
  pageErrors.allow(/^(response: 404|request|console)/);
  await page.route('**/uploads/tow.png', (route) => route.fulfill({ status: 404 }));
  await page.goto('/services/sos');
  const towing = page.getByRole('row').filter({ hasText: 'Towing' });
  await expectVisible(towing.getByRole('img', { name: 'Image failed to load' }));
  await expectHidden(page.getByRole('row').filter({ hasText: 'Fuel' }).getByRole('img'));
});

describe('the screenshot of a payment', () => {
  const openScreenshot = async (page: Page) => {
    await page.goto('/payments?payment=65f3000000000000000fed01');
    const image = page.getByRole('img', { name: /proof of the payment/ });
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(16);
  };

  test('[PAYM-06, FILE-01] is downloaded from the external file host as a file, without another tab', async ({
    page,
  }) => {
    await openScreenshot(page);
    const file = await downloadOf(page, () => button(page, 'Download').click());
    expect(file.name).toBe('payment-0FED01.png');
    expect(file.bytes.equals(aPicture.buffer)).toBe(true);
    expect(page.context().pages()).toHaveLength(1);
    await expectHidden(page.getByRole('dialog').getByRole('alert'));
  });

  test('[PAYM-06, ERR-03] shows why it cannot be saved when the host lets no page read it', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request: net::ERR_FAILED GET|console: )/);
    await openScreenshot(page);
    const files: unknown[] = [];
    page.on('download', (it) => files.push(it));
    provider.answerNext({ path: '/uploads/{}' }, 'no cors');
    await button(page, 'Download').click();
    const { host } = new URL(provider.fileUrl);
    await expectVisible(
      page
        .getByRole('dialog')
        .getByRole('alert')
        .getByText(
          `The image could not be saved: ${host} does not answer, or does not let this page read its files. Right-click the image, or press and hold it, to save it.`,
          { exact: true },
        ),
    );
    expect(files).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('[PAYM-06, ERR-03] shows a failed download and repeats it', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await openScreenshot(page);
    provider.answerNext({ path: '/uploads/{}' }, 'html 500', 'html 200');
    const alert = page.getByRole('dialog').getByRole('alert');
    await button(page, 'Download').click();
    await expectVisible(alert.getByText(/answered with an error \(500\)/));
    await button(page, 'Download').click();
    await expectVisible(alert.getByText(/did not answer with an image/));
    const file = await downloadOf(page, () => button(page, 'Download').click());
    expect(file.bytes.equals(aPicture.buffer)).toBe(true);
    await expectHidden(alert);
  });
});
