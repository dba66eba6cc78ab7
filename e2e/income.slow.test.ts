import { adjustBalance } from '@wayside/contract/payouts-ledger';
import { expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { withDatabase } from './support/database.ts';
import { expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { captureDownload, chooseExport } from './support/files.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { printedPages, withoutPrintDialog } from './support/printed-pages.ts';
import { storedSession } from './support/session.ts';

const ZONE = 'Asia/Kolkata';
const today = new Date().toLocaleDateString('sv-SE', { timeZone: ZONE });
/** Returns a day of an earlier month, at noon in India. */
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

/** Commission is 10 % and the fee ₹49. The month before last is closed, and then a payment dated its 20th arrives. */
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
    await withDatabase(application, (client) =>
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

test('[CLOS-02] the income is shown by month, printed and exported, and so is the journal with a renamed account', async ({
  page,
}) => {
  await page.goto('/payouts/income');
  const table = page.getByRole('table', { name: 'Income by month' });
  const cells = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
  const zero = '₹0.00';
  // Columns: net income, commission, fees, reversals, credits, debits, loyalty granted, loyalty paid out.
  await expectTexts(cells(monthText(0)), ['−₹50.00', zero, zero, zero, '−₹50.00', zero, zero, zero]);
  // Commission: ₹50 of the late payment, ₹100 of the cash payment and 11 times ₹10. Fees: 13.
  await expectTexts(cells(monthText(1)), ['₹897.00', '₹260.00', '₹637.00', zero, zero, zero, zero, zero]);
  await expectTexts(cells(monthText(2)), ['₹149.00', '₹100.00', '₹49.00', zero, zero, zero, zero, zero]);
  await expectTexts(cells('Total'), ['₹996.00', '₹360.00', '₹686.00', zero, '−₹50.00', zero, zero, zero]);
  expect(await table.getByRole('row').count()).toBe(14);
  const [printed = ''] = await printedPages(page);
  for (const part of ['Wayside', 'Income by month', 'Last 12 Months', monthText(1), '₹897.00', 'Page 1 of 1'])
    expect(printed).toContain(part);
  expect(printed).not.toContain('Accounts');
  const saved = await captureDownload(page, () => chooseExport(page, 'CSV'));
  expect(saved.bytes.toString()).toMatch(/Total,360,686,0,-50,0,996,0,0,0\r\n$/);

  await page.getByRole('button', { name: /^Edit account 4010 / }).click();
  const form = page.getByRole('dialog', { name: 'Edit Account' });
  await form.getByRole('textbox', { name: 'Name *' }).fill('Commission, 18 % GST');
  await form.getByRole('button', { name: 'Save account' }).click();
  await expectVisible(page.getByRole('listitem').filter({ hasText: 'Commission, 18 % GST' }));
  const journal = await captureDownload(page, async () => {
    await page.getByRole('button', { name: 'Export journal' }).click();
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  });
  const [, ...lines] = journal.bytes.toString().trim().split('\r\n');
  // Last month has 4 lines for each of 12 online payments and 3 for the cash payment.
  expect(lines).toHaveLength(12 * 4 + 3);
  const columns = lines.map((line) => line.replace('"Commission, 18 % GST"', 'Commission').split(','));
  const sum = (place: number) => columns.reduce((total, cell) => total + Math.round(Number(cell[place]) * 100), 0);
  expect(sum(4)).toBe(sum(5));
  expect(lines.filter((line) => line.includes('"Commission, 18 % GST"'))).toHaveLength(13);
  const about = dayOf(2, 20).toISOString().slice(0, 10);
  expect(lines.filter((line) => line.includes(`,${about},platform_earning,`))).toHaveLength(4);
});

test('[CLOS-02, VIEW-09] the statement of a mechanic for a date range is printed completely and exported for the same range', async ({
  page,
}) => {
  await page.goto(`/payouts?mechanic=${ravi.id}`);
  const dialog = page.getByRole('dialog', { name: NAME });
  await dialog.getByRole('combobox', { name: 'Statement' }).selectOption({ label: 'Last Month' });
  const rows = dialog.getByRole('table', { name: 'Statement' }).getByRole('row');
  // ₹1,000 less commission ₹100 and fee ₹49.
  await expectText(rows.nth(1), 'Opening balance ₹851.00');
  const late = `^${dayText(dayOf(1, 1))} about ${dayText(dayOf(2, 20))} Earning .*₹500.00 ₹50.00 ₹49.00 ₹401.00 ₹1,252.00$`;
  await expectText(rows.nth(2), new RegExp(late));
  const untilAsked = await withoutPrintDialog(page);
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await untilAsked();
  const statement = (await printedPages(page)).join(' ');
  // 11 times ₹100 less commission ₹10 and fee ₹49.
  for (const part of [
    'Opening balance ₹851.00',
    'Closing balance ₹1,554.00',
    `about ${dayText(dayOf(2, 20))}`,
    'Wayside',
  ])
    expect(statement).toContain(part);
  for (let place = 0; place < 11; place += 1) expect(statement).toContain(dayText(dayOf(1, 6 + place)));
  expect(statement).toMatch(/Page 1 of \d/);

  await dialog.getByRole('combobox', { name: 'Statement' }).selectOption({ label: 'From – To…' });
  const first = dayOf(1, 1).toISOString().slice(0, 10);
  await dialog.getByLabel('From', { exact: true }).fill(first);
  await dialog.getByLabel('To', { exact: true }).fill(first);
  await expectText(rows.last(), 'Closing balance ₹1,252.00');
  const saved = await captureDownload(page, async () => {
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  });
  const entries = saved.bytes
    .toString()
    .trim()
    .split('\r\n')
    .map((line) => line.split(',')[2]);
  expect(entries).toEqual(['Entry', 'Opening balance', 'earning', 'Closing balance']);
});
