import { receiveCall } from '@wayside/contract/receive-call';
import { createServiceKey } from '@wayside/contract/service-keys';
import { describe, expect } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { apiUrl } from './support/calls.ts';
import { expectFocused, expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aUser, refTo } from './support/factories/people.ts';
import { openLiveList } from './support/live.ts';
import { dialogByName } from './support/locators.ts';
import { storedSession } from './support/session.ts';

const asha = aUser({ name: 'Asha Rao', phone: '9811122233' });
const waiting = aBooking({ customer: refTo(asha), status: 'accepted' });
const test = marketplaceTest({ users: [asha, aUser({ name: 'Ravi Kumar' })], bookings: [waiting] });

const withKey = test.extend('ring', { scope: 'file' }, async ({ application }) => {
  const token = await storedSession(application);
  const body = { name: 'telephones', scopes: ['calls' as const], days: null };
  const { key } = await callApi(application, token, createServiceKey, { body });
  return (phone: string) => ring(application, key, phone);
});

async function ring(application: Application, key: string, phone: string): Promise<void> {
  const { status } = await fetch(apiUrl(application, receiveCall), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone, at: new Date().toISOString(), line: 'Support' }),
  });
  expect(status).toBe(200);
}

describe('[PEOP-07] an incoming call', () => {
  withKey(
    'shows who calls without taking the focus, and closes for the others when one person takes it',
    async ({ openPage, application, ring }) => {
      const [page, other] = [await openPage({ live: true }), await openPage({ live: true })];
      for (const each of [page, other]) await openLiveList(each, application, '/users');
      const search = page.getByRole('searchbox').first();
      await search.pressSequentially('Ra');
      const card = page.getByRole('complementary', { name: 'Incoming call' });
      await ring('+91 98111 22233');
      await expectVisible(card.getByText('+91 98111 22233 on Support'));
      await expectVisible(card.getByText(`Booking #${waiting.id.slice(-6)}`, { exact: false }));
      await expectFocused(search);
      await page.keyboard.type('o');
      await expectValue(search, 'Rao');
      await expectAccessible(page);
      const otherCard = other.getByRole('complementary', { name: 'Incoming call' });
      await expectVisible(otherCard);
      await card.getByRole('button', { name: 'Take call' }).click();
      await expectVisible(dialogByName(page, 'Asha Rao').getByText('Call taken'));
      await expectHidden(card);
      await expectHidden(otherCard);
    },
  );

  withKey(
    'of somebody unknown closes by Escape, is hidden while a dialog has a form, and can be switched off',
    async ({ openPage, application, ring }) => {
      const page = await openPage({ live: true });
      await openLiveList(page, application, '/users');
      await page.setViewportSize({ width: 375, height: 740 });
      const card = page.getByRole('complementary', { name: 'Incoming call' });
      await ring('020 2567 1234');
      await expectVisible(card.getByText('Unknown caller'));
      await expectNoHorizontalScroll(page);
      await page.keyboard.press('Escape');
      await expectHidden(card);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto('/master/slots');
      await expectVisible(card);
      await page.getByRole('button', { name: /^Add/ }).first().click();
      await expectVisible(page.getByRole('dialog'));
      await expectHidden(card);
      await page.keyboard.press('Escape');
      await expectVisible(card);
      await page.goto('/settings');
      await expectVisible(card);
      await page.getByRole('checkbox', { name: 'Show incoming calls' }).uncheck();
      await expectHidden(card);
      await page.getByRole('checkbox', { name: 'Show incoming calls' }).check();
      await expectVisible(card);
    },
  );
});
