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
  type MockResponse,
  openScreen,
  respondBy,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentBodies,
} from './open-screen.ts';
import { dialog, EMPTY_RELATED_RESPONSES, PICTURE, region } from './people-screen.ts';

const applicationDocuments = { profilePhoto: PICTURE, aadhaarCard: AADHAAR_ON_FILE, shopPhoto: PICTURE };
export const makeApplication = (name: string, other: Partial<Mechanic> = {}) =>
  anApplication({
    name,
    documents: applicationDocuments,
    bank: { ...someBank(), accountNumber: '••••8901' },
    ...other,
  });
export const ravi = makeApplication('Ravi');
export const meera = makeApplication('Meera');
export const emptyApplication = makeApplication('Empty', { documents: null, isPhoneVerified: false });
export const allApplications = [ravi, meera, emptyApplication];

export const UNREADABLE_CARD = 'The Aadhaar card is not readable.';
export const MISSING_SHOP_PHOTO = 'The photo of the shop is missing.';
export const decisionResponse = respondWith(decideApplication, {});

export const review = (name: string) => dialog(`Application of ${name}`);
export const facts = (name: string) => review(name).getByRole('region', { name: 'Facts' });
export const remarks = page.getByRole('textbox', { name: /^Remarks/ });
export const decisions = region('Decisions');
export const undoButton = (doing: string) => decisions.getByRole('button', { name: `Undo: ${doing}` });
export const reasons = page.getByRole('group', { name: 'Reasons' });
export const press = (keys: string) => userEvent.keyboard(keys);
export const step = (name: string) => dialog(name);

export async function approve(): Promise<void> {
  await press('a');
  await expect.element(remarks).toHaveFocus();
  await press('{Enter}');
}

/** Responds with the next application of the queue, without the decided ones. */
export const respondWithNext = (mechanics: readonly Mechanic[]): MockResponse =>
  respondBy(getNextApplication, ({ searchParams }) => {
    const sent = sentBodies(decideApplication).map((body) => (body as { id: string }).id);
    const without = [...(searchParams.get('without') ?? '').split(','), ...sent];
    const waiting = mechanics.filter((it) => mechanicCan.beDecided(it) && !without.includes(it.id));
    const after = mechanics.findIndex(({ id }) => id === searchParams.get('after'));
    const others = [...mechanics.slice(after + 1), ...mechanics.slice(0, Math.max(after, 0))];
    const position = waiting.findIndex(({ id }) => id === mechanics[after]?.id) + 1 || null;
    const mechanicId = others.find((it) => waiting.includes(it))?.id ?? null;
    return { mechanicId, waiting: waiting.length, asked: 0, position };
  });

/** Returns the responses for a review of these applications, in this order. */
export const queueResponses = (...mechanics: Mechanic[]): MockResponse[] => [
  respondWithNext(mechanics),
  {
    endpoint: getMechanic,
    respond: (url) => {
      const record = mechanics.find(({ id }) => url.pathname.endsWith(id));
      return (record ? respondWith(getMechanic, { record }) : respondWithStatus(getMechanic, 404)).respond(url);
    },
  },
  respondWithRows(listMechanics, ...mechanics),
  respondWithRows(listNotes),
  ...EMPTY_RELATED_RESPONSES,
];

export async function openReview(
  mechanic: Mechanic,
  responses: MockResponse[] = [],
  options: ScreenOptions = {},
): Promise<void> {
  await openScreen(
    `/mechanics?review=${mechanic.id}`,
    [...responses, ...queueResponses(...allApplications)],
    options,
  );
  await expect.element(facts(mechanic.name ?? '')).toBeVisible();
}
