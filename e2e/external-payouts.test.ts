import { createPayout } from '@wayside/contract/payouts';
import { listMechanicEarnings } from '@wayside/contract/payouts-earnings';
import { expect } from 'vitest';
import { expectHidden, expectTexts, expectValue, expectVisible } from './support/expectations.ts';
import { buttonNamed, rowWith } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

test('[PAYO-01, PAYO-03, API-15] figures as text are summed; who is nobody stands there too', async ({ page }) => {
  await page.goto('/payouts');
  await expectVisible(page.getByRole('heading', { name: 'All Mechanics (3)' }));
  const sums = page.getByRole('region', { name: 'Sums over all mechanics' });
  await expectVisible(sums.getByText('₹1,320.75'));
  await expectVisible(sums.getByText('₹1,020.75'));
  await expectTexts(rowWith(page, 'Anil Rao').getByRole('cell'), [
    'AR Anil Rao mech-1',
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

test('[PAYO-02, PAYO-04, API-15] search and histories are those that came along', async ({ page }) => {
  await page.goto('/payouts');
  await page.getByRole('searchbox').fill('9833');
  await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)' }));
  await buttonNamed(page, 'View details of Anil Rao').click();
  const dialog = page.getByRole('dialog');
  await expectVisible(dialog.getByRole('heading', { name: 'Earnings History (2)' }));
  await expectVisible(dialog.getByRole('heading', { name: 'Payout History (1)' }));
  await expectVisible(dialog.getByText('778899'));
  await expectVisible(dialog.getByText('Completed'));
  expect(provider.asked(listMechanicEarnings)).toHaveLength(1);
});

test('[PAYO-05, PAYO-06, ERR-02, ERR-03] a payout is sent once a press, and keeps what was typed', async ({
  page,
  problems,
}) => {
  problems.allow(/^(response|console): /);
  await page.goto('/payouts');
  await buttonNamed(page, 'Process payout to Anil Rao').click();
  const dialog = page.getByRole('dialog', { name: 'Process Payout' });
  await dialog.getByLabel('Transaction ID').fill('UTR 77');
  provider.misbehaves(createPayout, 'html 502', 'refused', { status: 409, message: 'Paid already' });
  const failed = 'Failed to process payout. Please try again.';
  for (const [times, words] of [failed, failed, 'Paid already'].entries()) {
    await dialog.getByRole('button', { name: 'Process Payout' }).click();
    await expect.poll(() => provider.asked(createPayout).length).toBe(times + 1);
    await expectVisible(dialog.getByText(words));
    await expectValue(dialog.getByLabel('Transaction ID'), 'UTR 77');
  }
  await dialog.getByRole('button', { name: 'Process Payout' }).click();
  await expectVisible(toast(page, '₹1,020.75 paid to Anil Rao'));
  await expectVisible(rowWith(page, 'Anil Rao').getByText('Zero Balance'));
  expect(provider.asked(createPayout)).toHaveLength(4);
  expect(provider.asked(createPayout)[3]?.body).toMatchObject({ amount: '1020.75' });
});

test('[PAYO-06] no data is told apart from nobody', async ({ page }) => {
  await page.route(`**${listMechanicEarnings.path}`, (route) =>
    route.fulfill({ json: { success: true }, headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.goto('/payouts');
  await expectVisible(page.getByText('No data received from server'));
});
