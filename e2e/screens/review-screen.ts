import {
  AADHAAR_ON_FILE,
  decideApplication,
  getMechanic,
  getNextApplication,
  listMechanics,
  type Mechanic,
  mechanicCan,
} from '@wayside/contract/mechanics';
import { listNotes } from '@wayside/contract/notes';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anApplication, someBank } from '../support/factories/people.ts';
import {
  type Answer,
  answer,
  answerBy,
  openScreen,
  response,
  rows,
  type ScreenOptions,
  sentTo,
} from './open-screen.ts';
import { dialog, NOTHING_HAPPENED, PICTURE, region } from './people-screen.ts';

const papers = { profilePhoto: PICTURE, aadhaarCard: AADHAAR_ON_FILE, shopPhoto: PICTURE };
export const make = (name: string, other: Partial<Mechanic> = {}) =>
  anApplication({ name, documents: papers, bank: { ...someBank(), accountNumber: '••••8901' }, ...other });
export const ravi = make('Ravi');
export const meera = make('Meera');
export const empty = make('Empty', { documents: null, isPhoneVerified: false });
export const line = [ravi, meera, empty];

export const READABLE = 'The Aadhaar card is not readable.';
export const SHOP = 'The photo of the shop is missing.';
export const decided = answer(decideApplication, {});

export const review = (name: string) => dialog(`Application of ${name}`);
export const facts = (name: string) => review(name).getByRole('region', { name: 'Facts' });
export const remarks = page.getByRole('textbox', { name: /^Remarks/ });
export const decisions = region('Decisions');
export const undo = (doing: string) => decisions.getByRole('button', { name: `Undo: ${doing}` });
export const reasons = page.getByRole('group', { name: 'Reasons' });
export const press = (keys: string) => userEvent.keyboard(keys);
export const step = (name: string) => dialog(name);

export async function approve(): Promise<void> {
  await press('a');
  await expect.element(remarks).toHaveFocus();
  await press('{Enter}');
}

/** Responds with the next application of the queue, without the decided ones. */
export const nextOf = (mechanics: readonly Mechanic[]): Answer =>
  answerBy(getNextApplication, ({ searchParams }) => {
    const sent = sentTo(decideApplication).map((body) => (body as { id: string }).id);
    const without = [...(searchParams.get('without') ?? '').split(','), ...sent];
    const waiting = mechanics.filter((it) => mechanicCan.beDecided(it) && !without.includes(it.id));
    const after = mechanics.findIndex(({ id }) => id === searchParams.get('after'));
    const others = [...mechanics.slice(after + 1), ...mechanics.slice(0, Math.max(after, 0))];
    const position = waiting.findIndex(({ id }) => id === mechanics[after]?.id) + 1 || null;
    const mechanicId = others.find((it) => waiting.includes(it))?.id ?? null;
    return { mechanicId, waiting: waiting.length, asked: 0, position };
  });

/** Returns the responses for a review of these applications, in this order. */
export const queue = (...mechanics: Mechanic[]): Answer[] => [
  nextOf(mechanics),
  {
    endpoint: getMechanic,
    respond: (url) => {
      const record = mechanics.find(({ id }) => url.pathname.endsWith(id));
      return (record ? answer(getMechanic, { record }) : response(getMechanic, 404)).respond(url);
    },
  },
  rows(listMechanics, ...mechanics),
  rows(listNotes),
  ...NOTHING_HAPPENED,
];

export async function openReview(
  mechanic: Mechanic,
  answers: Answer[] = [],
  options: ScreenOptions = {},
): Promise<void> {
  await openScreen(`/mechanics?review=${mechanic.id}`, [...answers, ...queue(...line)], options);
  await expect.element(facts(mechanic.name ?? '')).toBeVisible();
}
