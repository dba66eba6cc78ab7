import { decideApplication } from '@wayside/contract/mechanics';
import { savePreferences } from '@wayside/contract/preferences';
import { ownProfile } from '@wayside/contract/session';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, untilStill } from './accessible.ts';
import { inSequence, OWNER, respondWith, respondWithStatus, sentBodies } from './open-screen.ts';
import { button, confirmation, expectTexts, focus, toast, useTestClock } from './people-screen.ts';
import {
  approve,
  decisionResponse,
  decisions,
  emptyApplication,
  facts,
  MISSING_SHOP_PHOTO,
  meera,
  openReview,
  press,
  ravi,
  reasons,
  remarks,
  review,
  step,
  UNREADABLE_CARD,
  undoButton,
} from './review-screen.ts';

describe('[WORK-05, MECH-08] a decision in a review', () => {
  it('can be undone for ten seconds, which restores the input', async () => {
    await openReview(ravi, [decisionResponse]);
    useTestClock();
    await press('x');
    await remarks.fill('A long reason');
    await press('{Enter}');
    await expect.element(facts('Meera')).toBeVisible();
    await expectTexts(decisions.getByRole('status'), ['Rejecting Ravi in 10 seconds unless you undo it.']);
    await expect.element(decisions.getByText(/^Rejecting Ravi in \d+ s$/)).toBeVisible();
    await press('z');
    await expect.element(facts('Ravi')).toBeVisible();
    await expect.element(undoButton('Rejecting Ravi')).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sentBodies(decideApplication)).toEqual([]);
    await press('x');
    await expect.element(remarks).toHaveValue('A long reason');
    await press('{Enter}');
    await expect.element(undoButton('Rejecting Ravi')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(toast('Ravi is rejected')).toBeVisible();
    await expect.element(undoButton('Rejecting Ravi')).not.toBeInTheDocument();
    expect(sentBodies(decideApplication)).toEqual([{ id: ravi.id, status: 'rejected', remarks: 'A long reason' }]);
  });

  it('works several times in a row, with one bar for all, and each Undo reverts the last decision', async () => {
    await openReview(ravi, [decisionResponse]);
    useTestClock();
    await approve();
    await expect.element(facts('Meera')).toBeVisible();
    await expect.element(review('Meera').getByText('1 of 2', { exact: true })).toBeVisible();
    await press('g1{Enter}');
    await expect.element(facts('Empty')).toBeVisible();
    await expect.element(review('Empty').getByText('1 of 1', { exact: true })).toBeVisible();
    await expect.element(button(/^Next application/)).not.toBeInTheDocument();
    await press('x1{Enter}');
    await expect.element(undoButton('Rejecting Empty')).toBeVisible();
    await expect.element(decisions.getByText('2 more pending', { exact: true })).toBeVisible();
    expect(decisions.getByRole('button').elements()).toHaveLength(1);
    await expect.element(undoButton('Rejecting Empty')).toHaveAttribute('aria-keyshortcuts', 'Z');
    await expectAccessible();
    await undoButton('Rejecting Empty').click();
    await expect.element(facts('Empty')).toBeVisible();
    await expect.element(undoButton('Requesting resubmission from Meera')).toBeVisible();
    await expect.element(decisions.getByText('1 more pending', { exact: true })).toBeVisible();
    await press('z');
    await expect.element(facts('Meera')).toBeVisible();
    await expect.element(undoButton('Approving Ravi')).toBeVisible();
    await press('z');
    await expect.element(facts('Ravi')).toBeVisible();
    await expect.element(decisions.getByRole('button')).not.toBeInTheDocument();
    await press('n');
    await expect.element(facts('Meera')).toBeVisible();
    await press('g');
    await expect.element(remarks).toHaveValue(UNREADABLE_CARD);
    await userEvent.click(step('Request resubmission from Meera?').getByRole('button', { name: 'Ask again' }));
    await expect.element(facts('Empty')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(toast('Resubmission requested from Meera')).toBeVisible();
    expect(sentBodies(decideApplication)).toMatchObject([{ id: meera.id, remarks: UNREADABLE_CARD }]);
  });

  it('[MECH-12] restores the application with the message and the remarks when it fails', async () => {
    const message = 'This application was rejected by asha@example.in on 9 March 2026, 11:30 am.';
    const failures = [
      respondWithStatus(decideApplication, 500),
      respondWithStatus(decideApplication, 409, { status: false, message }),
    ];
    await openReview(ravi, [inSequence(failures[0] ?? decisionResponse, ...failures.slice(1))]);
    useTestClock();
    await press('a');
    await remarks.fill('Fine papers');
    await press('{Enter}');
    await expect.element(facts('Meera')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    const failed = decisions.getByRole('alert');
    await expect.element(failed.getByText('Ravi: Failed to approve mechanic')).toBeVisible();
    await expectAccessible();
    await decisions.getByRole('button', { name: 'Review again' }).click();
    await expect.element(step('Approve Ravi?').getByRole('alert')).toHaveTextContent('Failed to approve mechanic');
    await expect.element(remarks).toHaveValue('Fine papers');
    await focus(remarks);
    await press('{Enter}');
    await expect.element(undoButton('Approving Ravi')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(failed.getByText(`Ravi: ${message}`)).toBeVisible();
    await decisions.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(failed).not.toBeInTheDocument();
  });

  it.each([1280, 1024, 768, 375])(
    'can be undone below the document at %i px, and the bar moves no button',
    async (width) => {
      await openReview(ravi, [decisionResponse], { width });
      const buttons = ['Next application', 'Ask again', 'Reject', 'Approve'];
      const places = () =>
        buttons.map((name) => JSON.stringify(page.getByRole('button', { name }).element().getBoundingClientRect()));
      // An opening dialog changes its size.
      await untilStill();
      const before = places();
      await approve();
      await expect.element(facts('Meera')).toBeVisible();
      await expect.element(undoButton('Approving Ravi')).toBeVisible();
      expect(places()).toEqual(before);
      const bottom = facts('Meera').element().parentElement?.getBoundingClientRect().bottom;
      expect(decisions.element().getBoundingClientRect().y).toBeGreaterThanOrEqual(bottom ?? 800);
      await expectAccessible();
      // The decisions are sent even after the user has left the screen.
      await press('z');
      await expect.element(undoButton('Approving Ravi')).not.toBeInTheDocument();
    },
  );
});

describe('[WORK-05] the form before a decision', () => {
  it('selects reasons with their keys, which are plain text while the user types', async () => {
    await openReview(ravi);
    await press('x');
    await expect.element(reasons.getByRole('button').first()).toHaveFocus();
    await expectAccessible();
    await press('14');
    await expect.element(remarks).toHaveValue(`${UNREADABLE_CARD}\n${MISSING_SHOP_PHOTO}`);
    expect(reasons.getByRole('button', { pressed: true }).elements()).toHaveLength(2);
    await press('1');
    await expect.element(remarks).toHaveValue(MISSING_SHOP_PHOTO);
    await press('y');
    await expect.element(remarks).toHaveFocus();
    await press('1');
    await expect.element(remarks).toHaveValue(`${MISSING_SHOP_PHOTO}y1`);
    await press('{Alt>}1{/Alt}');
    await expect.element(remarks).toHaveValue(`${MISSING_SHOP_PHOTO}y1\n${UNREADABLE_CARD}`);
    await press('{Escape}');
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await press('a');
    await expect.element(remarks).toHaveFocus();
    expect(reasons.elements()).toEqual([]);
  });

  it('saves the user’s own reasons, which have keyboard shortcuts and can be removed', async () => {
    const mine = { rows: null, density: null, columns: null, recents: null, callCard: null, language: null };
    const own = (reviewReasons: string[]) =>
      respondWith(ownProfile, { profile: { ...OWNER, preferences: { ...mine, reviewReasons } } });
    await openReview(ravi, [own(['No shop there'])]);
    await press('x');
    await remarks.fill('The shop is closed');
    await button('Save the typed text as a reason').click();
    await expect.element(button('Save the typed text as a reason')).not.toBeInTheDocument();
    const saved = reasons.getByRole('button', { name: 'The shop is closed', exact: true });
    await expect.element(saved).toHaveAttribute('aria-pressed', 'true');
    await reasons.getByRole('button', { name: 'No shop there', exact: true }).click();
    await expect.element(remarks).toHaveValue('The shop is closed\nNo shop there');
    await press('6');
    await expect.element(remarks).toHaveValue('No shop there');
    await button('Remove the reason: The shop is closed').click();
    await expect.element(saved).not.toBeInTheDocument();
    await expect.element(remarks).toHaveValue('No shop there');
    await expect.poll(() => sentBodies(savePreferences).at(-1)).toMatchObject({ reviewReasons: ['No shop there'] });
  });

  it('asks once with a warning before it approves an applicant without documents', async () => {
    await openReview(emptyApplication, [decisionResponse]);
    await press('a');
    const warning = 'The Aadhaar card, profile photo and shop photo are missing. The phone number is not verified.';
    await expect.element(step('Approve Empty?').getByText(warning)).toBeVisible();
    await expectAccessible();
    await button('Approve anyway').click();
    await expect.element(undoButton('Approving Empty')).toBeVisible();
    await press('z');
    await expect.element(undoButton('Approving Empty')).not.toBeInTheDocument();
  });
});
