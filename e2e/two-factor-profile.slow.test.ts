import { removeTotp, renewRecoveryCodes } from '@wayside/contract/two-factor';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { runProgram } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { mockResponses } from './support/calls.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { clickCopy, dialogByName, press } from './support/locators.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { beginWithToken, openSession } from './support/session.ts';
import { toast } from './support/toasts.ts';
import { addAuthenticator, codeOf, namedUrl, setUpTotp } from './support/two-factor.ts';

const test = applicationTest();

const PROOF_NEEDED = {
  status: 403,
  json: {
    status: false,
    message: 'Please confirm your identity.',
    proofNeeded: ['password', 'totp', 'recovery_code'],
  },
} as const;

describe('[TEAM-04] two-factor settings in the profile', () => {
  for (const [width, theme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)
    test(`adds, renames and removes factors, on ${width}, ${theme}`, async ({ openPage, application }) => {
      const page = await openPage({ width, theme });
      const credentials = await createAdministrator(application, 'manager');
      // A failed earlier test may have left second factors.
      await runProgram(application, ['admin', 'reset-two-factor', credentials.email]);
      await beginWithToken(page, await openSession(application, credentials));
      await addAuthenticator(page);
      await page.goto(`${namedUrl(application)}/profile`);
      const section = page.getByRole('region', { name: 'Two-factor' });
      await expectVisible(section.getByText('Not set up').first());
      await expectAccessible(page);
      await section.getByRole('button', { name: 'Set up' }).click();
      const setUp = dialogByName(page, 'Set up an authenticator app');
      const secret = ((await setUp.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
      await setUp.getByLabel('Code', { exact: true }).fill(codeOf(secret));
      await press(page, 'Verify');
      const codes = dialogByName(page, 'Recovery codes');
      await expectVisible(codes);
      await clickCopy(page);
      await press(page, 'Done');
      await expectVisible(section.getByText('10 left'));

      await section.getByRole('button', { name: 'Add a passkey' }).click();
      await dialogByName(page, 'Add a passkey').getByLabel('Name').fill('A'.repeat(60));
      await press(page, 'Continue');
      await expectVisible(toast(page, 'Passkey added'));
      await expectHidden(codes);
      await expectVisible(section.getByText('A'.repeat(60)));
      await expectNoOverflow(page, 'the profile');
      await expectAccessible(page);
      await press(page, `Rename the passkey ${'A'.repeat(60)}`);
      await page.getByRole('dialog').getByLabel('Name').fill('Phone');
      await press(page, 'Save');
      await expectVisible(section.getByText('Phone', { exact: true }));

      await section.getByRole('button', { name: 'Create new codes' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click();
      await expectVisible(codes);
      expect(await codes.getByRole('listitem').count()).toBe(10);
      await clickCopy(page);
      await press(page, 'Done');
      await press(page, 'Remove the passkey Phone');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expectHidden(section.getByText('Phone', { exact: true }));
      await press(page, 'Remove the authenticator app');
      await expectVisible(page.getByRole('alertdialog').getByText(/your password alone is enough/));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expectHidden(section.getByText('Recovery codes'));
    });

  test('are shown to owners in the team, who can reset them', async ({ openSignedIn, application }) => {
    const credentials = await createAdministrator(application, 'support');
    await runProgram(application, ['admin', 'reset-two-factor', credentials.email]);
    await setUpTotp(application, credentials);
    const page = await openSignedIn();
    await page.goto('/team');
    const row = page.getByRole('listitem').filter({ hasText: credentials.email });
    await expectVisible(row.getByText('Authenticator app'));
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Reset two-factor' }).click();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await expectHidden(page.getByRole('alertdialog'));
    await expectVisible(row);
    await expectHidden(row.getByText('Authenticator app'));
    expect(await openSession(application, credentials)).toMatch(/\S{20}/);
  });

  test('are removed after an identity confirmation with a code or a recovery code, requested above the confirmation dialog [TEAM-05]', async ({
    openPage,
    application,
  }) => {
    const credentials = await createAdministrator(application, 'manager');
    await runProgram(application, ['admin', 'reset-two-factor', credentials.email]);
    const token = await openSession(application, credentials);
    const { secret } = await setUpTotp(application, credentials);
    const page = await openPage({ width: 'phone', theme: 'dark' });
    await beginWithToken(page, token);
    await mockResponses(page, renewRecoveryCodes, PROOF_NEEDED, 'real');
    await mockResponses(page, removeTotp, PROOF_NEEDED, 'real');
    await page.goto(`${namedUrl(application)}/profile`);
    const asking = dialogByName(page, 'Confirm your identity');

    await press(page, 'Remove the authenticator app');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectFocused(asking.getByLabel('Password'));
    await press(page, 'Use a recovery code');
    await expectFocused(asking.getByLabel('Recovery code'));
    await press(page, 'Use the authenticator app');
    await expectFocused(asking.getByLabel('Code', { exact: true }));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectHidden(asking);
    await expectVisible(page.getByRole('alertdialog'));
    await expectHidden(page.getByRole('alert'));
    await press(page, 'Cancel');

    await press(page, 'Create new codes');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click();
    await press(page, 'Use the authenticator app');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expectVisible(asking.getByRole('alert').filter({ hasText: 'This code is incorrect' }));
    await asking.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expectHidden(asking);
    await expectVisible(dialogByName(page, 'Recovery codes'));
  });
});
