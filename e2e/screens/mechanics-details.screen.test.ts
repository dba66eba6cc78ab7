import { listBookings } from '@wayside/contract/bookings';
import {
  AADHAAR_ON_FILE,
  getMechanic,
  listMechanics,
  type Mechanic,
  showAadhaarCard,
  showBankAccount,
} from '@wayside/contract/mechanics';
import { listEarningsOfMechanic } from '@wayside/contract/payouts-ledger';
import { ownProfile } from '@wayside/contract/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aBooking } from '../support/factories/bookings.ts';
import { aMechanic, anApplication, refTo, someBank } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import {
  inSequence,
  type MockResponse,
  OWNER,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
} from './open-screen.ts';
import {
  button,
  dialog,
  EMPTY_RELATED_RESPONSES,
  expectQuery,
  expectTexts,
  noApplicationsResponse,
  PICTURE,
  readDescriptionList,
  region,
  row,
  toast,
} from './people-screen.ts';

const masked = { ...someBank(), accountNumber: '••••8901' };
const suresh = aMechanic({ bank: masked, isPhoneVerified: false });
const nobody = aMechanic({
  ...{ name: null, email: null, phone: null, status: null, walletPaise: null, referralCode: null },
  ...{ vehicleTypes: [], createdAt: null, isAvailable: false, isEmailVerified: false, shop: null },
});
const details = page.getByRole('dialog');
const external = { config: {} };

const open = (mechanic: Mechanic, ...responses: MockResponse[]) =>
  openScreen(`/mechanics?mechanic=${mechanic.id}`, [
    ...responses,
    respondWithRows(listMechanics, mechanic),
    noApplicationsResponse,
    ...EMPTY_RELATED_RESPONSES,
  ]);

describe('the details of a mechanic', () => {
  it('[MECH-03, MECH-04, MECH-05, MECH-06] show personal data, profession, verification and payment details', async () => {
    await open(suresh);
    await expect.element(region('Payment Details')).toBeVisible();
    expect(readDescriptionList('Personal Information')).toMatchObject({
      Name: 'Suresh Patil',
      Phone: '9123456780',
      Email: 'suresh.patil@example.in',
      Location: '19.0760, 72.8777 opens a map in a new tab',
      'Mechanic ID': suresh.id,
    });
    expect(readDescriptionList('Professional Information')).toEqual({
      'Shop Name': 'Patil Motors',
      'Service Charge': '₹400 per hour',
      Experience: '8 years',
      'Vehicle Types': 'Bike Car',
      Wallet: '₹500',
      'Join Date': '5 Jan 2026',
      'Referral Code': 'SURESH5',
      Description: 'Two-wheelers and small cars',
    });
    await expect.element(details.getByText('Available', { exact: true })).toBeVisible();
    const verified = { Email: 'Verified', Phone: 'Not Verified', Account: 'Active' };
    expect(readDescriptionList('Verification Status')).toEqual(verified);
    expect(readDescriptionList('Payment Details')).toEqual({
      'Account Holder': 'Imran Shaikh',
      'Bank Name': 'State Bank of India',
      'Account Number': '••••8901',
      'IFSC Code': 'SBIN0001234',
      'UPI ID': 'imran@upi',
      'Preferred Method': 'Bank Transfer',
    });
  });

  it('[MECH-03, MECH-04, FMT-04] show N/A for each missing value', async () => {
    await open(nobody);
    await expect.element(region('Payment Details')).toBeVisible();
    const person = { Name: 'N/A', Phone: 'N/A', Email: 'N/A', Location: 'Location not available' };
    expect(readDescriptionList('Personal Information')).toMatchObject(person);
    for (const facts of ['Professional Information', 'Payment Details'])
      expect(new Set(Object.values(readDescriptionList(facts)))).toEqual(new Set(['N/A']));
    await expect.element(details.getByText('Not Available', { exact: true })).toBeVisible();
    for (const name of [/account number/, /^(Approve|Reject|Block|Delete)$/])
      expect(details.getByRole('button', { name }).elements()).toEqual([]);
  });

  it.each([
    ['an approved, blocked mechanic', aMechanic({ isBlocked: true })],
    ['a mechanic without values', nobody],
    ['a rejected application', aMechanic({ status: 'rejected' })],
  ])('[MECH-08, MECH-12] are accessible and offer no decision for %s', async (_, mechanic) => {
    await open(mechanic);
    await expect.element(details.getByRole('tab', { name: 'Activity (0)' })).toBeVisible();
    await expectAccessible();
    const names = details.getByRole('button', { name: /^(Approve|Reject|Review documents)$/ });
    expect(names.elements()).toEqual([]);
    const isApproved = mechanic.status === 'approved';
    expect(details.getByRole('button', { name: 'Delete', exact: true }).elements()).toHaveLength(
      isApproved ? 1 : 0,
    );
  });

  it('[NAV-09, API-17, MECH-09, MECH-13] open from the list and with Back, return to the list when closed, and offer no Block for an application', async () => {
    await openScreen('/mechanics?status=pending', [
      ...[respondWithRows(listMechanics, anApplication()), noApplicationsResponse, ...EMPTY_RELATED_RESPONSES],
    ]);
    await button('View details of Imran Shaikh').click();
    await expect.element(dialog('Imran Shaikh').getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(details.getByRole('button', { name: /^(Block|Unblock|Delete)$/ }).elements()).toEqual([]);
    expect(location.search).toMatch(/^\?status=pending&mechanic=/);
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await expectQuery({ status: 'pending' });
    history.back();
    await expect.element(dialog('Imran Shaikh')).toBeVisible();
  });

  it('[NAV-09, ERR-03] report that no mechanic has the id, after a failure that can be retried there', async () => {
    const failure = respondWithStatus(getMechanic, 409);
    const responses = [
      respondWithRows(listMechanics),
      noApplicationsResponse,
      inSequence(failure, respondWithStatus(getMechanic, 404)),
    ];
    await openScreen(`/mechanics?mechanic=${suresh.id}`, responses);
    await expect.element(details.getByText('Failed to load mechanics', { exact: true })).toBeVisible();
    await details.getByRole('button', { name: 'Try Again' }).click();
    const missing = 'No mechanic has this id. The mechanic may have been deleted.';
    await expect.element(details.getByText(missing)).toBeVisible();
  });

  it('[BOOK-11, BOOK-14] link to the payouts and the bookings of the mechanic', async () => {
    const booking = aBooking({ mechanic: refTo(suresh) });
    await open(suresh, respondWithRows(listBookings, booking), respondWithStatus(listEarningsOfMechanic, 404));
    await details.getByRole('tab', { name: 'Earnings' }).click();
    await expect
      .element(details.getByRole('link', { name: 'Open in Payouts' }))
      .toHaveAttribute('href', `/payouts?mechanic=${suresh.id}`);
    await details.getByRole('tab', { name: 'Bookings' }).click();
    await details.getByRole('link', { name: 'Open in Bookings' }).click();
    await expect.element(row(booking.id.slice(-6))).toBeVisible();
    await expectQuery({ mechanic: suresh.id });
  });
});

describe('the account number of a mechanic', () => {
  const numberShown = () => readDescriptionList('Payment Details')['Account Number'];

  it.each([
    ['5012345678901', '••••8901'],
    ['123', '••••'],
  ])('[MECH-06] is masked until a click: %s', async (accountNumber, masked) => {
    await open(
      aMechanic({ bank: { ...someBank(), accountNumber: masked } }),
      respondWith(showBankAccount, { accountNumber }),
    );
    await expect.poll(numberShown).toBe(masked);
    await button('Show the complete account number').click();
    await expect.poll(numberShown).toBe(accountNumber);
    await button('Hide the account number').click();
    await expect.poll(numberShown).toBe(masked);
    expect(sentBodies(showBankAccount)).toHaveLength(1);
  });

  it('[MECH-06, API-15] is masked in the browser until a click when it is from an external API', async () => {
    const theirs = { ...suresh, bank: someBank() };
    await openScreen(`/mechanics?mechanic=${theirs.id}`, [respondWithRows(listMechanics, theirs)], external);
    await expect.poll(numberShown).toBe('••••8901');
    await button('Show the complete account number').click();
    await expect.poll(numberShown).toBe('5012345678901');
    expect(page.getByRole('heading', { name: 'History' }).elements()).toEqual([]);
    await expectTexts(details.getByRole('heading', { level: 2 }), ['Suresh Patil']);
  });
});

describe('the documents of an application', () => {
  const papers = { profilePhoto: PICTURE, aadhaarCard: AADHAAR_ON_FILE, shopPhoto: PICTURE };
  const application = anApplication({ documents: papers });
  const documents = region('Documents');
  const tool = (name: string) => documents.getByRole('button', { name, exact: true });
  const stage = (name: string | RegExp) => documents.getByRole('group', { name });
  const photo = documents.getByRole('img', { name: 'Profile photo' });
  const show = tool('Show Aadhaar card');
  const text = (words: string) => documents.getByText(words, { exact: true });
  const size = () => {
    const { width, height } = photo.element().getBoundingClientRect();
    return { width: Math.round(width), height: Math.round(height) };
  };

  it('[MECH-07] are shown one by one, zoomed and rotated in place', async () => {
    await open(application);
    await expect.element(photo).toBeVisible();
    await expect.element(text('100 %')).toBeVisible();
    await expect.poll(() => size().width / size().height).toBeCloseTo(1.5, 1);
    // An opening dialog changes its size.
    await Promise.all(
      details
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    );
    const fitted = size();
    await tool('Rotate').click();
    await expect.poll(() => size().height / size().width).toBeCloseTo(1.5, 1);
    const turned = size();
    const room = stage(/^Profile photo/)
      .element()
      .getBoundingClientRect();
    expect(turned.height).toBeLessThanOrEqual(Math.ceil(room.height));
    for (const percent of ['125 %', '150 %', '200 %']) {
      await tool('Zoom in').click();
      await expect.element(text(percent)).toBeVisible();
    }
    await expect.poll(() => size().height).toBeGreaterThan(turned.height * 1.8);
    await tool('Zoom out').click();
    await expect.element(stage('Profile photo, 150 %')).toBeVisible();
    await tool('Fit').click();
    await expect.poll(size).toEqual(fitted);
    await expect.element(tool('Zoom out')).toBeDisabled();
    await tool('Zoom in').click();
    await tool('Shop photo').click();
    await expect.element(stage('Shop photo, 100 %')).toBeVisible();
  });

  it('[MECH-07] are dragged, and scrolled with keys, when zoomed', async () => {
    await open(application);
    await expect.element(photo).toBeVisible();
    for (let times = 0; times < 4; times += 1) await tool('Zoom in').click();
    const moved = stage('Profile photo, 300 %').element();
    const place = () => [moved.scrollLeft, moved.scrollTop].map(Math.round);
    await expect.poll(() => Math.min(...place())).toBeGreaterThan(0);
    const [left = 0, top = 0] = place();
    await userEvent.dragAndDrop(photo, photo, {
      sourcePosition: { x: size().width / 2, y: size().height / 2 },
      targetPosition: { x: size().width / 2 + 60, y: size().height / 2 + 40 },
    });
    expect(moved.scrollLeft).toBeLessThan(left);
    expect(moved.scrollTop).toBeLessThan(top);
    const dragged = moved.scrollTop;
    moved.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => moved.scrollTop).toBeGreaterThan(dragged);
  });

  it('[MECH-07] show that one is broken, and load it again', async () => {
    const broken = 'data:image/png,broken';
    await open(anApplication({ documents: { ...papers, profilePhoto: broken, shopPhoto: broken } }));
    await expect.element(text('The profile photo could not be loaded.')).toBeVisible();
    await expectAccessible();
    await tool('Try again').click();
    await expect.element(text('The profile photo could not be loaded.')).toBeVisible();
    await tool('Shop photo').click();
    await expect.element(text('The shop photo could not be loaded.')).toBeVisible();
    await expect.element(tool('Zoom in')).toBeEnabled();
  });

  it('[MECH-07] show that one is missing, and open with the first existing document', async () => {
    await open(anApplication({ documents: { profilePhoto: null, aadhaarCard: null, shopPhoto: PICTURE } }));
    await expect.element(stage(/^Shop photo/)).toBeVisible();
    await tool('Profile photo missing').click();
    await expect.element(text('The profile photo is missing.')).toBeVisible();
    await expect.element(tool('Zoom in')).toBeDisabled();
    await tool('Aadhaar card missing').click();
    await expect.element(text('The Aadhaar card is missing.')).toBeVisible();
  });

  it('[FILE-04, MECH-07, ERR-01] hide the Aadhaar card until a click that succeeds', async () => {
    await open(
      application,
      inSequence(respondWithStatus(showAadhaarCard, 500), respondWith(showAadhaarCard, { url: PICTURE })),
    );
    await tool('Aadhaar card').click();
    await expect.element(text('On file. Opening it is recorded in the activity log.')).toBeVisible();
    expect(documents.getByRole('img').elements()).toEqual([]);
    await show.click();
    await expect.element(toast('Failed to show the Aadhaar card')).toBeVisible();
    await show.click();
    await expect.element(documents.getByRole('img', { name: 'Aadhaar card' })).toBeVisible();
    expect(sentBodies(showAadhaarCard)).toHaveLength(2);
  });

  it('[FILE-04, MECH-07, API-15] hide the Aadhaar card from an external API until a click, without a request', async () => {
    const theirs = anApplication({ documents: { ...papers, aadhaarCard: PICTURE } });
    await openScreen(`/mechanics?mechanic=${theirs.id}`, [respondWithRows(listMechanics, theirs)], external);
    await tool('Aadhaar card').click();
    await expect.element(text('On file.')).toBeVisible();
    expect(documents.getByRole('img').elements()).toEqual([]);
    await show.click();
    await expect.element(documents.getByRole('img', { name: 'Aadhaar card' })).toBeVisible();
  });

  it('[FILE-04, TEAM-01] state to a role that may not reveal the Aadhaar card that it is on file', async () => {
    const profile = { ...OWNER, role: 'viewer' as const, permissions: ['records:read' as const] };
    await open(application, respondWith(ownProfile, { profile }));
    await tool('Aadhaar card').click();
    await expect.element(text('On file. Your role may not open it.')).toBeVisible();
    expect(show.elements()).toEqual([]);
    await expectAccessible();
  });

  describe('on another host', () => {
    const elsewhere = (what: string) => `https://pictures.example.in/outside-${what}.png`;
    beforeEach(() => performance.clearResourceTimings());

    it('[FILE-04] are links with a note, which the page never loads', async () => {
      const outside = {
        profilePhoto: elsewhere('face'),
        aadhaarCard: AADHAAR_ON_FILE,
        shopPhoto: elsewhere('shop'),
      };
      const card = respondWith(showAadhaarCard, { url: elsewhere('aadhaar') });
      await open(anApplication({ documents: outside }), card);
      await expect.element(text('Opens at another host')).toBeVisible();
      const link = documents.getByRole('link', { name: 'Open Profile photo' });
      for (const [name, value] of Object.entries({ href: elsewhere('face'), target: '_blank', rel: 'noreferrer' }))
        await expect.element(link).toHaveAttribute(name, value);
      await expect.element(tool('Zoom in')).toBeDisabled();
      await expectAccessible();
      await tool('Aadhaar card').click();
      await show.click();
      await expect.element(documents.getByRole('link', { name: 'Open Aadhaar card' })).toBeVisible();
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      expect(loaded.filter((name) => name.includes('outside-'))).toEqual([]);
    });
  });
});
