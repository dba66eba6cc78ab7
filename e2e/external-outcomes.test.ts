import { uploadImage } from '@wayside/contract/files';
import { updatePart } from '@wayside/contract/parts';
import { updateService } from '@wayside/contract/services';
import { login } from '@wayside/contract/session';
import { updateSosService } from '@wayside/contract/sos-services';
import { updateVehicleModel } from '@wayside/contract/vehicle-models';
import { describe, expect } from 'vitest';
import { expectHidden, expectPath, expectValue, expectVisible, stored } from './support/expectations.ts';
import { CHANGES } from './support/external/changes.ts';
import { buttonNamed } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { FAILING_BODIES, WITHOUT_STATUS } from './support/external/failing-bodies.ts';
import { aPicture } from './support/external/files.ts';
import { LOADS } from './support/external/loads.ts';
import { theirAdministrator, theirToken } from './support/external/session.ts';
import { fillLogin, tokenKey } from './support/session.ts';
import { runClockUntil, stopClock } from './support/stopped-clock.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

describe('an answer with status 200 that is not a success', () => {
  test.for(CHANGES)('[API-18, ERR-02, ERR-03] fails $name', async (change, { page, problems }) => {
    problems.allow(/^console: /);
    const bodies = [...FAILING_BODIES, ...(change.readsStatus ? WITHOUT_STATUS : [])];
    await page.goto(change.path);
    await change.open(page);
    provider.misbehaves(change.call, ...bodies.map(({ json }) => ({ json })));
    for (const [times, { message = change.failed }] of bodies.entries()) {
      await change.submit(page).click();
      await expect.poll(() => provider.asked(change.call).length).toBe(times + 1);
      await expectVisible(page.getByText(message, { exact: true }).last());
      await expectVisible(change.kept(page).last());
      await expectHidden(page.getByText(change.done));
    }
    // Nothing was repeated: what is sent next is the one that works.
    await change.submit(page).click();
    await expect.poll(() => provider.asked(change.call).length).toBe(bodies.length + 1);
    await expectVisible(page.getByText(change.done).first());
  });

  test.for(LOADS)('[API-18, ERR-02, ERR-03] fails the load of $call.path at $path', async (load, { page }) => {
    const { path, call, exception, refused = exception, calls = 1 } = load;
    const again = page.getByRole('button', { name: load.retry ?? 'Try Again', exact: true });
    // Each reads otherwise than the one before, so that its own answer is waited for.
    const bodies = [
      ...FAILING_BODIES.map(({ json }, time) => ({
        json: { ...json, message: `Down ${time}` },
        message: `Down ${time}`,
      })),
      { json: { status: 'error' }, message: refused },
    ];
    await stopClock(page);
    provider.misbehaves(call, ...bodies.flatMap(({ json }) => Array.from({ length: calls }, () => ({ json }))));
    for (const [times, { message }] of bodies.entries()) {
      if (times === 0) await page.goto(path);
      else await again.click();
      await runClockUntil(page, () => provider.asked(call).length, calls * (times + 1));
      await runClockUntil(page, () => page.getByText(message, { exact: true }).first().isVisible(), true);
      await runClockUntil(page, async () => (await again.getAttribute('aria-busy')) === null, true);
      await expectHidden(page.getByText(/^No .* (available|found|yet)$/));
    }
    await page.clock.runFor(60_000);
    expect(provider.asked(call)).toHaveLength(calls * bodies.length);
    await again.click();
    await runClockUntil(page, () => again.isVisible(), false);
  });
});

describe('a login', () => {
  const token = theirToken;
  const refusals = [
    [{ token }, 'Invalid credentials'],
    [{ token, message: 'Welcome' }, 'Welcome'],
    [{ status: 'fail', token }, 'Invalid credentials'],
    [{ status: null, token, message: 'Locked' }, 'Locked'],
    [{ success: 0, token }, 'Invalid credentials'],
    [{ status: true }, 'Invalid credentials'],
    [{ status: true, token: '' }, 'Invalid credentials'],
    [{ status: true, token: null, error: 'no seat' }, 'Invalid credentials'],
  ] as const;

  bare('[API-18, AUTH-04] without status true or without a token is none', async ({ page }) => {
    await page.goto('/');
    provider.misbehaves(login, ...refusals.map(([json]) => ({ json })));
    for (const [times, [, words]] of refusals.entries()) {
      await fillLogin(page, theirAdministrator);
      await expect.poll(() => provider.asked(login).length).toBe(times + 1);
      await expectVisible(toast(page, words).last());
      await expectVisible(page.getByRole('button', { name: 'Sign In', exact: true }));
      await expectHidden(toast(page, 'Login Successful'));
      await expectValue(page.getByLabel('Email'), theirAdministrator.email);
      expect(await stored(page, tokenKey)).toBeNull();
    }
  });

  bare.for([{ status: 'success' }, { success: true }, { status: '200' }, { status: 'OK' }])(
    '[API-18, AUTH-03] with %j and a token is one',
    async (status, { page }) => {
      await page.goto('/');
      provider.misbehaves(login, { json: { ...status, token } });
      await fillLogin(page, theirAdministrator);
      await expectPath(page, '/dashboard');
      expect(await stored(page, tokenKey)).toBe(theirToken);
    },
  );
});

describe('an upload', () => {
  const forms = [
    [
      '/services/sos',
      /^Edit SOS service Towing/,
      'Image',
      'Update Service',
      'Failed to upload image',
      updateSosService,
    ],
    ['/services/regular', /^Edit service Oil/, 'Image', 'Update Service', 'Failed to upload image', updateService],
    ['/services/parts?service=srv-1', /^Edit part Oil/, 'Image', 'Update Part', 'Image upload failed', updatePart],
    [
      '/master/vehicle-models',
      /Tata/,
      'Company Logo',
      'Update Model',
      'Failed to upload image',
      updateVehicleModel,
    ],
  ] as const;
  const data = '/uploads/sent.png';
  const bodies = [
    { data },
    { status: true },
    { status: true, data: '' },
    { status: 0, data },
    { status: true, data: {} },
  ];

  test.for(forms)(
    '[API-18, FILE-01, SERV-02] without status or without data stops the save at %s',
    async (form, { page, problems }) => {
      const [path, edit, label, submit, failed, save] = form;
      problems.allow(/^console: /);
      await page.goto(path);
      await page
        .getByRole('button', { name: edit })
        .and(page.getByRole('button', { name: /^Edit/ }))
        .click();
      await page.getByLabel(label).setInputFiles(aPicture);
      provider.misbehaves(uploadImage, ...bodies.map((json) => ({ json })), { json: { success: 'ok', data } });
      for (const times of bodies.keys()) {
        await buttonNamed(page, submit).click();
        await expect.poll(() => provider.asked(uploadImage).length).toBe(times + 1);
        await expectVisible(page.getByText(failed, { exact: true }).last());
        await expectVisible(page.getByRole('dialog'));
      }
      expect(provider.asked(save)).toEqual([]);
      await buttonNamed(page, submit).click();
      await expect.poll(() => provider.asked(save)[0]?.body).toMatchObject({ image: data });
    },
  );
});
