import { listBookings } from '@wayside/contract/bookings';
import { payLoyalty } from '@wayside/contract/loyalty';
import { createPayout } from '@wayside/contract/payouts';
import { login } from '@wayside/contract/session';
import { toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { LONG, lengthened } from './support/external/long-records.ts';
import { theirAdministrator } from './support/external/session.ts';
import { fillLogin } from './support/session.ts';
import { expectNothingSideways } from './support/sideways.ts';
import { toastRegion } from './support/toasts.ts';

const { provider, test } = await externalTest({}, lengthened);

/** 640 px is what a window of 1280 px has at 200 % zoom. */
const WIDTHS = [320, 640, 1280] as const;

const shown = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Waits until a long value stands there, as text or in a field. */
const untilLong = (place: Locator) =>
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
      { timeout: 5000, message: 'a long value is there' },
    )
    .toBe(true);

/** A screen, and the buttons that open what it has besides; of each kind of record one. */
const SCREENS: readonly (readonly [path: string, buttons: readonly RegExp[]])[] = [
  ['/dashboard', []],
  ['/bookings', [/^View details of booking/]],
  ['/users', [/^View details of Meera/, /^Pay loyalty to Meera/, /^Delete user Meera/]],
  [
    '/mechanics',
    [
      /^View details of Anil/,
      /^View details of Waiting/,
      /^Pay loyalty to Anil/,
      /^Delete mechanic Anil/,
      /^Review/,
    ],
  ],
  ['/payments', [/^View details of payment/]],
  ['/payouts', [/^View details of Anil/, /^Process payout to Anil/]],
  ['/notifications', []],
  ['/services/sos', [/^Edit SOS service Towing/, /^Delete SOS service Towing/]],
  ['/services/regular', [/^Edit service Oil/, /^Delete service Oil/]],
  ['/services/parts', [/^Edit part Oil/, /^Delete part Oil/]],
  ['/master/slots', [/^Edit time slot 09/, /^Delete time slot 09/]],
  ['/master/vehicle-models', [/^Edit vehicle model Tata/, /^Delete vehicle model Tata/]],
  ['/master/config', []],
];

async function begin(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await beginWithTheirToken(page);
}

describe.for(WIDTHS)('at %i pixels', (width) => {
  const options = width === 320 ? ({ width: 'narrow' } as const) : {};

  test.for(SCREENS)(
    '[API-15] no record widens %s or its dialogs',
    async ([path, buttons], { openPage, problems }) => {
      problems.allow(/^(response: 404|console: )/);
      const page = await openPage(options);
      await begin(page, width);
      await page.goto(path);
      await untilLong(page.getByRole('main'));
      await expectNothingSideways(page, path);
      for (const button of buttons) {
        await page.getByRole('button', { name: button }).first().click();
        await untilLong(shown(page));
        await expectNothingSideways(page, `${path} ${button}`);
        await page.keyboard.press('Escape');
        await expectHidden(shown(page));
      }
    },
  );

  test('[API-15] no message widens a toast, a dialog or a card', async ({ openPage, problems }) => {
    problems.allow(/^(response|console): /);
    const page = await openPage(options);
    await page.setViewportSize({ width, height: 800 });
    const message = `No ${LONG}`;
    const refused = { refused: message };
    await page.goto('/');
    provider.misbehaves(login, refused);
    await fillLogin(page, theirAdministrator);
    await expectVisible(toastRegion(page).getByText(/W{60}/));
    await expectNothingSideways(page, 'login');

    await beginWithTheirToken(page);
    provider.misbehaves(listBookings, refused);
    await page.goto('/bookings');
    await expectVisible(page.getByText(message, { exact: true }));
    await expectNothingSideways(page, 'a failed load');

    await page.goto('/users');
    provider.misbehaves(toggleUserBlock, refused);
    await page.getByRole('button', { name: /^Block user Meera/ }).click();
    await expectVisible(toastRegion(page).getByText(message));
    await page.getByRole('button', { name: /^Block user Meera/ }).click();
    await expectVisible(toastRegion(page).getByText(/is blocked$/));
    await expectNothingSideways(page, 'a toggle');
    await page.reload();
    await page.getByRole('button', { name: /^Pay loyalty to Meera/ }).click();
    provider.misbehaves(payLoyalty, refused);
    await page.getByLabel('Transaction ID').fill(LONG);
    await page.getByRole('button', { name: 'Process Payout' }).click();
    await expect.poll(() => provider.asked(payLoyalty).length).toBe(1);
    await expectNothingSideways(page, 'a failed loyalty payout');

    await page.goto(`/payouts?search=${LONG}`);
    await expectNothingSideways(page, 'a long search');
    await page.goto('/payouts');
    await page.getByRole('button', { name: /^Process payout to Anil/ }).click();
    provider.misbehaves(createPayout, refused);
    await page.getByLabel('Transaction ID').fill(LONG);
    await page.getByRole('button', { name: 'Process Payout', exact: true }).click();
    await expectVisible(page.getByText(message).first());
    await expectNothingSideways(page, 'a failed payout');
  });
});
