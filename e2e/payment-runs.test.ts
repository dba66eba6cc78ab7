import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { listResultIssues } from '@wayside/contract/bank-results';
import { cancelRun, createRun, listRuns, previewRun } from '@wayside/contract/payment-runs';
import { createView } from '@wayside/contract/views';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { changeLimits } from './support/approval-limits.ts';
import { mockResponses } from './support/calls.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { openLive } from './support/live.ts';
import { sidebarLink } from './support/navigation.ts';
import { exportTable, parseFileRows, upload } from './support/payment-runs.ts';
import { beginSignedIn, beginWithToken, openSession } from './support/session.ts';
import { toast, toastRegion } from './support/toasts.ts';

const bank = (accountNumber: string) => ({
  accountHolder: 'Account holder',
  bankName: 'HDFC Bank',
  accountNumber,
  ifscCode: 'HDFC0000123',
  upiId: null,
  preferredMethod: 'bank_transfer',
});
/** Creates four mechanics, one of them without bank details. Each attempt of a retried test pays other mechanics. */
const teamOf = (name: string, number: number) =>
  ['Ravi', 'Sita', 'Omar', 'Meena'].map((first, place) =>
    aMechanic({
      name: `${first} of ${name}`,
      bank: first === 'Meena' ? null : bank(`5010001234${number}60${place + 1}`),
    }),
  );
const TEAMS = ['North', 'South', 'East'];
const people = TEAMS.flatMap(teamOf);
const test = signedInTest({
  mechanics: people,
  payments: people.map((mechanic, index) =>
    aPayment({
      mechanic: refTo(mechanic),
      amountPaise: ((index % 4) + 1) * 100_000,
      status: 'paid',
      method: 'upi',
    }),
  ),
});
let attempts = 0;

const setLimit = (application: Application, token: string, limitPaise: number | null) =>
  changeLimits(application, token, { limitPaise, dayLimitPaise: null });

/** Releases the amounts that an earlier attempt of the test has reserved. */
async function freeAmounts(application: Application, token: string): Promise<void> {
  await setLimit(application, token, null);
  for (const state of ['ready', 'waiting'] as const) {
    const { rows } = await callApi(application, token, listRuns, { query: { page: 1, limit: 100, state } });
    for (const { id } of rows)
      await callApi(application, token, cancelRun, { params: { id }, body: { reason: 'Another attempt' } });
  }
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('a payment run', () => {
  test('[BANK-01, BANK-02, BANK-03, BANK-08, VIEW-07, VIEW-08] goes through all steps from selected mechanics to the bank’s result', async ({
    page,
    pageErrors,
  }) => {
    const team = TEAMS[attempts] ?? '';
    const utr = (number: number) => `HDFCN520260000000${attempts}${String(number).padStart(4, '0')}`;
    attempts += 1;
    await page.goto(`/payouts?search=${team}`);
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (4)', exact: true }));
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: 'Pay 4 mechanics…' }).click();
    const form = dialog(page, 'New payment run');
    await form.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'ICICI Bank' });
    await expectVisible(form.getByRole('heading', { name: 'In the run (3)' }));
    await expectVisible(form.getByText('There is no bank account and no UPI ID.'));
    await expectVisible(form.getByRole('table', { name: 'In the run' }).getByText(/^••••.601$/));
    await expectAccessible(page);
    const create = form.getByRole('button', { name: /^Create run of \d+ payments, ₹/ });
    await create.click();
    await expectVisible(form.getByText('Required', { exact: true }));
    const account = form.getByRole('textbox', { name: 'Debit account' });
    await account.fill('XXXX05000123');
    await expectVisible(form.getByText('Enter only digits', { exact: true }));
    await account.fill('0007 0500 0123');
    await create.click();

    const run = dialog(page, /^Run \d+ of ₹/);
    await expectVisible(run.getByText('Ready', { exact: true }));
    await expectText(run.getByRole('region', { name: 'Progress' }).getByRole('list'), /^3 reserved · ₹/);
    await run.getByRole('button', { name: 'Create file' }).click();
    const asked = page.getByRole('alertdialog', { name: /^Create the bank file of Run \d+\?$/ });
    await expectText(asked, /The file has 3 payments, ₹/);
    await asked.getByRole('button', { name: 'Create file' }).click();
    await expectVisible(toastRegion(page).getByText(/is ready: 3 payments\.$/));
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      run.getByRole('button', { name: 'Download file' }).click(),
    ]);
    const bytes = await readFile(await download.path());
    const hash = createHash('sha256').update(bytes).digest('hex');
    await run.getByText('Details', { exact: true }).click();
    await expectVisible(run.getByRole('button', { name: new RegExp(`^${hash.slice(0, 12)}`) }));
    const sent = parseFileRows(bytes.toString('utf8'));
    expect(sent.map(({ account }) => account.slice(-3)).sort()).toEqual(['601', '602', '603']);
    await expectVisible(run.getByRole('button', { name: 'Mark all 3 payments as not paid' }));
    await run.getByRole('button', { name: 'Close', exact: true }).click();

    const [first, second, third] = sent;
    const results = [
      'Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO,Rejection Reason',
      `${first?.reference},Paid,${first?.amount},${utr(1)},${first?.account},`,
      `${second?.reference},Rejected,${second?.amount},,${second?.account},Account closed`,
      `${third?.reference},Paid,1.00,${utr(2)},${third?.account},`,
      '',
    ].join('\n');
    await page.getByRole('button', { name: 'Bank results' }).click();
    const files = dialog(page, 'Bank results');
    await expectText(files.getByRole('combobox', { name: 'Format' }).locator('option:checked'), 'ICICI Bank');
    await mockResponses(
      page,
      listResultIssues,
      { status: 400, json: { status: false, message: 'No lines' } },
      'real',
    );
    await upload(page, results);
    await expectVisible(files.getByRole('alert').getByText('No lines'));
    await files.getByRole('button', { name: 'Try again' }).click();
    await expectText(
      files.getByRole('region', { name: 'Result of the file' }).getByRole('status'),
      '1 paid, 1 failed',
    );
    await expectVisible(files.getByRole('heading', { name: '1 line needs your attention' }));
    await expectVisible(files.getByText(/^The bank reports ₹1, but ₹/));
    await exportTable(page, files.getByRole('button', { name: 'Export lines' }), /^bank-result-issues-.*\.csv$/);
    await expectAccessible(page);
    await upload(page, results);
    await expectVisible(files.getByText('This file was already read. Nothing was changed.'));
    // The screen no longer shows messages about the previous upload, but keeps its result.
    pageErrors.expectApiError(400, 'POST');
    await upload(page, 'Name,City');
    await expectVisible(files.getByText(/^This is not a result file of ICICI Bank: the column/));
    await expectHidden(files.getByText('This file was already read. Nothing was changed.'));
    await expectVisible(files.getByRole('region', { name: 'Result of the file' }));
    await upload(page, results);
    await files.getByRole('link', { name: third?.reference ?? '' }).click();

    await expectText(
      run.getByRole('region', { name: 'Progress' }).getByRole('list'),
      /1 paid .* 1 failed .* 1 with the bank/,
    );
    await run.getByRole('button', { name: 'Mark the remaining payment as not paid' }).click();
    const notPaid = dialog(page, 'Mark the remaining payment as not paid?');
    await expectVisible(notPaid.getByText(/^1 payment of ₹.* will be owed again\./));
    await notPaid.getByRole('button', { name: 'Cancel' }).click();
    await run.getByRole('button', { name: `Record the bank’s result for ${third?.reference}` }).click();
    const outcome = dialog(page, 'Record the bank’s result');
    const transactionId = outcome.getByRole('textbox', { name: 'Transaction ID' });
    await transactionId.fill('CHEQUE 1');
    await outcome.getByRole('button', { name: 'Record' }).click();
    await expectVisible(outcome.getByRole('alert').getByText(/^CHEQUE 1 does not look like a UTR/));
    await transactionId.fill(utr(3));
    await outcome.getByRole('button', { name: 'Record' }).click();
    await expectVisible(toast(page, 'Recorded as paid.'));
    await expectVisible(run.getByText('Finished', { exact: true }));
    await run.getByRole('combobox', { name: 'Status of payments' }).selectOption({ label: 'Failed' });
    await expectVisible(run.getByText('Account closed'));
    await exportTable(page, run.getByRole('button', { name: 'Export payments' }), /^payment-run-\d+-.*\.csv$/);
    await run.getByRole('button', { name: 'Close', exact: true }).click();
    await exportTable(page, page.getByRole('button', { name: 'Export', exact: true }), /^payment-runs-.*\.csv$/);
  });

  test('[BANK-01, TEAM-06] above the limit is approved by another user on the Approvals screen', async ({
    application,
    page,
    openPage,
    token,
  }) => {
    await freeAmounts(application, token);
    await setLimit(application, token, 1_000);
    await page.goto('/payouts/runs');
    await page.getByRole('button', { name: 'New run' }).click();
    const form = dialog(page, 'New payment run');
    await expectVisible(form.getByText('Another person must approve this run before its file can be created.'));
    await form.getByRole('textbox', { name: 'Debit account' }).fill('000705000123');
    await form.getByRole('button', { name: /^Create run of \d+ payments, ₹/ }).click();
    const own = dialog(page, /^Run \d+ of ₹/);
    await expectVisible(own.getByText('Waiting for Approval'));
    await expectVisible(own.getByRole('button', { name: 'Cancel run' }));
    await expectHidden(own.getByRole('button', { name: /^Approve/ }));

    const other = await openPage();
    await beginWithToken(other, await openSession(application, await createAdministrator(application, 'finance')));
    await other.goto('/approvals');
    const waiting = other.getByRole('region', { name: 'Payment runs (1)' });
    await expectVisible(waiting);
    await expectAccessible(other);
    await expectVisible(sidebarLink(other, 'Approvals').getByText(/^1/));
    await waiting.getByRole('link', { name: /^Run \d+ of ₹/ }).click();
    const run = dialog(other, /^Run \d+ of ₹/);
    await run.getByRole('button', { name: /^Approve \d+ payments?, ₹/ }).click();
    await expectVisible(run.getByRole('button', { name: 'Create file' }));
    await run.getByRole('button', { name: 'Cancel run' }).click();
    const reason = dialog(other, 'Cancel the run?');
    await reason.getByRole('textbox', { name: 'Reason' }).fill('Only a test');
    await reason.getByRole('button', { name: 'Cancel run' }).click();
    await expectVisible(run.getByText('Cancelled', { exact: true }));
    await setLimit(application, token, null);
  });

  test('[BANK-01] shows its amounts in transit with every balance, also on a phone', async ({
    application,
    page,
    token,
  }) => {
    await freeAmounts(application, token);
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/payouts/runs');
    await page.getByRole('button', { name: 'New run' }).click();
    const form = dialog(page, 'New payment run');
    await form.getByRole('textbox', { name: 'Debit account' }).fill('000705000123');
    await expectVisible(form.getByRole('heading', { name: /^In the run \([1-9]/ }));
    await expectAccessible(page);
    await form.getByRole('button', { name: /^Create run of \d+ payments, ₹/ }).click();
    const run = dialog(page, /^Run \d+ of ₹/);
    await expectVisible(run.getByRole('button', { name: 'Cancel run' }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await run
      .getByRole('button', { name: /^Remove W\w+ from the run$/ })
      .first()
      .click();
    const removal = dialog(page, /^Remove .+ from the run\?$/);
    await removal.getByRole('textbox', { name: 'Reason' }).fill('Disputed');
    await expectAccessible(page);
    await removal.getByRole('button', { name: 'Remove from run' }).click();
    await expectVisible(toast(page, 'Removed. Its amount is released.'));
    await expectText(run.getByRole('region', { name: 'Progress' }).getByRole('list'), /1 removed/);
    await page.goto('/payouts');
    await expectVisible(page.getByText('In Transit').first());
    await page.goto('/payouts/runs');
    await page
      .getByRole('button', { name: /^View details of Run/ })
      .first()
      .click();
    await run.getByRole('button', { name: 'Cancel run' }).click();
    const reason = dialog(page, 'Cancel the run?');
    await reason.getByRole('textbox', { name: 'Reason' }).fill('Wrong day');
    await reason.getByRole('button', { name: 'Cancel run' }).click();
    await expectVisible(toast(page, 'Cancelled. Its amounts are released.'));
    await expectHidden(reason);
  });

  test('[VIEW-04, LIVE-02] updates the counts of the views next to it', async ({
    application,
    openPage,
    token,
  }) => {
    await freeAmounts(application, token);
    const name = `Ready ${attempts}`;
    attempts += 1;
    await callApi(application, token, createView, {
      body: { list: 'payment-runs', name, query: 'state=ready', columns: [] },
    });
    const page = await openPage({ live: true });
    await beginSignedIn(page, application);
    await openLive(page, '/payouts/runs');
    const ready = page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: new RegExp(`^${name}`) });
    await expectText(ready, `${name} 0`);
    const selected = { profile: 'icici', ids: null, all: true, minimumPaise: null };
    const { record } = await callApi(application, token, previewRun, { body: selected });
    await callApi(application, token, createRun, {
      body: {
        ...{ ...selected, debitAccount: '000705000123', key: crypto.randomUUID() },
        ...{ seenCount: record.payees.length, seenTotalPaise: record.totalPaise },
      },
    });
    await expectText(ready, `${name} 1`);
  });
});
