import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectPath, expectVisible } from './support/expectations.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, clickCopy, confirmDeletion, dialogByName as dialog, press } from './support/locators.ts';
import { openFromSettings } from './support/navigation.ts';
import { toast } from './support/toasts.ts';

const test = signedInTest({
  slots: [{ id: newRecordId(), startTime: '9:00', endTime: '10:00', duration: '1 hour' }],
});

const keyList = (page: Page) => page.getByRole('list', { name: 'Service keys' });
const keyRow = (page: Page, name: string): Locator =>
  keyList(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
const webhookRow = (page: Page, url: string): Locator =>
  page
    .getByRole('list', { name: 'Webhook endpoints' })
    .getByRole('listitem')
    .filter({ has: page.getByText(url, { exact: true }) });
const asking = (page: Page) => page.getByRole('alertdialog');

async function openIntegrations(page: Page): Promise<void> {
  await page.goto('/integrations');
  await expectVisible(page.getByRole('heading', { name: 'Integrations', level: 1 }));
  await expectVisible(page.getByRole('heading', { name: /^Webhook endpoints \(/ }));
}

async function chooseAction(page: Page, url: string, name: string): Promise<void> {
  await button(page, `More actions for ${url}`).click();
  await page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();
}

/** Reads the secret from the screen, copies it and closes the dialog. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const shown = dialog(page, title);
  await expectVisible(shown.getByText('It is shown only once.'));
  const secret = (await shown.getByLabel('Secret').textContent()) ?? '';
  await clickCopy(shown);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectHidden(shown);
  return secret;
}

test('[PEOP-08] the integrations screen opens from Settings', async ({ page }) => {
  await page.goto('/dashboard');
  await openFromSettings(page, 'Integrations');
  await expectPath(page, '/integrations');
  await expectVisible(page.getByRole('heading', { name: 'Integrations', level: 1 }));
  expect(await page.title()).toMatch(/^Integrations/);
});

describe('service keys', () => {
  test('[SYNC-06] are created with scopes and an expiry date, shown once, replaced and revoked', async ({
    page,
    application,
  }) => {
    await openIntegrations(page);
    await expectVisible(page.getByText('There is no service key yet.'));
    await press(page, 'Create key');
    const form = dialog(page, 'Create a service key');
    await form.getByLabel('Name', { exact: true }).fill('orders-service');
    for (const scope of ['Users', 'Mechanics', 'Payments']) await form.getByLabel(scope, { exact: true }).uncheck();
    await form.getByLabel('Expires').selectOption('In 30 days');
    await form.getByRole('button', { name: 'Create key' }).click();
    const key = await takeSecret(page, 'Key of orders-service');
    expect(key).toMatch(/^wsk_/);
    await expectVisible(toast(page, 'Service key created'));
    const row = keyRow(page, 'orders-service');
    await expectVisible(row.getByText('Bookings, Read changes', { exact: true }));
    await expectVisible(row.getByText(/Never used/));
    await expectVisible(row.getByText(/Expires \d{1,2} [A-Z][a-z]+ \d{4}/));
    await expectHidden(page.getByText(key));

    const withKey = () =>
      fetch(`${application.url}/api/v1/changes`, { headers: { authorization: `Bearer ${key}` } }).then(
        ({ status }) => status,
      );
    expect(await withKey()).toBe(200);

    await row.getByRole('button', { name: /^Replace the key orders-service/ }).click();
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('orders-service');
    expect(await form.getByLabel('Bookings', { exact: true }).isChecked()).toBe(true);
    expect(await form.getByLabel('Payments', { exact: true }).isChecked()).toBe(false);
    await form.getByRole('button', { name: 'Create key' }).click();
    expect(await takeSecret(page, 'Key of orders-service')).not.toBe(key);
    await expect.poll(() => keyRow(page, 'orders-service').count()).toBe(2);

    await keyRow(page, 'orders-service')
      .filter({ hasText: key.slice(0, 12) })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await expectVisible(asking(page).getByText('Programs that use it are rejected immediately.'));
    await asking(page).getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => keyRow(page, 'orders-service').count()).toBe(1);
    expect(await withKey()).toBe(401);
    await press(page, 'Show 1 expired or revoked key');
    await expectVisible(keyRow(page, 'orders-service').getByText('Revoked', { exact: true }));
  });

  test('[SYNC-06] count as saved only after they are copied, even at a plain HTTP address', async ({ page }) => {
    await openIntegrations(page);
    await press(page, 'Create key');
    const form = dialog(page, 'Create a service key');
    await form.getByLabel('Name', { exact: true }).fill('warehouse');
    await form.getByRole('button', { name: 'Create key' }).click();
    const shown = dialog(page, 'Key of warehouse');
    await expectVisible(shown);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await shown.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectVisible(shown.getByText('It could not be copied. Select it and copy it by hand.'));
    await shown.getByRole('button', { name: 'Done' }).click();
    await asking(page).getByRole('button', { name: 'Cancel' }).click();
    await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'));
    await clickCopy(shown);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expectHidden(shown);
  });
});

describe('webhook endpoints', () => {
  const url = 'https://hooks.example.com/wayside';

  test('[HOOK-02] are added, changed, switched off and on, get a new secret, and are deleted', async ({
    page,
    pageErrors,
  }) => {
    await openIntegrations(page);
    await press(page, 'Add endpoint');
    const adding = dialog(page, 'Add an endpoint');
    pageErrors.expectApiError(400, 'POST');
    await adding.getByLabel('Address').fill('hooks.example.com');
    await adding.getByRole('button', { name: 'Add endpoint' }).click();
    await expectVisible(adding.getByText('must be an address such as').first());
    await adding.getByLabel('Address').fill(url);
    await adding.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = await takeSecret(page, 'Signing secret');
    expect(secret).toMatch(/^whsec_/);
    const row = webhookRow(page, url);
    await expectVisible(row.getByText('On', { exact: true }));
    await expectVisible(row.getByText('All events'));

    await chooseAction(page, url, 'Edit');
    const editing = dialog(page, 'Edit the endpoint');
    await editing.getByLabel('Events').selectOption('Only these');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expectVisible(editing.getByText('Choose at least one type'));
    await editing.getByLabel('payout.created', { exact: true }).check();
    await editing.getByRole('button', { name: 'Save' }).click();
    await expectVisible(row.getByText('payout.created'));

    await chooseAction(page, url, 'Switch off');
    await expectVisible(row.getByText('Off', { exact: true }));
    await chooseAction(page, url, 'Switch on');
    await expectVisible(row.getByText('On', { exact: true }));

    await chooseAction(page, url, 'Rotate secret');
    await asking(page).getByRole('button', { name: 'Rotate' }).click();
    expect(await takeSecret(page, 'Signing secret')).not.toBe(secret);
    await expectVisible(row.getByText(/Signed with both secrets until \d/));

    await chooseAction(page, url, 'Delete');
    await confirmDeletion(page);
    await expectHidden(row);
    await expectVisible(toast(page, 'Endpoint deleted'));
  });
});
