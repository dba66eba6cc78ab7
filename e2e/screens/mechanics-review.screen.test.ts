import { getMechanic, showAadhaarCard } from '@wayside/contract/mechanics';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aMechanic, someBank } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import { holdResponse, openScreen, respondWith } from './open-screen.ts';
import { button, dialog, expectQuery, expectTexts, PICTURE, readDescriptionList, region } from './people-screen.ts';
import {
  allApplications,
  emptyApplication,
  facts,
  makeApplication,
  meera,
  openReview,
  press,
  queueResponses,
  ravi,
  remarks,
  respondWithNext,
  review,
} from './review-screen.ts';

describe('the review of an application', () => {
  it('[MECH-08, NAV-09] starts with the oldest application and stores its id in the URL', async () => {
    await openScreen('/mechanics', queueResponses(...allApplications));
    await button('Review applications (3)').click();
    await expect.element(review('Ravi').getByText('1 of 3', { exact: true })).toBeVisible();
    await expectQuery({ review: ravi.id });
    await press('{Escape}');
    await expect.element(review('Ravi')).not.toBeInTheDocument();
    await expectQuery({});
    history.back();
    await expect.element(review('Ravi')).toBeVisible();
  });

  it('[MECH-08, MECH-07] is opened from the details of an open application, and lists missing documents', async () => {
    await openScreen(`/mechanics?mechanic=${emptyApplication.id}`, queueResponses(...allApplications));
    await button('Review documents').click();
    await expect.element(facts('Empty')).toBeVisible();
    await expectQuery({ review: emptyApplication.id });
    await expect.element(page.getByText('The profile photo is missing.', { exact: true })).toBeVisible();
    await press('k');
    await expect.element(page.getByText('The shop photo is missing.', { exact: true })).toBeVisible();
    await expectAccessible();
  });

  it('[MECH-03, MECH-06, MECH-07] shows documents next to the details', async () => {
    await openReview(ravi);
    await expect.element(page.getByRole('img', { name: 'Profile photo' })).toBeVisible();
    expect(readDescriptionList('Payment Details')).toMatchObject({ 'Account Number': '••••8901' });
    const image = page
      .getByRole('group', { name: /^Profile photo/ })
      .element()
      .getBoundingClientRect();
    expect(image.width).toBeGreaterThan(600);
    expect(image.height).toBeGreaterThan(400);
    expect(facts('Ravi').element().getBoundingClientRect().x).toBeGreaterThan(image.right);
  });

  it('is accessible while it loads, zoomed, hidden and with its remarks', async () => {
    const long = makeApplication('Anantha'.repeat(29).slice(0, 200), {
      ...{ email: `${'a'.repeat(120)}@example.in`, vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'] },
      bank: { ...someBank(), accountHolder: 'Holder'.repeat(30), upiId: `${'u'.repeat(90)}@upi` },
    });
    const later = holdResponse(respondWith(getMechanic, { record: long }));
    await openScreen(`/mechanics?review=${long.id}`, [respondWithNext([long]), later, ...queueResponses(long)]);
    await expect.element(page.getByRole('status', { name: 'Loading the application' })).toBeVisible();
    await expectAccessible();
    later.release();
    await expect.element(region('Payment Details')).toBeVisible();
    await button('Zoom in').click();
    await expectAccessible();
    await button('Aadhaar card').click();
    await expect.element(button('Show Aadhaar card')).toBeVisible();
    await expectAccessible();
    await button(/^Reject/).click();
    await expect.element(remarks).toBeVisible();
    await expectAccessible();
  });

  it('is accessible for a decided application', async () => {
    const blocked = aMechanic({ name: 'Blocked', isBlocked: true });
    await openScreen(`/mechanics?review=${blocked.id}`, queueResponses(blocked));
    await expect.element(page.getByText('No activity yet.')).toBeVisible();
    await expectAccessible();
  });

  it('[NAV-09] shows when no application has the id', async () => {
    await openScreen(`/mechanics?review=${'e'.repeat(24)}`, queueResponses(...allApplications));
    await expect.element(page.getByText(/^There is no application with this id/)).toBeVisible();
    await expectAccessible();
    await press('{Escape}');
    await expect.element(button('Review applications (3)')).toBeVisible();
  });
});

describe('the shortcuts of a review', () => {
  it('[MECH-07] switch, zoom, rotate and fit documents', async () => {
    await openReview(ravi, [respondWith(showAadhaarCard, { url: PICTURE })]);
    const pressed = page.getByRole('button', { pressed: true });
    for (const [key, name] of [
      ['j', 'Aadhaar card'],
      ['{ArrowRight}', 'Shop photo'],
      ['j', 'Profile photo'],
      ['k', 'Shop photo'],
      ['{ArrowLeft}', 'Aadhaar card'],
    ] as const) {
      await press(key);
      await expectTexts(pressed, [name]);
    }
    const picture = page.getByRole('img', { name: 'Aadhaar card' });
    expect(picture.elements()).toEqual([]);
    await press('s');
    await expect.element(picture).toBeVisible();
    const stage = (text: string) => page.getByRole('group', { name: `Aadhaar card, ${text}` });
    await press('+=');
    await expect.element(stage('150 %')).toBeVisible();
    await press('-');
    await expect.element(stage('125 %')).toBeVisible();
    const isWide = () => {
      const { width, height } = picture.element().getBoundingClientRect();
      return width > height;
    };
    await expect.poll(isWide).toBe(true);
    await press('r');
    await expect.poll(isWide).toBe(false);
    await press('0');
    await expect.element(stage('100 %')).toBeVisible();
  });

  it('[MECH-08] skip an application, which is shown again after the last one', async () => {
    await openReview(meera);
    for (const name of ['Empty', 'Ravi', 'Meera']) {
      await press('n');
      await expect.element(facts(name)).toBeVisible();
    }
    history.back();
    await expect.element(review('Ravi')).toBeVisible();
  });

  it('[MECH-08] do nothing with modifier keys, under another dialog and after the decision', async () => {
    await openReview(emptyApplication);
    await press('{Control>}a{/Control}');
    expect(remarks.elements()).toEqual([]);
    await press('?');
    const sheet = dialog('Keyboard shortcuts');
    await expect.element(sheet.getByRole('region', { name: 'Reviewing an application' })).toBeVisible();
    await press('a');
    expect(remarks.elements()).toEqual([]);
    await press('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await press('x4{Enter}');
    await expect.element(facts('Ravi')).toBeVisible();
    history.back();
    await expect.element(facts('Empty')).toBeVisible();
    await expect.element(button('Close').last()).toBeVisible();
    await press('ax');
    expect(remarks.elements()).toEqual([]);
    await press('z');
  });

  it('[MECH-08] work as soon as the application is shown and as soon as the remarks are closed', async () => {
    /**
     * Presses a key as soon as `isTime` returns true, before anything that waits for the next turn of the event loop.
     */
    const pressWhen = (key: string, isTime: () => boolean) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (!isTime()) return;
          observer.disconnect();
          const target = document.activeElement ?? document.body;
          target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          resolve();
        }).observe(document, { childList: true, subtree: true });
      });
    const isThere = (selector: string) => document.querySelector(selector) !== null;
    const opened = pressWhen('a', () => isThere('section[aria-label="Facts"]'));
    await openScreen(`/mechanics?review=${ravi.id}`, queueResponses(...allApplications));
    await opened;
    await expect.element(remarks).toBeVisible();
    const closed = pressWhen('n', () => !isThere('textarea[name="remarks"]'));
    await press('{Escape}');
    await closed;
    await expect.element(facts('Meera')).toBeVisible();
  });
});
