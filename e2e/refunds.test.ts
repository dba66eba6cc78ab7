import { requestRefund } from '@wayside/contract/refunds';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { approvalOffice } from './support/approval-office.ts';
import { withDatabase } from './support/database.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { press } from './support/locators.ts';
import { beginWithToken } from './support/session.ts';
import { toast } from './support/toasts.ts';

const ravi = aMechanic({ name: 'Ravi Kumar', phone: '9000000002' });
const meena = aUser({ name: 'Meena Sharma' });
const paid = {
  mechanic: refTo(ravi),
  customer: refTo(meena),
  amountPaise: 815_000,
  status: 'paid',
  method: 'upi',
} as const;
const payment = aPayment(paid);
const other = aPayment({ ...paid, amountPaise: 900_000 });
const unknown = aPayment(paid);
const unanswered = aPayment(paid);
const linked = aPayment(paid);
const test = signedInTest({
  mechanics: [ravi],
  users: [meena],
  payments: [payment, other, unknown, unanswered, linked],
});
const office = approvalOffice();

describe('a refund', () => {
  test('[REFD-01, REFD-02] is requested from the payment, and the form shows the effect on the balance', async ({
    page,
  }) => {
    await page.goto(`/payments?payment=${payment.id}`);
    const details = page.getByRole('dialog', { name: /^Payment Details/ });
    await details.getByRole('button', { name: 'Refund', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Refund Payment' });
    await expectVisible(form.getByText('The customer paid ₹8,150'));
    await form.getByRole('combobox', { name: 'Refund' }).selectOption('part');
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('9000');
    await form.getByRole('combobox', { name: 'Borne by' }).selectOption('mechanic');
    await form.getByRole('button', { name: 'Request refund' }).click();
    await expectVisible(form.getByText('Enter at most ₹8,150'));
    await expectHidden(form.getByText(/Balance/));
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('500');
    await expectVisible(form.getByText(/^Balance of Ravi Kumar: ₹[\d,.]+ → ₹[\d,.]+/));
    await form.getByRole('combobox', { name: 'Borne by' }).selectOption('split');
    const percent = form.getByRole('textbox', { name: 'Mechanic (%)' });
    await percent.fill('150');
    await expectVisible(form.getByText('Enter a whole number from 0 to 100'));
    await percent.fill('50');
    await expectVisible(form.getByText('The platform bears ₹250'));
    await form.getByRole('textbox', { name: 'Reason' }).fill('Late by two hours');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Request refund' }).click();
    await expectVisible(toast(page, 'A refund of ₹500 is requested.'));
    await expectVisible(details.getByText('Refunded: ₹0 of ₹8,150, ₹500 pending'));
    await details.getByRole('button', { name: 'Refund', exact: true }).click();
    await expectVisible(form.getByText('₹500 is pending confirmation. ₹7,650 can be refunded.'));
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('10');
    await expectVisible(form.getByText('Not yet taken from the balance: ₹250 of other refunds'));
  });

  test('[REFD-02] is approved by another user, who sees it on the dashboard, when it is above the requester’s limit', async ({
    page,
    openPage,
    application,
  }) => {
    await callApi(application, await office.sessionOf(application, 'finance'), requestRefund, {
      params: { id: other.id },
      body: { kind: 'full', amountPaise: 900_000, mechanicPercent: 25, reason: 'Never came', key: 'above' },
    });
    const own = await openPage();
    await beginWithToken(own, await office.sessionOf(application, 'finance'));
    await own.goto('/dashboard');
    await own.getByRole('link', { name: /own request: waiting for another person/ }).click();
    const requested = own.getByRole('region', { name: 'Refunds (1)' });
    await expectVisible(requested.getByText(/^Waiting for another person · requested by/));
    await expectAccessible(own);
    await requested.getByRole('button', { name: 'Full refund of ₹9,000 to Meena Sharma' }).click();
    const ownDetails = own.getByRole('dialog', { name: 'Full refund of ₹9,000' });
    await expectVisible(ownDetails.getByText('Waiting for another person', { exact: true }));
    await expectHidden(ownDetails.getByRole('button', { name: 'Approve' }));
    await page.goto('/approvals');
    await expectVisible(page.getByRole('region', { name: 'Refunds (1)' }).getByText(/^requested by/));
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /refund pending approval/ }).click();
    await press(page, 'View details of full refund of ₹9,000');
    const details = page.getByRole('dialog', { name: 'Full refund of ₹9,000' });
    await expectVisible(details.getByText('Platform ₹6,750, mechanic ₹2,250'));
    await expectVisible(details.getByText(/^Balance of Ravi Kumar: ₹[\d,.]+ → ₹[\d,.]+/));
    await expectVisible(details.getByText('Not yet taken from the balance: ₹250 of other refunds'));
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await expectVisible(toast(page, 'Approved. The refund of ₹9,000 is requested from the marketplace.'));
    await expectHidden(page.getByRole('dialog'));
  });
});

test('[RECON-03] a write-off request of another user is shown under Approvals and on the dashboard', async ({
  page,
  application,
}) => {
  await office.sessionOf(application, 'finance');
  await withDatabase(application, (client) =>
    client.query(
      `INSERT INTO settlement_lines (source, type, state, day, amount_paise, net_paise, expected_paise, needs_match,
         requested_by, requested_at, requested_paise, request_reason)
       SELECT 'payments', 'payment', 'missing_there', '2026-01-04', 0, 0, 200000, false, id, now(), 200000, 'Bank charge'
       FROM admins WHERE role = 'finance' LIMIT 1`,
    ),
  );
  await page.goto('/dashboard');
  await expectVisible(page.getByRole('link', { name: /write-off pending approval/ }));
  await page.goto('/approvals');
  const waiting = page.getByRole('region', { name: 'Write-offs (1)' });
  await expectVisible(waiting.getByText(/^requested by .+: Bank charge$/));
  await waiting.getByRole('link', { name: 'Write-off of ₹2,000, 4 Jan 2026' }).click();
  await expectVisible(page.getByRole('button', { name: 'Approve write-off of ₹2,000' }));
});

describe('a refund that was sent to the marketplace', () => {
  /** Creates a refund of half a payment, sent some days ago. */
  const sent = async (application: Application, paymentId: string, days: number) => {
    const { record } = await callApi(application, await office.sessionOf(application, 'owner'), requestRefund, {
      params: { id: paymentId },
      body: {
        kind: 'part',
        amountPaise: 123_400,
        mechanicPercent: 50,
        reason: 'Late',
        key: `sent ${paymentId} ${days}`,
      },
    });
    await withDatabase(application, async (client) => {
      await client.query('ALTER TABLE refunds DISABLE TRIGGER forbid_changes');
      await client.query(
        'UPDATE refunds SET requested_at = requested_at - make_interval(days => $2) WHERE id = $1',
        [record.id, days],
      );
      await client.query('ALTER TABLE refunds ENABLE TRIGGER forbid_changes');
    });
    return record;
  };

  test('[REFD-01] is listed on the dashboard when there is no response, and can be cancelled with a reason', async ({
    page,
    application,
  }) => {
    await sent(application, unanswered.id, 4);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /refund without a response for over 3 days/ }).click();
    await press(page, 'View details of partial refund of ₹1,234');
    const details = page.getByRole('dialog', { name: 'Partial refund of ₹1,234' });
    await expectVisible(details.getByText(/The marketplace has not responded for over 3 days/));
    await details.getByRole('button', { name: 'Cancel refund' }).click();
    const form = page.getByRole('dialog', { name: 'Cancel the refund?' });
    await form.getByRole('button', { name: 'Cancel refund' }).click();
    await expectVisible(form.getByText('Required'));
    await form.getByRole('textbox', { name: 'Reason' }).fill('The marketplace has lost it');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Cancel refund' }).click();
    await expectVisible(toast(page, 'Cancelled. ₹1,234 can be requested again.'));
  });

  test('[REFD-01] can be linked to a refund that the marketplace made without a reference to the request', async ({
    page,
    application,
  }) => {
    const request = await sent(application, linked.id, 0);
    await withDatabase(application, (client) =>
      client.query(
        `INSERT INTO refunds (id, payment_id, mechanic_id, kind, state, amount_paise, returned_paise, requested_at, decided_at, source_id)
         SELECT repeat('d', 24), payment_id, mechanic_id, 'part', 'confirmed', amount_paise, amount_paise, now(), now(), repeat('e', 24)
         FROM refunds WHERE id = $1`,
        [request.id],
      ),
    );
    await page.goto(`/payments/refunds?refund=${request.id}`);
    const details = page.getByRole('dialog', { name: 'Partial refund of ₹1,234' });
    await expectVisible(details.getByText(/made a refund of this amount on .+ without naming a request/));
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Link refund' }).click();
    await expectVisible(toast(page, 'Linked. The refund of ₹1,234 is confirmed.'));
    await expectHidden(page.getByRole('dialog'));
  });
});

test('[REFD-03] a dispute is opened, its evidence is exported, and it is marked as lost', async ({ page }) => {
  const disputed = '₹8,150';
  await page.goto(`/payments?payment=${unknown.id}`);
  const details = page.getByRole('dialog', { name: /^Payment Details/ });
  await details.getByRole('button', { name: 'Open dispute' }).click();
  const form = page.getByRole('dialog', { name: 'Open Dispute' });
  await form.getByRole('textbox', { name: 'Evidence due' }).fill('someday');
  await form.getByRole('textbox', { name: 'Reason' }).fill('The customer did not know the payment');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  expect(await form.getByRole('textbox', { name: 'Evidence due' }).getAttribute('aria-invalid')).toBe('true');
  await form.getByRole('textbox', { name: 'Evidence due' }).fill('20 Nov 2020');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  await expectVisible(form.getByText('Enter today or a later day'));
  await form.getByRole('textbox', { name: 'Evidence due' }).fill('20 Nov 2030');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  await expectVisible(toast(page, `A dispute of ${disputed} is open.`));
  await details.getByRole('link', { name: 'Dispute' }).click();
  const dispute = page.getByRole('dialog', { name: `Dispute of ${disputed}` });
  await dispute.getByRole('button', { name: 'Correct due day' }).click();
  const correction = page.getByRole('dialog', { name: 'Correct the Due Day' });
  await correction.getByRole('textbox', { name: 'Evidence due' }).fill('21 Nov 2030');
  await expectAccessible(page);
  await correction.getByRole('button', { name: 'Save due day' }).click();
  await expectVisible(toast(page, 'The due day is corrected.'));
  await expectVisible(dispute.getByText('due 21 Nov 2030'));
  const download = page.waitForEvent('download');
  await dispute.getByRole('button', { name: 'Download evidence' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dispute-[0-9a-f]{6}\.zip$/);
  await dispute.getByRole('button', { name: 'Record outcome' }).click();
  const outcome = page.getByRole('dialog', { name: 'Outcome of the Dispute' });
  await outcome.getByRole('combobox', { name: 'Outcome' }).selectOption('lost');
  await outcome.getByRole('textbox', { name: 'Reason' }).fill('No evidence');
  await outcome.getByRole('button', { name: 'Record outcome' }).click();
  await expectHidden(page.getByRole('dialog'));
  await expectVisible(page.getByRole('row').filter({ hasText: 'Lost' }));
});
