import { expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { confirmDeletion, press, rowWith } from './support/locators.ts';
import { sendToAll } from './support/notifications-screen.ts';

const ravi = aUser({ name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876501234' });
const test = signedInTest({ users: [ravi], mechanics: [aMechanic({ name: 'Suresh Patil' })] });

test('[NOTI-02, NOTI-03, NOTI-05] a message to one customer is withdrawn, and a message to everyone is deleted', async ({
  page,
}) => {
  await page.goto('/notifications');
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('  Your car is ready  ');
  await page.getByLabel('Recipient type', { exact: true }).selectOption('user');
  // Only the server finds a phone number in a different format.
  const recipient = page.getByRole('combobox', { name: 'Select user' });
  await recipient.fill(`+91 ${ravi.phone}`);
  await page.getByRole('option', { name: /Ravi Kumar/ }).click();
  await press(page, 'Send notification');
  await expectVisible(page.getByText('Saved. No delivery webhook is set up.', { exact: true }));
  await expectVisible(rowWith(page, 'Your car is ready'));
  await press(page, 'Undo');
  await expectVisible(page.getByText('Notification withdrawn', { exact: true }));
  await expectHidden(rowWith(page, 'Your car is ready'));
  expect(await recipient.inputValue()).toBe('Ravi Kumar');
  await page.getByLabel('Recipient type', { exact: true }).selectOption('all');
  await message.fill('Closed on Sunday');
  await sendToAll(page);
  const row = rowWith(page, 'Closed on Sunday');
  await row.getByRole('button', { name: /^Delete notification/ }).click();
  await confirmDeletion(page);
  await expectVisible(page.getByText('Notification deleted successfully', { exact: true }));
  await expectHidden(row);
});
