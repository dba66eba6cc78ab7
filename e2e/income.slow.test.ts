import { adjustBalance } from '@wayside/contract/payouts-ledger';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { onDatabase } from './support/database.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { chooseExport, downloadOf } from './support/files.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { pushPath } from './support/navigation.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { printedPages, withoutPrintDialog } from './support/printed-pages.ts';
import { beginWithToken, openSession, storedSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const ZONE = 'Asia/Kolkata';
const today = new Date().toLocaleDateString('sv-SE', { timeZone: ZONE });
/** A day of a month some months back, at noon in India. */
const dayOf = (back: number, day: number): Date => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - back, day, 6, 30));
};
const text = (date: Date, options: Intl.DateTimeFormatOptions) =>
  date.toLocaleDateString('en-IN', { timeZone: ZONE, ...options });
const dayText = (date: Date) => text(date, { day: 'numeric', month: 'short', year: 'numeric' });
const monthText = (back: number) => text(dayOf(back, 1), { month: 'short', year: 'numeric' });

const NAME = 'रवि कुमार';
const ravi = aMechanic({ name: NAME, walletPaise: null });
const pay = (date: Date, amountPaise: number, method: 'upi' | 'cash' = 'upi') =>
  aPayment({ mechanic: refTo(ravi), amountPaise, method, transactedAt: date.toISOString() });

/** At 10 % and ₹49. The month before last is closed, then a payment of its 20th arrives. */
const late = pay(dayOf(2, 20), 50_000);
const test = signedInTest(
  {
    configs: [aConfiguration({ platformFeePaise: 4_900, commissionPercent: 10 })],
    mechanics: [ravi],
    payments: [
      pay(dayOf(2, 10), 100_000),
      pay(dayOf(1, 5), 100_000, 'cash'),
      ...Array.from({ length: 11 }, (_, place) => pay(dayOf(1, 6 + place), 10_000)),
    ],
  },
  async (application) => {
    await onDatabase(application, (client) =>
      client.query(
        `INSERT INTO closes (number, kind, day, starts_at, ends_at, closed_until, document, hash, public_key, key_id, signature, made_at)
         SELECT 1, 'close', day, day_start(day, zone), day_start(day + 1, zone), day_start(day + 1, zone), '{}', '\\x00', '\\x00', 'key',
           '\\x00', now() FROM business_time_zone() AS zone, (SELECT $1::date - 1 AS day) AS last`,
        [dayOf(1, 1).toISOString().slice(0, 10)],
      ),
    );
    await loadMarketplace(application, { payments: [late] });
    await callApi(application, await storedSession(application), adjustBalance, {
      params: { id: ravi.id },
      body: { amountPaise: 5_000, reason: 'Goodwill', key: 'goodwill' },
    });
  },
);

const signInAs = async (application: Application, role: 'viewer' | 'support') =>
  openSession(application, await createAdministrator(application, role));

describe('[CLOS-02] the income of the platform', () => {
  test('is shown by month with its total, printed, and exported', async ({ page }) => {
    await page.goto('/payouts/income');
    const table = page.getByRole('table', { name: 'Income by month' });
    const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) });
    const cells = (name: string) => row(name).getByRole('cell');
    // Net income; commission, fees, reversals, credits, debits; loyalty granted and paid out.
    await expectTexts(cells(monthText(0)), [
      '−₹50.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '−₹50.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    // ₹50 of the late payment, ₹100 in cash and 11 times ₹10; 13 fees.
    await expectTexts(cells(monthText(1)), [
      '₹897.00',
      '₹260.00',
      '₹637.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    await expectTexts(cells(monthText(2)), [
      '₹149.00',
      '₹100.00',
      '₹49.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    await expectTexts(cells('Total'), [
      '₹996.00',
      '₹360.00',
      '₹686.00',
      '₹0.00',
      '−₹50.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    expect(await table.getByRole('row').count()).toBe(14);
    await expectAccessible(page);

    const [printed = ''] = await printedPages(page);
    for (const part of ['Wayside', 'Income by month', 'Last 12 Months', monthText(1), '₹897.00', 'Page 1 of 1'])
      expect(printed).toContain(part);
    expect(printed).not.toContain('Accounts');
    const saved = await downloadOf(page, () => chooseExport(page, 'CSV'));
    expect(saved.bytes.toString()).toMatch(/Total,360,686,0,-50,0,996,0,0,0\r\n$/);
  });

  test('is shown of a financial year, and as cards on a phone in dark', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'phone', theme: 'dark' });
    await page.goto('/payouts/income');
    const cards = page.getByRole('list', { name: 'Income by month' }).getByRole('listitem');
    await expectText(cards.nth(1), `${monthText(1)} ₹897.00 Commission ₹260.00 Platform fees ₹637.00`);
    await expectText(cards.last(), 'Total ₹996.00 Commission ₹360.00 Platform fees ₹686.00 Credits −₹50.00');
    await expectNoOverflow(page, 'income');
    await expectAccessible(page);
    const months = page.getByRole('combobox', { name: 'Months' });
    const year = (await months.getByRole('option').nth(5).textContent()) ?? '';
    await months.selectOption({ label: year });
    await expectText(cards.last(), 'Total ₹0.00');
    await expectVisible(cards.filter({ hasText: `Apr ${year.slice(15, 19)}` }));
  });

  test('is read by a viewer, who exports and edits nothing, and not by support', async ({
    application,
    openPage,
  }) => {
    const viewer = await openPage();
    await beginWithToken(viewer, await signInAs(application, 'viewer'));
    await viewer.goto('/payouts/income');
    await expectVisible(viewer.getByRole('row', { name: /^Total / }));
    await expectVisible(viewer.getByText('Payable to mechanics'));
    await expectVisible(viewer.getByRole('button', { name: 'More actions' }));
    await expectHidden(viewer.getByRole('button', { name: 'Export', exact: true }));
    await expectHidden(viewer.getByRole('button', { name: 'Export journal' }));
    await expectHidden(viewer.getByRole('button', { name: /^Edit account/ }));
    await expectAccessible(viewer);

    const support = await openPage();
    await beginWithToken(support, await signInAs(application, 'support'));
    await support.goto('/dashboard');
    await expectVisible(support.getByRole('heading', { level: 1, name: 'Dashboard' }));
    await pushPath(support, '/payouts/income');
    await expectVisible(support.getByRole('heading', { level: 1, name: "You don't have access to this page" }));
    await expectHidden(support.getByText('Income by month'));
  });
});

describe('[CLOS-02] the journal', () => {
  test('has the account as it was renamed, and balances', async ({ page, pageErrors }) => {
    pageErrors.allow(/409/);
    await page.goto('/payouts/income');
    await page.getByRole('button', { name: /^Edit account 4010 / }).click();
    const form = page.getByRole('dialog', { name: 'Edit Account' });
    await form.getByRole('textbox', { name: 'Name *' }).fill('  ');
    await form.getByRole('button', { name: 'Save account' }).click();
    await expectVisible(form.getByText('Required', { exact: true }));
    await form.getByRole('textbox', { name: 'Name *' }).fill('Commission, 18 % GST');
    const code = form.getByRole('textbox', { name: 'Code *' });
    await code.fill('4020');
    await form.getByRole('button', { name: 'Save account' }).click();
    await expectVisible(
      form.getByText('The code 4020 is in use by the account "Platform fee income". Choose another one.').first(),
    );
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    await code.fill('4010');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save account' }).click();
    await expectVisible(toast(page, 'Account saved'));
    await expectVisible(page.getByRole('listitem').filter({ hasText: 'Commission, 18 % GST' }));

    const saved = await downloadOf(page, async () => {
      await page.getByRole('button', { name: 'Export journal' }).click();
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    });
    const [, ...lines] = saved.bytes.toString().trim().split('\r\n');
    // Last month: 4 lines of each of 12 payments online and 3 of the one in cash.
    expect(lines).toHaveLength(12 * 4 + 3);
    const cells = lines.map((line) => line.replace('"Commission, 18 % GST"', 'Commission').split(','));
    const sum = (place: number) => cells.reduce((total, cell) => total + Math.round(Number(cell[place]) * 100), 0);
    expect(sum(4)).toBe(sum(5));
    expect(lines.filter((line) => line.includes('"Commission, 18 % GST"'))).toHaveLength(13);
    const about = dayOf(2, 20).toISOString().slice(0, 10);
    expect(lines.filter((line) => line.includes(`,${about},platform_earning,`))).toHaveLength(4);
  });
});

describe('[CLOS-02, VIEW-09] the statement of a mechanic for some days', () => {
  test('goes from its opening to its closing balance and marks late entries; all of it is printed', async ({
    page,
  }) => {
    await page.goto(`/payouts?mechanic=${ravi.id}`);
    const dialog = page.getByRole('dialog', { name: NAME });
    const period = dialog.getByRole('combobox', { name: 'Statement' });
    await period.selectOption({ label: 'Last Month' });
    const rows = dialog.getByRole('table', { name: 'Statement' }).getByRole('row');
    // ₹1,000 less ₹100 and ₹49.
    await expectText(rows.nth(1), 'Opening balance ₹851.00');
    await expectText(
      rows.nth(2),
      new RegExp(
        `^${dayText(dayOf(1, 1))} about ${dayText(dayOf(2, 20))} Earning .*₹500.00 ₹50.00 ₹49.00 ₹401.00 ₹1,252.00$`,
      ),
    );
    await expectText(rows.nth(3), /Earning in cash .*₹1,000.00 ₹100.00 ₹49.00 −₹149.00 ₹1,103.00$/);
    await expectVisible(dialog.getByText('Balance today', { exact: true }));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Next page' }).click();
    // 11 times ₹100 less ₹10 and ₹49.
    await expectText(rows.last(), 'Closing balance ₹1,554.00');

    const untilAsked = await withoutPrintDialog(page);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await untilAsked();
    const statement = (await printedPages(page)).join(' ');
    for (const part of [
      'Opening balance ₹851.00',
      'Closing balance ₹1,554.00',
      `about ${dayText(dayOf(2, 20))}`,
      'Wayside',
    ])
      expect(statement).toContain(part);
    for (let place = 0; place < 11; place += 1) expect(statement).toContain(dayText(dayOf(1, 6 + place)));
    expect(statement).toMatch(/Page 1 of \d/);
  });

  test('is exported with these days, and has no days before one is asked for, on a phone too', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width: 'phone', theme: 'dark' });
    await page.goto(`/payouts?mechanic=${ravi.id}`);
    const dialog = page.getByRole('dialog', { name: NAME });
    await expectVisible(dialog.getByRole('region', { name: 'Earnings History' }));
    await dialog.getByRole('combobox', { name: 'Statement' }).selectOption({ label: 'From – To…' });
    const first = dayOf(1, 1).toISOString().slice(0, 10);
    await dialog.getByLabel('From', { exact: true }).fill(first);
    await dialog.getByLabel('To', { exact: true }).fill(first);
    await expectVisible(dialog.getByRole('heading', { name: `Statement, ${dayText(dayOf(1, 1))}` }));
    await expectText(dialog.getByRole('row').last(), 'Entry Closing balance ₹1,252.00');
    await expectHidden(dialog.getByRole('region', { name: 'Earnings History' }));
    await expectNoOverflow(page, 'statement');
    await expectAccessible(page);
    const saved = await downloadOf(page, async () => {
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    });
    const lines = saved.bytes.toString().trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[2])).toEqual([
      'Entry',
      'Opening balance',
      'earning',
      'Closing balance',
    ]);
    await pushPath(page, '/payouts');
    await expectHidden(dialog);
  });
});
