import { voidPayment } from '@wayside/contract/payments-out';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { descriptionListIn, expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aMechanic } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { openLive } from './support/live.ts';
import { press, queryOf } from './support/locators.ts';
import { beginSignedIn } from './support/session.ts';

const ravi = aMechanic({ name: 'Ravi Kumar', phone: '9000000002' });
const sita = aMechanic({ name: 'Sita Devi', phone: '9000000003' });
const paid = (to: typeof ravi, transactionId: string, amountPaise: number, paidAt: string) => ({
  id: newRecordId(),
  mechanic: { id: to.id },
  transactionId,
  amountPaise,
  method: 'bank_transfer',
  paidAt,
});
const october = paid(ravi, 'UTR-OCT-77', 150_000, '2026-10-31T18:29:00.000Z');
const test = signedInTest({
  mechanics: [ravi, sita],
  payouts: [
    paid(ravi, 'UTR-SEP', 50_000, '2026-09-30T18:29:00.000Z'),
    // 1 October in India.
    paid(sita, 'UTR-OCT-1', 100_050, '2026-09-30T18:30:00.000Z'),
    october,
  ],
});

describe('the history of payouts', () => {
  test('[VIEW-01] is cut by days, which its sum and its export follow, and leads to the payee', async ({
    page,
  }) => {
    await page.goto('/payouts');
    await page
      .getByRole('navigation', { name: 'Pages about payouts' })
      .getByRole('link', { name: 'History' })
      .click();
    await expectVisible(page.getByRole('heading', { name: 'All Payments Out (3)', exact: true }));
    await expectText(
      page.getByRole('region', { name: 'Sum of all pages' }),
      'Paid Out ₹3,000.50 3 payments, all pages',
    );

    await page.getByRole('combobox', { name: 'Paid', exact: true }).selectOption({ label: 'From – To…' });
    await page.getByRole('textbox', { name: 'From' }).fill('2026-10-01');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2026-10-31');
    await expectVisible(page.getByRole('heading', { name: 'All Payments Out (2)', exact: true }));
    await expectText(
      page.getByRole('region', { name: 'Sum of all pages' }),
      'Paid Out ₹2,500.50 2 payments, all pages',
    );
    expect(queryOf(page)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    await expectTexts(page.getByRole('button', { name: /^UTR-/ }), ['UTR-OCT-77', 'UTR-OCT-1']);
    await expectAccessible(page);

    await press(page, 'View details of payment of ₹1,500 to Ravi Kumar');
    const dialog = page.getByRole('dialog', { name: 'Payout of ₹1,500' });
    await expectVisible(dialog.getByText('Payment ID'));
    expect(await descriptionListIn(dialog, 'Payout to a mechanic')).toMatchObject({
      'Paid To': 'Ravi Kumar',
      'Transaction ID': 'UTR-OCT-77',
      'Date and Time': '31 Oct 2026, 11:59 pm',
    });
    await dialog.getByRole('link', { name: 'Balance and history' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Ravi Kumar' }));
  });

  test('[WORK-03] is opened by the global search for a part of a transaction id', async ({ page }) => {
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('oct-7');
    const group = page.getByRole('group', { name: 'Transactions' });
    await group.getByRole('option', { name: /UTR-OCT-77/ }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Payout of ₹1,500' }));
    await press(page, 'Close');
    await expectHidden(page.getByRole('dialog'));
  });

  test('[LIVE-02] shows in the open details that somebody else has voided the payment', async ({
    application,
    openPage,
    token,
  }) => {
    const page = await openPage({ live: true });
    await beginSignedIn(page, application);
    // The list behind the details does not hold it.
    await openLive(page, `/payouts/history?search=nothing&payment=payout-${october.id}`);
    const details = page.getByRole('dialog', { name: 'Payout of ₹1,500' });
    await expectVisible(details.getByRole('button', { name: 'Void payment' }));
    await callApi(application, token, voidPayment, {
      params: { kind: 'payout', id: october.id },
      body: { reason: 'Account closed' },
    });
    await expectVisible(details.getByText('Account closed'));
  });
});
