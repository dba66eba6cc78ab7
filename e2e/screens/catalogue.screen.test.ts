import { createPart, deletePart, listParts } from '@wayside/contract/parts';
import { createService, deleteService, listServices, updateService } from '@wayside/contract/services';
import { createSlot, deleteSlot, listSlots, updateSlot } from '@wayside/contract/slots';
import { createSosService, deleteSosService, listSosServices } from '@wayside/contract/sos-services';
import { createVehicleModel, deleteVehicleModel, listVehicleModels } from '@wayside/contract/vehicle-models';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPart, aService, aSosService } from '../support/factories/catalogue.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import {
  alert,
  aPicture,
  button,
  confirmation,
  dialog,
  expectAbsent,
  expectShown,
  expectTexts,
  field,
  heading,
  press,
  toast,
} from './elements.ts';
import {
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import { sentFields } from './sent-fields.ts';

const stored = <R>(record: R) => ({ ...record, etag: '"1"' });
const brakes = stored(aService());
const wash = stored(aService({ name: 'Wash', createdAt: '2026-03-05T05:00:00.000Z' }));
const parts = [aPart(brakes, 'Brake pad', 25_050), aPart(brakes, 'Brake cable', 12_000)].map(stored);
const towing = stored(aSosService());
const slots = [
  { id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour', etag: '"1"' },
  { id: newRecordId(), startTime: 'Early morning', endTime: 'before 8', duration: 'as agreed', etag: '"1"' },
];
const tata = {
  id: newRecordId(),
  companyName: 'Tata',
  image: null,
  createdAt: '2026-03-05T05:00:00.000Z',
  etag: null,
};
const bajaj = { ...tata, id: newRecordId(), companyName: 'Bajaj', createdAt: null };

const PARTS = `/services/parts?service=${brakes.id}`;
const SERVICES = '/services/regular';
const SOS = '/services/sos';
const SLOTS = '/master/slots';
const MODELS = '/master/vehicle-models';
/** The responses for the screens, unless a test provides others. */
const FILLED = [
  respondWithRows(listServices, brakes, wash),
  respondWithRows(listParts, ...parts),
  respondWithRows(listSosServices, towing),
  respondWithRows(listSlots, ...slots),
  respondWithRows(listVehicleModels, bajaj, tata),
];
const open = (address: string, ...responses: MockResponse[]) => openScreen(address, [...responses, ...FILLED]);
const rejected = { status: false };
const moved = { status: false, message: 'We have moved' };

/** Opens the dialog for a new record. */
async function add(kind: string, title = kind) {
  await press(`Add ${kind}`);
  const form = dialog(title);
  await expect.element(form).toBeVisible();
  return form;
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const confirmDeletion = () => press('Delete', confirmation());
const file = (name: string, type: string, content: BlobPart = 'a') => new File([content], name, { type });

describe.each([
  ['Parts', PARTS, 'Part', 'Add Part', 2],
  ['Services', SERVICES, 'Service', 'Add Service', 2],
  ['SOS Services', SOS, 'SOS Service', 'Add SOS Service', 1],
  ['Time Slots', SLOTS, 'Slot', 'Add New Time Slot', 2],
  ['Vehicle Models', MODELS, 'Model', 'Add New Vehicle Model', 2],
])('%s', (title, address, kind, form, count) => {
  it('is accessible as a list, in the dialog and on a phone', async () => {
    await open(address);
    await expect.element(heading(`${title} (${count})`)).toBeVisible();
    await expectAccessible();
    await add(kind, form);
    await expectAccessible();
    await openScreen(address, FILLED, { width: 375 });
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible();
  });
});

describe('a failure', () => {
  it.each([
    ['[PART-03]', PARTS, listParts, 'Failed to load parts', 'Delete part Brake pad', false],
    ['[SERV-02]', SERVICES, listServices, 'Failed to load services', 'Delete service Wash', false],
    ['[SOS-02]', SOS, listSosServices, 'Failed to load SOS services', 'Delete SOS service Towing', false],
    ['[SLOT-06, ERR-03]', SLOTS, listSlots, 'Failed to load slots', 'Delete time slot 09:00 - 10:00', true],
    [
      '[MODL-03, ERR-03]',
      MODELS,
      listVehicleModels,
      'Failed to load vehicle models',
      'Delete vehicle model Tata',
      true,
    ],
  ])(
    '%s shows its message in place when a load at %s fails, and above the rows after Refresh',
    async (_ids, address, list, text, deletion, hasToast) => {
      const filled = FILLED.find(({ endpoint }) => endpoint === list) ?? respondWithRows(listSlots);
      await open(
        address,
        inSequence(
          respondWithStatus(list, 200, rejected),
          respondWithStatus(list, 404, moved),
          filled,
          respondWithStatus(list, 200, rejected),
        ),
      );
      for (const shown of [text, 'We have moved']) {
        await expectShown(shown, alert(/^Error Loading/));
        if (hasToast) await expect.element(toast(shown).getByText('Error', { exact: true })).toBeVisible();
        await press('Try Again');
      }
      await expect.element(button(deletion)).toBeVisible();
      await expectAbsent(alert(/^Error Loading/));
      await press('Refresh');
      await expect.element(alert(`${text} The displayed data were loaded earlier.`)).toBeVisible();
      await expect.element(button(deletion)).toBeVisible();
    },
  );

  it('[PART-03] has its own message when loading services fails on the parts screen', async () => {
    await open(PARTS, respondWithStatus(listServices, 200, rejected));
    await expectShown('Failed to load data. Please refresh the page.', page.getByRole('alert'));
  });

  it.each([
    ['[SLOT-06]', SLOTS, respondWithStatus(listSlots, 404), 'Total Slots'],
    ['[MODL-03]', MODELS, respondWithStatus(listVehicleModels, 404), 'Total Models'],
  ])('%s shows no count when a load fails', async (_id, address, failed, card) => {
    await open(address, failed);
    await expect.element(page.getByRole('main').getByText('N/A', { exact: true })).toBeVisible();
    await expectShown(card);
  });

  it.each([
    ['[PART-03]', PARTS, deletePart, 'part Brake pad', 'part', 'Failed to delete part. Please try again.', false],
    ['[SERV-02]', SERVICES, deleteService, 'service Wash', 'service', 'Error deleting service', false],
    ['[SOS-02]', SOS, deleteSosService, 'SOS service Towing', 'SOS service', 'Failed to delete SOS service', false],
    [
      '[SLOT-06, ERR-03]',
      SLOTS,
      deleteSlot,
      'time slot 09:00 - 10:00',
      'time slot',
      'Failed to delete time slot',
      true,
    ],
    [
      '[MODL-03, ERR-03]',
      MODELS,
      deleteVehicleModel,
      'vehicle model Tata',
      'vehicle model',
      'Failed to delete vehicle model',
      true,
    ],
  ])(
    '%s is shown in the dialog when a deletion at %s fails',
    async (_ids, address, endpoint, name, noun, text, hasToast) => {
      await open(address, inSequence(respondWithStatus(endpoint, 500), respondWithStatus(endpoint, 404, moved)));
      await press(`Delete ${name}`);
      await expectShown(`Are you sure you want to delete this ${noun}?`);
      for (const shown of [text, 'We have moved']) {
        await confirmDeletion();
        await expectShown(shown, confirmation().getByRole('alert'));
        if (hasToast) await expect.element(toast(shown)).toBeInTheDocument();
      }
    },
  );
});

describe('a form', () => {
  it('[PART-02, PART-03] shows an error at each invalid field of a part, and keeps input that could not be saved', async () => {
    await open(PARTS, respondWithStatus(createPart, 500));
    const form = await add('Part', 'Add Part');
    await field('Service *', form).selectOptions('');
    await field('Amount (₹) *', form).fill('0');
    await press('Create Part');
    for (const text of ['Please select a service', 'Please enter part name', 'Please enter a valid amount'])
      await expectShown(text, form);
    const image = form.getByLabelText('Image');
    for (const [chosen, text] of [
      [file('a.txt', 'text/plain'), 'Please select a valid image file'],
      [file('a.svg', 'image/svg+xml', '<svg/>'), /^This image format is not supported\./],
      [file('a.png', 'image/png', new Uint8Array(5_242_881)), 'Image size must be less than 5MB'],
      [file('a.png', 'image/png', 'no image'), 'Failed to read file'],
    ] as const) {
      await image.upload(chosen);
      await expectShown(text, form);
    }
    expect(sentBodies(createPart)).toEqual([]);
    await field('Service *', form).selectOptions('Brake service');
    await field('Part Name *', form).fill('Lever');
    await field('Amount (₹) *', form).fill('35.5');
    await press('Create Part');
    await expectShown('Operation failed. Please try again.', form);
    expect(sentFields(createPart)).toMatchObject([{ serviceId: brakes.id, name: 'Lever', pricePaise: 3_550 }]);
    await expect.element(field('Part Name *', form)).toHaveValue('Lever');
  });

  it('[SERV-02] requires the fields of a service and keeps input that could not be saved', async () => {
    await open(SERVICES, respondWithStatus(createService, 500), respondWithStatus(updateService, 500));
    const form = await add('Service', 'Add Service');
    await press('Create Service');
    await expectShown('Please fill in required fields', form);
    await field('Service Name *', form).fill('Polish');
    await field('Vehicle Type *', form).selectOptions('car');
    await press('Create Service');
    await expectShown('Error creating service', form);
    expect(sentFields(createService)).toMatchObject([{ name: 'Polish', vehicleType: 'car' }]);
    await userEvent.keyboard('{Escape}');
    await press('Discard');
    await press('Edit service Wash');
    await field('Service Name *', dialog('Edit Service')).fill('Full wash');
    await press('Update Service');
    await expectShown('Error updating service', dialog('Edit Service'));
  });

  it('[SOS-02] requires the fields of a roadside service and keeps input that could not be saved', async () => {
    await open(SOS, respondWithStatus(createSosService, 500));
    const form = await add('SOS Service', 'Add SOS Service');
    await press('Create Service');
    await expectShown('Please fill all required fields', form);
    expect(sentBodies(createSosService)).toEqual([]);
    await field('Service Name *', form).fill('Fuel');
    await field('Vehicle Type *', form).selectOptions('car');
    await field('Price (₹) *', form).fill('99');
    await press('Create Service');
    await expectShown('Failed to save SOS service', form);
    expect(sentFields(createSosService)).toMatchObject([{ name: 'Fuel', vehicleType: 'car', pricePaise: 9_900 }]);
    await expect.element(field('Service Name *', form)).toHaveValue('Fuel');
  });

  it('[MODL-02, MODL-03] requires the name of a vehicle model and keeps input that could not be saved', async () => {
    await open(MODELS, respondWithStatus(createVehicleModel, 500));
    const form = await add('Model', 'Add New Vehicle Model');
    await press('Create Model');
    await expect.element(toast('Please fill all required fields')).toBeVisible();
    await field('Company Name *', form).fill('Ashok Leyland');
    await press('Create Model');
    await expect.element(toast('Failed to save vehicle model')).toBeVisible();
    await expect.element(field('Company Name *', form)).toHaveValue('Ashok Leyland');
  });

  it('[SLOT-05] highlights the missing fields of a slot, shows a toast and sends nothing', async () => {
    await open(SLOTS);
    const form = await add('Slot', 'Add New Time Slot');
    await field('Start Time *', form).fill('   ');
    await press('Create Slot');
    await expect
      .element(toast('Please fill all required fields').getByText('Error', { exact: true }))
      .toBeVisible();
    expect(sentBodies(createSlot)).toEqual([]);
    for (const label of ['Start Time *', 'End Time *', 'Duration *']) {
      await expect.element(field(label, form)).toHaveAttribute('aria-invalid', 'true');
      await expect.element(field(label, form)).toHaveAccessibleDescription(/Required/);
    }
    await field('Start Time *', form).fill('09:00');
    await expect.poll(() => form.getByText('Required', { exact: true }).elements()).toHaveLength(2);
  });

  it('[SLOT-03, SLOT-04, SLOT-06] sends the changed fields of a slot and the duration calculated from its times, and the slot can then be deleted', async () => {
    const evening = {
      ...slots[0],
      id: newRecordId(),
      startTime: '9:30 pm',
      endTime: '11 pm',
      duration: '1.5 hours',
      etag: '"1"',
    };
    const changed = { ...evening, duration: '90 mins', etag: '"2"' };
    await open(
      SLOTS,
      inSequence(
        respondWithRows(listSlots),
        respondWithRows(listSlots, evening),
        respondWithRows(listSlots, changed),
        respondWithRows(listSlots),
      ),
      respondWith(createSlot, { record: evening }),
      respondWith(updateSlot, { record: changed }),
      respondWith(deleteSlot, {}),
    );
    const form = await add('Slot', 'Add New Time Slot');
    await expectShown('Create a new time slot for bookings', form);
    await field('Start Time *', form).fill('9:30 pm');
    await field('End Time *', form).fill('11 pm');
    await press('Create Slot');
    await expect.element(toast('Time slot created successfully')).toBeVisible();
    expect(sentFields(createSlot)).toEqual([{ startTime: '9:30 pm', endTime: '11 pm', duration: '1.5 hours' }]);
    await press('Edit time slot 9:30 pm - 11 pm');
    await expectShown('Update the time slot details');
    await field('Duration *', dialog('Edit Time Slot')).fill('90 mins');
    await press('Update Slot');
    await expect.element(toast('Time slot updated successfully')).toBeVisible();
    expect(sentFields(updateSlot)).toEqual([{ id: evening.id, duration: '90 mins' }]);
    await press('Delete time slot 9:30 pm - 11 pm');
    await confirmDeletion();
    await expect.element(toast('Time slot deleted successfully')).toBeVisible();
    // One call on opening the screen and one after each change.
    await expect.poll(() => sentQueries(listSlots)).toHaveLength(4);
  });

  it('[SLOT-04] warns when the end of a slot is before its start', async () => {
    await open(SLOTS);
    const form = await add('Slot', 'Add New Time Slot');
    await field('Start Time *', form).fill('9:30');
    await field('End Time *', form).fill('8:30');
    await expectShown('23 hours: does it end the next day?', form);
  });

  it('[SLOT-06, ERR-03] keeps the input of a slot that could not be saved, and asks before discarding it', async () => {
    await open(SLOTS, respondWithStatus(createSlot, 500), respondWithStatus(updateSlot, 200, rejected));
    const form = await add('Slot', 'Add New Time Slot');
    await field('Start Time *', form).fill('noon');
    await field('End Time *', form).fill('later');
    await field('Duration *', form).fill('a while');
    await press('Create Slot');
    await expect.element(toast('Failed to create time slot')).toBeVisible();
    await expect.element(field('Start Time *', form)).toHaveValue('noon');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your input?' })).toBeVisible();
    await press('Discard');
    await press('Edit time slot 09:00 - 10:00');
    await field('Duration *', dialog('Edit Time Slot')).fill('2 hours');
    await press('Update Slot');
    await expect.element(toast('Failed to update time slot')).toBeVisible();
  });

  it('[SLOT-03] warns about another slot with the same times in any notation, but saves the slot', async () => {
    await open(SLOTS, respondWith(createSlot, { record: null }));
    const form = await add('Slot', 'Add New Time Slot');
    const warning = form.getByText('The time slot Early morning - before 8 already exists.', { exact: true });
    await field('Start Time *', form).fill('early  MORNING');
    await field('End Time *', form).fill('before 9');
    await expectAbsent(warning);
    await field('End Time *', form).fill('before 8');
    await expect.element(warning).toBeVisible();
    await expectAccessible();
    await field('Duration *', form).fill('1 hour');
    await press('Create Slot');
    await expect.element(toast('Time slot created successfully')).toBeVisible();
    await press('Edit time slot Early morning - before 8');
    await field('Start Time *', dialog('Edit Time Slot')).fill('Noon');
    await expectAbsent(page.getByText(/already exists/));
  });

  it('[SERV-02] warns about another service with the same name for the same vehicles', async () => {
    await open(SERVICES);
    const form = await add('Service', 'Add Service');
    const warning = form.getByText('The service “Wash” for Bike already exists.', { exact: true });
    await field('Service Name *', form).fill(' wash');
    await field('Vehicle Type *', form).selectOptions('Car');
    await expectAbsent(warning);
    await field('Vehicle Type *', form).selectOptions('Bike');
    await expect.element(warning).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await press('Discard');
    await press('Edit service Wash');
    await expect.element(dialog('Edit Service')).toBeVisible();
    await expectAbsent(page.getByText(/already exists/));
  });
});

describe('an image', () => {
  it('[FILE-03, SERV-02, TOUGH-05] is rejected on selection if its format is not supported', async () => {
    await open(SERVICES);
    const form = await add('Service', 'Add Service');
    const image = form.getByLabelText('Image');
    const rejection = form.getByText(
      'This image format is not supported. Please select a JPEG, PNG, WebP, GIF, AVIF or HEIC image.',
    );
    const pdf = file('a.pdf', 'application/pdf', '%PDF');
    for (const chosen of [
      file('logo.svg', 'image/svg+xml'),
      file('scan.bmp', 'image/bmp'),
      file('scan.tiff', 'image/tiff'),
      // A file type that the browser does not know.
      file('photo.JXL', ''),
    ]) {
      await image.upload(pdf);
      await expectShown('Please select an image file', form);
      await image.upload(chosen);
      await expect.element(rejection).toBeVisible();
      await expectAbsent(button('Remove image', form));
    }
    await image.upload(file('a.png', 'image/png', new Uint8Array(5_242_881)));
    await expectShown('File size must be less than 5MB', form);
    await image.upload(aPicture());
    await expect.element(button('Remove image', form)).toBeVisible();
    await expectAbsent(rejection);
    // The browser cannot decode HEIC and usually reports no type for it.
    await image.upload(file('photo.HEIC', '', 'photo'));
    await expectShown('This browser cannot display HEIC photos. The image appears after saving.', form);
    await expectAbsent(rejection);
  });

  // The test server accepts no files, and no server responds at the other address.
  it.each([
    ['[SERV-02]', SERVICES, 'Service', 'Add Service', createService, '', 'Failed to upload image'],
    ['[SERV-02]', SERVICES, 'Service', 'Add Service', createService, 'http://127.0.0.1:1', 'Error uploading image'],
    [
      '[SOS-02]',
      SOS,
      'SOS Service',
      'Add SOS Service',
      createSosService,
      'http://127.0.0.1:1',
      'Failed to upload image',
    ],
    ['[PART-03]', PARTS, 'Part', 'Add Part', createPart, '', 'Image upload failed'],
    [
      '[MODL-03, FILE-01]',
      MODELS,
      'Model',
      'Add New Vehicle Model',
      createVehicleModel,
      '',
      'Failed to upload image',
    ],
  ])(
    '%s prevents saving the record at %s when it cannot be uploaded',
    async (_id, address, kind, title, create, fileHost, text) => {
      await openScreen(address, FILLED, { config: { extensions: { all: true }, fileHost } });
      const form = await add(kind, title);
      await form.getByLabelText(/ Name \*$/).fill('Polish');
      for (const choice of form.getByLabelText('Vehicle Type *').elements())
        await userEvent.selectOptions(choice, 'car');
      for (const price of form.getByLabelText(/^(Price|Amount) \(₹\) \*$/).elements())
        await userEvent.fill(price, '99');
      await form.getByLabelText(/^(Image|Company Logo)$/).upload(aPicture());
      await form.getByRole('button', { name: /^Create / }).click();
      // The text is in the dialog or in a toast.
      await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
      expect(sentBodies(create)).toEqual([]);
    },
  );
});

describe('the list', () => {
  it.each([
    ['[SLOT-01]', SLOTS, ['Time Slot', 'Duration', 'Actions'], ['Manage booking time slots', 'Total Slots']],
    [
      '[MODL-01]',
      MODELS,
      ['Image', 'Company Name', 'Actions'],
      ['Manage supported vehicle models', 'Total Models', 'Created: 5 Mar 2026'],
    ],
    ['[SOS-01]', SOS, ['Image', 'Service Name', 'Vehicle Type', 'Price', 'Actions'], ['₹1,499.50']],
    [
      '[SERV-01]',
      SERVICES,
      ['Service Name', 'Vehicle Type', 'Image', 'Created Date', 'Status', 'Actions'],
      ['6 Mar 2026', '5 Mar 2026'],
    ],
  ])('%s has its columns and texts at %s', async (_id, address, columns, texts) => {
    await open(address);
    await expectTexts(page.getByRole('columnheader'), columns);
    for (const text of texts) await expectShown(text);
  });

  it.each([
    [
      '[SLOT-02]',
      SLOTS,
      listSlots,
      [
        ['EARLY', 'Early morning - before 8'],
        ['as agreed', 'Early morning - before 8'],
        ['09:0', '09:00 - 10:00'],
      ],
      'No time slots found',
    ],
    ['[MODL-01]', MODELS, listVehicleModels, [['tAtA', 'Tata']], 'No vehicle models found'],
    ['[PART-01]', PARTS, listParts, [['PAD', 'Brake pad']], 'No parts found'],
    ['[SERV-01]', SERVICES, listServices, [['WASH', 'Wash']], null],
  ])(
    '%s can be searched at %s in any letter case without another request',
    async (_id, address, list, searches, none) => {
      await open(address);
      for (const [typed = '', shown = ''] of searches) {
        await page.getByRole('searchbox').fill(typed);
        await expect.element(page.getByRole('heading', { name: / \(1\)$/ })).toBeVisible();
        await expect.element(row(shown)).toBeVisible();
      }
      await page.getByRole('searchbox').fill('nothing like it');
      if (none !== null) await expectShown(none);
      expect(sentQueries(list)).toHaveLength(1);
    },
  );

  it('[SLOT-01] has rows as high as their skeletons, so that nothing below them moves', async () => {
    await open(SLOTS);
    await expect.element(row('Early morning')).toBeVisible();
    expect(row('Early morning').element().getBoundingClientRect().height).toBe(44);
  });

  it('[MODL-01, FMT-06] shows no "Created" on the card of a model without a date', async () => {
    await openScreen(MODELS, FILLED, { width: 375 });
    const card = page.getByRole('listitem').filter({ hasText: 'Bajaj' });
    await expect.element(card).toBeVisible();
    await expectAbsent(card.getByText(/Created|N\/A/));
  });

  it('[PART-01] loads the parts of the selected service', async () => {
    await open(PARTS, inSequence(respondWithRows(listParts, ...parts), respondWithRows(listParts)));
    await expect.element(heading('Parts (2)')).toBeVisible();
    await field('Service').selectOptions('Wash');
    await expectShown('No parts found');
    expect(new URLSearchParams(location.search).get('service')).toBe(wash.id);
  });

  it('[SERV-01, PART-01, ERR-03] shows how many parts the deletion of a service also deletes, and loads the number again after a failure', async () => {
    await open(
      SERVICES,
      inSequence(
        respondWithStatus(listParts, 404),
        respondWithStatus(listParts, 200, rejected),
        respondWithRows(listParts, ...parts),
      ),
    );
    await press('Delete service Brake service');
    const counting = confirmation().getByRole('alert').filter({ hasText: 'Its parts are deleted with it.' });
    for (const _ of [1, 2]) {
      await expect.element(counting.getByText(/could not be counted/)).toBeVisible();
      await press('Try again', counting);
    }
    await expectShown('Its 2 parts are deleted with it.', confirmation());
    await expectAbsent(counting);
  });
});
