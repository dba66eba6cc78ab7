import { checkApproval, listApprovals } from '@wayside/contract/approvals';
import { getPaymentOut, listPaymentsOut, type PaymentOut, paymentOut } from '@wayside/contract/payments-out';
import { createPayout, type PayoutPreview, previewPayout } from '@wayside/contract/payouts';
import { listMechanicEarnings, summarizePayouts } from '@wayside/contract/payouts-earnings';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import { listEarningsOfMechanic, listLedger, listPayoutsOfMechanic } from '@wayside/contract/payouts-ledger';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLedgerEntry, aPayoutEntry } from '../support/factories/ledger.ts';
import { aMechanic, refTo } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import {
  alert,
  dialog,
  expectAbsent,
  expectShown,
  expectText,
  expectTexts,
  field,
  heading,
  press,
  readDescriptionList,
  toast,
} from './elements.ts';
import { sendLiveChanges } from './live.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { sentFields } from './sent-fields.ts';

const [asha, bala, chetan, deepa] = ['Asha', 'Bala Owes', 'Chetan Idle', 'Deepa Waits'].map((name, index) =>
  aMechanic({ name, phone: `900000000${index}` }),
) as [
  ReturnType<typeof aMechanic>,
  ReturnType<typeof aMechanic>,
  ReturnType<typeof aMechanic>,
  ReturnType<typeof aMechanic>,
];
const people = [asha, bala, chetan, deepa];
const cash = newRecordId();
/** Responds with payout totals. Balance = net earning − cash kept − pending commission − paid out. */
const summary = (deepaPaidOutPaise = 0, reserved: { mechanicId: string; amountPaise: number }[] = []) =>
  respondWith(summarizePayouts, {
    mechanicIds: people.map(({ id }) => id),
    names: people.map(({ name }) => name),
    phones: people.map(({ phone }) => phone),
    netEarningPaise: [133_000, 44_000, 0, 17_000],
    paidOutPaise: [10_000, 0, 0, deepaPaidOutPaise],
    pendingCommissionPaise: [6_000, 6_000, 0, 0],
    cashKeptPaise: [44_000, 44_000, 0, 0],
    reserved,
    inTransit: [],
  });
const preview: PayoutPreview = {
  ...{ balancePaise: 17_000, reservedPaise: null, inTransitPaise: null, earningCount: 1 },
  ...{ earnedFrom: '2026-03-05T05:00:00.000Z', earnedUntil: '2026-03-05T05:00:00.000Z' },
  ...{ bankChangedAt: null, bank: null, lastPayout: null, samePayout: null },
};
const inCash = { method: 'cash', paymentId: cash, occurredAt: '2026-03-06T05:00:00.000Z' };
const earnings = [
  aLedgerEntry(asha.id, {
    ...inCash,
    grossPaise: 50_000,
    commissionPaise: 5_000,
    netPaise: 44_000,
    balancePaise: -6_000,
  }),
  aLedgerEntry(asha.id),
];
const paid = aPayoutEntry(asha.id);
const COMMON = [
  summary(),
  respondWithRows(listEarningsOfMechanic, ...earnings),
  respondWithRows(listPayoutsOfMechanic, paid),
  respondWith(previewPayout, { record: preview }),
  respondWith(checkApproval, { cause: null }),
  // The screen's other calls: payments to be paid, and erased people with a balance.
  respondWithRows(listApprovals),
  respondWithRows(listPendingErasures),
];
const open = (address = '/payouts', ...responses: MockResponse[]) => openScreen(address, [...responses, ...COMMON]);
const row = ({ id }: { id: string }) => page.getByRole('row').filter({ hasText: id.slice(-6) });
const payDialog = dialog('Process Payout');
const pay = () => press('Process Payout', payDialog);
const rejected = { status: false };
/** The alert bar above the list. */
const bar = (text: string) => alert(text).filter({ hasNotText: 'Error Loading' });

describe('the list of payouts', () => {
  it('[PAYO-01, PAYO-03, PAYO-08] shows sums and each mechanic to the paisa, and requests no histories', async () => {
    await open();
    await expectTexts(page.getByRole('columnheader'), [
      ...[
        '',
        'Mechanic',
        'Contact',
        'Total Earnings',
        'Paid Out',
        'Commission',
        'Net Balance',
        'Status',
        'Actions',
      ],
    ]);
    await expectText(row(asha), /₹1,330.00 ₹100.00 ₹60.00 ₹730.00 Available for Payout$/);
    await expectText(row(bala), /₹440.00 ₹0.00 ₹60.00 −₹60.00 Negative Balance$/);
    await expectText(row(chetan), /₹0.00 ₹0.00 ₹0.00 ₹0.00 Zero Balance$/);
    const cards = page.getByRole('region', { name: 'Sums over all mechanics' });
    for (const sum of ['₹1,940', '₹100', '₹900', '₹120']) await expectShown(sum, cards);
    expect([sentQueries(summarizePayouts).length, sentQueries(listMechanicEarnings).length]).toEqual([1, 0]);
    expect(
      row(bala)
        .getByRole('button', { name: /^Process payout/ })
        .elements(),
    ).toEqual([]);
    await expectAccessible();
  });

  it('[PAYO-02] can be searched and filtered in the browser', async () => {
    await open();
    for (const typed of ['aSHa', asha.id.slice(-8), asha.phone ?? '']) {
      await page.getByRole('searchbox').fill(typed);
      await expect.element(heading('All Mechanics (1)')).toBeVisible();
      await expect.element(row(asha)).toBeVisible();
    }
    await page.getByRole('searchbox').fill('');
    for (const [balance, payee] of [
      ['negative', bala],
      ['zero', chetan],
    ] as const) {
      await field('Balance').selectOptions(balance);
      await expect.element(heading('All Mechanics (1)')).toBeVisible();
      await expect.element(row(payee)).toBeVisible();
    }
    expect(sentQueries(summarizePayouts)).toHaveLength(1);
  });

  it('[PAYO-01] shows the rows of each sum', async () => {
    const explained = { rows: earnings, total: 4, pageCount: 1, page: 1, sumPaise: 194_000 };
    await open('/payouts', respondWith(listLedger, explained));
    await press('Explain Total Earnings');
    await expectShown('4 rows, which sum to ₹1,940');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'Explain Available for Payout' }).click();
    await expect.element(heading('All Mechanics (2)')).toBeVisible();
  });

  it.each([{}, { status: true, data: null }])(
    '[PAYO-06] treats %j as missing data: the alert bar reports it and loads it again',
    async (body) => {
      await open('/payouts', inSequence(respondWithStatus(summarizePayouts, 200, body), summary()));
      await press('Try Again', bar('No data received from server'));
      await expect.element(heading('All Mechanics (4)')).toBeVisible();
      await expectAbsent(bar('No data received from server'));
    },
  );

  it('[PAYO-06, ERR-03] shows a failed load and a failed refresh in the alert bar', async () => {
    const text = 'Failed to load payout data. Please try again.';
    const failed = respondWithStatus(summarizePayouts, 200, rejected);
    await open('/payouts', inSequence(failed, summary(), failed));
    await expect.element(bar(text)).toBeVisible();
    await expectAbsent(heading('Error Loading Payouts'));
    const sums = page.getByRole('region', { name: 'Sums over all mechanics' });
    await expect.poll(() => sums.getByText('N/A', { exact: true }).elements()).toHaveLength(5);
    await press('Try Again', bar(text));
    await expect.element(heading('All Mechanics (4)')).toBeVisible();
    await press('Refresh');
    await expect.element(bar(`${text} The displayed data were loaded earlier.`)).toBeVisible();
  });
});

it('[PAYO-04, PAYO-08, BOOK-14] a mechanic has earnings, payouts and the rows of the balance, which link to their payments', async () => {
  const explained = { rows: [...earnings, paid], total: 3, pageCount: 1, page: 1, sumPaise: 73_000 };
  await open(`/payouts?mechanic=${asha.id}`, respondWith(listLedger, explained));
  const details = dialog('Asha');
  await expectShown('₹730', details);
  await expect
    .poll(() => readDescriptionList(details, 'Balance'))
    .toEqual({
      'Total Earnings': '₹1,330',
      'Cash Kept': '−₹440',
      'Pending Commission': '−₹60',
      'Paid Out': '−₹100',
      'Net Balance': '₹730',
    });
  const table = details.getByRole('table', { name: 'Earnings History' });
  await expectTexts(table.getByRole('columnheader'), [
    ...['Date', 'Booking ID', 'Payment Method', 'Gross Earning', 'Commission', 'Platform Fee', 'Net Earning'],
  ]);
  await expectText(table.getByRole('row').nth(1), '6 Mar 2026, 10:30 am N/A Cash ₹500.00 ₹50.00 ₹10.00 ₹440.00');
  await expect
    .element(table.getByRole('link', { name: 'Cash' }))
    .toHaveAttribute('href', `/payments?payment=${cash}`);
  await expectText(
    details.getByRole('table', { name: 'Payout History' }).getByRole('row').nth(1),
    '7 Mar 2026, 10:30 am SBIN526066000001 ₹100.00 Completed',
  );
  await expectAccessible();
  await press('Explain Net Balance', details);
  const sum = dialog('Breakdown of Net Balance');
  await expectShown('3 rows, which sum to ₹730', sum);
  await expect
    .element(sum.getByRole('link', { name: 'Cash' }))
    .toHaveAttribute('href', expect.stringContaining(cash));
  await userEvent.keyboard('{Escape}');
  await expectAbsent(sum);
  await expect.element(details).toBeVisible();
});

describe('a payout', () => {
  it('[PAYO-05, PAYO-07] shows the earnings it covers, requires a transaction id, pays once and updates the row', async () => {
    const used = { status: false, message: 'The transaction ID SBIN526066000001 has paid before.' };
    const done = respondWith(createPayout, {
      message: 'Payout processed',
      code: null,
      values: null,
      approvalId: null,
    } as never);
    await open(
      '/payouts',
      inSequence(summary(), summary(17_000)),
      inSequence(respondWithStatus(createPayout, 409, used), done),
    );
    await press('Process payout to Deepa Waits');
    await expectShown('Pay ₹170 to Deepa Waits', payDialog);
    await expectShown(/^Covers 1 earning from 5 Mar 2026 to 5 Mar 2026\./, payDialog);
    await expect.element(field('Amount', payDialog)).toHaveValue('170');
    await expect.element(field('Transaction ID', payDialog)).toHaveFocus();
    await expectTexts(field('Payment Method', payDialog).getByRole('option'), ['Bank Transfer', 'Online', 'Cash']);
    await expectAccessible();
    await pay();
    await expectShown('Please enter a transaction ID', payDialog);
    expect(sentBodies(createPayout)).toEqual([]);
    await field('Transaction ID', payDialog).fill(' sbin526066000001 ');
    await pay();
    await expectShown(/SBIN526066000001/, payDialog.getByRole('alert'));
    await field('Transaction ID', payDialog).fill('SBIN526066000002');
    await pay();
    await expect.element(toast('₹170 paid to Deepa Waits')).toBeVisible();
    expect(sentFields(createPayout).slice(1)).toEqual([
      { mechanicId: deepa.id, transactionId: 'SBIN526066000002', amountPaise: 17_000, method: 'bank_transfer' },
    ]);
    await expectText(row(deepa), /₹170.00 ₹170.00 ₹0.00 ₹0.00 Zero Balance$/);
  });

  it('[TEAM-06] leaves the rest of a partly reserved balance', async () => {
    const record = { ...preview, balancePaise: 73_000, reservedPaise: 50_000 };
    const reserved = [{ mechanicId: asha.id, amountPaise: 50_000 }];
    await open(`/payouts?mechanic=${asha.id}`, summary(0, reserved), respondWith(previewPayout, { record }));
    await expectShown('of which reserved', dialog('Asha'));
    expect(readDescriptionList(dialog('Asha'), 'Balance')).toMatchObject({
      'Net Balance': '₹730',
      'of which reserved': '₹500',
    });
    await press('Process payout', dialog('Asha'));
    await expectShown('₹730, of which ₹500 is reserved', payDialog);
    await expect.element(field('Amount', payDialog)).toHaveValue('230');
    await expectAccessible();
  });

  it('[PAYO-06, ERR-03] is reported in the dialog and in the alert bar when it fails, until the next one starts', async () => {
    const text = 'Failed to process payout. Please try again.';
    await open('/payouts', respondWithStatus(createPayout, 500));
    await press('Process payout to Asha');
    await field('Transaction ID', payDialog).fill('630912345678');
    await pay();
    await expectShown(text, payDialog.getByRole('alert'));
    await expect.element(field('Transaction ID', payDialog)).toHaveValue('630912345678');
    await userEvent.keyboard('{Escape}');
    await press('Discard');
    await expect.element(bar(text)).toBeVisible();
    await press('Process payout to Asha');
    await expect.element(payDialog).toBeVisible();
    await expectAbsent(page.getByText(text, { exact: true }));
  });

  it('[PAYO-05, ERR-03] reports that the covered earnings could not be loaded, and loads them again', async () => {
    const failed = [
      respondWithStatus(previewPayout, 404),
      respondWithStatus(previewPayout, 200, rejected),
    ] as const;
    await open('/payouts', inSequence(failed[0], failed[1], respondWith(previewPayout, { record: preview })));
    await press('Process payout to Asha');
    const failure = payDialog
      .getByRole('alert')
      .filter({ hasText: 'Failed to load the earnings that this payout covers.' });
    for (const _ of failed) {
      await expect.element(failure).toBeVisible();
      await press('Try again', failure);
    }
    await expectShown(/^Covers \d+ earning/, payDialog);
    await expectAbsent(failure);
  });
});

describe('the payout history', () => {
  const out = (fields: Partial<PaymentOut>): PaymentOut =>
    completeRecord(paymentOut, {
      id: newRecordId(),
      kind: 'payout',
      payeeKind: 'mechanic',
      payee: refTo(asha),
      amountPaise: 150_000,
      transactionId: 'UTR-OCT-77',
      paidAt: '2026-10-31T18:29:00.000Z',
      ...fields,
    });
  const october = out({});
  const listed = {
    rows: [october, out({ transactionId: 'UTR-OCT-1' })],
    total: 2,
    pageCount: 1,
    page: 1,
    sumPaise: 250_050,
  };

  it('[VIEW-01] can be limited to days, shows the total of all pages, and links to the payee', async () => {
    await open(
      '/payouts/history',
      respondWith(listPaymentsOut, listed),
      respondWith(getPaymentOut, { record: october }),
    );
    await expectText(
      page.getByRole('region', { name: 'Sum of all pages' }),
      'Paid Out ₹2,500.50 2 payments, all pages',
    );
    await field('Paid').selectOptions('From – To…');
    await field('From').fill('2026-10-01');
    await field('To').fill('2026-10-31');
    await expect
      .poll(() => sentQueries(listPaymentsOut).at(-1))
      .toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
    await expectTexts(page.getByRole('button', { name: /^UTR-/ }), ['UTR-OCT-77', 'UTR-OCT-1']);
    await expectAccessible();
    await page.getByRole('button', { name: 'View details of payment of ₹1,500 to Asha' }).first().click();
    const details = dialog('Payout of ₹1,500');
    await expectShown('Payment ID', details);
    await expect
      .poll(() => readDescriptionList(details, 'Payout to a mechanic'))
      .toMatchObject({
        'Paid To': 'Asha',
        'Transaction ID': 'UTR-OCT-77',
        'Date and Time': '31 Oct 2026, 11:59 pm',
      });
    await details.getByRole('link', { name: 'Balance and history' }).click();
    await expect.element(dialog('Asha')).toBeVisible();
  });

  it('[LIVE-02] shows in the open details that another user has voided the payment', async () => {
    const voided = {
      ...october,
      voidedAt: '2026-11-01T05:00:00.000Z',
      voidedBy: 'Kiran',
      voidReason: 'Account closed',
    };
    await open(
      `/payouts/history?search=nothing&payment=payout-${october.id}`,
      respondWith(listPaymentsOut, { ...listed, rows: [], total: 0 }),
      inSequence(respondWith(getPaymentOut, { record: october }), respondWith(getPaymentOut, { record: voided })),
    );
    await expect.element(dialog('Payout of ₹1,500').getByRole('button', { name: 'Void payment' })).toBeVisible();
    await sendLiveChanges({ entity: 'payout', id: october.id });
    await expectShown('Account closed', dialog('Payout of ₹1,500'));
  });
});
