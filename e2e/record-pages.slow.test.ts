import { listPayments } from '@wayside/contract/payments';
import { getRecordCounts, getTimeline } from '@wayside/contract/timeline';
import { describe, expect } from 'vitest';
import { expectAccessible, untilStill } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { marketplaceTest } from './support/application-test.ts';
import { callPattern, holdCall, pretendExternalApi, recordCalls, serveAnswers } from './support/calls.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { openTab, recordTab } from './support/record-page.ts';
import { beginSignedIn, beginWithToken, openSession } from './support/session.ts';

const ravi = aUser({ name: 'Ravi Kumar', phone: '9876543210' });
const suresh = aMechanic({ name: 'Suresh Patil', status: 'approved' });
const test = marketplaceTest({
  users: [ravi],
  mechanics: [suresh],
  bookings: [aBooking({ customer: refTo(ravi), mechanic: refTo(suresh) })],
  payments: [aPayment({ customer: refTo(ravi) })],
});

describe('[PEOP-01] the page of a person', () => {
  test('has for a reviewer no tab of money, and makes no call for it, whatever the address says', async ({
    page,
    application,
  }) => {
    await beginWithToken(page, await openSession(application, await createAdministrator(application, 'reviewer')));
    const calls = recordCalls(page, listPayments);
    await page.goto(`/users?user=${ravi.id}&tab=payments`);
    await expectVisible(recordTab(page, 'Bookings').getByText('(1)'));
    await expectVisible(page.getByRole('dialog').getByRole('list', { name: 'Timeline' }));
    for (const name of ['Payments', 'Activity']) expect(await recordTab(page, name).count()).toBe(0);
    expect(calls).toEqual([]);
    await page.goto(`/mechanics?mechanic=${suresh.id}&tab=payouts`);
    await expectVisible(page.getByRole('dialog').getByRole('region', { name: 'Personal Information' }));
    for (const name of ['Earnings', 'Payouts', 'Activity']) expect(await recordTab(page, name).count()).toBe(0);
  });

  test('moves between its tabs by arrow keys, and each is accessible', async ({ page, application }) => {
    await beginSignedIn(page, application);
    await page.goto(`/mechanics?mechanic=${suresh.id}`);
    await recordTab(page, 'Overview').focus();
    for (const name of ['Bookings', 'Earnings', 'Payouts', 'Notes', 'Activity']) {
      await page.keyboard.press('ArrowRight');
      await expectFocused(recordTab(page, name));
      await expectAccessible(page);
    }
    await page.keyboard.press('Home');
    await expectVisible(page.getByRole('dialog').getByRole('list', { name: 'Timeline' }));
  });

  test('says what failed to load in its place, and loads it again', async ({ page, application, pageErrors }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    await beginSignedIn(page, application);
    await serveAnswers(page, getTimeline, { status: 409, json: {} }, 'real');
    await page.goto(`/users?user=${ravi.id}`);
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('Failed to load the timeline'));
    await expectVisible(dialog.getByRole('region', { name: 'Account' }));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(dialog.getByRole('list', { name: 'Timeline' }).getByText(/^Joined/));
  });

  test('keeps its place while timeline and counts load', async ({ page, application }) => {
    await beginSignedIn(page, application);
    const release = await holdCall(page, callPattern(getRecordCounts));
    await page.goto(`/users?user=${ravi.id}`);
    await expectVisible(recordTab(page, 'Payments'));
    await untilStill(page);
    const before = await recordTab(page, 'Payments').boundingBox();
    release();
    await expectVisible(recordTab(page, 'Payments').getByText('(1)'));
    expect((await recordTab(page, 'Payments').boundingBox())?.x).toBe(before?.x);
  });

  test('fills a phone, without scrolling sideways', async ({ openPage, application }) => {
    const page = await openPage({ width: 'narrow' });
    await beginSignedIn(page, application);
    for (const tab of ['overview', 'bookings', 'payments', 'notes', 'activity']) {
      await page.goto(`/users?user=${ravi.id}&tab=${tab}`);
      await expectVisible(recordTab(page, 'Bookings').getByText('(1)'));
      await expectNoOverflow(page, tab);
    }
  });

  test('is the specified dialog in front of another provider', async ({ page, application }) => {
    await beginSignedIn(page, application);
    await pretendExternalApi(page);
    const calls = [...recordCalls(page, getTimeline), ...recordCalls(page, getRecordCounts)];
    await page.goto('/users');
    await page.getByRole('button', { name: 'View details of Ravi Kumar' }).click();
    await expectVisible(page.getByRole('dialog').getByRole('region', { name: 'Account' }));
    await expectHidden(page.getByRole('dialog').getByRole('tab'));
    expect(calls).toEqual([]);
    await page.goto('/mechanics');
    await page.getByRole('button', { name: 'View details of Suresh Patil' }).click();
    await expectVisible(page.getByRole('dialog').getByRole('region', { name: 'Documents' }));
    await expectHidden(page.getByRole('dialog').getByRole('tab'));
  });

  test('shows no button for what a role may not do', async ({ page, application }) => {
    await beginWithToken(page, await openSession(application, await createAdministrator(application, 'viewer')));
    await page.goto(`/users?user=${ravi.id}`);
    await openTab(page, 'Payments');
    for (const name of ['Send notification', 'Pay loyalty', 'Block', 'Delete'])
      expect(await page.getByRole('dialog').getByRole('button', { name, exact: true }).count()).toBe(0);
  });
});
