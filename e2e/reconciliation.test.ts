import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { sidebarLink } from './support/navigation.ts';
import { toast } from './support/toasts.ts';

/** Each attempt of a retried test has its own payments and days. */
const ATTEMPTS = [1, 2, 3];
const paymentsOf = (attempt: number) =>
  [100_000, 20_000, 5_000].map((paise, index) =>
    aPayment({
      amountPaise: paise + attempt * 100,
      transactionId: index === 0 ? `pay_known${attempt}` : null,
      transactedAt: `2026-03-0${attempt}T06:00:00.000Z`,
    }),
  );
const payments = ATTEMPTS.map(paymentsOf);
const test = signedInTest({ payments: payments.flat() });
let attempts = 0;

/**
 * Creates a settlement file in which the first payment matches, the second has another amount and the third is
 * unknown.
 */
function reportOf(attempt: number): string {
  const [, second] = payments[attempt - 1] ?? [];
  const line = (id: string, order: string, rupees: number) =>
    [
      'payment',
      id,
      order,
      rupees.toFixed(2),
      '0',
      '0',
      `0${attempt}/03/2026`,
      `setl_${attempt}`,
      `AXISCN00000000${attempt}`,
    ].join();
  return [
    'transaction_entity,entity_id,order_receipt,amount,fee (exclusive tax),tax,entity_created_at,settlement_id,settlement_utr',
    line(`pay_known${attempt}`, '', 1000 + attempt),
    line(`pay_less${attempt}`, second?.id ?? '', 199 + attempt),
    line(`pay_unknown${attempt}`, '', 50 + attempt),
  ].join('\n');
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('reconciliation', () => {
  test('[RECON-01, RECON-02, RECON-03] goes through all steps from a report to its exceptions, a link and a write-off', async ({
    page,
  }) => {
    attempts += 1;
    const attempt = attempts;
    const name = `razorpay-${attempt}.csv`;
    await page.goto('/dashboard');
    await sidebarLink(page, 'Reconciliation').click();
    await page
      .getByRole('navigation', { name: 'Pages about received money' })
      .getByRole('link', { name: 'Files' })
      .click();
    await expectVisible(page.getByRole('button', { name: 'Choose file', disabled: false }));
    await page.getByLabel('Settlement report or bank statement').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(reportOf(attempt)),
    });
    await expectVisible(toast(page, `${name}: 3 lines`));
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: /View details/ })
      .click();
    const file = dialog(page, name);
    await expectText(
      file.getByRole('table', { name: 'Lines by state' }),
      /Amount differs 1 .* Matched 1 .* Missing here 1/,
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.goto(`/reconciliation/exceptions?from=2026-03-0${attempt}&to=2026-03-0${attempt}`);
    await page
      .getByRole('row', { name: new RegExp(`pay_less${attempt}`) })
      .getByRole('button', { name: /View details/ })
      .click();
    const less = dialog(page, new RegExp(`^Payment of ₹${199 + attempt}`));
    await expectVisible(less.getByText('≠ differs').first());
    await expectHidden(less.getByRole('rowheader', { name: 'UTR', exact: true }).filter({ hasText: '–' }));
    await expectAccessible(page);
    // The shortcuts open the next line and the previous one.
    await page.keyboard.press('j');
    await expectVisible(dialog(page, new RegExp(`^Payment of ₹${50 + attempt}`)));
    await page.keyboard.press('k');
    await expectVisible(less);

    // Linking a payment with another amount asks for confirmation and can be undone.
    await less.getByRole('button', { name: 'Link', exact: true }).click();
    const linking = dialog(page, 'Link to a payment');
    await linking.getByRole('combobox', { name: 'Payment' }).fill(`₹${50 + attempt}`);
    await linking.getByRole('option', { name: new RegExp(`^₹${50 + attempt}, payment`) }).click();
    await expectAccessible(page);
    await linking.getByRole('button', { name: 'Link', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Link although they differ?' });
    await expectText(question, /the difference is ₹149, .* states the order/);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Link' }).click();
    await expectVisible(toast(page, 'Linked.'));
    await expectVisible(less.getByText('A person', { exact: true }));
    await less.getByRole('button', { name: 'Undo' }).click();
    await expectVisible(toast(page, 'Undone. The line is matched again.'));
    await expectVisible(less.getByText('Order ID', { exact: true }).last());
    await expectHidden(less.getByText('A person', { exact: true }));

    await less.getByRole('button', { name: 'Write off' }).click();
    const resolve = dialog(page, 'Write off this line, ₹1');
    await expectVisible(resolve.getByText('Above ₹1,000 a day, a second person approves.'));
    await resolve.getByLabel('Reason').fill('Bank charge');
    await resolve.getByRole('button', { name: 'Write off' }).click();
    await expectVisible(toast(page, '1 line written off.'));
    await expectVisible(less.getByRole('list').getByText('Bank charge'));
    await expectHidden(less.getByText('Ignored', { exact: true }));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));

    await page
      .getByRole('row', { name: new RegExp(`pay_unknown${attempt}`) })
      .getByRole('button', { name: /View details/ })
      .click();
    const unknown = dialog(page, /^Payment of ₹5/);
    await unknown.getByRole('button', { name: /^Link to payment/ }).click();
    await expectVisible(toast(page, 'Linked.'));
    await expectVisible(unknown.getByText('A person', { exact: true }));
    await page.keyboard.press('Escape');

    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'All lines' });
    await expectVisible(page.getByRole('row', { name: new RegExp(`pay_known${attempt}`) }));
    await expectValue(page.getByRole('combobox', { name: 'Show' }), 'any');

    await page.goto('/reconciliation?month=2026-03');
    const days = page.getByRole('table', { name: 'Days of March 2026' });
    await expectText(days.getByRole('row', { name: new RegExp(`^${attempt} Mar 2026`) }), /None$/);
    await expectAccessible(page);
    await page.goto('/reconciliation/settlements');
    await expectVisible(page.getByRole('row', { name: new RegExp(`setl_${attempt} .*No credit`) }));
    await expectAccessible(page);
    expect(page.url()).toContain('/reconciliation/settlements');
  });
});
