import { configuration, updateConfiguration } from '@wayside/contract/configuration';
import { deleteImage } from '@wayside/contract/files';
import { deleteMechanic } from '@wayside/contract/mechanics';
import { listParts } from '@wayside/contract/parts';
import { deleteService } from '@wayside/contract/services';
import { login } from '@wayside/contract/session';
import { updateSlot } from '@wayside/contract/slots';
import { wireKey } from '@wayside/contract/wire/wire-object';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectPath, expectVisible } from './support/expectations.ts';
import { beginExternalSession, externalTest } from './support/external/external-test.ts';
import { LOADS } from './support/external/loads.ts';
import { externalAdministrator } from './support/external/routes.ts';
import { button, confirmDeletion } from './support/locators.ts';
import { fillLogin } from './support/session.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginExternalSession(page));

/** Collects the warnings about images that were not deleted. */
const warningsOf = (page: Page) => {
  const warnings: string[] = [];
  page.on(
    'console',
    (message) => message.text().includes('an old image was not deleted') && warnings.push(message.text()),
  );
  return warnings;
};
const imagesDeleted = () => provider.requests(deleteImage).map(({ query }) => query['imageUrl']);

describe('a call', () => {
  bare('[API-13] has the JSON content type, also without a body', async ({ page }) => {
    await page.goto('/');
    await fillLogin(page, externalAdministrator);
    await expectPath(page, '/dashboard');
    expect(provider.requests(login)[0]?.contentType).toBe('application/json');
    for (const { path, call } of LOADS) {
      await page.goto(path);
      await expect.poll(() => provider.requests(call)[0]?.contentType, { message: path }).toBe('application/json');
    }
    expect(provider.ofOtherContentType()).toEqual([]);
  });

  test('[API-11] that changes a time slot has the id in its body', async ({ page }) => {
    await page.goto('/master/slots');
    await page.getByRole('button', { name: /^Edit time slot 09:00/ }).click();
    await page.getByLabel('Duration *').fill('an hour');
    await button(page, 'Update Slot').click();
    await expectVisible(toast(page, 'Time slot updated successfully'));
    const [asked] = provider.requests(updateSlot);
    expect(asked?.path).toBe('/slot/update/slt-1');
    expect(asked?.body).toMatchObject({ _id: 'slt-1' });
  });

  test('[API-12, CONF-02] that saves the configuration sends "" for an empty UPI id', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/^warning: updateConfiguration: data\._id is not an id/);
    await page.goto('/master/config');
    await page.getByRole('tab', { name: 'Payment Settings' }).click();
    await page.getByLabel('UPI ID').fill('');
    await button(page, 'Update Configuration').click();
    await expectVisible(page.getByText('Configuration updated successfully!'));
    expect(provider.requests(updateConfiguration)[0]?.body).toMatchObject({
      [wireKey(configuration, 'upiId')]: '',
    });
  });
});

describe('[FILE-02] a deletion', () => {
  test('deletes the documents of a mechanic', async ({ page }) => {
    await page.goto('/mechanics');
    await button(page, 'Delete mechanic Anil Rao').click();
    await confirmDeletion(page);
    await expect.poll(imagesDeleted).toEqual(['/uploads/anil.png', 'uploads/card.png']);
    const order = provider.allRequests().map((call) => call.replace(/^\w+ /, ''));
    const deleted = order.indexOf(deleteMechanic.path.replace('{id}', 'mech-1'));
    expect(order.indexOf(deleteImage.path)).toBeGreaterThan(deleted);
  });

  test('deletes the images of a service and its parts', async ({ page }) => {
    await page.goto('/services/regular');
    await button(page, 'Delete service Oil change').click();
    await expectVisible(page.getByText('Its 3 parts are deleted with it.'));
    await confirmDeletion(page);
    await expect.poll(imagesDeleted).toEqual(['/uploads/oil.png', '/uploads/filter.png']);
    expect(provider.requests(listParts)).toHaveLength(1);
    const order = provider.allRequests().map((call) => call.replace(/^\w+ /, ''));
    const deleted = order.indexOf(deleteService.path.replace('{id}', 'srv-1'));
    expect(order.indexOf(deleteImage.path)).toBeGreaterThan(deleted);
  });

  test('keeps every image when it fails', async ({ page }) => {
    await page.goto('/services/regular');
    await button(page, 'Delete service Oil change').click();
    provider.answerNext(deleteService, 'status false');
    await confirmDeletion(page);
    await expectVisible(page.getByRole('alertdialog').getByText('Error deleting service'));
    await page.goto('/mechanics');
    await button(page, 'Delete mechanic Anil Rao').click();
    provider.answerNext(deleteMechanic, 'status false');
    await confirmDeletion(page);
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete mechanic'));
    expect(imagesDeleted()).toEqual([]);
  });

  test('succeeds although an image cannot be deleted, which is only a warning', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    pageErrors.allow(/^warning: an old image was not deleted/);
    const warnings = warningsOf(page);
    provider.answerNext(deleteImage, 'html 500', { json: { status: false } });
    await page.goto('/mechanics');
    await button(page, 'Delete mechanic Anil Rao').click();
    await confirmDeletion(page);
    await expectVisible(toast(page, 'Anil Rao is deleted'));
    await expect.poll(() => warnings.length).toBe(2);
  });

  test('succeeds although the parts are unknown', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    pageErrors.allow(/^warning: an old image was not deleted/);
    const warnings = warningsOf(page);
    await page.goto('/services/regular');
    const gone = { status: 404, message: 'No parts here' };
    provider.answerNext(listParts, gone, gone);
    await button(page, 'Delete service Oil change').click();
    await expectVisible(page.getByText('Its parts are deleted with it. No parts here'));
    await confirmDeletion(page);
    await expectVisible(toast(page, 'Service deleted successfully'));
    await expect.poll(imagesDeleted).toEqual(['/uploads/oil.png']);
    await expect.poll(() => warnings.length).toBe(1);
  });
});
