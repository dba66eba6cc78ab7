import { expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { BEGIN, findTruncatedTexts, findUntranslatedTexts, usePseudoLanguage } from './support/pseudo-language.ts';
import { beginSignedIn } from './support/session.ts';

/** The application has almost no records, because the texts of records are not translated. */
const test = applicationTest();

const SCREENS = [
  ...['/dashboard', '/bookings', '/users', '/mechanics', '/payments', '/payments/refunds', '/payouts'],
  ...['/payouts/history', '/payouts/runs', '/payouts/income', '/payouts/closing', '/roadside', '/roadside/report'],
  ...['/approvals', '/reconciliation', '/reconciliation/exceptions', '/reconciliation/files'],
  ...['/reconciliation/settlements', '/services/sos', '/services/regular', '/services/parts', '/master/slots'],
  ...['/master/vehicle-models', '/master/config', '/notifications', '/profile', '/settings', '/team', '/activity'],
  '/integrations',
];

/** Texts that are not translated: names of gateways and of the user, and commands. */
const DATA = /@wayside\.test|^(Admin|Command line|Razorpay|Cashfree Payments|PhonePe|PayU|curl .*)$/s;

test('[LANG-02, LANG-03] the login page contains no text outside the catalogue and truncates no text', async ({
  openPage,
}) => {
  const page = await openPage({ width: 'phone' });
  await page.setViewportSize({ width: 360, height: 780 });
  await usePseudoLanguage(page);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).getByText(BEGIN).waitFor();
  expect(await findUntranslatedTexts(page)).toEqual([]);
  expect(await findTruncatedTexts(page)).toEqual([]);
});

test.for([360, 1280])(
  '[LANG-02, LANG-03] no screen at %i px contains a text outside the catalogue, and no text is truncated at 360 px',
  async (width, { openPage, application }) => {
    const page = await openPage({ width: width === 360 ? 'phone' : 'desktop' });
    await page.setViewportSize({ width, height: 800 });
    await beginSignedIn(page, application);
    await usePseudoLanguage(page);
    const found: string[] = [];
    for (const path of SCREENS) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).getByText(BEGIN).waitFor();
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      for (const text of await findUntranslatedTexts(page))
        if (!DATA.test(text)) found.push(`${path}: English: ${text}`);
      if (width === 360) for (const text of await findTruncatedTexts(page)) found.push(`${path}: cut: ${text}`);
      await expectNoOverflow(page, path);
    }
    expect(found).toEqual([]);
  },
);
