import { updateConfiguration } from '@wayside/contract/configuration';
import { deleteSlot, updateSlot } from '@wayside/contract/slots';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { simulateExternalApi } from './support/calls.ts';
import { CONFLICT_ERRORS, conflictNotice, versionOption } from './support/edit-conflicts.ts';
import { expectFocused, expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, dialogByName as dialog, press, rowWith } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { sentFields } from './support/sent-fields.ts';
import { toast } from './support/toasts.ts';

const aSlot = (startTime: string) => ({ id: newRecordId(), startTime, endTime: '10:00', duration: '1 hour' });
const slots = ['01:00', '02:00', '03:00', '04:00', '05:00', '06:00', '07:00'].map(aSlot);
const configuration = aConfiguration();

const test = signedInTest({ slots, configs: [configuration] });

/** Opens the dialog of a slot. */
async function editSlot(page: Page, startTime: string): Promise<Locator> {
  await page.goto('/master/slots');
  await rowWith(page, startTime)
    .getByRole('button', { name: /^Edit time slot/ })
    .click();
  return dialog(page, 'Edit Time Slot');
}

/** Changes a slot as another user. */
const changeSlot = (
  application: Application,
  token: string,
  startTime: string,
  change: { startTime?: string; endTime?: string; duration?: string },
) => {
  const { id } = slots.find((slot) => slot.startTime === startTime) ?? { id: '' };
  const body = { id, startTime: undefined, endTime: undefined, duration: undefined, ...change };
  return callApi(application, token, updateSlot, { params: { id }, body });
};

describe('[EDIT-01] a slot that another user changes in the meantime', () => {
  test('shows the field, the user and the time, and a click repeats the save of the other fields', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const bodies: unknown[] = [];
    const versions: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/slot/update/')) return;
      bodies.push(sentFields(updateSlot, request));
      versions.push(request.headers()['if-match']);
    });
    const editing = await editSlot(page, '01:00');
    await editing.getByLabel('Start Time *').fill('01:15');
    await changeSlot(application, token, '01:00', { duration: 'an hour' });
    await press(page, 'Update Slot');
    await expectVisible(conflictNotice(editing, 'time slot'));
    await expectFocused(conflictNotice(editing, 'time slot'));
    const told = editing.getByRole('list', { name: 'Changed by someone else' }).getByRole('listitem');
    await expectVisible(told.filter({ hasText: 'Duration: now an hour' }));
    expect(await told.innerText()).toMatch(
      new RegExp(`Changed by ${administrator.email} on \\d+ \\w+ \\d{4}, \\d+:\\d\\d [ap]m`),
    );
    await expectHidden(editing.getByRole('radio').first());
    await expectValue(editing.getByLabel('Start Time *'), '01:15');
    await expectValue(editing.getByLabel('Duration *'), 'an hour');
    await expectAccessible(page);
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
    await expectVisible(rowWith(page, '01:15 - 10:00').getByText('an hour', { exact: true }));
    const { id } = slots[0] ?? { id: '' };
    expect(bodies).toEqual([
      { id, startTime: '01:15' },
      { id, startTime: '01:15' },
    ]);
    expect(new Set(versions).size).toBe(2);
  });

  test('asks about each field that both users changed before it is saved', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const editing = await editSlot(page, '02:00');
    await editing.getByLabel('Start Time *').fill('02:15');
    await editing.getByLabel('End Time *').fill('10:15');
    await changeSlot(application, token, '02:00', { startTime: '02:30', endTime: '10:30' });
    await press(page, 'Update Slot');
    await expectVisible(conflictNotice(editing, 'time slot'));
    await expectAccessible(page);
    await press(page, 'Update Slot');
    await expectVisible(editing.getByText('Choose the value to keep for each field.', { exact: true }));
    await versionOption(editing, 'Start Time', 'Use the other value: 02:30').click();
    await expectValue(editing.getByLabel('Start Time *'), '02:30');
    await versionOption(editing, 'Start Time', 'Keep mine: 02:15').click();
    await expectValue(editing.getByLabel('Start Time *'), '02:15');
    await versionOption(editing, 'End Time', 'Use the other value: 10:30').click();
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
    await expectVisible(rowWith(page, '02:15 - 10:30'));
  });

  test('shows another conflict when the record changes again', async ({ page, application, token, pageErrors }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const editing = await editSlot(page, '03:00');
    await editing.getByLabel('Duration *').fill('mine');
    await changeSlot(application, token, '03:00', { duration: 'theirs' });
    await press(page, 'Update Slot');
    await versionOption(editing, 'Duration', 'Keep mine: mine').click();
    await changeSlot(application, token, '03:00', { duration: 'theirs again' });
    await press(page, 'Update Slot');
    await versionOption(editing, 'Duration', 'Use the other value: theirs again').click();
    await press(page, 'Update Slot');
    await expectVisible(rowWith(page, '03:00').getByText('theirs again', { exact: true }));
  });

  test('names the marketplace as the author of an import', async ({ page, application, pageErrors }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const editing = await editSlot(page, '04:00');
    await editing.getByLabel('End Time *').fill('11:00');
    const changed = slots.map((slot) => (slot.startTime === '04:00' ? { ...slot, duration: '2 hours' } : slot));
    await loadMarketplace(application, { slots: changed });
    await press(page, 'Update Slot');
    await expectVisible(editing.getByText(/^Changed by the marketplace \(import or ingest\) on \d/));
    await expectVisible(editing.getByText('Duration: now 2 hours'));
  });

  test('shows no conflict when both users set the same value', async ({ page, application, token, pageErrors }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const editing = await editSlot(page, '05:00');
    await editing.getByLabel('Duration *').fill('5 hours');
    await changeSlot(application, token, '05:00', { duration: '5 hours' });
    await press(page, 'Update Slot');
    await expectVisible(editing.getByText('Duration: now 5 hours'));
    await expectHidden(editing.getByRole('radio').first());
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
  });

  test('shows who deleted the record and keeps the user’s input', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const editing = await editSlot(page, '06:00');
    await editing.getByLabel('Duration *').fill('typed');
    const { id } = slots.find(({ startTime }) => startTime === '06:00') ?? { id: '' };
    await callApi(application, token, deleteSlot, { params: { id } });
    await press(page, 'Update Slot');
    await expectVisible(editing.getByRole('alert').filter({ hasText: 'Someone else deleted this time slot.' }));
    await expectVisible(editing.getByText(new RegExp(`^Deleted by ${administrator.email} on `)));
    await expectValue(editing.getByLabel('Duration *'), 'typed');
    expect(await button(page, 'Update Slot').isDisabled()).toBe(true);
    await expectAccessible(page);
  });
});

for (const theme of ['light', 'dark'] as const)
  test(`[EDIT-01] the choice fits a phone, ${theme}`, async ({ openSignedIn, application, token, pageErrors }) => {
    pageErrors.allow(CONFLICT_ERRORS);
    const page = await openSignedIn({ width: 'phone', theme });
    await page.goto('/master/slots');
    await page
      .getByRole('button', { name: /^Edit time slot 07:00/ })
      .first()
      .click();
    const editing = dialog(page, 'Edit Time Slot');
    await editing.getByLabel('Duration *').fill(`mine in ${theme}`);
    await editing.getByLabel('End Time *').fill(`${theme} evening`);
    await changeSlot(application, token, '07:00', { duration: `theirs in ${theme}`, startTime: '07:00 ' });
    await press(page, 'Update Slot');
    await expectVisible(conflictNotice(editing, 'time slot'));
    await expectAccessible(page);
  });

test('[EDIT-01, API-13] an external API receives the complete body and no version', async ({ page }) => {
  await simulateExternalApi(page);
  await page.goto('/master/config');
  await page.getByLabel('Mechanic charge (₹)').fill('251');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await press(page, 'Update Configuration');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click();
  const { id: _, ...values } = configuration;
  expect(Object.keys(sentFields(updateConfiguration, await saved)).sort()).toEqual(Object.keys(values).sort());
  expect((await saved).headers()['if-match']).toBeUndefined();
  const editing = await editSlot(page, '07:00');
  await editing.getByLabel('Duration *').fill('as agreed');
  const changed = page.waitForRequest(/slot\/update/);
  await press(page, 'Update Slot');
  expect(Object.keys(sentFields(updateSlot, await changed)).sort()).toEqual([
    'duration',
    'endTime',
    'id',
    'startTime',
  ]);
  expect((await changed).headers()['if-match']).toBeUndefined();
});
