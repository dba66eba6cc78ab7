import { checkApproval, listApprovals } from '@wayside/contract/approvals';
import { getNextApplication, listMechanics } from '@wayside/contract/mechanics';
import { createPayout, previewPayout } from '@wayside/contract/payouts';
import { summarizePayouts } from '@wayside/contract/payouts-earnings';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import { login, ownProfile, setPassword } from '@wayside/contract/session';
import { createSlot, listSlots } from '@wayside/contract/slots';
import { loginSecond, prove } from '@wayside/contract/two-factor';
import { EMPTY_SENTENCE } from '@wayside/contract/wire/sentence-fields';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMechanic } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { alert, button, dialog, expectAbsent, expectShown, field, heading, press, toast } from './elements.ts';
import {
  inSequence,
  type MockResponse,
  networkError,
  OWNER,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentBodies,
  sentQueries,
} from './open-screen.ts';

const THEMES = [{}, { theme: 'dark' }, { width: 375 }] as const satisfies readonly ScreenOptions[];
const rejected = (message: string, more: object = {}) => ({ status: false, message, ...more });
const signedIn = (token: string) => respondWith(login, { token, message: null, challenge: null, methods: null });
const second = (...types: ('totp' | 'recovery_code')[]) =>
  respondWith(login, {
    token: null,
    message: null,
    challenge: 'c',
    methods: types.map((type) => ({ type, options: null })),
  });
const path = () => location.pathname;

describe('[EDIT-02] a session that ends while a form is being filled in', () => {
  const slot = { id: newRecordId(), etag: null, startTime: '09:00', endTime: '10:00', duration: '1 hour' };
  const unauthorized = respondWithStatus(createSlot, 401, rejected('Please sign in.'));
  const asking = dialog('Your session has expired');
  const adding = dialog('Add New Time Slot');

  async function typeSlot(responses: MockResponse[], options: ScreenOptions = {}): Promise<void> {
    const saves = inSequence(unauthorized, respondWith(createSlot, { record: slot }));
    await openScreen('/master/slots', [...responses, saves, respondWith(listSlots, { rows: [slot] })], options);
    await press('Add Slot');
    await adding.getByLabelText('Start Time *').fill('08:15');
    await adding.getByLabelText('End Time *').fill('23:00');
    await adding.getByLabelText('Duration *').fill('a while');
    await press('Create Slot');
    await expect.element(asking).toBeVisible();
  }

  it.each(THEMES)(
    'asks for the password in place, and one click saves the input once, with %j',
    async (options) => {
      const logins = inSequence(
        respondWithStatus(login, 401, rejected('Invalid credentials')),
        networkError(login),
        signedIn('next'),
      );
      await typeSlot([logins], options);
      await expect.element(asking.getByLabelText('Email')).toHaveValue(OWNER.email);
      await expect.element(asking.getByLabelText('Email')).toHaveAttribute('readonly');
      await expect.element(asking.getByLabelText('Password')).toHaveFocus();
      await expectAccessible();
      for (const text of ['Invalid credentials', 'Unable to connect to server. Please try again.']) {
        await asking.getByLabelText('Password').fill('wrong');
        await press('Sign In');
        await expectShown(text, asking);
      }
      await asking.getByLabelText('Password').fill('right');
      await userEvent.keyboard('{Enter}');
      await expectAbsent(asking);
      await expect.element(toast('You are signed in again')).toBeVisible();
      await expect.element(adding.getByLabelText('Start Time *')).toHaveValue('08:15');
      await expect.element(adding.getByText(/^Your session has expired, so nothing was saved/)).toBeVisible();
      expect(sentBodies(createSlot)).toHaveLength(1);
      await press('Create Slot');
      await expect.element(toast('Time slot created successfully')).toBeVisible();
      expect(sentBodies(createSlot)).toHaveLength(2);
      expect(path()).toBe('/master/slots');
    },
  );

  it('[TEAM-04] also asks for the second factor', async () => {
    const token = respondWith(loginSecond, { token: 'next', recoveryCodesLeft: null });
    await typeSlot([second('totp', 'recovery_code'), token]);
    await asking.getByLabelText('Password').fill('right');
    await press('Sign In');
    await asking.getByLabelText('Code', { exact: true }).fill('123456');
    await expectAccessible();
    await press('Verify');
    await expectAbsent(asking);
    await expect.element(adding.getByLabelText('Start Time *')).toHaveValue('08:15');
    expect(sentBodies(loginSecond)).toEqual([{ challenge: 'c', code: '123456' }]);
  });

  it('can be abandoned after a confirmation, which opens the login page', async () => {
    await typeSlot([]);
    await userEvent.keyboard('{Escape}');
    const discarding = page.getByRole('alertdialog', { name: 'Discard your input?' });
    await press('Cancel', discarding);
    await expect.element(asking).toBeVisible();
    await press('Discard', asking);
    await press('Discard', discarding);
    await expectShown('Your session has expired. Please sign in again.');
    expect(path()).toBe('/login');
    expect(localStorage).toHaveLength(0);
  });

  it('sends nothing when another administrator signs in', async () => {
    const other = respondWith(ownProfile, {
      profile: { ...OWNER, id: 'f'.repeat(24), email: 'ravi@wayside.test' },
    });
    await typeSlot([signedIn('next'), inSequence(respondWith(ownProfile, { profile: OWNER }), other)]);
    await asking.getByLabelText('Password').fill('right');
    await press('Sign In');
    await expect.poll(path).toBe('/login');
    expect(sentBodies(createSlot)).toHaveLength(1);
  });
});

describe('[TEAM-05] identity confirmation', () => {
  const asha = aMechanic({ name: 'Asha' });
  const needed = respondWithStatus(
    createPayout,
    403,
    rejected('Please confirm your identity.', { proofNeeded: ['password', 'totp', 'recovery_code'] }),
  );
  const paid = respondWith(createPayout, { ...EMPTY_SENTENCE, approvalId: null });
  const asking = dialog('Confirm your identity');
  const paying = dialog('Process Payout');
  const payouts = [
    respondWith(summarizePayouts, {
      mechanicIds: [asha.id],
      names: [asha.name],
      phones: [asha.phone],
      netEarningPaise: [50_000],
      ...{ paidOutPaise: [0], pendingCommissionPaise: [0], cashKeptPaise: [0], reserved: [], inTransit: [] },
    }),
    respondWith(previewPayout, {
      record: {
        ...{ balancePaise: 50_000, reservedPaise: null, inTransitPaise: null, earningCount: 1 },
        ...{ earnedFrom: '2026-03-05T05:00:00.000Z', earnedUntil: '2026-03-05T05:00:00.000Z' },
        ...{ bankChangedAt: null, bank: null, lastPayout: null, samePayout: null },
      },
    }),
    respondWith(checkApproval, { cause: null }),
    respondWithRows(listApprovals),
    respondWithRows(listPendingErasures),
    // On a phone the pointer is then over the link to Mechanics, which preloads that screen.
    respondWithRows(listMechanics),
    respondWithStatus(getNextApplication, 404),
  ];

  async function pay(responses: MockResponse[], options: ScreenOptions = {}): Promise<void> {
    await openScreen('/payouts', [...responses, ...payouts], options);
    await press('Process payout to Asha');
    await paying.getByLabelText('Transaction ID').fill('630900000001');
    await press('Process Payout', paying);
  }

  it.each(THEMES)('is requested in place, and the payout continues and pays once, with %j', async (options) => {
    const proofs = inSequence(
      respondWithStatus(prove, 400, rejected('The password is incorrect.')),
      respondWith(prove, {}),
    );
    await pay([inSequence(needed, paid), proofs], options);
    await expect.element(asking.getByLabelText('Password')).toHaveFocus();
    await expect.element(asking.getByLabelText('Email')).toHaveValue(OWNER.email);
    await expectAccessible();
    await userEvent.keyboard('wrong password{Enter}');
    await expectShown('The password is incorrect.', asking);
    await press('Use a recovery code');
    await expect.element(asking.getByLabelText('Recovery code')).toHaveFocus();
    await press('Use the authenticator app');
    await expect.element(asking.getByLabelText('Code', { exact: true })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('123456{Enter}');
    await expectAbsent(asking);
    await expect.element(toast('₹500 paid to Asha')).toBeVisible();
    await expectAbsent(paying);
    expect(sentBodies(createPayout)).toHaveLength(2);
    expect(sentBodies(prove)).toMatchObject([{ password: 'wrong password' }, { code: '123456' }]);
  });

  it('can be declined: nothing is paid, no error is shown, and the form keeps its input', async () => {
    await pay([inSequence(needed, paid)]);
    await expect.element(asking).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expectAbsent(asking);
    await expect.element(paying.getByLabelText('Transaction ID')).toHaveValue('630900000001');
    await expectAbsent(page.getByRole('alert'));
    expect(sentBodies(createPayout)).toHaveLength(1);
    await press('Process Payout', paying);
    await expect.element(toast('₹500 paid to Asha')).toBeVisible();
  });
});

describe('the login form', () => {
  const open = (responses: MockResponse[] = [], options: ScreenOptions = {}) =>
    openScreen('/', responses, { isSignedOut: true, ...options });
  const code = page.getByLabelText('Code', { exact: true });

  async function submit(): Promise<void> {
    await field('Email').fill('asha@example.in');
    await field('Password').fill('right');
    await press('Sign In');
  }

  it.each(THEMES)('[AUTH-01] is labelled, with two required fields, and accessible with %j', async (options) => {
    await open([], options);
    await expect.element(heading('Admin Panel Login')).toBeVisible();
    await expect.element(field('Email')).toHaveAttribute('type', 'email');
    await expect.element(field('Password')).toHaveAttribute('type', 'password');
    for (const label of ['Email', 'Password']) await expect.element(field(label)).toBeRequired();
    await expectAccessible();
  });

  it('has an accessibility check that finds low contrast, also after a run without violations', async () => {
    await open();
    await expect.element(heading('Admin Panel Login')).toBeVisible();
    await expectAccessible();
    heading('Admin Panel Login').element().setAttribute('style', 'color: oklch(0.8 0.01 85)');
    const { actual } = await expectAccessible().catch((error) => error);
    expect(String(actual)).toContain('color-contrast: ');
  });

  it.each(THEMES)('[TEAM-04] asks for the code of the authenticator app with %j', async (options) => {
    const codes = inSequence(
      respondWithStatus(loginSecond, 400, rejected('This code is incorrect')),
      respondWithStatus(loginSecond, 410, rejected('This sign-in has expired.')),
    );
    await open([second('totp', 'recovery_code'), codes], options);
    await submit();
    await expect.element(heading('Confirm your identity')).toBeVisible();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');
    expect(localStorage.getItem('wayside_token')).toBeNull();
    await expectAccessible();
    await code.fill('000000');
    await press('Verify');
    await expect.element(alert('This code is incorrect')).toBeVisible();
    await expectAccessible();
    await code.fill('123456');
    await press('Verify');
    await expect.element(alert('This sign-in has expired.')).toBeVisible();
    await expect.element(button('Verify')).toBeDisabled();
    await press('Back to the password');
    await expect.element(field('Email')).toHaveValue(OWNER.email);
  });
});

describe('[PRIV-07] the page of a one-time link', () => {
  const gone = page.getByRole('alert').getByRole('heading', { name: 'This link does not work' });
  const unknown = respondWithStatus(setPassword, 404, rejected('This link does not work.'));

  async function submit(password: string, again = password): Promise<void> {
    await field('New password').fill(password);
    await field('Confirm password').fill(again);
    await press('Set password');
  }

  it.each(THEMES)('is accessible with its errors and %j', async (options) => {
    await openScreen('/set-password#unknown', [unknown], { isSignedOut: true, ...options });
    await expect.element(heading('Set your password')).toBeVisible();
    expect(document.title).toBe('Set your password · Wayside');
    await expectAccessible();
    await submit('a long password', 'another one');
    await expectShown('The two passwords differ.');
    await expectAccessible();
    await submit('a long password');
    await expect.element(gone).toBeVisible();
    await expectAbsent(field('New password'));
    await expectAccessible();
    const link = page.getByRole('link', { name: 'Go to login' });
    await expect.element(link).toHaveFocus();
    await expect.element(link).toHaveAttribute('href', '/');
  });

  it('[ERR-01] shows a failure, keeps the input and can be sent again', async () => {
    await openScreen('/set-password#unknown', [inSequence(networkError(setPassword), unknown)], {
      isSignedOut: true,
    });
    await submit('a long password');
    await expectShown('The password could not be set. Please try again.', page.getByRole('alert'));
    await press('Set password');
    await expect.element(gone).toBeVisible();
  });

  it('ignores an expired session, and keeps the link', async () => {
    const stale = respondWithStatus(ownProfile, 401, rejected('Please sign in.'));
    const done = respondWith(setPassword, { email: 'bala@example.in' });
    await openScreen('/set-password#one', [stale, done], { isSignedOut: true, storedToken: 'an old one' });
    await expect.element(heading('Set your password')).toBeVisible();
    expect(sentQueries(ownProfile)).toEqual([]);
    await submit('a long password');
    await expectShown('Your password is set');
    expect(location.pathname + location.hash).toBe('/set-password#one');
    await page.getByRole('link', { name: 'Go to login' }).click();
    await expect.element(field('Email')).toHaveValue('bala@example.in');
  });

  it('reports an incomplete link', async () => {
    await openScreen('/set-password', [], { isSignedOut: true });
    await expect.element(gone).toBeVisible();
  });
});
