import { updateConfiguration } from '@wayside/contract/configuration';
import { getDashboard } from '@wayside/contract/dashboard';
import { createSlot, updateSlot } from '@wayside/contract/slots';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { administrator } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { expectText, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aUser } from './support/factories/people.ts';
import { openFollowing, openLive, toggleElsewhere } from './support/live.ts';
import { rowWith } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { beginSignedIn, storedSession } from './support/session.ts';

const LONG_MS = 30_000;
const values = {
  platformFeePaise: 4_900,
  commissionPercent: 12.5,
  referralBonusPaise: 10_000,
  mechanicChargePaise: 25_000,
  discountPercent: 5,
  loyaltyPoints: 20,
  upiId: 'wayside@upi',
};
const prices = aConfiguration({ ...values, chargePerKmPaise: 1_250 });
const fourth = aUser({ name: 'Asha Rao' });
const test = marketplaceTest({ users: [fourth], configs: [prices] });

describe('[LIVE-02] an open screen', () => {
  test('updates details and the dashboard without a reload', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    await openFollowing(page, application, `/users?user=${fourth.id}`);
    const details = page.getByRole('dialog');
    await expectVisible(details.getByText(fourth.name ?? '').first());
    const calls = recordCalls(page, getDashboard);
    await toggleElsewhere(application, fourth);
    await expectVisible(details.getByText('Blocked').first());
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.poll(() => calls.length).toBe(1);
    await loadMarketplace(application, { bookings: [aBooking({ createdAt: new Date().toISOString() })] });
    await expect.poll(() => calls.length, { timeout: LONG_MS }).toBe(2);
  });
});

describe('[LIVE-02] a form', () => {
  test('that somebody edits keeps its input and says who changed what', async ({ openPage, application }) => {
    const page = await openPage({ live: true });
    const token = await storedSession(application);
    const body = { startTime: '07:00', endTime: '08:00', duration: '1 hour' };
    const { record } = await callApi(application, token, createSlot, { body });
    await openFollowing(page, application, '/master/slots');
    await rowWith(page, '07:00').getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Time Slot' });
    await dialog.getByLabel('Duration').fill('what I type');
    await callApi(application, token, updateSlot, {
      params: { id: record?.id ?? '' },
      body: { ...body, id: record?.id ?? '', endTime: '08:30' },
    });
    await expectText(
      dialog.getByText(/has just been changed/),
      `This time slot has just been changed by ${administrator.email}: End Time. What you typed is kept.`,
    );
    await expectValue(dialog.getByLabel('Duration'), 'what I type');
    await expectValue(dialog.getByLabel('End Time'), '08:00');
    await expectAccessible(page);
  });

  test('that nobody edits shows the present values, and an edited one keeps its own', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    await beginSignedIn(page, application);
    await openLive(page, '/master/config');
    const perKm = page.getByLabel('Charge per km (₹)');
    await expectValue(perKm, '12.50');
    const token = await storedSession(application);
    const save = (chargePerKmPaise: number) =>
      callApi(application, token, updateConfiguration, {
        params: { id: prices.id },
        body: { ...values, chargePerKmPaise },
      });
    await save(1_300);
    await expectValue(perKm, '13');
    await perKm.fill('20');
    await save(1_400);
    await expectVisible(page.getByText(/^This configuration has just been changed by .*: Charge per km/));
    await expectValue(perKm, '20');
    await expectAccessible(page);
  });
});
