import { addNote, listNotes, type Note, removeNote } from '@wayside/contract/notes';
import { getRecordCounts, getTimeline } from '@wayside/contract/timeline';
import { listUsers } from '@wayside/contract/users';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aUser } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { expectAbsent, expectShown, expectTexts, press } from './elements.ts';
import { sendLiveChanges } from './live.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  OWNER,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { asRole } from './role.ts';

const ravi = aUser({ name: 'Ravi Kumar' });
const aNote = (text: string, fields: Partial<Note> = {}): Note => ({
  id: newRecordId(),
  entity: 'user',
  recordId: ravi.id,
  text,
  authorId: OWNER.id ?? '',
  author: 'Asha Rao',
  createdAt: new Date().toISOString(),
  ...fields,
});
const nothing = { bookings: null, payments: null, earnings: null, payouts: null, notes: null, activity: null };
const COMMON = [
  respondWithRows(listUsers, ravi),
  respondWithRows(listNotes),
  respondWith(getTimeline, { rows: [], next: null }),
  respondWith(getRecordCounts, { record: nothing }),
];
const open = (responses: MockResponse[], address = `/users?user=${ravi.id}&tab=notes`) =>
  openScreen(address, [...responses, ...COMMON]);
const notes = page.getByRole('dialog').getByRole('region', { name: 'Notes' });
const field = notes.getByRole('textbox', { name: 'Add a note' });
const items = notes.getByRole('listitem');

/** Simulates the time between two events on a busy page: promises continue, but timers do not. */
async function betweenEvents(): Promise<void> {
  for (let step = 0; step < 20; step++) await null;
}

describe('[WORK-04] notes', () => {
  it('are added with a button or a key, newest first, without losing the focus', async () => {
    const HINDI = 'ग्राहक ने फिर फ़ोन किया';
    const [first, second] = [aNote('Called twice.\nNo answer: <b>try again</b>'), aNote(HINDI)];
    let added: Note[] = [];
    await open([
      { endpoint: listNotes, respond: (url) => respondWithRows(listNotes, ...added).respond(url) },
      inSequence(respondWith(addNote, { record: first }), respondWith(addNote, { record: second })),
    ]);
    await expect.element(field).toBeVisible();
    await expect.element(field).not.toHaveFocus();
    await expect.element(notes.getByRole('button', { name: 'Add note' })).toBeDisabled();
    await field.fill('Called twice.\nNo answer: <b>try again</b>');
    added = [first];
    await press('Add note', notes);
    await expectTexts(items, [/^Asha Rao, just now .*Called twice\. No answer: <b>try again<\/b>$/]);
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('');
    added = [second, first];
    await field.fill(HINDI);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(notes.getByRole('heading', { name: 'Notes (2)' })).toBeVisible();
    await expectTexts(items, [new RegExp(`${HINDI}$`), /Called twice\. No answer: <b>try again<\/b>$/]);
    expect(sentBodies(addNote)).toHaveLength(2);
    await expectAccessible();
  });

  it('break a long word, and are counted in the list', async () => {
    await open([
      respondWithRows(listNotes, aNote('x'.repeat(300))),
      respondWithRows(listUsers, { ...ravi, noteCount: 2 }),
    ]);
    await expectShown('x'.repeat(300), items);
    const region = notes.element();
    expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth);
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('row', { name: /Ravi Kumar/ }).getByRole('img', { name: '2 notes' }))
      .toBeVisible();
  });

  it('are removed by their author after a confirmation, and stay when the removal fails', async () => {
    const failed = respondWithStatus(removeNote, 409, { status: false, message: 'This one is older.' });
    await open([
      respondWithRows(listNotes, aNote('Wrong customer')),
      inSequence(failed, respondWith(removeNote, {})),
    ]);
    await press('Remove', notes);
    const question = page.getByRole('alertdialog', { name: 'Remove this note?' });
    await press('Remove', question);
    await expectShown('This one is older.', question.getByRole('alert'));
    await press('Remove', question);
    await expectAbsent(question);
    await expectAbsent(items);
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the Back button', () => history.go(-2)],
    ['the button of the dialog', () => press('Close', page.getByRole('dialog'))],
  ])('are confirmed before %s discards the input', async (_, leave) => {
    await open([], '/users');
    await press('View details of Ravi Kumar');
    await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click();
    await field.fill('half a sentence');
    const asked = page.getByRole('alertdialog', { name: 'Discard your input?' });
    await leave();
    await expect.element(asked).toBeVisible();
    await expectAccessible();
    await press('Cancel', asked);
    await expect.element(field).toHaveValue('half a sentence');
    await leave();
    await press('Discard', asked);
    await expectAbsent(asked);
    await expectAbsent(field);
    await press('View details of Ravi Kumar');
    await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click();
    await expect.element(field).toHaveValue('');
  });

  it('keep the input after a failure and in another tab of the details, and are sent once', async () => {
    const added = aNote('Do not lose me');
    const late = holdResponse(respondWith(addNote, { record: added }));
    const stored = () => (sentBodies(addNote).length > 1 ? [added] : []);
    await open([
      { endpoint: listNotes, respond: (url) => respondWithRows(listNotes, ...stored()).respond(url) },
      inSequence(respondWithStatus(addNote, 500), late),
    ]);
    await field.fill('Do not lose me');
    await press('Add note', notes);
    await expect.element(notes.getByRole('alert').getByText(/^Failed to add the note/)).toBeVisible();
    await expect.element(field).toHaveValue('Do not lose me');
    await expectAccessible();
    await page.getByRole('dialog').getByRole('tab', { name: 'Overview' }).click();
    await userEvent.keyboard('{Escape}');
    await press('Cancel', page.getByRole('alertdialog', { name: 'Discard your input?' }));
    await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click();
    await expect.element(field).toHaveValue('Do not lose me');
    await field.click();
    await userEvent.keyboard('{Meta>}{Enter}{/Meta}');
    await expect.element(notes.getByRole('button', { name: 'Adding...' })).toBeVisible();
    await userEvent.keyboard('{Meta>}{Enter}{/Meta}');
    late.release();
    await expectShown('Do not lose me', items);
    expect(sentBodies(addNote)).toHaveLength(2);
  });

  it('are sent once when a busy page handles two clicks one after the other', async () => {
    await open([holdResponse(respondWith(addNote, { record: aNote('Once') }))]);
    await field.fill('Once');
    for (const _press of [1, 2]) {
      const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
      field.element().dispatchEvent(new KeyboardEvent('keydown', init));
      await betweenEvents();
    }
    await expect.element(notes.getByRole('button', { name: 'Adding...' })).toBeVisible();
    expect(sentBodies(addNote)).toHaveLength(1);
  });

  it('are loaded again in place after a failure, and a viewer cannot write any', async () => {
    await open([
      asRole('viewer'),
      inSequence(respondWithStatus(listNotes, 404), respondWithRows(listNotes, aNote('Reliable'))),
    ]);
    await expectShown('Failed to load the notes', notes);
    await press('Try again', notes);
    await expectShown('Reliable', items);
    expect(field.elements()).toEqual([]);
    expect(notes.getByRole('button', { name: 'Remove' }).elements()).toEqual([]);
  });

  it('[LIVE-02] appear next to the input when another user adds them', async () => {
    await open([
      inSequence(
        respondWithRows(listNotes),
        respondWithRows(listNotes, aNote('Seen by everybody', { authorId: 'b'.repeat(24) })),
      ),
    ]);
    await field.fill('half a sentence');
    await sendLiveChanges({ entity: 'note', id: ravi.id });
    await expectShown('Seen by everybody', items);
    await expect.element(field).toHaveValue('half a sentence');
  });

  it('do not exist with an external API', async () => {
    await openScreen(`/users?user=${ravi.id}`, COMMON, { config: {} });
    await expect.element(page.getByRole('dialog').getByRole('region', { name: 'Account' })).toBeVisible();
    expect(notes.elements()).toEqual([]);
    expect(page.getByRole('img', { name: / notes?$/ }).elements()).toEqual([]);
    expect(sentQueries(listNotes)).toEqual([]);
  });
});
