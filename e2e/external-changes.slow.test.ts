import { uploadImage } from '@wayside/contract/files';
import { updatePart } from '@wayside/contract/parts';
import { login } from '@wayside/contract/session';
import { describe, expect } from 'vitest';
import { expectHidden, expectPath, expectValue, expectVisible, stored } from './support/expectations.ts';
import { CHANGES } from './support/external/changes.ts';
import { beginExternalSession, externalTest } from './support/external/external-test.ts';
import { aPicture, externalAdministrator, externalToken } from './support/external/routes.ts';
import { button, press } from './support/locators.ts';
import { fillLogin, tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';

const { provider, test } = await externalTest();
const signedIn = test.extend('signedIn', { auto: true }, ({ page }) => beginExternalSession(page));

describe('a change that the external API does not confirm', () => {
  // Which bodies are a failure is a matter of `isFailure` and its unit test; each change meets one of them here.
  const failingBodies = [{ status: 'error' }, { status: 400 }, { status: null }, { success: 0 }, { error: 'bad' }];

  signedIn.for(CHANGES)(
    '[API-18, ERR-01, ERR-02, ERR-03] fails $name, once per press',
    async (change, { page, pageErrors }) => {
      pageErrors.allow(/^(response: 502|console: )/);
      // These answers hold the record before the change, or no record.
      pageErrors.allow(
        /^warning: (updateVehicleModel: data\.createdAt must be a date|updateConfiguration: data\._id is not an id)$/,
      );
      const body = failingBodies[CHANGES.indexOf(change) % failingBodies.length] ?? {};
      await page.goto(change.path);
      await change.open(page);
      const failures = [
        ['html 502', change.failed],
        [{ failure: 'Not on Sundays' }, 'Not on Sundays'],
        [{ json: body }, change.failed],
        ...(change.readsStatus ? ([[{ json: { message: 'Queue is full' } }, 'Queue is full']] as const) : []),
      ] as const;
      provider.answerNext(change.call, ...failures.map(([answer]) => answer));
      for (const [times, [, text]] of failures.entries()) {
        await change.submit(page).click();
        // A toast under the pointer would stay and cover the button.
        await page.mouse.move(0, 0);
        await expect.poll(() => provider.requests(change.call).length).toBe(times + 1);
        await expectVisible(page.getByText(text, { exact: true }).last());
        await expectVisible(change.remains(page).last());
        await expectHidden(page.getByText(change.succeeded));
      }
      await change.submit(page).click();
      await expect.poll(() => provider.requests(change.call).length).toBe(failures.length + 1);
      await expectVisible(page.getByText(change.succeeded).first());
    },
  );
});

describe('a login', () => {
  const token = externalToken;

  test('[API-18, AUTH-04] fails without status true or without a token', async ({ page }) => {
    const failures = [
      [{ token, message: 'Welcome' }, 'Welcome'],
      [{ status: 'fail', token }, 'Invalid credentials'],
      [{ status: null, token, message: 'Locked' }, 'Locked'],
      [{ status: true, token: null, error: 'no seat' }, 'Invalid credentials'],
    ] as const;
    await page.goto('/');
    provider.answerNext(login, ...failures.map(([json]) => ({ json })));
    for (const [times, [, text]] of failures.entries()) {
      await fillLogin(page, externalAdministrator);
      await expect.poll(() => provider.requests(login).length).toBe(times + 1);
      await expectVisible(toast(page, text).last());
      await expectVisible(button(page, 'Sign In'));
      await expectHidden(toast(page, 'Login Successful'));
      await expectValue(page.getByLabel('Email'), externalAdministrator.email);
      expect(await stored(page, tokenKey)).toBeNull();
    }
  });

  test.for([{ status: 'success' }, { success: true }])(
    '[API-18, AUTH-03] succeeds with %j and a token',
    async (status, { page }) => {
      await page.goto('/');
      provider.answerNext(login, { json: { ...status, token } });
      await fillLogin(page, externalAdministrator);
      await expectPath(page, '/dashboard');
      expect(await stored(page, tokenKey)).toBe(token);
    },
  );
});

signedIn(
  '[API-18, FILE-01, PART-02] an upload without a status or without data stops the save',
  async ({ page, pageErrors }) => {
    pageErrors.allow(/^console: /);
    pageErrors.expect(/^warning: uploadImage: data is not text/);
    const data = '/uploads/sent.png';
    const bodies = [{ data }, { status: true }, { status: 0, data }, { status: true, data: {} }];
    await page.goto('/services/parts?service=srv-1');
    await page.getByRole('button', { name: /^Edit part Oil/ }).click();
    await page.getByLabel('Image').setInputFiles(aPicture);
    provider.answerNext(uploadImage, ...bodies.map((json) => ({ json })), { json: { success: 'ok', data } });
    for (const times of bodies.keys()) {
      await press(page, 'Update Part');
      await expect.poll(() => provider.requests(uploadImage).length).toBe(times + 1);
      await expectVisible(page.getByText('Image upload failed', { exact: true }).last());
      await expectVisible(page.getByRole('dialog'));
    }
    expect(provider.requests(updatePart)).toEqual([]);
    await press(page, 'Update Part');
    await expect.poll(() => provider.requests(updatePart)[0]?.body).toMatchObject({ image: data });
  },
);
