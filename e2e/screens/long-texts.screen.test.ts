import {
  listRunProfiles,
  listRuns,
  type PaymentRun,
  previewRun,
  type RunPayee,
} from '@wayside/contract/payment-runs';
import { listSosServices } from '@wayside/contract/sos-services';
import { afterEach, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { showLanguage } from '../../apps/web/src/languages/language.ts';
import { type Message, msg, t } from '../../apps/web/src/languages/text.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { untilStill } from './accessible.ts';
import { press } from './elements.ts';
import { type MockResponse, openScreen, respondWith, respondWithRows } from './open-screen.ts';

const PHONE = { width: 375, height: 812 };
const aPayee = (place: number, issue: string | null): RunPayee => ({
  ...{
    mechanicId: newRecordId(),
    name: `Saravanan Subramanian ${place}`,
    amountPaise: place === 0 ? 542_201 : 450_000,
    mode: 'imps',
  },
  ...{ destination: '••••9256', ifsc: 'PUNB0157713', preferredMethod: null, issue, issueKey: null },
});
const preview = {
  payees: Array.from({ length: 47 }, (_, place) => aPayee(place, null)),
  excluded: [aPayee(48, 'There is no bank account and no UPI ID.')],
  totalPaise: 21_242_201,
  needsApproval: false,
};
const RUNS = [
  respondWithRows<PaymentRun>(listRuns),
  respondWith(listRunProfiles, {
    rows: [{ name: 'razorpayx', label: 'RazorpayX bulk payouts', mostRows: 1000, debitAccount: null }],
  }),
  respondWith(previewRun, { record: preview }),
];
const sheet = page.getByRole('dialog');

/** Opens a sheet with its button, in a given language. */
async function openSheet(
  address: string,
  responses: readonly MockResponse[],
  name: Message,
  language: 'en' | 'ta' | 'kn',
): Promise<void> {
  await openScreen(address, responses, PHONE);
  expect(await showLanguage(language)).toBe('shown');
  await press(t(name));
  await expect.element(sheet).toBeVisible();
  await document.fonts.ready;
}

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();

afterEach(async () => {
  await showLanguage('en');
});

it.each(['en', 'ta', 'kn'] as const)(
  '[PEOP-05, BANK-01] a new payment run on a phone shows its full total, and reasons below the names (%s)',
  async (language) => {
    await openSheet('/payouts/runs', RUNS, msg('New run'), language);
    const create = sheet.getByRole('button', { name: '2,12,422.01' });
    await expect.element(create).toBeVisible();
    await untilStill();
    const { left, right, height } = boxOf(create);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(document.body.clientWidth);
    expect(height).toBeGreaterThanOrEqual(44);
    expect(create.element().scrollWidth).toBeLessThanOrEqual(create.element().clientWidth);

    const excluded = sheet.getByRole('row').filter({ hasText: 'Saravanan Subramanian 48' });
    expect(excluded.getByRole('cell').elements()).toHaveLength(2);

    // There are five pages, and the arrow after the last one is on the same line.
    const links = sheet.getByRole('navigation').first().getByRole('button').elements();
    expect(links).toHaveLength(6);
    expect(new Set(links.map((link) => link.getBoundingClientRect().top)).size).toBe(1);
  },
);

it.each(['en', 'ta', 'kn'] as const)('[SOS-01] a form with an image fits into a phone (%s)', async (language) => {
  await openSheet('/services/sos', [respondWith(listSosServices, { rows: [] })], msg('Add SOS Service'), language);
  await expect.element(sheet.getByRole('textbox').first()).toBeVisible();
  await untilStill();
  for (const control of sheet.element().querySelectorAll('input, select, button')) {
    const { right } = control.getBoundingClientRect();
    expect(right, control.textContent ?? '').toBeLessThanOrEqual(document.body.clientWidth - 12);
  }
});
