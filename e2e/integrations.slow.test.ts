import { createServiceKey, listServiceKeys } from '@wayside/contract/service-keys';
import { createWebhook, listWebhooks } from '@wayside/contract/webhooks';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { pretendExternalApi, serveAnswers } from './support/calls.ts';
import { expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, confirmDeletion, copyIn, dialogNamed as dialog, press } from './support/locators.ts';
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

/** Reads the secret on the screen, copies it and closes the dialog. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const shown = dialog(page, title);
  await expectVisible(shown.getByText('It is shown only once.'));
  const secret = (await shown.getByLabel('Secret').textContent()) ?? '';
  await copyIn(shown);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectHidden(shown);
  return secret;
}

test('[PEOP-08] is opened from Settings', async ({ page }) => {
  await page.goto('/dashboard');
  await openFromSettings(page, 'Integrations');
  await expectPath(page, '/integrations');
  await expectVisible(page.getByRole('heading', { name: 'Integrations', level: 1 }));
  expect(await page.title()).toMatch(/^Integrations/);
});

describe('service keys', () => {
  test('[SYNC-06] are created with scopes and an end, shown once, replaced and revoked', async ({
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
    await expectVisible(asking(page).getByText('Programs that use it are rejected at once.'));
    await asking(page).getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => keyRow(page, 'orders-service').count()).toBe(1);
    expect(await withKey()).toBe(401);
    await press(page, 'Show 1 expired or revoked key');
    await expectVisible(keyRow(page, 'orders-service').getByText('Revoked', { exact: true }));
  });

  test('[SYNC-06] need a name and a scope, and ask before a key is lost', async ({ page }) => {
    await openIntegrations(page);
    await press(page, 'Create key');
    const form = dialog(page, 'Create a service key');
    for (const scope of ['Users', 'Mechanics', 'Bookings', 'Payments', 'Read changes'])
      await form.getByLabel(scope, { exact: true }).uncheck();
    await form.getByRole('button', { name: 'Create key' }).click();
    await expectVisible(form.getByText('Required', { exact: true }));
    await expectVisible(form.getByText('Choose at least one thing that the key may do'));
    await form.getByLabel('Name', { exact: true }).fill('x'.repeat(60));
    await form.getByLabel('Read changes', { exact: true }).check();
    await form.getByRole('button', { name: 'Create key' }).click();
    const shown = dialog(page, `Key of ${'x'.repeat(60)}`);
    await expectVisible(shown);
    await page.keyboard.press('Escape');
    await expectVisible(asking(page).getByText('It is shown only once.'));
    await asking(page).getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(shown.getByLabel('Secret'));
    await expectNoHorizontalScroll(page);
  });

  test('[SYNC-06] count as saved only once they are copied, also on a plain-http address', async ({ page }) => {
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
    await copyIn(shown);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expectHidden(shown);
  });

  test('[ERR-03] a rejected creation keeps the input', async ({ page, application, token, pageErrors }) => {
    const body = { name: 'twice', scopes: ['slots' as const], days: null };
    for (let time = 0; time < 2; time++) await callApi(application, token, createServiceKey, { body });
    await openIntegrations(page);
    await press(page, 'Create key');
    const form = dialog(page, 'Create a service key');
    await form.getByLabel('Name', { exact: true }).fill('twice');
    pageErrors.expectApiError(409, 'POST');
    await form.getByRole('button', { name: 'Create key' }).click();
    await expectText(form.getByRole('alert'), /two valid keys/i);
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('twice');
  });
});

describe('webhook endpoints', () => {
  const url = 'https://hooks.example.com/wayside';

  test('[HOOK-02] are added, changed, switched off and on, given a new secret and deleted', async ({
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

  test('[HOOK-02] say why they are off', async ({ page }) => {
    const off = {
      _id: newRecordId(),
      url,
      types: null,
      isEnabled: false,
      disabledAt: '2026-03-01T10:00:00.000Z',
      failingSince: '2026-02-24T10:00:00.000Z',
      previousSecretUntil: null,
      waiting: 12_000,
      lastAttempt: { at: '2026-03-01T10:00:00.000Z', statusCode: null, error: 'no answer within 15 s' },
      replayLeft: null,
      createdAt: '2026-02-01T10:00:00.000Z',
    };
    await serveAnswers(page, listWebhooks, {
      json: {
        status: true,
        data: [
          { ...off, disabledReason: 'failing' },
          { ...off, _id: newRecordId(), url: 'https://gone.example.com/', disabledReason: 'gone' },
        ],
      },
    });
    await openIntegrations(page);
    const row = webhookRow(page, url);
    await expectVisible(row.getByText('Off: five days of failures alone'));
    await expectVisible(row.getByText('12,000 waiting'));
    await expectVisible(row.getByText('no answer within 15 s'));
    await expectVisible(webhookRow(page, 'https://gone.example.com/').getByText('Off: it answered 410 Gone'));
    await page.goto('/bookings');
    await page.getByRole('banner').getByRole('link', { name: '2 webhook endpoints are off' }).click();
    await expectPath(page, '/integrations');
  });
});

describe('the screen', () => {
  test('[ERR-03] shows each failed part with a retry, while the other works', async ({ page }) => {
    await serveAnswers(
      page,
      listServiceKeys,
      { status: 400, json: { status: false, message: 'No keys today' } },
      'real',
    );
    await openIntegrations(page);
    const failed = page.getByRole('alert').filter({ hasText: 'No keys today' });
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expectHidden(failed);
    await expectVisible(page.getByRole('heading', { name: /^Service keys \(/ }));
  });

  test('is accessible and fits a phone', async ({ page, openSignedIn, application, token }) => {
    const body = { url: `https://${'long.'.repeat(30)}example.com/${'x'.repeat(80)}`, types: ['slot.created'] };
    await callApi(application, token, createWebhook, { body });
    await openIntegrations(page);
    await expectAccessible(page);
    await press(page, 'Create key');
    await expectVisible(dialog(page, 'Create a service key'));
    await expectAccessible(page);
    const phone = await openSignedIn({ width: 'phone' });
    await openIntegrations(phone);
    await expectNoHorizontalScroll(phone);
    await expectAccessible(phone);
  });

  test('is absent in front of another provider', async ({ page, pageErrors }) => {
    pageErrors.expect(/^console: 404: there is no page at/);
    await pretendExternalApi(page);
    await page.goto('/integrations');
    await expectVisible(page.getByText('Oops! Page not found'));
  });
});
