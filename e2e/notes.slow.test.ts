import { addNote } from '@wayside/contract/notes';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { expectFocused, expectText, expectTexts, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { openLiveList } from './support/live.ts';
import { openTab, recordTab } from './support/record-page.ts';
import { beginSignedIn, storedSession } from './support/session.ts';

const noted = aUser({ name: 'Ravi Kumar' });
const failing = aUser({ name: 'Meera Iyer' });
const followed = aUser({ name: 'Asha Rao' });
const mechanic = aMechanic({ name: 'Suresh Patil' });
const booking = aBooking();
const test = marketplaceTest({ users: [noted, failing, followed], mechanics: [mechanic], bookings: [booking] });

const notes = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Notes' });
const field = (page: Page) => notes(page).getByRole('textbox', { name: 'Add a note' });
const addButton = (page: Page) => notes(page).getByRole('button', { name: 'Add note' });
const items = (page: Page) => notes(page).getByRole('listitem');

async function noteElsewhere(
  application: Application,
  body: { entity: 'user' | 'mechanic'; id: string; text: string },
) {
  const token = await storedSession(application);
  return (await callApi(application, token, addNote, { body })).record;
}

describe('[WORK-04] notes', () => {
  test('are added in their tab, with a button or a key, and counted in the list', async ({ page, application }) => {
    await beginSignedIn(page, application);
    await page.goto('/users');
    await page.getByRole('button', { name: 'View details of Ravi Kumar' }).click();
    await openTab(page, 'Notes');
    await expectVisible(field(page));
    expect(await field(page).evaluate((it) => it === document.activeElement)).toBe(false);
    expect(await addButton(page).isDisabled()).toBe(true);
    await field(page).fill('Called twice.\nNo answer: <b>try again</b>');
    await addButton(page).click();
    await expectTexts(items(page).locator('p').last(), ['Called twice. No answer: <b>try again</b>']);
    await expectVisible(items(page).getByText(/, just now$/));
    await expectFocused(field(page));
    await expectValue(field(page), '');
    await field(page).fill('ग्राहक ने फिर फ़ोन किया');
    await field(page).press('Control+Enter');
    await expectVisible(notes(page).getByRole('heading', { name: 'Notes (2)' }));
    await expectTexts(items(page).locator('p[dir]'), [
      'ग्राहक ने फिर फ़ोन किया',
      'Called twice. No answer: <b>try again</b>',
    ]);
    await expectVisible(recordTab(page, 'Activity').getByText('(2)'));
    await expectVisible(page.getByRole('dialog').getByRole('button', { name: /^ग्राहक ने फिर/ }));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectVisible(page.getByRole('row', { name: /Ravi Kumar/ }).getByRole('img', { name: '2 notes' }));
    expect(await page.getByRole('img', { name: / notes?$/ }).count()).toBe(1);
  });

  test('[LIVE-02] appear in open details and in the list when other users add them', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ live: true });
    await openLiveList(page, application, '/users');
    await page.getByRole('button', { name: 'View details of Asha Rao' }).click();
    await openTab(page, 'Notes');
    await field(page).fill('half a sentence');
    await noteElsewhere(application, { entity: 'user', id: followed.id, text: 'Seen by everybody' });
    await expectVisible(items(page).getByText('Seen by everybody'));
    await expectValue(field(page), 'half a sentence');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expectVisible(page.getByRole('row', { name: /Asha Rao/ }).getByRole('img', { name: '1 note' }));
  });

  test('are found by any of their words in the global search, and link to their record', async ({
    page,
    application,
  }) => {
    await noteElsewhere(application, {
      entity: 'mechanic',
      id: mechanic.id,
      text: `Keeps the clutch cable ready\n${'<i>long</i> '.repeat(40)}`,
    });
    await beginSignedIn(page, application);
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: /^All Users/ }));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').last().fill('CABLE clutch');
    const found = page.getByRole('group', { name: 'Notes' }).getByRole('option');
    await expectText(found, /^Keeps the clutch cable ready <i>long.* Suresh Patil · /);
    await expectAccessible(page);
    await found.click();
    await expectVisible(page.getByRole('dialog', { name: 'Suresh Patil' }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Keeps the clutch/ })
      .click();
    await expectVisible(items(page).getByText(/^Keeps the clutch/));
  });
});
