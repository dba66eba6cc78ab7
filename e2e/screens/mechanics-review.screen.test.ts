import {
  AADHAAR_ON_FILE,
  decideApplication,
  getMechanic,
  getNextApplication,
  listMechanics,
  type Mechanic,
  mechanicCan,
  showAadhaarCard,
} from '@wayside/contract/mechanics';
import { savePreferences } from '@wayside/contract/preferences';
import { ownProfile } from '@wayside/contract/session';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMechanic, anApplication, someBank } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import {
  type Answer,
  answer,
  answerBy,
  held,
  inTurn,
  OWNER,
  openScreen,
  response,
  rows,
  type ScreenOptions,
  sentTo,
} from './open-screen.ts';
import {
  button,
  confirmation,
  dialog,
  expectQuery,
  expectTexts,
  factsIn,
  focus,
  NOTHING_HAPPENED,
  PICTURE,
  region,
  toast,
  useTestClock,
} from './people-screen.ts';

const papers = { profilePhoto: PICTURE, aadhaarCard: AADHAAR_ON_FILE, shopPhoto: PICTURE };
const make = (name: string, other: Partial<Mechanic> = {}) => anApplication({ name, documents: papers, ...other });
const ravi = make('Ravi');
const meera = make('Meera');
const empty = make('Empty', { documents: null, isPhoneVerified: false });
const line = [ravi, meera, empty];

const READABLE = 'The Aadhaar card is not readable.';
const SHOP = 'The photo of the shop is missing.';
const decided = answer(decideApplication, {});

const review = (name: string) => dialog(`Application of ${name}`);
const facts = (name: string) => review(name).getByRole('region', { name: 'Facts' });
const remarks = page.getByRole('textbox', { name: /^Remarks/ });
const decisions = region('Decisions');
const undo = (doing: string) => decisions.getByRole('button', { name: `Undo: ${doing}` });
const reasons = page.getByRole('group', { name: 'Reasons' });
const press = (keys: string) => userEvent.keyboard(keys);
const step = (name: string) => dialog(name);

async function approve(): Promise<void> {
  await press('a');
  await expect.element(remarks).toHaveFocus();
  await press('{Enter}');
}

/** The applications in their order, without those that are decided. */
function queue(...mechanics: Mechanic[]): Answer[] {
  return [
    answerBy(getNextApplication, ({ searchParams }) => {
      const sent = sentTo(decideApplication).map((body) => (body as { id: string }).id);
      const without = [...(searchParams.get('without') ?? '').split(','), ...sent];
      const waiting = mechanics.filter((it) => mechanicCan.beDecided(it) && !without.includes(it.id));
      const after = mechanics.findIndex(({ id }) => id === searchParams.get('after'));
      const others = [...mechanics.slice(after + 1), ...mechanics.slice(0, Math.max(after, 0))];
      const position = waiting.findIndex(({ id }) => id === mechanics[after]?.id) + 1 || null;
      const mechanicId = others.find((it) => waiting.includes(it))?.id ?? null;
      return { mechanicId, waiting: waiting.length, asked: 0, position };
    }),
    answerBy(getMechanic, ({ pathname }) => {
      const record = mechanics.find(({ id }) => pathname.endsWith(id));
      if (!record) throw new Error('there is no such mechanic');
      return { record };
    }),
    rows(listMechanics, ...mechanics),
    ...NOTHING_HAPPENED,
  ];
}

async function open(mechanic: Mechanic, answers: Answer[] = [], options: ScreenOptions = {}): Promise<void> {
  await openScreen(`/mechanics?review=${mechanic.id}`, [...answers, ...queue(...line)], options);
  await expect.element(facts(mechanic.name ?? '')).toBeVisible();
}

describe('a review', () => {
  it('[MECH-08, NAV-09] begins with the oldest application and is in the address', async () => {
    await openScreen('/mechanics', queue(...line));
    await button('Review applications (3)').click();
    await expect.element(review('Ravi').getByText('1 of 3', { exact: true })).toBeVisible();
    await expectQuery({ review: ravi.id });
    await press('{Escape}');
    await expect.element(review('Ravi')).not.toBeInTheDocument();
    await expectQuery({});
    history.back();
    await expect.element(review('Ravi')).toBeVisible();
  });

  it('[MECH-08, MECH-07] is opened from the details of an open application, and names missing documents', async () => {
    await openScreen(`/mechanics?mechanic=${empty.id}`, queue(...line));
    await button('Review documents').click();
    await expect.element(facts('Empty')).toBeVisible();
    await expectQuery({ review: empty.id });
    await expect.element(page.getByText('The profile photo is missing.', { exact: true })).toBeVisible();
    await press('k');
    await expect.element(page.getByText(SHOP, { exact: true })).toBeVisible();
    await expectAccessible();
  });

  it('[MECH-03, MECH-06, MECH-07] shows documents beside the facts', async () => {
    await open(ravi);
    await expect.element(page.getByRole('img', { name: 'Profile photo' })).toBeVisible();
    expect(factsIn('Payment Details')).toMatchObject({ 'Account Number': '••••8901' });
    const image = page
      .getByRole('group', { name: /^Profile photo/ })
      .element()
      .getBoundingClientRect();
    expect(image.width).toBeGreaterThan(600);
    expect(image.height).toBeGreaterThan(400);
    expect(facts('Ravi').element().getBoundingClientRect().x).toBeGreaterThan(image.right);
  });

  it('is accessible while it loads, zoomed, covered and with its remarks', async () => {
    const long = make('Anantha'.repeat(29).slice(0, 200), {
      ...{ email: `${'a'.repeat(120)}@example.in`, vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'] },
      bank: { ...someBank(), accountHolder: 'Holder'.repeat(30), upiId: `${'u'.repeat(90)}@upi` },
    });
    const later = held(answer(getMechanic, { record: long }));
    await openScreen(`/mechanics?review=${long.id}`, [later, ...queue(long)]);
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

  it('of a decided application is accessible', async () => {
    const blocked = aMechanic({ name: 'Blocked', isBlocked: true });
    await openScreen(`/mechanics?review=${blocked.id}`, queue(blocked));
    await expect.element(page.getByText('No activity yet.')).toBeVisible();
    await expectAccessible();
  });

  it('[NAV-09] shows that there is no application with the id', async () => {
    await openScreen(`/mechanics?review=${'e'.repeat(24)}`, [response(getMechanic, 404), ...queue(...line)]);
    await expect.element(page.getByText(/^There is no application with this id/)).toBeVisible();
    await expectAccessible();
    await press('{Escape}');
    await expect.element(button('Review applications (3)')).toBeVisible();
  });
});

describe('the shortcuts of a review', () => {
  it('[MECH-07] switch, zoom, rotate and fit documents', async () => {
    await open(ravi, [answer(showAadhaarCard, { url: PICTURE })]);
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

  it('[MECH-08] skip an application, which follows again after the last', async () => {
    await open(meera);
    for (const name of ['Empty', 'Ravi', 'Meera']) {
      await press('n');
      await expect.element(facts(name)).toBeVisible();
    }
    history.back();
    await expect.element(review('Ravi')).toBeVisible();
  });

  it('[MECH-08] do nothing with modifiers, under another dialog and after the decision', async () => {
    await open(empty);
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

  it('[MECH-08] work as soon as the application is shown and as soon as the remarks close', async () => {
    /** Presses a key as soon as `isTime`, before anything that waits for the next turn of the event loop. */
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
    await openScreen(`/mechanics?review=${ravi.id}`, queue(...line));
    await opened;
    await expect.element(remarks).toBeVisible();
    const closed = pressWhen('n', () => !isThere('textarea[name="remarks"]'));
    await press('{Escape}');
    await closed;
    await expect.element(facts('Meera')).toBeVisible();
  });
});

describe('[WORK-05, MECH-08] a decision in a review', () => {
  it('is undone for ten seconds, and what was typed is there again', async () => {
    await open(ravi, [decided]);
    useTestClock();
    await press('x');
    await remarks.fill('A long reason');
    await press('{Enter}');
    await expect.element(facts('Meera')).toBeVisible();
    await expectTexts(decisions.getByRole('status'), ['Rejecting Ravi in 10 seconds unless you undo it.']);
    await expect.element(decisions.getByText(/^Rejecting Ravi in \d+ s$/)).toBeVisible();
    await press('z');
    await expect.element(facts('Ravi')).toBeVisible();
    await expect.element(undo('Rejecting Ravi')).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sentTo(decideApplication)).toEqual([]);
    await press('x');
    await expect.element(remarks).toHaveValue('A long reason');
    await press('{Enter}');
    await expect.element(undo('Rejecting Ravi')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(toast('Ravi is rejected')).toBeVisible();
    await expect.element(undo('Rejecting Ravi')).not.toBeInTheDocument();
    expect(sentTo(decideApplication)).toEqual([{ id: ravi.id, status: 'reject', remarks: 'A long reason' }]);
  });

  it('works several times in a row: one bar for all, and each Undo takes back the last', async () => {
    await open(ravi, [decided]);
    useTestClock();
    await approve();
    await expect.element(facts('Meera')).toBeVisible();
    await expect.element(review('Meera').getByText('1 of 2', { exact: true })).toBeVisible();
    await press('g1{Enter}');
    await expect.element(facts('Empty')).toBeVisible();
    await expect.element(review('Empty').getByText('1 of 1', { exact: true })).toBeVisible();
    await expect.element(button(/^Next application/)).not.toBeInTheDocument();
    await press('x1{Enter}');
    await expect.element(undo('Rejecting Empty')).toBeVisible();
    await expect.element(decisions.getByText('2 more wait', { exact: true })).toBeVisible();
    expect(decisions.getByRole('button').elements()).toHaveLength(1);
    await expect.element(undo('Rejecting Empty')).toHaveAttribute('aria-keyshortcuts', 'Z');
    await expectAccessible();
    await undo('Rejecting Empty').click();
    await expect.element(facts('Empty')).toBeVisible();
    await expect.element(undo('Requesting resubmission from Meera')).toBeVisible();
    await expect.element(decisions.getByText('1 more waits', { exact: true })).toBeVisible();
    await press('z');
    await expect.element(facts('Meera')).toBeVisible();
    await expect.element(undo('Approving Ravi')).toBeVisible();
    await press('z');
    await expect.element(facts('Ravi')).toBeVisible();
    await expect.element(decisions.getByRole('button')).not.toBeInTheDocument();
    await press('n');
    await expect.element(facts('Meera')).toBeVisible();
    await press('g1{Enter}');
    await expect.element(facts('Empty')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(toast('Resubmission requested from Meera')).toBeVisible();
    expect(sentTo(decideApplication)).toMatchObject([{ id: meera.id, remarks: READABLE }]);
  });

  it('[MECH-12] that fails brings the application back with the message and the remarks', async () => {
    const message = 'This application was rejected by asha@example.in on 9 March 2026, 11:30 am.';
    const failures = [
      response(decideApplication, 500),
      response(decideApplication, 409, { status: false, message }),
    ];
    await open(ravi, [inTurn(failures[0] ?? decided, ...failures.slice(1))]);
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
    await expect.element(undo('Approving Ravi')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(failed.getByText(`Ravi: ${message}`)).toBeVisible();
    await decisions.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(failed).not.toBeInTheDocument();
  });

  it.each([1280, 1024, 768, 375])(
    'can be undone below the document, and moves no button, at %i px',
    async (width) => {
      await open(ravi, [decided], { width });
      const buttons = ['Next application', 'Ask again', 'Reject', 'Approve'];
      const places = () =>
        buttons.map((name) => JSON.stringify(page.getByRole('button', { name }).element().getBoundingClientRect()));
      const before = places();
      await approve();
      await expect.element(facts('Meera')).toBeVisible();
      await expect.element(undo('Approving Ravi')).toBeVisible();
      expect(places()).toEqual(before);
      const bottom = facts('Meera').element().parentElement?.getBoundingClientRect().bottom;
      expect(decisions.element().getBoundingClientRect().y).toBeGreaterThanOrEqual(bottom ?? 800);
      await expectAccessible();
      // The decisions outlive the screen.
      await press('z');
      await expect.element(undo('Approving Ravi')).not.toBeInTheDocument();
    },
  );
});

describe('[WORK-05] the step before a decision', () => {
  it('takes reasons by their keys, which are text while somebody types', async () => {
    await open(ravi);
    await press('x');
    await expect.element(reasons.getByRole('button').first()).toHaveFocus();
    await expectAccessible();
    await press('14');
    await expect.element(remarks).toHaveValue(`${READABLE}\n${SHOP}`);
    expect(reasons.getByRole('button', { pressed: true }).elements()).toHaveLength(2);
    await press('1');
    await expect.element(remarks).toHaveValue(SHOP);
    await press('y');
    await expect.element(remarks).toHaveFocus();
    await press('1');
    await expect.element(remarks).toHaveValue(`${SHOP}y1`);
    await press('{Alt>}1{/Alt}');
    await expect.element(remarks).toHaveValue(`${SHOP}y1\n${READABLE}`);
    await press('{Escape}');
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await press('a');
    await expect.element(remarks).toHaveFocus();
    expect(reasons.elements()).toEqual([]);
  });

  it('saves own reasons, which have keys of their own and can be removed', async () => {
    const mine = { rows: null, density: null, columns: null, recents: null, callCard: null, language: null };
    const own = (reviewReasons: string[]) =>
      answer(ownProfile, { profile: { ...OWNER, preferences: { ...mine, reviewReasons } } });
    await open(ravi, [own(['No shop there'])]);
    await press('x');
    await remarks.fill('The shop is closed');
    await button('Save what is typed as a reason').click();
    await expect.element(button('Save what is typed as a reason')).not.toBeInTheDocument();
    const saved = reasons.getByRole('button', { name: 'The shop is closed', exact: true });
    await expect.element(saved).toHaveAttribute('aria-pressed', 'true');
    await reasons.getByRole('button', { name: 'No shop there', exact: true }).click();
    await expect.element(remarks).toHaveValue('The shop is closed\nNo shop there');
    await press('6');
    await expect.element(remarks).toHaveValue('No shop there');
    await button('Remove the reason: The shop is closed').click();
    await expect.element(saved).not.toBeInTheDocument();
    await expect.element(remarks).toHaveValue('No shop there');
    await expect.poll(() => sentTo(savePreferences).at(-1)).toMatchObject({ reviewReasons: ['No shop there'] });
  });

  it('asks once, with a warning, before an applicant without documents is approved', async () => {
    await open(empty, [decided]);
    await press('a');
    const warning = 'The Aadhaar card, profile photo and shop photo are missing. The phone number is not verified.';
    await expect.element(step('Approve Empty?').getByText(warning)).toBeVisible();
    await expectAccessible();
    await button('Approve anyway').click();
    await expect.element(undo('Approving Empty')).toBeVisible();
    await press('z');
    await expect.element(undo('Approving Empty')).not.toBeInTheDocument();
  });
});
