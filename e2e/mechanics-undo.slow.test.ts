import { decideApplication, deleteMechanic, getMechanic, type Mechanic } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { pretendExternalApi, recordCalls, serveAnswers } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import { expectFocused, expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { anApplication } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { servePictures } from './support/pictures.ts';
import { beginAsAnother, beginSignedIn, storedSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const READABLE = 'The Aadhaar card is not readable.';
const SHOP = 'The photo of the shop is missing.';

/** Two whole applications, and one without papers and verified phone, the newest. */
const test = applicationTest()
  .extend('line', { auto: true }, async ({ application }, { onCleanup }) => {
    const make = (name: string, day: number, other: Partial<Mechanic> = {}) =>
      anApplication({ name, createdAt: `2025-01-0${day}T06:00:00.000Z`, ...other });
    const line = {
      ravi: make('Ravi', 1),
      meera: make('Meera', 2),
      empty: make('Empty', 3, { documents: null, isPhoneVerified: false }),
    };
    await loadMarketplace(application, { mechanics: Object.values(line) });
    // The next test has a queue of its own.
    onCleanup(async () => {
      const token = await storedSession(application);
      for (const { id } of Object.values(line))
        await callApi(application, token, deleteMechanic, { params: { id } });
    });
    return line;
  })
  .extend('signedIn', { auto: true }, async ({ page, application }) => {
    await servePictures(page);
    await beginSignedIn(page, application);
  });

const review = (page: Page, { name }: Mechanic) =>
  page.getByRole('dialog', { name: `Application of ${name}`, exact: true });
const facts = (page: Page, mechanic: Mechanic) => review(page, mechanic).getByRole('region', { name: 'Facts' });
const remarks = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Remarks/ });
const decisions = (page: Page) => page.getByRole('region', { name: 'Decisions', exact: true });
const undo = (page: Page, doing: string) => decisions(page).getByRole('button', { name: `Undo: ${doing}` });

async function open(page: Page, mechanic: Mechanic): Promise<void> {
  await page.goto(`/mechanics?review=${mechanic.id}`);
  await expectVisible(facts(page, mechanic));
}
async function statusOf(application: Application, { id }: Mechanic): Promise<string | null> {
  const token = await storedSession(application);
  return (await callApi(application, token, getMechanic, { params: { id } })).record.status;
}
const expectStatus = (application: Application, mechanic: Mechanic, status: string) =>
  expect.poll(() => statusOf(application, mechanic)).toBe(status);

describe('[WORK-05] a decision in a review', () => {
  test('is undone for ten seconds, and what was typed is there again', async ({ page, application, line }) => {
    await installClock(page);
    const sent = recordCalls(page, decideApplication);
    await open(page, line.ravi);
    await page.keyboard.press('x');
    await remarks(page).fill('A long reason');
    await page.keyboard.press('Enter');
    await expectVisible(facts(page, line.meera));
    await expectText(decisions(page).getByRole('status'), 'Rejecting Ravi in 10 seconds unless you undo it.');
    await expectVisible(decisions(page).getByText(/^Rejecting Ravi in \d+ s$/));
    await page.keyboard.press('z');
    await expectVisible(facts(page, line.ravi));
    await expectHidden(undo(page, 'Rejecting Ravi'));
    await page.clock.fastForward(20_000);
    expect(sent).toEqual([]);
    await page.keyboard.press('x');
    await expectValue(remarks(page), 'A long reason');
    await page.keyboard.press('Enter');
    await expectVisible(undo(page, 'Rejecting Ravi'));
    await page.clock.fastForward(10_000);
    await expectVisible(toast(page, 'Ravi is rejected'));
    await expectHidden(undo(page, 'Rejecting Ravi'));
    await expectStatus(application, line.ravi, 'rejected');
    expect(sent).toHaveLength(1);
  });

  test('works several times in a row: one bar for all, and each Undo takes back the last', async ({
    page,
    application,
    line,
  }) => {
    await installClock(page);
    await open(page, line.ravi);
    await page.keyboard.press('a');
    await remarks(page).press('Enter');
    await expectVisible(facts(page, line.meera));
    const askAgain = async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await expectVisible(facts(page, line.empty));
    };
    await askAgain();
    await page.keyboard.press('x');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expectVisible(undo(page, 'Rejecting Empty'));
    await expectVisible(decisions(page).getByText('2 more wait', { exact: true }));
    expect(await decisions(page).getByRole('button').count()).toBe(1);
    expect(await undo(page, 'Rejecting Empty').getAttribute('aria-keyshortcuts')).toBe('Z');
    await expectAccessible(page);
    await undo(page, 'Rejecting Empty').click();
    await expectVisible(facts(page, line.empty));
    await expectVisible(undo(page, 'Requesting resubmission from Meera'));
    await expectVisible(decisions(page).getByText('1 more waits', { exact: true }));
    await page.keyboard.press('z');
    await expectVisible(facts(page, line.meera));
    await expectVisible(undo(page, 'Approving Ravi'));
    await page.keyboard.press('z');
    await expectVisible(facts(page, line.ravi));
    await expectHidden(decisions(page).getByRole('button'));
    await page.keyboard.press('n');
    await expectVisible(facts(page, line.meera));
    await askAgain();
    await page.clock.fastForward(10_000);
    await expectVisible(toast(page, 'Resubmission requested from Meera'));
    await expectStatus(application, line.meera, 'resent_for_verification');
    expect(await statusOf(application, line.ravi)).toBe('pending');
    expect(await statusOf(application, line.empty)).toBe('pending');
    await page.goto(`/mechanics?mechanic=${line.meera.id}&tab=activity`);
    const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
    await expectVisible(history.getByText('Status: Pending → Resend for Verification'));
    await expectVisible(history.getByText(READABLE));
  });

  test('that fails brings the application back with the message and the remarks', async ({
    page,
    line,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await installClock(page);
    await serveAnswers(page, decideApplication, { status: 500, json: {} }, 'real');
    await open(page, line.ravi);
    await page.keyboard.press('a');
    await remarks(page).fill('Fine papers');
    await page.keyboard.press('Enter');
    await expectVisible(facts(page, line.meera));
    await page.clock.fastForward(10_000);
    await expectVisible(decisions(page).getByRole('alert').getByText('Ravi: Failed to approve mechanic'));
    await expectAccessible(page);
    await decisions(page).getByRole('button', { name: 'Review again' }).click();
    const step = page.getByRole('dialog', { name: 'Approve Ravi?' });
    await expectVisible(step.getByRole('alert').getByText('Failed to approve mechanic'));
    await expectValue(remarks(page), 'Fine papers');
    await remarks(page).press('Enter');
    await expectVisible(undo(page, 'Approving Ravi'));
    await page.clock.fastForward(10_000);
    await expectVisible(toast(page, 'Ravi is approved'));
  });

  test('is made at once when the tab closes and when somebody signs out', async ({
    openSignedIn,
    openPage,
    application,
    line,
  }) => {
    const closing = await openSignedIn();
    await servePictures(closing);
    await open(closing, line.ravi);
    await closing.keyboard.press('a');
    await remarks(closing).press('Enter');
    await expectVisible(undo(closing, 'Approving Ravi'));
    // A call that is intercepted would end with its page.
    await closing.unrouteAll();
    await closing.close({ runBeforeUnload: true });
    await expectStatus(application, line.ravi, 'approved');
    const leaving = await openPage();
    await beginAsAnother(leaving, application);
    await servePictures(leaving);
    await open(leaving, line.meera);
    await leaving.keyboard.press('x');
    await leaving.keyboard.press('4');
    await leaving.keyboard.press('Enter');
    await expectVisible(undo(leaving, 'Rejecting Meera'));
    await leaving.keyboard.press('Escape');
    await leaving.getByRole('button', { name: 'Logout' }).click();
    await expectVisible(leaving.getByRole('button', { name: 'Sign In' }));
    await expectStatus(application, line.meera, 'rejected');
  });
});

describe('[WORK-05] the step before a decision', () => {
  test('takes reasons by their keys, which are text while somebody types', async ({ page, line }) => {
    await open(page, line.ravi);
    await page.keyboard.press('x');
    const reasons = page.getByRole('group', { name: 'Reasons' });
    await expectFocused(reasons.getByRole('button').first());
    await expectAccessible(page);
    await page.keyboard.press('1');
    await page.keyboard.press('4');
    await expectValue(remarks(page), `${READABLE}\n${SHOP}`);
    expect(await reasons.getByRole('button', { pressed: true }).count()).toBe(2);
    await page.keyboard.press('1');
    await expectValue(remarks(page), SHOP);
    await page.keyboard.press('y');
    await expectFocused(remarks(page));
    await page.keyboard.press('1');
    await expectValue(remarks(page), `${SHOP}y1`);
    await page.keyboard.press('Alt+1');
    await expectValue(remarks(page), `${SHOP}y1\n${READABLE}`);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.keyboard.press('a');
    await expectFocused(remarks(page));
    expect(await reasons.count()).toBe(0);
  });

  test('keeps own reasons for the administrator, with keys of their own', async ({ page, line }) => {
    await open(page, line.ravi);
    await page.keyboard.press('x');
    await remarks(page).fill('The shop is closed');
    await page.getByRole('button', { name: 'Save what is typed as a reason' }).click();
    await expectHidden(page.getByRole('button', { name: 'Save what is typed as a reason' }));
    const own = page
      .getByRole('group', { name: 'Reasons' })
      .getByRole('button', { name: 'The shop is closed', exact: true });
    expect(await own.getAttribute('aria-pressed')).toBe('true');
    // In another browser, which learns of them from the server.
    await page.evaluate(() => localStorage.removeItem('wayside_preferences'));
    await open(page, line.meera);
    await page.keyboard.press('g');
    await expectVisible(own);
    await page.keyboard.press('5');
    await expectValue(remarks(page), 'The shop is closed');
    await page.getByRole('button', { name: 'Remove the reason: The shop is closed' }).click();
    await expectHidden(own);
    await expectValue(remarks(page), 'The shop is closed');
  });

  test('needs a reason to ask again, which the details offer too', async ({ page, application, line }) => {
    await page.goto(`/mechanics?mechanic=${line.ravi.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click();
    const step = page.getByRole('dialog', { name: 'Request resubmission from Ravi?' });
    expect(await step.getByRole('button', { name: 'Ask again' }).isDisabled()).toBe(true);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, 'Resubmission requested from Ravi'));
    await expectVisible(page.getByRole('dialog').getByText('Resend for Verification', { exact: true }).first());
    await expectStatus(application, line.ravi, 'resent_for_verification');
  });

  test('asks once, with a warning, before an applicant without documents is approved', async ({
    page,
    application,
    line,
  }) => {
    await open(page, line.empty);
    await page.keyboard.press('a');
    const warning = 'The Aadhaar card, profile photo and shop photo are missing. The phone number is not verified.';
    await expectVisible(page.getByRole('dialog', { name: 'Approve Empty?' }).getByText(warning));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve anyway' }).click();
    await expectVisible(undo(page, 'Approving Empty'));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Bookings' }).first().click();
    await expectStatus(application, line.empty, 'approved');
  });

  test('[TOUGH-08] at an external API has none of it, and makes the call at once', async ({ page, line }) => {
    await pretendExternalApi(page);
    await page.goto(`/mechanics?review=${line.empty.id}&search=${line.empty.phone}`);
    await expectVisible(page.getByRole('button', { name: 'View details of Empty' }));
    expect(await page.getByRole('dialog').count()).toBe(0);
    const sent = recordCalls(page, decideApplication);
    await page.getByRole('button', { name: 'View details of Empty' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expectFocused(remarks(page));
    expect(await page.getByRole('button', { name: /^(Ask again|Review documents)$/ }).count()).toBe(0);
    expect(await page.getByRole('group', { name: 'Reasons' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await remarks(page).press('Enter');
    await expectVisible(toast(page, 'Empty is approved'));
    expect(sent).toHaveLength(1);
  });
});
