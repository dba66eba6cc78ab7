import { listBookings } from '@wayside/contract/bookings';
import { payLoyalty } from '@wayside/contract/loyalty';
import { createPayout } from '@wayside/contract/payouts';
import { login } from '@wayside/contract/session';
import { toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { beginExternalSession, externalTest } from './support/external/external-test.ts';
import { LONG, lengthened } from './support/external/long-records.ts';
import { externalAdministrator } from './support/external/routes.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { fillLogin } from './support/session.ts';
import { toastRegion } from './support/toasts.ts';

const { provider, test } = await externalTest({}, lengthened);

/** A window of 1280 px at 200 % zoom has 640 px. */
const WIDTHS = [1280, 640, 320] as const;

const openDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Waits until a place shows a long value, as text or in a field. */
const expectLongValue = (place: Locator) =>
  expect
    .poll(
      () =>
        place.evaluateAll((places) =>
          places.some((it) =>
            [it, ...it.querySelectorAll('input, textarea')].some((one) =>
              /W{60}|9876543210/.test('value' in one ? String(one.value) : (one.textContent ?? '')),
            ),
          ),
        ),
      { timeout: 5000, message: 'a long value is visible' },
    )
    .toBe(true);

async function expectFits(page: Page, place: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page, `${place} at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The screens, and the buttons of one record of each kind that open a dialog. */
const SCREENS: readonly (readonly [path: string, buttons: readonly RegExp[]])[] = [
  ['/dashboard', []],
  ['/bookings', [/^View details of booking/]],
  ['/users', [/^View details of Meera/, /^Pay loyalty to Meera/, /^Delete user Meera/]],
  ['/mechanics', [/^View details of Anil/, /^View details of Waiting/, /^Delete mechanic Anil/]],
  ['/payments', [/^View details of payment/]],
  ['/payouts', [/^View details of Anil/, /^Process payout to Anil/]],
  ['/notifications', []],
  ['/services/sos', [/^Edit SOS service Towing/, /^Delete SOS service Towing/]],
  ['/services/regular', [/^Edit service Oil/]],
  ['/services/parts', [/^Edit part Oil/]],
  ['/master/slots', [/^Edit time slot 09/, /^Delete time slot 09/]],
  ['/master/vehicle-models', [/^Edit vehicle model Tata/]],
  ['/master/config', []],
];

describe('long values', () => {
  test.for(SCREENS)('[API-15] overflow neither %s nor its dialogs', async ([path, buttons], { page }) => {
    await beginExternalSession(page);
    await page.goto(path);
    await expectLongValue(page.getByRole('main'));
    await expectFits(page, path);
    for (const name of buttons) {
      await page.getByRole('button', { name }).first().click();
      await expectLongValue(openDialog(page));
      await expectFits(page, `${path} ${name}`);
      await page.keyboard.press('Escape');
      await expectHidden(openDialog(page));
    }
  });

  test('[API-15] of a message overflow neither a toast nor a dialog nor a card', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response|console): /);
    const failure = `No ${LONG}`;
    await page.goto('/');
    provider.answerNext(login, { failure });
    await fillLogin(page, externalAdministrator);
    await expectVisible(toastRegion(page).getByText(/W{60}/));
    await expectFits(page, 'login');

    await beginExternalSession(page);
    provider.answerNext(listBookings, { failure });
    await page.goto('/bookings');
    await expectVisible(page.getByText(failure, { exact: true }));
    await expectFits(page, 'a failed load');

    await page.goto('/users');
    provider.answerNext(toggleUserBlock, { failure });
    await page.getByRole('button', { name: /^Block user Meera/ }).click();
    await expectVisible(toastRegion(page).getByText(failure));
    await expectFits(page, 'a failed toggle');
    await page.reload();
    await page.getByRole('button', { name: /^Pay loyalty to Meera/ }).click();
    provider.answerNext(payLoyalty, { failure });
    await page.getByLabel('Transaction ID').fill(LONG);
    await page.getByRole('button', { name: 'Process Payout' }).click();
    await expect.poll(() => provider.requests(payLoyalty).length).toBe(1);
    await expectFits(page, 'a failed loyalty payout');

    await page.goto(`/payouts?search=${LONG}`);
    await expectFits(page, 'a long search');
    await page.goto('/payouts');
    await page.getByRole('button', { name: /^Process payout to Anil/ }).click();
    provider.answerNext(createPayout, { failure });
    await page.getByLabel('Transaction ID').fill(LONG);
    await page.getByRole('button', { name: 'Process Payout', exact: true }).click();
    await expectVisible(page.getByText(failure).first());
    await expectFits(page, 'a failed payout');
  });
});
