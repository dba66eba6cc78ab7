import { listActivity } from '@wayside/contract/activity';
import { listBookings } from '@wayside/contract/bookings';
import { getMechanic, listMechanics } from '@wayside/contract/mechanics';
import { listPayments } from '@wayside/contract/payments';
import { getRecordCounts, getTimeline } from '@wayside/contract/timeline';
import { getUser, listUsers } from '@wayside/contract/users';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aBooking } from '../support/factories/bookings.ts';
import { aPayment } from '../support/factories/payments.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentQueries,
} from './open-screen.ts';
import { button } from './page-content.ts';
import { asRole, DETAILS_RESPONSES, LIST_SCREEN_RESPONSES } from './responses.ts';

const ravi = aUser();
const suresh = aMechanic();
const joined = {
  ...{ id: 'joined', kind: 'person_created' as const, at: '2026-01-01T00:00:00.000Z', recordId: ravi.id },
  ...{ status: null, amountPaise: null, text: null, by: null, other: null },
};
const counts = respondWith(getRecordCounts, {
  record: { bookings: 1, payments: 1, earnings: 0, payouts: 0, notes: 0, activity: 0 },
});
const timeline = respondWith(getTimeline, { rows: [joined], next: null });
const ANSWERS = [
  respondWithRows(listUsers, ravi),
  respondWith(getUser, { record: ravi }),
  respondWithRows(listMechanics, suresh),
  respondWith(getMechanic, { record: suresh }),
  respondWithRows(listBookings, aBooking({ customer: refTo(ravi), mechanic: refTo(suresh) })),
  respondWithRows(listPayments, aPayment({ customer: refTo(ravi) })),
  respondWithRows(listActivity),
  timeline,
  counts,
  ...LIST_SCREEN_RESPONSES,
  ...DETAILS_RESPONSES,
];

const dialog = page.getByRole('dialog');
const tab = (name: string) => dialog.getByRole('tab', { name });
const isMissing = (name: string) => expect.element(tab(name)).not.toBeInTheDocument();

it('[PEOP-01] the page of a person has no money tabs for a reviewer and sends no request for them, even with a direct URL', async () => {
  await openScreen(`/users?user=${ravi.id}&tab=payments`, [asRole('reviewer'), ...ANSWERS]);
  await expect.element(tab('Bookings').getByText('(1)')).toBeVisible();
  await expect.element(dialog.getByRole('list', { name: 'Timeline' })).toBeVisible();
  for (const name of ['Payments', 'Activity']) await isMissing(name);
  expect(sentQueries(listPayments)).toEqual([]);
  await openScreen(`/mechanics?mechanic=${suresh.id}&tab=payouts`, [asRole('reviewer'), ...ANSWERS]);
  await expect.element(dialog.getByRole('region', { name: 'Personal Information' })).toBeVisible();
  for (const name of ['Earnings', 'Payouts', 'Activity']) await isMissing(name);
});

it('[PEOP-01] the page of a person shows a viewer no buttons for actions that the role may not perform', async () => {
  await openScreen(`/users?user=${ravi.id}`, [asRole('viewer'), ...ANSWERS]);
  await tab('Payments').click();
  for (const name of ['Send notification', 'Pay loyalty', 'Block', 'Delete'])
    await expect.element(dialog.getByRole('button', { name, exact: true })).not.toBeInTheDocument();
});

it('[PEOP-01] the tabs of a person can be reached with arrow keys, and each is accessible', async () => {
  await openScreen(`/mechanics?mechanic=${suresh.id}`, ANSWERS);
  await expect.element(tab('Overview')).toBeVisible();
  (tab('Overview').element() as HTMLElement).focus();
  for (const name of ['Bookings', 'Earnings', 'Payouts', 'Notes', 'Activity']) {
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab(name)).toHaveFocus();
    await expectAccessible();
  }
  await userEvent.keyboard('{Home}');
  await expect.element(dialog.getByRole('list', { name: 'Timeline' })).toBeVisible();
});

it('[PEOP-01] the page of a person shows in place which part failed to load, and loads it again', async () => {
  await openScreen(`/users?user=${ravi.id}`, [
    inSequence(respondWithStatus(getTimeline, 409), timeline),
    ...ANSWERS,
  ]);
  await expect.element(dialog.getByText('Failed to load the timeline')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Account' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByRole('list', { name: 'Timeline' }).getByText(/^Joined/)).toBeVisible();
});

it('[PEOP-01] the page of a person does not move while counts load', async () => {
  const later = holdResponse(counts);
  await openScreen(`/users?user=${ravi.id}`, [later, ...ANSWERS]);
  await expect.element(dialog.getByRole('list', { name: 'Timeline' }).getByText(/^Joined/)).toBeVisible();
  await expectNoLayoutShift(async () => {
    later.release();
    await expect.element(tab('Payments').getByText('(1)')).toBeVisible();
  });
});

it.each(['overview', 'bookings', 'payments', 'notes', 'activity'])(
  '[PEOP-01] the tab %s of a person fills a narrow phone without horizontal scrolling',
  async (name) => {
    await openScreen(`/users?user=${ravi.id}&tab=${name}`, ANSWERS, { width: 320, height: 640 });
    await expect.element(tab('Bookings').getByText('(1)')).toBeVisible();
    await expectAccessible();
    expect(dialog.element().scrollWidth).toBe(dialog.element().clientWidth);
  },
);

it('[PEOP-01] with an external API, a person opens in the dialog from the specification, without tabs, timeline and counts', async () => {
  const config = { extensions: {} };
  await openScreen('/users', ANSWERS, { config });
  await button('View details of Ravi Kumar').click();
  await expect.element(dialog.getByRole('region', { name: 'Account' })).toBeVisible();
  await expect.element(dialog.getByRole('tab')).not.toBeInTheDocument();
  expect([...sentQueries(getTimeline), ...sentQueries(getRecordCounts)]).toEqual([]);
  await openScreen('/mechanics', ANSWERS, { config });
  await button('View details of Suresh Patil').click();
  await expect.element(dialog.getByRole('region', { name: 'Documents' })).toBeVisible();
  await expect.element(dialog.getByRole('tab')).not.toBeInTheDocument();
});
