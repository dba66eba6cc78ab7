import { listApprovals } from '@wayside/contract/approvals';
import { getIncome, type IncomeAmounts } from '@wayside/contract/income';
import { type AccountPurpose, listAccounts, updateAccount } from '@wayside/contract/income-accounts';
import { summarizePayouts } from '@wayside/contract/payouts-earnings';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import { getStatement, listEarningsOfMechanic, listPayoutsOfMechanic } from '@wayside/contract/payouts-ledger';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLedgerEntry } from '../support/factories/ledger.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { dialog, expectAbsent, expectShown, expectText, expectTexts, heading, press, toast } from './elements.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { asRole } from './role.ts';

const amounts = (given: Partial<IncomeAmounts> = {}): IncomeAmounts => ({
  ...{
    commissionPaise: 0,
    platformFeePaise: 0,
    reversedPaise: 0,
    creditPaise: 0,
    debitPaise: 0,
    netIncomePaise: 0,
  },
  ...{ differencePaise: 0, loyaltyGrantedPaise: 0, loyaltyPaidPaise: 0 },
  ...given,
});
const feb = amounts({ commissionPaise: 26_000, platformFeePaise: 63_700, netIncomePaise: 89_700 });
const mar = amounts({ creditPaise: 5_000, netIncomePaise: -5_000 });
const total = amounts({ ...feb, creditPaise: 5_000, netIncomePaise: 84_700 });
const account = (purpose: AccountPurpose, code: string, name: string) => ({
  id: newRecordId(),
  purpose,
  code,
  name,
  etag: '"1"',
});
const commission = account('commission_income', '4010', 'Commission income');
const COMMON = [
  respondWith(getIncome, {
    months: [
      { month: '2026-02', ...feb },
      { month: '2026-03', ...mar },
    ],
    total,
  }),
  respondWith(listAccounts, { rows: [account('mechanics_payable', '2010', 'Payable to mechanics'), commission] }),
];
const open = (responses: MockResponse[] = [], options?: ScreenOptions) =>
  openScreen('/payouts/income', [...responses, ...COMMON], options);

describe('[CLOS-02] the platform’s income', () => {
  it('is shown by month with its total', async () => {
    await open();
    const table = page.getByRole('table', { name: 'Income by month' });
    const cells = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
    // Columns: net income, commission, fees, reversals, credits, debits, loyalty granted, loyalty paid out.
    await expectTexts(cells('Feb 2026'), [
      '₹897.00',
      '₹260.00',
      '₹637.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    await expectTexts(cells('Mar 2026'), [
      '−₹50.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      '−₹50.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    await expectTexts(cells('Total'), [
      '₹847.00',
      '₹260.00',
      '₹637.00',
      '₹0.00',
      '−₹50.00',
      '₹0.00',
      '₹0.00',
      '₹0.00',
    ]);
    await expectAccessible();
  });

  it('is shown for a financial year, and as cards on a phone in dark mode', async () => {
    await open([], { width: 375, theme: 'dark' });
    const cards = page.getByRole('list', { name: 'Income by month' }).getByRole('listitem');
    await expectText(
      cards.filter({ hasText: 'Feb 2026' }),
      'Feb 2026 ₹897.00 Commission ₹260.00 Platform fees ₹637.00',
    );
    await expectText(cards.last(), 'Total ₹847.00 Commission ₹260.00 Platform fees ₹637.00 Credits −₹50.00');
    await expectAccessible();
    const months = page.getByRole('combobox', { name: 'Months' });
    const year = months.getByRole('option').elements()[5]?.textContent ?? '';
    await months.selectOptions(year);
    const from = `${year.slice(15, 19)}-04`;
    await expect.poll(() => sentQueries(getIncome).at(-1)).toMatchObject({ from });
  });

  it('is visible to viewers, who can neither export nor edit it, and not to support users', async () => {
    await open([asRole('viewer')]);
    await expect.element(page.getByRole('row', { name: /^Total / })).toBeVisible();
    await expectShown('Payable to mechanics');
    await expect.element(page.getByRole('button', { name: 'More actions' })).toBeVisible();
    for (const name of ['Export', 'Export journal', /^Edit account/])
      expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([]);
    await expectAccessible();
    await open([asRole('support')]);
    await expect.element(heading("You don't have access to this page")).toBeVisible();
    await expectAbsent(page.getByText('Income by month'));
  });

  it('has accounts with a form that requires a name and reports which account already has the code', async () => {
    const message = 'The code 4020 is in use by the account "Platform fee income". Choose another one.';
    const taken = { status: false, message, errors: [{ field: 'code', message }] };
    const renamed = { ...commission, name: 'Commission, 18 % GST' };
    await open([
      inSequence(respondWithStatus(updateAccount, 409, taken), respondWith(updateAccount, { record: renamed })),
    ]);
    await page.getByRole('button', { name: /^Edit account 4010 / }).click();
    const form = dialog('Edit Account');
    const name = form.getByRole('textbox', { name: 'Name *' });
    const code = form.getByRole('textbox', { name: 'Code *' });
    await name.fill('  ');
    await press('Save account');
    await expectShown('Required', form);
    await name.fill('Commission, 18 % GST');
    await code.fill('4020');
    await press('Save account');
    await expect.element(form.getByText(message).first()).toBeVisible();
    await expect.element(code).toHaveAttribute('aria-invalid', 'true');
    await code.fill('4010');
    await expectAccessible();
    await press('Save account');
    await expect.element(toast('Account saved')).toBeVisible();
    expect(sentBodies(updateAccount).at(-1)).toEqual({ name: 'Commission, 18 % GST' });
  });
});

describe('[CLOS-02, VIEW-09] the statement of a mechanic for a date range', () => {
  const id = newRecordId();
  const NAME = 'रवि कुमार';
  const noPage = { rows: [], total: 0, pageCount: 0, page: 1 };
  const line = (balancePaise: number, aboutDay: string | null) => ({
    entry: aLedgerEntry(id),
    bookedAt: '2026-03-05T05:00:00.000Z',
    aboutDay,
    balancePaise,
  });
  const statement = {
    ...{ openingPaise: 85_100, closingPaise: 155_400, total: 11, pageCount: 2, page: 1 },
    rows: [line(125_200, '2026-02-20'), line(110_300, null)],
  };
  const column = (amount: number) => [amount];
  const responses = [
    respondWith(summarizePayouts, {
      ...{ mechanicIds: [id], names: [NAME], phones: [null], reserved: [], inTransit: [] },
      ...{
        netEarningPaise: column(155_400),
        paidOutPaise: column(0),
        pendingCommissionPaise: column(0),
        cashKeptPaise: column(0),
      },
    }),
    respondWithRows(listApprovals),
    respondWithRows(listPendingErasures),
    respondWith(listEarningsOfMechanic, noPage),
    respondWith(listPayoutsOfMechanic, noPage),
    inSequence(
      respondWith(getStatement, statement),
      respondWith(getStatement, { ...statement, rows: [line(155_400, null)], page: 2 }),
    ),
  ];

  it('starts with the opening balance, ends with the closing balance, and marks late entries', async () => {
    await openScreen(`/payouts?mechanic=${id}`, responses);
    const details = dialog(NAME);
    await details.getByRole('combobox', { name: 'Statement' }).selectOptions('Last Month');
    const shown = details.getByRole('table', { name: 'Statement' }).getByRole('row');
    await expectText(shown.nth(1), 'Opening balance ₹851.00');
    await expectText(
      shown.nth(2),
      /^5 Mar 2026 about 20 Feb 2026 Earning .*₹1,000.00 ₹100.00 ₹10.00 ₹890.00 ₹1,252.00$/,
    );
    await expectText(shown.nth(3), /^5 Mar 2026 Earning .*₹1,103.00$/);
    await expectShown('Balance today', details);
    await expectAccessible();
    await press('Next page', details);
    await expectText(shown.last(), 'Closing balance ₹1,554.00');
  });

  it('has no date range until one is requested, also on a phone', async () => {
    await openScreen(`/payouts?mechanic=${id}`, responses, { width: 375, theme: 'dark' });
    const details = dialog(NAME);
    await expect.element(details.getByRole('region', { name: 'Earnings History' })).toBeVisible();
    await details.getByRole('combobox', { name: 'Statement' }).selectOptions('From – To…');
    for (const label of ['From', 'To']) await details.getByLabelText(label, { exact: true }).fill('2026-03-05');
    await expect.element(details.getByRole('heading', { name: 'Statement, 5 Mar 2026' })).toBeVisible();
    await expect
      .poll(() => sentQueries(getStatement).at(-1))
      .toMatchObject({ from: '2026-03-05', to: '2026-03-05' });
    await expectAbsent(details.getByRole('region', { name: 'Earnings History' }));
    await expectAccessible();
  });
});
