import { listMechanics } from '@wayside/contract/mechanics';
import {
  createNotification,
  deleteNotification,
  type ListedNotification,
  listNotifications,
} from '@wayside/contract/notifications';
import { listUsers } from '@wayside/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMechanic, aUser } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  alert,
  button,
  confirmation,
  dialog,
  expectAbsent,
  expectShown,
  field,
  heading,
  press,
  toast,
} from './elements.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { sentFields } from './sent-fields.ts';

const ravi = aUser({ name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876501234' });
const suresh = aMechanic({ name: 'Suresh Patil', email: 'suresh@example.in' });
const notification = (message: string, index: number): ListedNotification => ({
  id: newRecordId(),
  message,
  type: index === 1 ? 'promotion' : 'all',
  user: null,
  mechanic: null,
  createdAt: new Date(Date.parse('2026-03-05T05:00:00Z') - index * 60_000).toISOString(),
  updatedAt: null,
  delivery: null,
});
const listed = ['The newest of them', ...Array.from({ length: 9 }, (_, index) => `Message ${index + 1}`)].map(
  notification,
);
const people = (total: number) => ({ total, pageCount: 1, page: 1 });
const filled = respondWith(listNotifications, { rows: listed, total: 12, pageCount: 2, page: 1 });
const COMMON = [
  filled,
  respondWith(listUsers, { rows: [ravi], ...people(1) }),
  respondWith(listMechanics, { rows: [suresh], ...people(1) }),
];
const open = (...responses: MockResponse[]) => openScreen('/notifications', [...responses, ...COMMON]);
const message = () => field('Message');
const recipientType = () => field('Recipient type');
const recipient = (kind: 'user' | 'mechanic') => page.getByRole('combobox', { name: `Select ${kind}` });
const rejected = { status: false };
const NOTIFICATION_SEND_FAILED = 'Failed to send notification';

/** Sends the typed message to everyone once the recipients are counted. */
async function sendToAll() {
  await press('Send notification');
  await confirmation()
    .getByRole('button', { name: /^Send to \d/ })
    .click();
}

describe('the list of notifications', () => {
  it('[NOTI-01, VIEW-02] can be searched without a request, refreshed, and sorted', async () => {
    await open();
    await expectShown('Showing 1 to 10 of 12 notifications');
    const search = page.getByRole('searchbox', { name: 'Search this page' });
    await search.fill('PROMO');
    await expectShown('Message 1');
    await expectAbsent(page.getByText('The newest of them', { exact: true }));
    expect(sentQueries(listNotifications)).toHaveLength(1);
    await press('Refresh');
    await expect.poll(() => sentQueries(listNotifications)).toHaveLength(2);
    await search.fill('');
    await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
    await expect.poll(() => sentQueries(listNotifications).at(-1)).toMatchObject({ sort: 'date' });
  });

  it('[NOTI-01, NOTI-04, NOTI-05] deletes a notification after a confirmation', async () => {
    await open(respondWith(deleteNotification, {}));
    const row = page.getByRole('row').filter({ hasText: 'Message 2' });
    const deletion = row.getByRole('button', { name: /^Delete notification/ });
    await deletion.click();
    await press('Cancel', confirmation());
    expect(sentBodies(deleteNotification)).toEqual([]);
    await deletion.click();
    await press('Delete', page.getByRole('alertdialog', { name: 'Delete this notification?' }));
    await expectShown('Notification deleted successfully');
    expect(sentBodies(deleteNotification)).toHaveLength(1);
  });

  it('[NOTI-04, ERR-03] shows a failed load in a banner and in place', async () => {
    const failed = 'Failed to load notifications';
    await open(inSequence(respondWithStatus(listNotifications, 200, rejected), filled));
    await expect.element(alert(failed).filter({ hasNotText: 'Error Loading' })).toBeInTheDocument();
    await expectShown(failed, alert('Error Loading Notifications'));
    await press('Try Again');
    await expectShown('The newest of them');
  });

  it('[NOTI-04] shows the banner at any scroll position', async () => {
    await openScreen('/notifications', [respondWithStatus(deleteNotification, 200, rejected), ...COMMON], {
      width: 375,
    });
    const deletion = page.getByRole('button', { name: /^Delete notification/ }).last();
    await expect.element(deletion).toBeVisible();
    deletion.element().scrollIntoView({ block: 'center' });
    expect(scrollY).toBeGreaterThan(200);
    await deletion.click();
    await press('Delete', confirmation());
    const banner = page.getByRole('alert').getByText('Failed to delete notification', { exact: true });
    await expect.element(banner).toBeVisible();
    const { y } = banner.element().getBoundingClientRect();
    expect(y).toBeGreaterThanOrEqual(page.getByRole('banner').element().getBoundingClientRect().height);
    expect(y).toBeLessThan(200);
  });
});

describe('a notification', () => {
  it('[NOTI-02, NOTI-03, NOTI-05] is sent to one customer, and Undo deletes it and restores the input', async () => {
    const saved = { id: newRecordId(), message: 'Saved. No delivery webhook is set up.', delivery: null };
    await open(respondWith(createNotification, saved), respondWith(deleteNotification, {}));
    await message().fill('  Your car is ready  ');
    await recipientType().selectOptions('user');
    await recipient('user').fill('RAVI@');
    await expect.element(page.getByRole('option', { name: /Ravi Kumar/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(recipient('user')).toHaveValue('Ravi Kumar');
    await press('Send notification');
    // The outcome is reported only in the banner.
    await expectShown('Saved. No delivery webhook is set up.');
    await expectAbsent(toast(/./));
    const sent = { message: 'Your car is ready', type: 'user', userId: ravi.id, mechanicId: null };
    expect(sentFields(createNotification)).toEqual([sent]);
    await expect.element(message()).toHaveValue('');
    await press('Undo');
    await expectShown('Notification withdrawn');
    expect(sentQueries(deleteNotification)).toEqual([{ unsent: 'true' }]);
    await expect.element(message()).toHaveValue('  Your car is ready  ');
    await expect.element(recipient('user')).toHaveValue('Ravi Kumar');
  });

  it('[NOTI-05] shows the number of recipients before it is sent to all', async () => {
    await open(respondWith(createNotification, { id: newRecordId(), message: null, delivery: null }));
    await message().fill('Closed on Sunday');
    await press('Send notification');
    await expect.element(button('Send to 2', confirmation())).toBeVisible();
    await expectShown('1 customer and 1 mechanic get this message.', confirmation());
    await expectAccessible();
    await press('Cancel', confirmation());
    expect(sentBodies(createNotification)).toEqual([]);
    await expect.element(message()).toHaveValue('Closed on Sunday');
    await sendToAll();
    await expect
      .poll(() => sentBodies(createNotification))
      .toMatchObject([{ message: 'Closed on Sunday', type: 'all' }]);
  });

  it('[NOTI-05] has a recipient list that searches on the server for the typed text', async () => {
    const none = respondWith(listUsers, { rows: [], ...people(0) });
    await open(
      inSequence(
        respondWith(listUsers, { rows: [], ...people(0) }),
        respondWith(listUsers, { rows: [ravi], ...people(1) }),
        none,
      ),
    );
    await recipientType().selectOptions('user');
    // Only the server finds a phone number in a different format.
    await recipient('user').fill('+91 9876501234');
    await page.getByRole('option', { name: /Ravi Kumar/ }).click();
    await expect.element(recipient('user')).toHaveValue('Ravi Kumar');
    expect(sentQueries(listUsers)).toContainEqual(expect.objectContaining({ search: '+91 9876501234' }));
    await recipient('user').fill('nobody at all');
    await expectShown('No matches');
  });

  it('[NOTI-03] needs a text and a recipient, and another type clears the recipient', async () => {
    await open();
    await message().fill('   ');
    await press('Send notification');
    await expectShown('Please enter a message');
    await message().fill('Hello');
    await recipientType().selectOptions('user');
    await press('Send notification');
    await expectShown('Please select a user');
    await recipient('user').fill('ravi');
    await page.getByRole('option', { name: /Ravi Kumar/ }).click();
    await recipientType().selectOptions('mechanic');
    await expect.element(recipient('mechanic')).toHaveValue('');
    await press('Send notification');
    await expectShown('Please select a mechanic');
    expect(sentBodies(createNotification)).toEqual([]);
    expect(sentQueries(listMechanics).map(({ limit }) => limit)).toEqual(['100']);
    await recipient('mechanic').fill('s');
    await expect.element(page.getByRole('option', { name: /Suresh Patil/ })).toBeVisible();
    await expectAccessible();
  });

  it('[NOTI-04] shows a banner for three seconds without a layout shift when it fails, and keeps the input', async () => {
    await open(respondWithStatus(createNotification, 500));
    const parts = [page.getByRole('form'), heading('All Notifications (12)')];
    const places = () => parts.map((part) => part.element().getBoundingClientRect().y);
    await message().fill('Hello');
    await expect.element(parts[1] ?? page.getByRole('form')).toBeVisible();
    const before = places();
    const banner = page.getByRole('alert').getByText(NOTIFICATION_SEND_FAILED, { exact: true });
    await expectNoLayoutShift(async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      await sendToAll();
      await expect.element(banner).toBeVisible();
      expect(places()).toEqual(before);
      vi.advanceTimersByTime(3000);
      await expectAbsent(banner);
      expect(places()).toEqual(before);
      vi.useRealTimers();
    });
    await expect.element(message()).toHaveValue('Hello');
    expect(dialog('Send to all recipients?').elements()).toEqual([]);
  });
});
