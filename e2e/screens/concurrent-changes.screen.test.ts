import { getActivity } from '@wayside/contract/activity';
import { getConfiguration, listConfigurationVersions, updateConfiguration } from '@wayside/contract/configuration';
import { listNotes } from '@wayside/contract/notes';
import { listParts, updatePart } from '@wayside/contract/parts';
import { listServices, updateService } from '@wayside/contract/services';
import { listSlots } from '@wayside/contract/slots';
import { getRecordCounts, getTimeline } from '@wayside/contract/timeline';
import { listUsers } from '@wayside/contract/users';
import { listVehicleModels, updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Conflict } from '@wayside/contract/wire/versioned';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { anActivity } from '../support/factories/activity.ts';
import { aPart, aService } from '../support/factories/catalogue.ts';
import { aConfiguration } from '../support/factories/configuration.ts';
import { aUser } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { alert, button, confirmation, dialog, expectAbsent, expectShown, field, press, toast } from './elements.ts';
import { sendLiveChanges } from './live.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
} from './open-screen.ts';
import { sentFields } from './sent-fields.ts';

const WHO = 'kiran@example.in';
const AT = '2026-03-05T05:00:00.000Z';
const stored = <R>(record: R) => ({ ...record, etag: '"1"' });
/** Response to a save of a record that another user has changed, with the current record and the fields that differ. */
const conflict = <R>(endpoint: MockResponse['endpoint'], record: R, ...changed: (keyof R & string)[]) => {
  const changes = changed.map((field) => ({ field, source: 'administrator', by: WHO, at: AT }));
  const content = { record: { ...record, etag: '"2"' }, changes, deletion: null } satisfies Conflict;
  return respondWithStatus(endpoint, 412, {
    status: false,
    ...Object(z.encode(endpoint.conflict ?? z.never(), content)),
  });
};
const changedNow = (noun: string) => alert(`Someone else changed this ${noun}. Nothing was saved.`);
const option = (label: string, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${label}`) }).getByRole('radio', { name, exact: true });

const configuration = stored(aConfiguration());
const fee = () => field('Platform fee (₹)');

describe('[EDIT-01] the configuration', () => {
  it.each(['light', 'dark'] as const)(
    'shows the concurrent change and asks which value to save, %s',
    async (theme) => {
      const theirs = { ...configuration, platformFeePaise: 5_100, upiId: 'theirs@upi' };
      const saved = { ...theirs, platformFeePaise: 5_000, etag: '"3"' };
      const responses = [
        respondWith(getConfiguration, { record: configuration }),
        respondWith(listConfigurationVersions, { versions: [] }),
        inSequence(
          conflict(updateConfiguration, theirs, 'platformFeePaise', 'upiId'),
          respondWith(updateConfiguration, { record: saved }),
        ),
      ];
      await openScreen('/master/config', responses, { theme });
      await fee().fill('50');
      await press('Update Configuration');
      await press('Update', confirmation());
      await expect.element(changedNow('configuration')).toBeVisible();
      await expectShown(/UPI ID: now theirs@upi/);
      await expectAccessible();
      await press('Update Configuration');
      await expectShown('Choose the value to keep for each field.');
      await option('Platform fee', 'Keep mine: 50').click();
      await press('Update Configuration');
      await press('Update', confirmation());
      await expectShown('Configuration updated successfully!');
      expect(sentFields(updateConfiguration)).toEqual([{ platformFeePaise: 5_000 }, { platformFeePaise: 5_000 }]);
      await expectAbsent(changedNow('configuration'));
      await expect.element(button('No Changes')).toBeVisible();
    },
  );
});

it('[EDIT-01] an image that only one user has changed requires no choice', async () => {
  const bajaj = stored({ id: newRecordId(), companyName: 'Bajaj', image: null, createdAt: null });
  const theirs = { ...bajaj, image: '/images/bajaj.png' };
  await openScreen('/master/vehicle-models', [
    respondWithRows(listVehicleModels, bajaj),
    inSequence(conflict(updateVehicleModel, theirs, 'image'), respondWith(updateVehicleModel, { record: null })),
  ]);
  await press('Edit vehicle model Bajaj');
  await field('Company Name *').fill('Bajaj Auto');
  await press('Update Model');
  await expectShown(/Image: now another image/);
  await press('Update Model');
  await expect.element(toast('Vehicle model updated successfully')).toBeVisible();
  expect(sentFields(updateVehicleModel).at(-1)).toEqual({ companyName: 'Bajaj Auto' });
});

it('[EDIT-01] conflicts of a part and of a service are shown with their labels', async () => {
  const brakes = stored(aService());
  const wash = stored(aService({ name: 'Wash' }));
  const pad = stored(aPart(brakes, 'Brake pad', 25_050));
  const theirs = { ...pad, service: { id: wash.id }, pricePaise: 27_550 };
  const responses = [
    respondWithRows(listServices, brakes, wash),
    respondWithRows(listParts, pad),
    inSequence(conflict(updatePart, theirs, 'service', 'pricePaise'), respondWith(updatePart, { record: null })),
    inSequence(
      conflict(updateService, { ...wash, vehicleType: 'truck' as const }, 'vehicleType'),
      respondWith(updateService, { record: null }),
    ),
  ];
  await openScreen(`/services/parts?service=${brakes.id}`, responses);
  await press('Edit part Brake pad');
  await field('Amount (₹) *').fill('300');
  await press('Update Part');
  await expectShown(/Service: now Wash/, dialog('Edit Part'));
  await option('Amount', 'Use the other value: 275.50').click();
  await press('Update Part');
  await expect.element(toast('Part updated successfully')).toBeVisible();

  await openScreen('/services/regular', responses);
  await press('Edit service Wash');
  await field('Service Name *').fill('Wash and wax');
  await press('Update Service');
  await expectShown(/Vehicle Type: now Truck/, dialog('Edit Service'));
  await press('Update Service');
  await expectAbsent(dialog('Edit Service'));
  expect(sentFields(updateService).at(-1)).toMatchObject({ name: 'Wash and wax' });
});

describe('[LIVE-02] a form', () => {
  it('that is being edited keeps its input and shows which user changed which field', async () => {
    const slot = { id: newRecordId(), startTime: '07:00', endTime: '08:00', duration: '1 hour', etag: '"1"' };
    const changed = { ...slot, endTime: '08:30', etag: '"2"' };
    const entry = {
      entity: 'slot',
      entityId: slot.id,
      changes: [{ field: 'endTime', before: '08:00', after: '08:30' }],
    };
    await openScreen('/master/slots', [
      inSequence(respondWithRows(listSlots, slot), respondWithRows(listSlots, changed)),
      respondWith(getActivity, { record: anActivity(entry) }),
    ]);
    await press('Edit time slot 07:00 - 08:00');
    const form = dialog('Edit Time Slot');
    await field('Duration *', form).fill('what I type');
    await sendLiveChanges({ entity: 'slot', id: slot.id }, { entity: 'activity', id: '16' });
    await expectShown(`This time slot has just been changed by ${WHO}: End Time. Your input is kept.`, form);
    await expect.element(field('Duration *', form)).toHaveValue('what I type');
    await expect.element(field('End Time *', form)).toHaveValue('08:00');
    await expectAccessible();
  });

  it('that is not being edited shows the current values, and an edited one keeps its input', async () => {
    const priced = (chargePerKmPaise: number) =>
      respondWith(getConfiguration, {
        record: { ...configuration, chargePerKmPaise, etag: `"${chargePerKmPaise}"` },
      });
    await openScreen('/master/config', [
      inSequence(priced(1_250), priced(1_300), priced(1_400)),
      respondWith(listConfigurationVersions, { versions: [] }),
    ]);
    const perKm = field('Charge per km (₹)');
    await expect.element(perKm).toHaveValue('12.50');
    await sendLiveChanges({ entity: 'configuration', id: configuration.id });
    await expect.element(perKm).toHaveValue('13');
    await perKm.fill('20');
    await sendLiveChanges({ entity: 'configuration', id: configuration.id });
    await expectShown(/^This configuration has just been changed by an import or another program\./);
    await expect.element(perKm).toHaveValue('20');
    await expectAccessible();
  });
});

it('[LIVE-02] details that are open show the changes of another user', async () => {
  const user = aUser({ name: 'Asha Rao' });
  const nothing = { bookings: null, payments: null, earnings: null, payouts: null, notes: null, activity: null };
  await openScreen(`/users?user=${user.id}`, [
    inSequence(respondWithRows(listUsers, user), respondWithRows(listUsers, { ...user, isBlocked: true })),
    respondWithRows(listNotes),
    respondWith(getTimeline, { rows: [], next: null }),
    respondWith(getRecordCounts, { record: nothing }),
  ]);
  await expect.element(dialog('Asha Rao')).toBeVisible();
  await sendLiveChanges({ entity: 'user', id: user.id });
  await expect.element(dialog('Asha Rao').getByText('Blocked').first()).toBeVisible();
});
