import { createSlot, deleteSlot, listSlots, updateSlot } from '@wayside/contract/slots';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, confirmDeletion, dialogNamed as dialog, press } from './support/locators.ts';
import { expectErrorToast, toast } from './support/toasts.ts';

const slots = [
  { id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour' },
  { id: newRecordId(), startTime: 'Early morning', endTime: 'before 8', duration: 'as agreed' },
];

const test = signedInTest({ slots });
const failure = { json: { status: false } };
const moved = { status: 404, json: { status: false, message: 'We have moved' } };

async function openSlots(page: Page): Promise<void> {
  await page.goto('/master/slots');
  await expectVisible(page.getByRole('heading', { name: /^Time Slots \(/ }));
}

test('[SLOT-01, SLOT-02] are counted, listed and searched without another call', async ({ page }) => {
  const calls = recordCalls(page, listSlots);
  await openSlots(page);
  await expectText(page.getByRole('heading', { level: 1 }), 'Time Slots');
  await expectVisible(page.getByText('Manage booking time slots', { exact: true }));
  await expectVisible(page.getByText('Total Slots', { exact: true }));
  await expectTexts(page.getByRole('columnheader'), ['Time Slot', 'Duration', 'Actions']);
  // As high as its placeholder, so that nothing below it moves.
  expect((await page.getByRole('row').nth(1).boundingBox())?.height).toBe(44);
  for (const [typed, shown] of [
    ['EARLY', 'Early morning - before 8'],
    ['as agreed', 'Early morning - before 8'],
    ['09:0', '09:00 - 10:00'],
  ] as const) {
    await page.getByRole('searchbox').fill(typed);
    await expectVisible(page.getByRole('heading', { name: 'Time Slots (1)', exact: true }));
    await expectVisible(page.getByRole('cell', { name: shown, exact: true }));
  }
  await page.getByRole('searchbox').fill('nothing like it');
  await expectVisible(page.getByText('No time slots found', { exact: true }));
  expect(calls).toHaveLength(1);
});

test('[SLOT-03, SLOT-04, SLOT-06] adds a slot with the duration from its times, changes and deletes it', async ({
  page,
}) => {
  const lists = recordCalls(page, listSlots);
  await openSlots(page);
  await press(page, 'Add Slot');
  const adding = dialog(page, 'Add New Time Slot');
  await expectVisible(adding.getByText('Create a new time slot for bookings', { exact: true }));
  await adding.getByLabel('Start Time *').fill('9:30 pm');
  await adding.getByLabel('End Time *').fill('11 pm');
  await press(page, 'Create Slot');
  await expectVisible(toast(page, 'Time slot created successfully'));
  await expectHidden(adding);
  const row = page.getByRole('row').filter({ hasText: '9:30 pm - 11 pm' });
  await expectVisible(row.getByText('1.5 hours', { exact: true }));

  await row.getByRole('button', { name: /^Edit time slot/ }).click();
  const editing = dialog(page, 'Edit Time Slot');
  await expectVisible(editing.getByText('Update the time slot details', { exact: true }));
  await editing.getByLabel('Duration *').fill('90 mins');
  await press(page, 'Update Slot');
  await expectVisible(toast(page, 'Time slot updated successfully'));
  await expectVisible(row.getByText('90 mins', { exact: true }));

  await row.getByRole('button', { name: /^Delete time slot/ }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete 9:30 pm - 11 pm?' });
  await expectVisible(confirmation.getByText('Are you sure you want to delete this time slot?', { exact: true }));
  await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectVisible(toast(page, 'Time slot deleted successfully'));
  await expectHidden(row);
  // One on entering, one after each change.
  await expect.poll(() => lists.length).toBe(4);
});

test('[SLOT-04] doubts an end before the start', async ({ page }) => {
  await page.goto('/master/slots');
  await press(page, 'Add Slot');
  await page.getByRole('textbox', { name: 'Start Time *' }).fill('9:30');
  await page.getByRole('textbox', { name: 'End Time *' }).fill('8:30');
  await expectVisible(page.getByText('23 hours: does it end the next day?', { exact: true }));
});

test('[SLOT-05] marks a missing start, end and duration, shows a toast and sends nothing', async ({ page }) => {
  const calls = recordCalls(page, createSlot);
  await page.goto('/master/slots');
  await press(page, 'Add Slot');
  await page.getByRole('textbox', { name: 'Start Time *' }).fill('   ');
  await press(page, 'Create Slot');
  await expectErrorToast(page, 'Please fill all required fields');
  expect(calls).toHaveLength(0);
  for (const label of ['Start Time *', 'End Time *', 'Duration *']) {
    const field = page.getByRole('textbox', { name: label });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const describedBy = await field.getAttribute('aria-describedby');
    await expectVisible(page.locator(`[id="${describedBy}"]`).getByText('Required', { exact: true }));
  }
  await page.getByRole('textbox', { name: 'Start Time *' }).fill('09:00');
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(2);
});

test('[SLOT-06, ERR-03] a failed save keeps the input', async ({ page }) => {
  await serveAnswers(page, createSlot, { status: 500, json: {} }, 'real');
  await serveAnswers(page, updateSlot, { json: { status: false } });
  await openSlots(page);
  await press(page, 'Add Slot');
  const adding = dialog(page, 'Add New Time Slot');
  await adding.getByLabel('Start Time *').fill('noon');
  await adding.getByLabel('End Time *').fill('later');
  await adding.getByLabel('Duration *').fill('a while');
  await press(page, 'Create Slot');
  await expectVisible(toast(page, 'Failed to create time slot'));
  expect(await adding.getByLabel('Start Time *').inputValue()).toBe('noon');
  await page.keyboard.press('Escape');
  await expectVisible(page.getByRole('alertdialog', { name: 'Discard what you typed?' }));
  await press(page, 'Discard');

  const row = page.getByRole('row').filter({ hasText: '09:00 - 10:00' });
  await row.getByRole('button', { name: /^Edit time slot/ }).click();
  await dialog(page, 'Edit Time Slot').getByLabel('Duration *').fill('2 hours');
  await press(page, 'Update Slot');
  await expectVisible(toast(page, 'Failed to update time slot'));
});

test('[SLOT-06, ERR-03] a failed load shows a toast "Error" and an error in place, each time', async ({ page }) => {
  const card = page.getByRole('alert').filter({ hasText: 'Error Loading Time Slots' });
  await serveAnswers(page, listSlots, failure, moved, 'real', failure);
  await page.goto('/master/slots');
  await expectVisible(card.getByText('Failed to load slots', { exact: true }));
  await expectErrorToast(page, 'Failed to load slots');
  await expectVisible(page.getByRole('main').getByText('N/A', { exact: true }));
  await press(page, 'Try Again');
  await expectErrorToast(page, 'We have moved');
  await expectVisible(card.getByText('We have moved', { exact: true }));
  await press(page, 'Try Again');
  await expectVisible(button(page, 'Delete time slot 09:00 - 10:00'));
  await expectHidden(card);
  await press(page, 'Refresh');
  await expectErrorToast(page, 'Failed to load slots');
  const bar = page.getByRole('alert').filter({ hasText: 'Failed to load slots What you see was loaded before.' });
  await expectVisible(bar);
  await expectVisible(button(page, 'Delete time slot 09:00 - 10:00'));
});

test('[SLOT-06, ERR-03] a failed deletion shows a toast "Error" and an error in the dialog', async ({ page }) => {
  await serveAnswers(page, deleteSlot, { status: 500, json: {} }, moved);
  await page.goto('/master/slots');
  await press(page, 'Delete time slot 09:00 - 10:00');
  for (const text of ['Failed to delete time slot', 'We have moved']) {
    await confirmDeletion(page);
    await expectErrorToast(page, text);
    await expectVisible(page.getByRole('alertdialog').getByRole('alert').getByText(text, { exact: true }));
  }
});

test('list and dialog are accessible', async ({ page }) => {
  await openSlots(page);
  await expectAccessible(page);
  await press(page, 'Add Slot');
  await expectVisible(dialog(page, 'Add New Time Slot'));
  await expectAccessible(page);
});

test('[SLOT-03] warns of another slot with the same times, in any spelling, and saves it all the same', async ({
  page,
}) => {
  await openSlots(page);
  await press(page, 'Add Slot');
  const adding = dialog(page, 'Add New Time Slot');
  const warning = adding.getByText('The time slot Early morning - before 8 exists already.', { exact: true });
  await adding.getByLabel('Start Time *').fill('early  MORNING');
  await adding.getByLabel('End Time *').fill('before 9');
  await expectHidden(warning);
  await adding.getByLabel('End Time *').fill('before 8');
  await expectVisible(warning);
  await expectAccessible(page);
  await adding.getByLabel('Duration *').fill('1 hour');
  await press(page, 'Create Slot');
  await expectVisible(toast(page, 'Time slot created successfully'));
  await page.getByRole('button', { name: 'Edit time slot Early morning - before 8', exact: true }).click();
  const editing = dialog(page, 'Edit Time Slot');
  await editing.getByLabel('Start Time *').fill('Noon');
  await expectHidden(editing.getByText(/exists already/));
});
