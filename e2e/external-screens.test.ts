import {
  configuration,
  createConfiguration,
  getConfiguration,
  updateConfiguration,
} from '@wayside/contract/configuration';
import { listMechanics } from '@wayside/contract/mechanics';
import { createNotification, listNotifications } from '@wayside/contract/notifications';
import { createPayout } from '@wayside/contract/payouts';
import { listMechanicEarnings } from '@wayside/contract/payouts-earnings';
import { updateSosService } from '@wayside/contract/sos-services';
import { listUsers } from '@wayside/contract/users';
import { wireKey } from '@wayside/contract/wire/wire-object';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectText, expectTexts, expectValue, expectVisible } from './support/expectations.ts';
import { signedInExternalTest } from './support/external/external-test.ts';
import { button, press, rowWith } from './support/locators.ts';
import { toast, toastRegion } from './support/toasts.ts';

const { provider, test } = await signedInExternalTest();

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

describe('payouts', () => {
  test('[PAYO-01, PAYO-03, API-15] sums amounts that come as text and lists a mechanic without a name', async ({
    page,
  }) => {
    await page.goto('/payouts');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (3)' }));
    const sums = page.getByRole('region', { name: 'Sums over all mechanics' });
    await expectVisible(sums.getByText('₹1,320.75'));
    await expectVisible(sums.getByText('₹1,020.75'));
    await expectTexts(rowWith(page, 'Anil Rao').getByRole('cell'), [
      'Anil Rao mech-1',
      '9833333333',
      '₹1,320.75',
      '₹300',
      '₹0',
      '₹1,020.75',
      'Available for Payout',
      '',
    ]);
    await expectVisible(rowWith(page, 'Waiting Wasim').getByText('Negative Balance'));
    await expectVisible(rowWith(page, 'mech-4').getByText('Zero Balance'));
    await expectHidden(page.getByRole('button', { name: /Explain|Export/ }));
    await expectVisible(page.getByText('1 mechanic could not be read whole.'));
  });

  test('[PAYO-02, PAYO-04, API-15] searches in the answer and shows the histories that it contains', async ({
    page,
  }) => {
    await page.goto('/payouts');
    await page.getByRole('searchbox').fill('9833');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)' }));
    await button(page, 'View details of Anil Rao').click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByRole('heading', { name: 'Earnings History (2)' }));
    await expectVisible(dialog.getByRole('heading', { name: 'Payout History (1)' }));
    await expectVisible(dialog.getByText('778899'));
    await expectVisible(dialog.getByText('Completed'));
    expect(provider.requests(listMechanicEarnings)).toHaveLength(1);
  });

  test('[PAYO-05] sends a payout with its amount as text', async ({ page }) => {
    await page.goto('/payouts');
    await press(page, 'Process payout to Anil Rao');
    const dialog = page.getByRole('dialog', { name: 'Process Payout' });
    await dialog.getByLabel('Transaction ID').fill('6309 0000 0077');
    await dialog.getByRole('button', { name: 'Process Payout' }).click();
    await expectVisible(toast(page, '₹1,020.75 paid to Anil Rao'));
    await expectVisible(rowWith(page, 'Anil Rao').getByText('Zero Balance'));
    expect(provider.requests(createPayout)[0]?.body).toMatchObject({ amount: '1020.75' });
  });

  test('[PAYO-06] reports an answer without data', async ({ page }) => {
    provider.answerNext(listMechanicEarnings, { json: { success: true } });
    await page.goto('/payouts');
    await expectVisible(page.getByText('No data received from server'));
  });
});

describe('notifications', () => {
  test('[NOTI-01, API-15] turns pages one by one where the answer has no totals', async ({ page }) => {
    await page.goto('/notifications');
    await expectVisible(page.getByRole('heading', { name: 'All Notifications', exact: true }));
    await expectVisible(page.getByText('page 1', { exact: true }));
    await expectVisible(page.getByText('Showing 1 to 10 notifications'));
    await expectVisible(page.getByText('1 notification could not be read whole.'));
    await expectTexts(rowWith(page, 'Message 1').first().getByRole('cell'), [
      'Message 1',
      'Festival',
      'N/A',
      'N/A',
      '',
    ]);
    const pages = page.getByRole('navigation', { name: 'Pages of notifications' });
    await pages.getByRole('link', { name: 'Page 2' }).click();
    await expectVisible(page.getByText('Showing 11 to 20 notifications'));
    await pages.getByRole('link', { name: 'Page 3' }).click();
    await expectVisible(page.getByText('Showing 21 to 23 of 23 notifications'));
    await expectVisible(page.getByRole('heading', { name: 'All Notifications (23)' }));
    await expectHidden(pages.getByRole('link', { name: 'Page 4' }));
    await page.goto('/notifications?page=5');
    // Without totals only the page before it is tried.
    await expectVisible(page.getByText('There is no page 4; the last one is page 3.'));
    expect(provider.requests(listNotifications).map(({ query }) => query['page'])).toEqual([
      '1',
      '2',
      '3',
      '5',
      '4',
    ]);
  });

  test('[NOTI-02, NOTI-03] sends a notification to a customer who has an id', async ({ page }) => {
    await page.goto('/notifications');
    await page.getByLabel('Message', { exact: true }).fill('Your car is ready');
    await page.getByLabel('Recipient type').selectOption('User');
    await page.getByRole('combobox', { name: 'Select user' }).fill('n');
    await expectVisible(page.getByRole('option', { name: /Meera Nair/ }));
    await expectHidden(page.getByRole('option', { name: /Nobody Known/ }));
    await page.getByRole('option', { name: /Meera Nair/ }).click();
    await press(page, 'Send notification');
    await expectVisible(page.getByText('Notification sent successfully'));
    await expectVisible(rowWith(page, 'Your car is ready'));
    await expectHidden(toastRegion(page).getByRole('button', { name: 'Undo' }));
    expect(provider.requests(createNotification)).toHaveLength(1);
    expect(provider.requests(listUsers).map(({ query }) => query['limit'])).toEqual(['100']);
  });
});

test('[TOUGH-08] shows and calls nothing that only our own server has', async ({ page }) => {
  await page.goto('/mechanics');
  await expectVisible(rowWith(page, 'Anil Rao'));
  await button(page, 'View details of Waiting Wasim').click();
  await expectVisible(button(page, 'Approve'));
  await expectHidden(page.getByRole('button', { name: /^Review|Ask again|Print|Export/ }));
  await button(page, 'Reject').click();
  await expectHidden(page.getByText(/history/i));
  await page.goto('/mechanics?review=mech-2');
  await expectVisible(rowWith(page, 'Anil Rao'));
  await expectHidden(page.getByRole('dialog'));
  expect(provider.requests(listMechanics).map(({ query }) => query['limit'])).toEqual(['10', '10']);
  await expectHidden(page.getByRole('banner').getByRole('button', { name: /^Search/ }));
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expectTexts(keys.getByRole('heading', { level: 3 }), ['Everywhere', 'In a list']);
  await page.goto('/bookings');
  await button(page, 'View details of booking cdef01').click();
  await expectVisible(page.getByRole('dialog').getByRole('heading').first());
  await expectHidden(page.getByText(/₹[\d,]+\.\d/));
  await expectHidden(page.getByRole('button', { name: 'Print' }));
});

test('[TOUGH-08] pays with any transaction id, without a question about its form', async ({ page }) => {
  await page.goto('/payouts');
  await press(page, /^Process payout to Anil/);
  await page.getByLabel('Transaction ID').fill('paid by hand');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Process|^Pay/ })
    .click();
  await expectHidden(page.getByRole('dialog'));
  expect(provider.requests(createPayout)).toHaveLength(1);
});

test('[API-15] names a stored vehicle type that is unknown at its field, and saves the chosen one', async ({
  page,
}) => {
  await page.goto('/services/sos');
  await press(page, 'Edit SOS service Fuel');
  await field(page, 'Price (₹) *').fill('90');
  await press(page, 'Update Service');
  await expectVisible(page.getByText('The type is stored as “Boat”. Select one of the list.'));
  await field(page, 'Vehicle Type *').selectOption('Car');
  await press(page, 'Update Service');
  await expectVisible(rowWith(page, 'Fuel').getByText('₹90'));
  expect(provider.requests(updateSosService)).toHaveLength(1);
});

describe('the configuration', () => {
  test('[TOUGH-08] sends what is typed beyond the hints, and nothing for values that the record has not', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^warning: updateConfiguration: data\._id is not an id/);
    const [fee, commission] = [
      wireKey(configuration, 'platformFeePaise'),
      wireKey(configuration, 'commissionPercent'),
    ];
    const stored = { _id: 'cfg-1', [fee]: 20, [commission]: 10 };
    provider.answerNext(getConfiguration, { json: [stored] });
    await page.goto('/master/config');
    await expectValue(field(page, 'Platform fee (₹)'), '20');
    await expectValue(field(page, 'Charge per km (₹)'), '');
    await field(page, 'Platform fee (₹)').fill('-5');
    await field(page, 'Commission (%)').fill('150');
    await button(page, 'Update Configuration').click();
    await expectVisible(page.getByText('Configuration updated successfully!'));
    expect(provider.requests(updateConfiguration)[0]?.body).toEqual({ [fee]: -5, [commission]: 150 });
    provider.answerNext(getConfiguration, { json: { status: true, data: {} } });
    await page.reload();
    await expectValue(field(page, 'Platform fee (₹)'), '');
    await expectVisible(button(page, 'Create Configuration'));
  });

  test('[CONF-01, CONF-03, API-15] shows values as text, null and unreadable', async ({ page }) => {
    await page.goto('/master/config');
    await expectValue(field(page, 'Charge per km (₹)'), '12.5');
    await expectValue(field(page, 'Commission (%)'), '10');
    await expectValue(field(page, 'Mechanic charge (₹)'), '');
    await expectVisible(
      page.getByText(
        '1 value could not be read whole. The browser’s console names the fields. Saving writes what is in the fields.',
      ),
    );
    await page.getByRole('tab', { name: 'Payment Settings' }).click();
    await expectValue(field(page, 'UPI ID'), '9811111111');
    await expectHidden(page.getByRole('heading', { name: 'History' }));
  });

  test('[CONF-03, CONF-04] reads the configuration again after a save whose answer has no record', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/^warning: updateConfiguration: data\._id is not an id/);
    await page.goto('/master/config');
    await field(page, 'Platform fee (₹)').fill('55.5');
    await button(page, 'Update Configuration').click();
    await expectVisible(page.getByText('Configuration updated successfully!'));
    await expectVisible(button(page, 'No Changes'));
    await expectValue(field(page, 'Platform fee (₹)'), '55.5');
    await expectValue(field(page, 'Charge per km (₹)'), '12.5');
    expect(provider.requests(updateConfiguration)).toHaveLength(1);
    await expect.poll(() => provider.requests(getConfiguration).length).toBe(2);
  });

  test('[CONF-03, CONF-04] creates the first one and reads it', async ({ page }) => {
    await page.route(
      callPattern(getConfiguration),
      (route) => route.fulfill({ json: { data: null }, headers: { 'access-control-allow-origin': '*' } }),
      { times: 1 },
    );
    await page.goto('/master/config');
    await field(page, 'Platform fee (₹)').fill('20');
    await button(page, 'Create Configuration').click();
    await expectVisible(page.getByText('Configuration created successfully!'));
    await expectVisible(button(page, 'No Changes'));
    await expectValue(field(page, 'Platform fee (₹)'), '20');
    expect(provider.requests(createConfiguration)).toHaveLength(1);
  });
});

test('[DASH-02, DASH-03, DASH-04, API-15] shows the readable stats and charts of the dashboard', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expectVisible(page.getByText('1,204', { exact: true }));
  await expectVisible(page.getByText('₹2,50,000', { exact: true }));
  await expectVisible(page.getByText('+12.5% from last month'));
  await expectVisible(page.getByText('Scooters'));
  await expectVisible(page.getByText('1 figure could not be read whole.'));
  await page.getByRole('button', { name: 'Show Daily Bookings as a table' }).click();
  await expectVisible(page.getByRole('row', { name: 'Mon 3' }));
  await expectVisible(page.getByText('No figures for these days'));
});

test('[API-15] shows an accessible line that counts the records it cannot read', async ({ page }) => {
  await page.goto('/users');
  const line = page.getByRole('status').filter({ hasText: 'could not be read' });
  await expectText(line, '3 users could not be read whole. The browser’s console names the fields.');
  await expectAccessible(page);
});
