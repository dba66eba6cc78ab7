import { listBookings } from '@wayside/contract/bookings';
import { listNotes } from '@wayside/contract/notes';
import {
  claimEmergency,
  DEFAULT_TARGETS,
  type Emergency,
  emergency,
  getEmergency,
  keepDesk,
  listEmergencies,
  releaseEmergency,
  setShift,
  updateRoadsideTargets,
} from '@wayside/contract/roadside';
import { getRoadsideReport } from '@wayside/contract/roadside-report';
import {
  assignMechanic,
  cancelEmergency,
  type ExcludedMechanic,
  listEmergencySteps,
  listNearestMechanics,
} from '@wayside/contract/roadside-requests';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import {
  button,
  confirmation,
  dialog,
  expectAbsent,
  expectShown,
  expectText,
  expectTexts,
  press,
} from './elements.ts';
import { sendLiveChanges } from './live.ts';
import {
  holdResponse,
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
} from './open-screen.ts';
import { asRole } from './role.ts';

const MINUTE = 60;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const suresh = aMechanic({ name: 'Suresh Patil' });
const PLACE = { latitude: 19.076, longitude: 72.8777 };
const anEmergency = (name: string, seconds: number, fields: Partial<Emergency> = {}): Emergency =>
  completeRecord(emergency, {
    id: newRecordId(),
    state: 'new',
    status: 'pending',
    since: ago(seconds),
    dueAt: ago(seconds - MINUTE),
    waitDueAt: ago(seconds - MINUTE),
    createdAt: ago(seconds),
    problem: `Flat tyre of ${name}`,
    vehicleTypes: ['car'],
    location: PLACE,
    place: 'Mumbai',
    customer: refTo(aUser({ name })),
    noteCount: 0,
    ...fields,
  });
const fresh = anEmergency('Meera Iyer', 5);
const waiting = anEmergency('Asha Rao', 5 * MINUTE);
const driving = anEmergency('Ravi Kumar', 45 * MINUTE, {
  ...{
    state: 'assigned',
    status: 'accepted',
    mechanic: refTo(suresh),
    since: ago(40 * MINUTE),
    dueAt: ago(10 * MINUTE),
  },
});
const there = anEmergency('Imran Shaikh', 50 * MINUTE, {
  ...{
    state: 'on_site',
    status: 'arrived',
    mechanic: refTo(suresh),
    since: ago(10 * MINUTE),
    dueAt: null,
    waitDueAt: null,
  },
});
const over = anEmergency('Bala Nair', 50 * MINUTE, {
  state: 'ended',
  status: 'completed',
  since: ago(5 * MINUTE),
  dueAt: null,
  waitDueAt: null,
});
const all = [driving, waiting, fresh, there, over];
const own = { id: OWNER.id ?? '', name: 'Asha Rao', mutedUntil: null, isOpen: true };
const counts = { new: 2, claimed: 0, assigned: 1, on_site: 1, ended: 1 };
const queueOf = (
  list: Emergency[],
  more: { desks?: (typeof own)[]; targets?: typeof DEFAULT_TARGETS; counts?: typeof counts } = {},
) =>
  respondWith(listEmergencies, {
    rows: list,
    counts,
    targets: DEFAULT_TARGETS,
    desks: [own],
    now: ago(0),
    ...more,
  } as never);
/** Responds with the current queue whenever the desk loads it; `become` replaces the queue. */
function queue(first: MockResponse) {
  let current = first;
  const become = (next: MockResponse) => {
    current = next;
  };
  return { endpoint: listEmergencies, respond: (url: URL) => current.respond(url), become };
}
const near = (name: string, metres: number, fields: Partial<ExcludedMechanic> = {}): ExcludedMechanic => ({
  ...{
    id: newRecordId(),
    name,
    phone: '9123456780',
    vehicleTypes: ['car'],
    isExpert: false,
    source: 'shop',
    placedAt: null,
    lastJobs: [],
  },
  place: { latitude: 19.076 + metres / 111_000, longitude: 72.8777 },
  metres,
  reason: 'busy',
  ...fields,
});
const nearest = [
  near('Suresh Patil', 1_110, { source: 'position', placedAt: ago(2 * MINUTE) }),
  near('Anil Joshi', 3_330),
  ...Array.from({ length: 8 }, (_, index) => near(`Mechanic ${index}`, 5_550 + index * 1_110)),
];
const reasons = {
  busy: 'Has an open booking',
  not_available: 'Not available',
  blocked: 'Blocked',
  other_vehicle: 'Another kind of vehicle',
  old_position: 'Position older than 15 min',
  too_far: 'Too far',
} as const;
const excluded = (Object.keys(reasons) as (keyof typeof reasons)[]).map((reason) =>
  near(`Excluded as ${reason}`, 2_000, { reason }),
);
const COMMON = [
  queueOf(all),
  ...all.map((record) => ({
    ...respondWith(getEmergency, { record }),
    endpoint: { ...getEmergency, path: getEmergency.path.replace('{id}', record.id) },
  })),
  respondWith(listNearestMechanics, { rows: nearest, excluded, now: ago(0) }),
  respondWithRows(listEmergencySteps),
  respondWithRows(listNotes),
  respondWith(keepDesk, { desks: [own], now: ago(0) }),
];
const open = (responses: MockResponse[] = [], address = '/roadside', options?: ScreenOptions) =>
  openScreen(address, [...responses, ...COMMON], options);
const at = (record: Emergency) => `/roadside?emergency=${record.id}`;
const row = ({ problem }: Emergency) =>
  page
    .getByRole('list', { name: 'Emergencies' })
    .getByRole('listitem')
    .filter({ hasText: problem ?? '' });
const shownProblems = () =>
  page
    .getByRole('button', { name: /^Open Flat tyre/ })
    .elements()
    .map((each) => /^Open ([^,]+),/.exec(each.getAttribute('aria-label') ?? each.textContent ?? '')?.[1]);
const opened = (name: string) => page.getByRole('region', { name: `Emergency of ${name}` });

afterEach(() => vi.unstubAllGlobals());

it.each(['2:27:55', '12:02:14'])('[ROAD-01] a waiting time of %s fits on one line', async (time) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const late = anEmergency('Sreya Das', (hours * 60 + minutes) * MINUTE + seconds);
  await open([queueOf([late])]);
  const clock = page.getByText(new RegExp(`^${hours}:\\d\\d:\\d\\d$`)).first();
  await expect.element(clock).toBeVisible();
  const range = new Range();
  range.selectNodeContents(clock.element());
  expect(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size).toBe(1);
  const tile = clock.element().closest('[data-overdue]');
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(tile?.getBoundingClientRect().right ?? 0);
});

describe('the roadside queue', () => {
  it('[ROAD-01] shows each state in relation to its target', async () => {
    await open();
    await expect.poll(shownProblems).toEqual(all.map(({ problem }) => problem));
    await expectTexts(page.getByRole('group', { name: 'States' }).getByRole('button'), [
      'New 2',
      'Claimed 0',
      'Assigned 1',
      'On site 1',
      'Ended 1',
    ]);
    await expectText(row(waiting), /^waiting \d+:\d\d of 1:00 ?, it was not claimed in time New Unclaimed/);
    await expectText(
      row(driving),
      /^waiting 4\d:\d\d Assigned for 4\d:\d\d of 30:00 ?, no mechanic arrived in time Assigned/,
    );
    await expectText(row(there), /^waiting 5\d:\d\d On site for 1\d:\d\d ?On site/);
    await expectText(row(over), /^\d+ min ago Ended/);
    await expectText(row(waiting), /Flat tyre of Asha Rao Asha Rao .*98765.*Car Mumbai 19\.0760/);
    await expect
      .element(row(waiting).getByRole('link', { name: /98765/ }))
      .toHaveAttribute('href', 'tel:9876543210');
    await expectAccessible();
    await press('On site 1');
    await expect.poll(shownProblems).toEqual([there.problem]);
  });

  it('[DESK-01] shows a state within its target in neutral colours, and shows the total wait as late', async () => {
    const now = Date.now();
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const claimed = {
      ...waiting,
      ...{ state: 'claimed' as const, createdAt: at(-2900), since: at(-3), dueAt: at(177), waitDueAt: at(-2660) },
    };
    await open([queueOf([claimed])]);
    await expectText(
      row(claimed),
      /^waiting 48:\d\d Claimed for 0:\d\d of 3:00 ?, the customer has waited too long in total Claimed/,
    );
    await expectAccessible();
  });

  it('[ROAD-01] applies the targets that an owner sets', async () => {
    const targets = { ...DEFAULT_TARGETS, claimSeconds: 1200 } as never;
    const shown = queue(queueOf(all));
    await open([shown, respondWith(updateRoadsideTargets, { record: targets })]);
    await press(/^Targets/);
    await expectAccessible();
    await dialog('Targets')
      .getByLabelText(/^Claimed within/)
      .fill('20:00');
    const dueAt = new Date(Date.parse(waiting.since) + 1_200_000).toISOString();
    shown.become(queueOf([{ ...waiting, dueAt, waitDueAt: dueAt }], { targets }));
    await press(/^Save/, dialog('Targets'));
    await expectAbsent(dialog('Targets'));
    expect(sentBodies(updateRoadsideTargets)).toMatchObject([{ claimSeconds: 1200 }]);
    await expectText(row(waiting), /^waiting \d+:\d\d of 20:00/);
  });

  it('[ROAD-01, ROAD-03, ROAD-05, DESK-03] shows everything to a viewer, who cannot perform any action', async () => {
    await open([asRole('viewer'), queueOf(all, { desks: [] })], at(waiting));
    await expect.element(opened('Asha Rao').getByRole('img', { name: /^Plan around the car/ })).toBeVisible();
    await expect.element(row(waiting)).toBeVisible();
    for (const name of [
      /^Claim\b/,
      /^Assign\b/,
      /^Release/,
      /^Hand over/,
      /^Request cancellation/,
      /^Targets/,
      /shift$/,
      /^Notifications/,
      /sound/,
    ])
      expect(page.getByRole('button', { name }).elements(), String(name)).toEqual([]);
    await userEvent.keyboard('c');
    await expectText(row(waiting), /Unclaimed/);
    expect(sentBodies(claimEmergency)).toEqual([]);
  });

  it('[ROAD-01] reports when a state has more emergencies than are listed', async () => {
    const shown = all.filter(({ state }) => state !== 'ended');
    await open([queueOf(shown, { counts: { ...counts, ended: 50 } })]);
    await press('Ended 50');
    await expectShown(/^50 with the status “Ended”, not among the first \d+$/);
  });

  it('[ROAD-03] offers no call for a phone number without digits', async () => {
    const unreachable = anEmergency('Zoya Khan', 5, { customer: refTo(aUser({ name: 'Zoya Khan', phone: '+' })) });
    await open([queueOf([unreachable]), respondWith(getEmergency, { record: unreachable })], at(unreachable));
    await expect.element(opened('Zoya Khan').getByRole('button', { name: /^Claim\b/ })).toBeVisible();
    await expectAbsent(opened('Zoya Khan').getByRole('link', { name: /^Call/ }));
  });

  it('[ROAD-01] is a list with a sheet on a phone, within reach of a thumb', async () => {
    await open([], '/roadside', { width: 375 });
    await expect.element(row(waiting)).toBeVisible();
    await expectAccessible();
    const heightOf = (button: Element) => button.getBoundingClientRect().height;
    expect(
      heightOf(
        row(waiting)
          .getByRole('button', { name: /^Claim\b/ })
          .element(),
      ),
    ).toBeGreaterThanOrEqual(44);
    await row(waiting).getByRole('button', { name: /^Open/ }).click();
    const sheet = dialog('Emergency of Asha Rao');
    await expect.element(sheet.getByRole('group', { name: 'Actions' })).toBeVisible();
    await expect.element(sheet.getByRole('img', { name: /^Plan around the car/ })).toBeVisible();
    await expectAccessible();
    const buttons = sheet.getByRole('button').elements();
    expect(buttons.filter((button) => heightOf(button) > 0 && heightOf(button) < 43.5)).toEqual([]);
  });

  it('[ROAD-01] does not exist with an external API', async () => {
    await openScreen('/roadside', [], { config: {} });
    await expectShown('Oops! Page not found');
    expect(page.getByRole('link', { name: /^Roadside/ }).elements()).toEqual([]);
  });
});

describe('[DESK-01] the roadside desk', () => {
  it('[DESK-03] is read-only until the shift starts, and asks for confirmation before a shift with claims ends', async () => {
    const claim = { ownerId: own.id, owner: own.name, claimedAt: ago(3), offeredToId: null, offeredTo: null };
    const claimed = { ...waiting, state: 'claimed' as const, claim };
    const shown = queue(queueOf(all, { desks: [] }));
    await open([
      shown,
      inSequence(
        respondWith(setShift, { desks: [own], now: ago(0) }),
        respondWith(setShift, { desks: [], now: ago(0) }),
      ),
      respondWith(claimEmergency, { record: claimed }),
    ]);
    await expectShown('You are not on shift.');
    await expect.element(row(waiting)).toBeVisible();
    expect(
      row(waiting)
        .getByRole('button', { name: /^Claim\b/ })
        .elements(),
    ).toEqual([]);
    await expectAbsent(page.getByText('Sound is off.'));
    await expectAccessible();
    shown.become(queueOf(all));
    await press('Start shift');
    await expectText(page.getByRole('list', { name: 'On shift' }), /\(you\)/);
    shown.become(queueOf([claimed]));
    await row(waiting)
      .getByRole('button', { name: /^Claim\b/ })
      .click();
    await expectText(row(waiting), /Claimed Yours/);
    await press('End shift');
    await expectText(confirmation(), /Your emergency is released/);
    await press('End shift', confirmation());
    await expect.poll(() => sentBodies(setShift)).toEqual([{ isOnShift: true }, { isOnShift: false }]);
  });

  it('shows the nearest mechanics with Assign on the first screen at 1280 × 800, and the plan below', async () => {
    await open([], at(fresh));
    const details = opened('Meera Iyer');
    const assign = details.getByRole('button', { name: /^Assign/ }).first();
    await expect.element(assign).toBeVisible();
    const { y, bottom } = assign.element().getBoundingClientRect();
    expect(bottom).toBeLessThan(800);
    const plan = details.getByRole('img', { name: /^Plan around the car/ });
    expect(plan.element().getBoundingClientRect().y).toBeGreaterThan(y);
    await expectText(details, /Mumbai\s+19\.0760, 72\.8777/);
    await expect.element(details.getByRole('button', { name: 'Copy coordinates' })).toBeVisible();
  });

  it('flashes at most three rows with readable text, and keeps a row in place while it is used', async () => {
    // If there is no sound, the rows flash.
    vi.stubGlobal('AudioContext', undefined);
    const calls = ['A', 'B', 'C', 'D', 'E'].map((name, place) => anEmergency(name, 60 - place));
    const older = anEmergency('F', 600);
    const [, second = older] = calls;
    const shown = queue(queueOf(calls));
    await open([shown]);
    await expect.element(row(second)).toBeVisible();
    const silent = document.querySelector<HTMLElement>('[data-silent]');
    if (silent) silent.dataset['alarm'] = 'flash';
    const flashes = document.getAnimations().filter((each) => (each as CSSAnimation).animationName === 'flash');
    for (const each of flashes) {
      each.cancel();
      // Sets the colour that a row has in the middle of a flash, in either theme.
      const row = each.effect instanceof KeyframeEffect ? each.effect.target : null;
      if (row instanceof HTMLElement) row.style.backgroundColor = 'var(--danger-soft)';
    }
    expect(flashes).toHaveLength(3);
    await expectAccessible();
    const topOf = () => row(second).element().getBoundingClientRect().y;
    await row(second).hover();
    const before = topOf();
    shown.become(queueOf([older, ...calls]));
    await sendLiveChanges({ entity: 'emergency', id: older.id });
    await expect.element(row(older)).toBeVisible();
    expect(topOf()).toBe(before);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(topOf).toBeGreaterThan(before);
  });

  it.each([
    [true, /^Notifications from this site are blocked\./],
    [false, /^This address does not use https/],
  ])('[DESK-05] shows why notifications cannot be turned on (secure: %s)', async (isSecure, text) => {
    Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true });
    await open();
    await press('Notifications');
    // In headless mode, this browser allows no notifications.
    await expectText(dialog('Notifications').getByRole('status').filter({ hasText: /\S/ }), text);
    expect(dialog('Notifications').getByRole('button', { name: 'Turn on' }).elements()).toEqual([]);
    await expectAccessible();
    Reflect.deleteProperty(window, 'isSecureContext');
  });
});

describe('the nearest mechanics', () => {
  it('[ROAD-04, ROAD-06] are on a map and in a list that can be reached with the keyboard, and excluded mechanics show a reason', async () => {
    await open([], at(fresh));
    const details = opened('Meera Iyer');
    const items = details
      .getByRole('list', { name: 'Nearest mechanics' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Assign/ }) });
    await expect.poll(() => items.elements()).toHaveLength(10);
    await expectText(items.nth(0), /Suresh Patil Assign A 1\.1 km position 2 min ago .*91234/);
    await expectText(items.nth(1), /Anil Joshi Assign 3\.3 km from their shop, no live location/);
    await details.getByText(/^\d+ excluded$/).click();
    const others = details.getByRole('list', { name: 'Excluded' }).getByRole('listitem');
    for (const [key, reason] of Object.entries(reasons))
      await expectText(others.filter({ hasText: `Excluded as ${key}` }), new RegExp(`2\\.?0? km.*${reason}`));
    const plan = details.getByRole('img', { name: /^Plan around the car/ });
    await expect
      .element(plan)
      .toHaveAttribute(
        'aria-label',
        expect.stringMatching(/with 10 available and 6 excluded: the nearest is Suresh Patil, 1\.1 km away/),
      );
    for (const ring of ['2 km', '5 km', '10 km', '25 km'])
      await expect.element(plan.getByText(ring, { exact: true }).first()).toBeVisible();
    await plan.getByText('2', { exact: true }).click();
    await expect.element(items.nth(1)).toHaveFocus();
    await expectAccessible();
    // From a mechanic in the list, Tab moves to the actions on that mechanic.
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Assign Anil Joshi', items.nth(1))).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(items.nth(1).getByRole('link')).toHaveFocus();
  });

  it('[ROAD-03, ROAD-05] are not requested when letters are typed to select a menu item', async () => {
    await open([respondWithRows(listBookings)], at(fresh));
    await expect.element(button('Assign Suresh Patil')).toBeVisible();
    await page.getByRole('button', { name: /Owner/ }).click();
    await expect.element(page.getByRole('menu', { name: 'Account' })).toBeVisible();
    await userEvent.keyboard('s');
    await expect.element(page.getByRole('menuitem', { name: 'Settings' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(sentBodies(assignMechanic)).toEqual([]);
  });
});

describe('the roadside shortcuts', () => {
  it('[ROAD-05] ask for confirmation before Assign, whereas the button sends the request immediately', async () => {
    await open([respondWith(assignMechanic, { record: fresh })], at(fresh));
    await expect.element(button('Assign Suresh Patil')).toBeVisible();
    await userEvent.keyboard('a');
    const question = page.getByRole('alertdialog', { name: 'Assign Suresh Patil?' });
    await expectShown('1.1 km, position 2 min ago. The marketplace is asked to send the mechanic.', question);
    await expectAccessible();
    await press('Cancel', question);
    await expectAbsent(question);
    expect(sentBodies(assignMechanic)).toEqual([]);
    await userEvent.keyboard('a');
    await press('Assign', question);
    await expect.poll(() => sentBodies(assignMechanic)).toHaveLength(1);
    await press('Assign Anil Joshi');
    await expect.poll(() => sentBodies(assignMechanic)).toHaveLength(2);
    await expectAbsent(question);
  });

  it('[ROAD-01, ROAD-03, ROAD-05] work in the sheet on a narrow screen, but not under a confirmation that one of them opened', async () => {
    const claim = { ownerId: own.id, owner: own.name, claimedAt: ago(3), offeredToId: null, offeredTo: null };
    const claimed = { ...fresh, state: 'claimed' as const, claim };
    const shown = queue(queueOf(all));
    await open(
      [shown, respondWith(claimEmergency, { record: claimed }), respondWith(cancelEmergency, { record: claimed })],
      at(fresh),
      // This is a window of 1,366 pixels at 200 % zoom.
      { width: 683, height: 384 },
    );
    const sheet = dialog('Emergency of Meera Iyer');
    await expect.element(sheet).toBeVisible();
    shown.become(queueOf([claimed, waiting]));
    await userEvent.keyboard('c');
    await expect.element(sheet.getByText('Yours').first()).toBeVisible();
    await userEvent.keyboard('x');
    const form = dialog('Request cancellation');
    await expect.element(form).toBeVisible();
    await userEvent.keyboard('j');
    await press('Keep it', form);
    await expectAbsent(form);
    await expect.element(sheet).toBeVisible();
    await userEvent.keyboard('x');
    await press('Request cancellation', form);
    await expect.element(form.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await press('The customer no longer needs help.', form);
    await press('Request cancellation', form);
    await expect
      .poll(() => sentBodies(cancelEmergency))
      .toEqual([{ reason: 'The customer no longer needs help.' }]);
  });
});

describe('a claim', () => {
  it('[ROAD-03] counts as not made when there is no response, is made on a retry, and offers no hand-over in the meantime', async () => {
    const claim = { ownerId: own.id, owner: own.name, claimedAt: ago(3), offeredToId: null, offeredTo: null };
    const claimed = { ...fresh, state: 'claimed' as const, claim };
    const release = holdResponse(respondWith(releaseEmergency, { record: fresh }));
    const shown = queue(queueOf(all));
    const claims = inSequence(networkError(claimEmergency), respondWith(claimEmergency, { record: claimed }));
    await open([shown, claims, release], at(fresh));
    const details = opened('Meera Iyer');
    await details.getByRole('button', { name: /^Claim\b/ }).click();
    await expectText(details.getByRole('alert'), /^Not sent\. Not claimed\./);
    shown.become(queueOf([claimed]));
    await press('Try again', details);
    await expectText(row(fresh), /Yours/);
    shown.become(queueOf(all));
    await press('Release', details);
    await expect.element(details.getByRole('button', { name: /^Hand over/ })).toBeDisabled();
    await userEvent.keyboard('h');
    release.release();
    await expectText(row(fresh), /Unclaimed/);
    await expectAbsent(dialog('Hand over'));
  });

  it('[ROAD-03] shows who made it and when if another user was first', async () => {
    const message = 'Kiran Desai claimed this emergency at 10:30 am.';
    await open([respondWithStatus(claimEmergency, 409, { status: false, message })]);
    await row(fresh)
      .getByRole('button', { name: /^Claim\b/ })
      .click();
    await expectText(
      page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'),
      /Not claimed Kiran Desai claimed this emergency at/,
    );
  });
});

it('[ROAD-07] the report always has a date range, and keeps its fields when both are emptied', async () => {
  const phase = { count: 0, medianSeconds: null, ninetiethSeconds: null, inTime: 0 };
  const days = { from: '2026-03-10', to: '2026-03-11' };
  const report = {
    ...days,
    total: { emergencies: 0, claim: phase, assign: phase, arrive: phase, lapses: 0, cancelled: 0, notCome: 0 },
    ...{ hours: [], areas: [], cancellations: [], notComing: [], targets: DEFAULT_TARGETS },
    previous: { from: '2026-03-08', to: '2026-03-09', hours: [] },
  };
  const query = () => Object.fromEntries(new URLSearchParams(location.search));
  const day = (label: string) => page.getByLabelText(label, { exact: true });
  await open([respondWith(getRoadsideReport, report)], '/roadside/report?from=2026-03-10&to=2026-03-11');
  await expectShown('No emergencies on these days');
  const period = page.getByRole('combobox', { name: 'Period' });
  await expect.element(period).toHaveValue('between');
  expect(period.getByRole('option', { name: 'Any Day' }).elements()).toEqual([]);
  await day('From').fill('');
  await expect.poll(query).toEqual({ to: '2026-03-11' });
  await day('To').fill('');
  await expect.poll(query).toEqual({});
  await expect.element(period).toHaveValue('between');
  await day('From').fill('2026-03-11');
  await expect.poll(query).toEqual({ from: '2026-03-11' });
  await expectAccessible();
  await period.selectOptions('Last 7 Days');
  await expectAbsent(day('From'));
});
