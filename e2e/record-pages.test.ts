import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { aBooking, anEmergency } from './support/factories/bookings.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { queryOf } from './support/locators.ts';
import { openTab, recordTab } from './support/record-page.ts';
import { toast } from './support/toasts.ts';

const ravi = aUser({
  name: 'Ravi Kumar',
  phone: '9876543210',
  walletPaise: 45_000,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const suresh = aMechanic({ name: 'Suresh Patil', phone: '9123456780' });
const bookings = Array.from({ length: 22 }, (_, day) =>
  aBooking({
    customer: refTo(ravi),
    mechanic: refTo(suresh),
    status: 'pending',
    createdAt: new Date(Date.UTC(2026, 1, 1 + day)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 1, 1 + day)).toISOString(),
  }),
);
const emergency = anEmergency({
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  createdAt: '2026-03-01T00:00:00.000Z',
});
const payment = aPayment({ customer: refTo(ravi), amountPaise: 129_850, transactedAt: '2026-03-02T00:00:00.000Z' });

const test = signedInTest({
  users: [ravi],
  mechanics: [suresh],
  bookings: [...bookings, emergency],
  payments: [payment],
});

describe('the page of a customer', () => {
  test('[PEOP-01, PEOP-02] has a header, a timeline and tabs with counts, and the tab is in the URL', async ({
    page,
  }) => {
    await page.goto('/users');
    await page.getByRole('button', { name: 'View details of Ravi Kumar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ravi Kumar' });
    expect(await dialog.getByRole('link', { name: '9876543210' }).getAttribute('href')).toBe('tel:9876543210');
    await expectVisible(dialog.getByText('Wallet ₹450', { exact: true }));
    const entries = dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await expectText(entries.first(), /^Payment .{6} Paid ₹1,298\.50/);
    await expect.poll(() => entries.count()).toBe(21);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await expectText(entries.last(), /^Joined/);
    await expect.poll(() => entries.count()).toBe(25);
    await expectHidden(dialog.getByRole('button', { name: 'Show more' }));
    await expectAccessible(page);
    await openTab(page, 'Bookings (23)');
    expect(queryOf(page)).toEqual({ user: ravi.id, tab: 'bookings' });
    await expectVisible(dialog.getByRole('heading', { name: 'Bookings (23)' }));
    await page.reload();
    await expectVisible(dialog.getByRole('table', { name: 'Bookings' }));
    await openTab(page, 'Payments (1)');
    await expectVisible(dialog.getByRole('cell', { name: '₹1,298.50' }));
    await page.goBack();
    await expectVisible(dialog.getByRole('table', { name: 'Bookings' }));
    await page.keyboard.press('Escape');
    await expectHidden(dialog);
    expect(queryOf(page)).toEqual({});
  });
});

describe('the details of a booking', () => {
  test('[PEOP-02, PEOP-03] show its timeline and the available actions', async ({ page }) => {
    await page.goto(`/bookings?booking=${emergency.id}`);
    const dialog = page.getByRole('dialog');
    await expectText(
      dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem').last(),
      /^Booking created/,
    );
    const dials = async (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
    expect([await dials('Call customer'), await dials('Call mechanic')]).toEqual([
      'tel:9876543210',
      'tel:9123456780',
    ]);
    await dialog.getByRole('button', { name: 'Add note' }).last().click();
    await page.keyboard.type('Called twice');
    await page.keyboard.press('Control+Enter');
    await expectText(
      dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first(),
      /^Note .*Called twice/,
    );
    await dialog.getByRole('button', { name: 'Send notification' }).click();
    const form = page.getByRole('dialog', { name: 'Send notification' });
    await expectText(
      form.getByRole('combobox', { name: 'Recipient' }).locator('option:checked'),
      'Customer: Ravi Kumar',
    );
    await form.getByRole('textbox', { name: 'Message' }).fill('Help is on its way');
    await form.getByRole('button', { name: 'Send notification' }).click();
    await expectHidden(form);
    await expectVisible(toast(page, 'Notification saved. No delivery webhook is set up.'));
    await dialog.getByRole('link', { name: 'Open in Roadside' }).click();
    await expectPath(page, '/roadside');
    expect(queryOf(page)).toMatchObject({ emergency: emergency.id });
    await page.goto(`/users?user=${ravi.id}`);
    await expectVisible(page.getByRole('dialog').getByText('Help is on its way'));
    await expectVisible(recordTab(page, 'Notes').getByText('(0)'));
  });
});
