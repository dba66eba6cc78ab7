import { listBookings } from '@wayside/contract/bookings';
import { getDashboard } from '@wayside/contract/dashboard';
import { payLoyalty } from '@wayside/contract/loyalty';
import { listMechanics, mechanic } from '@wayside/contract/mechanics';
import { createPayout } from '@wayside/contract/payouts';
import { login } from '@wayside/contract/session';
import { toggleUserBlock } from '@wayside/contract/users';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { LONG, lengthenTexts } from '../support/external/long-records.ts';
import { findOverflow } from '../support/find-overflow.ts';
import { dialog, expectAbsent, expectShown, expectText, expectTexts, field, press } from './elements.ts';
import { openExternalScreen, receivedCalls, setNextResponses } from './external-api.ts';
import { rowWith } from './external-changes.ts';

const openDialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Waits until a place shows a long value, as text or in a field. */
const expectLongValue = (place: Locator) =>
  expect
    .poll(() =>
      place
        .elements()
        .flatMap((it) => [it, ...it.querySelectorAll('input, textarea')])
        .some((it) => /W{60}|9876543210/.test('value' in it ? String(it.value) : (it.textContent ?? ''))),
    )
    .toBe(true);

/** 640 px is a window of 1280 px at 200 % zoom. */
async function expectFits(): Promise<void> {
  for (const width of [1280, 640, 320]) {
    await page.viewport(width, 800);
    await expect.poll(findOverflow, { message: `at ${width} px` }).toEqual([]);
  }
  await page.viewport(1280, 800);
}

it.each<[path: string, buttons: readonly RegExp[]]>([
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
])('[API-15] long values overflow neither %s nor its dialogs', async (path, buttons) => {
  await openExternalScreen(path, {}, lengthenTexts);
  await expectLongValue(page.getByRole('main'));
  await expectFits();
  for (const name of buttons) {
    await page.getByRole('button', { name }).first().click();
    await expectLongValue(openDialog());
    await expectFits();
    await userEvent.keyboard('{Escape}');
    await expectAbsent(openDialog());
  }
});

describe('[API-15] a long text does not overflow in', () => {
  const failure = `No ${LONG}`;

  it('the login screen', async () => {
    await openExternalScreen('/', { isSignedOut: true });
    setNextResponses(login, { failure });
    await field('Email').fill('ops@external.test');
    await field('Password').fill('open sesame');
    await press('Sign In');
    await expect.element(page.getByRole('main').getByText(failure)).toBeVisible();
    await expectFits();
  });

  it('the message of a failed load', async () => {
    setNextResponses(listBookings, { failure });
    await openExternalScreen('/bookings', {}, lengthenTexts);
    await expect.element(page.getByText(failure, { exact: true })).toBeVisible();
    await expectFits();
  });

  it('the toast of a failed toggle', async () => {
    await openExternalScreen('/users', {}, lengthenTexts);
    setNextResponses(toggleUserBlock, { failure });
    await page.getByRole('button', { name: /^Block user Meera/ }).click();
    await expect.element(page.getByText(failure).last()).toBeVisible();
    await expectFits();
  });

  it.each([
    ['/users', /^Pay loyalty to Meera/, payLoyalty],
    ['/payouts', /^Process payout to Anil/, createPayout],
  ] as const)('the failed payment at %s', async (path, name, call) => {
    await openExternalScreen(path, {}, lengthenTexts);
    await page.getByRole('button', { name }).click();
    setNextResponses(call, { failure });
    await page.getByLabelText('Transaction ID').fill(LONG);
    await press('Process Payout', openDialog());
    await expect.poll(() => receivedCalls(call)).toHaveLength(1);
    await expect.element(page.getByText(failure).first()).toBeVisible();
    await expectFits();
  });

  it('a long search', async () => {
    await openExternalScreen(`/payouts?search=${LONG}`, {}, lengthenTexts);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits();
  });
});

describe('a value that the contract does not define', () => {
  const records = (data: readonly object[]) => ({ json: { status: true, data } });

  it('[MECH-02, MECH-08, MECH-09, API-15] is shown as the mechanic’s status, without actions', async () => {
    const words = ['approved', 'sent_for_verification', 'resent_for_verification', 'Approve', 'constructor'];
    const mechanics = words.map((status, index) => ({
      _id: `mech-${index}`,
      name: `Mechanic ${index}`,
      status,
      [wireKey(mechanic, 'walletPaise')]: 900,
    }));
    setNextResponses(listMechanics, records(mechanics));
    await openExternalScreen('/mechanics');
    await expectTexts(
      page
        .getByRole('row')
        .getByRole('cell')
        .filter({ hasText: /^(approved|sent_for|resent_for|Approve$|constructor)/ }),
      words,
    );
    await expectAbsent(page.getByRole('button', { name: /^(Review|Pay loyalty)/ }));
    for (const { name, status } of mechanics) {
      await press(`View details of ${name}`);
      await expectShown(status, dialog(name));
      await expectAbsent(
        dialog(name).getByRole('button', { name: /^(Approve|Reject|Review documents|Block|Unblock|Delete)$/ }),
      );
      await userEvent.keyboard('{Escape}');
      await expectAbsent(dialog(name));
    }
  });

  it('[BOOK-05, API-15] is shown as the booking’s status', async () => {
    const words = ['accepted', 'user_confirmed', 'rating_given', 'unknown:accepted', 'toString', 'COMPLETED'];
    setNextResponses(
      listBookings,
      records(words.map((status, index) => ({ _id: `65f2000000000000abcde${index}01`, status }))),
    );
    await openExternalScreen('/bookings');
    for (const [index, word] of words.entries())
      await expectText(rowWith(`cde${index}01`).getByRole('cell').nth(6), word);
    await press('View details of booking cde001');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectAbsent(page.getByRole('dialog').getByText('In Progress'));
  });

  it('[DASH-02, API-15] is ignored as the icon or the trend of a stat', async () => {
    const stat = { title: 'Vans', value: 3, change: '+1%', icon: 'constructor', trend: 'toString' };
    setNextResponses(getDashboard, { json: { status: true, stats: [stat] } });
    await openExternalScreen('/dashboard');
    await expectShown('3', page.getByRole('group', { name: 'Vans' }));
  });
});
