import { listBookings } from '@wayside/contract/bookings';
import { getDashboard } from '@wayside/contract/dashboard';
import { listMechanics, mechanic } from '@wayside/contract/mechanics';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { describe, expect } from 'vitest';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { buttonNamed, rowWith } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

const answers = (call: { readonly path: string }, records: readonly object[]) =>
  provider.misbehaves(call, ...Array.from({ length: 4 }, () => ({ json: { status: true, data: records } })));

describe('a word that the contract does not have', () => {
  const applications = ['approved', 'sent_for_verification', 'resent_for_verification', 'Approve', 'constructor'];

  test('[MECH-02, MECH-08, MECH-09, API-15] is a mechanic’s status as it is, and opens no action', async ({
    page,
  }) => {
    const mechanics = applications.map((status, index) => ({
      _id: `mech-${index}`,
      name: `Mechanic ${index}`,
      status,
      [wireKey(mechanic, 'walletPaise')]: 900,
    }));
    answers(listMechanics, mechanics);
    await page.goto('/mechanics');
    for (const { name, status } of mechanics) {
      await expectText(rowWith(page, name).getByRole('cell').nth(5), status);
      await expectHidden(buttonNamed(page, `Pay loyalty to ${name}`));
      await buttonNamed(page, `View details of ${name}`).click();
      const dialog = page.getByRole('dialog', { name });
      await expectVisible(dialog.getByText(status, { exact: true }));
      const buttons = dialog.getByRole('button', {
        name: /^(Approve|Reject|Review documents|Block|Unblock|Delete)$/,
      });
      expect(await buttons.count()).toBe(0);
      await page.keyboard.press('Escape');
      await expectHidden(dialog);
    }
    await expectHidden(page.getByRole('button', { name: /^Review/ }));
  });

  test('[BOOK-05, API-15] is a booking’s status as it is', async ({ page }) => {
    const words = ['accepted', 'user_confirmed', 'rating_given', 'unknown:accepted', 'toString', 'COMPLETED'];
    answers(
      listBookings,
      words.map((status, index) => ({ _id: `65f2000000000000abcde${index}01`, status })),
    );
    await page.goto('/bookings');
    for (const [index, word] of words.entries())
      await expectText(rowWith(page, `cde${index}01`).getByRole('cell').nth(6), word);
    await buttonNamed(page, 'View details of booking cde001').click();
    await expectVisible(page.getByRole('dialog'));
    await expectHidden(page.getByRole('dialog').getByText('In Progress'));
  });

  test('[DASH-02, API-15] is an icon or a trend of the dashboard without a meaning', async ({ page }) => {
    const stat = { title: 'Vans', value: 3, change: '+1%', icon: 'constructor', trend: 'toString' };
    provider.misbehaves(getDashboard, { json: { status: true, stats: [stat] } });
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('group', { name: 'Vans' }).getByText('3', { exact: true }));
  });
});
