import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createSlot } from '@wayside/contract/slots';
import { createWebhook } from '@wayside/contract/webhooks';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { expectText, expectVisible } from './support/expectations.ts';
import { button, dialogByName as dialog } from './support/locators.ts';
import { beginSignedIn } from './support/session.ts';
import { toast } from './support/toasts.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Provides an endpoint that responds to each event with `status`, and a signed-in `page` on the Integrations screen.
 */
const test = applicationTest({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
  .extend('receiver', async ({}, { onCleanup }) => {
    const received: Received[] = [];
    const receiver = { url: '', status: 200, received };
    const server = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(receiver.status).end('<b>Thank you</b>');
    }).listen(0, '127.0.0.1');
    onCleanup(() => void server.close());
    await once(server, 'listening');
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    return receiver;
  })
  .extend('token', ({ page, application }) => beginSignedIn(page, application))
  .extend('added', { auto: true }, async ({ page, application, token, receiver }) => {
    await callApi(application, token, createWebhook, { body: { url: receiver.url, types: null } });
    await page.goto('/integrations');
    await expectVisible(page.getByText(receiver.url, { exact: true }));
  });

const deliveries = (page: Page) => dialog(page, 'Deliveries').getByRole('list', { name: 'Deliveries' });
const delivery = (page: Page, type: string) => deliveries(page).getByRole('listitem').filter({ hasText: type });

test('[HOOK-02] a test event is sent, and its response is shown as text', async ({ page, receiver }) => {
  await button(page, `Send a test event to ${receiver.url}`).click();
  const sent = delivery(page, 'webhook.test');
  await expectVisible(sent.getByText('Delivered', { exact: true }));
  await expectVisible(sent.getByText('200', { exact: true }));
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
  await sent.getByText('webhook.test').first().click();
  await expectText(sent.getByRole('region', { name: 'Response' }).locator('pre'), '<b>Thank you</b>');
  await expectVisible(sent.getByText('"type": "webhook.test"'));
  await expectAccessible(page);
});

test('[HOOK-01, HOOK-02] a failed event is shown with its next attempt, and a click sends it again', async ({
  page,
  application,
  token,
  receiver,
}) => {
  receiver.status = 500;
  const body = { startTime: '9:00', endTime: '10:00', duration: '1 hour' };
  await callApi(application, token, createSlot, { body });
  await expect.poll(() => receiver.received.length).toBe(1);
  await button(page, `Deliveries to ${receiver.url}`).click();
  const failed = delivery(page, 'slot.created');
  await expectVisible(failed.getByText('Waiting', { exact: true }));
  await expectVisible(failed.getByText('500', { exact: true }));
  await failed.getByText('slot.created').first().click();
  await expectVisible(failed.getByText('Next attempt'));
  receiver.status = 204;
  await failed.getByRole('button', { name: 'Send again' }).click();
  await expectVisible(toast(page, 'The event was sent again'));
  await expectVisible(deliveries(page).getByText('Delivered', { exact: true }));
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
  await dialog(page, 'Deliveries').getByLabel('State').selectOption('Failed');
  await expectVisible(page.getByText('No delivery is in this state.'));
});

test('[HOOK-02, LIVE-02] an endpoint that responds with 410 is switched off, and an open screen shows this without a reload', async ({
  openSignedIn,
  application,
  token,
  receiver,
}) => {
  const page = await openSignedIn({ live: true });
  await page.goto('/bookings');
  await expectVisible(page.getByRole('heading', { name: 'Bookings', level: 1 }));
  receiver.status = 410;
  const body = { startTime: '11:00', endTime: '12:00', duration: '1 hour' };
  await callApi(application, token, createSlot, { body });
  await expectVisible(page.getByRole('banner').getByRole('link', { name: /webhook endpoints? (is|are) off$/ }));
});
