import { updateConfiguration } from '@wayside/contract/configuration';
import { payLoyalty } from '@wayside/contract/loyalty';
import * as mechanics from '@wayside/contract/mechanics';
import { createNotification, deleteNotification } from '@wayside/contract/notifications';
import { createPart, deletePart } from '@wayside/contract/parts';
import { createPayout } from '@wayside/contract/payouts';
import { createService, deleteService, updateService } from '@wayside/contract/services';
import { createSlot, deleteSlot, updateSlot } from '@wayside/contract/slots';
import { createSosService, deleteSosService } from '@wayside/contract/sos-services';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import { createVehicleModel, deleteVehicleModel, updateVehicleModel } from '@wayside/contract/vehicle-models';
import { type Locator, page } from 'vitest/browser';
import { button, dialog, field } from './elements.ts';

/** A change that a user makes on a screen with an external API. */
export interface Change {
  readonly name: string;
  readonly path: string;
  readonly call: { readonly path: string; readonly successNeeds: readonly unknown[] };
  /** The steps that open the form or dialog with the submit button. */
  readonly open: readonly (() => Promise<void>)[];
  readonly submit: () => Locator;
  /** The control that confirms the change, if it needs a confirmation. */
  readonly confirm?: () => Locator;
  /** The screen's fixed text for a failure of this change. */
  readonly failureText: string;
  readonly successText: RegExp;
  /** The element that must remain on the screen after a failure. */
  readonly remainingElement: () => Locator;
}

/** Closes the toasts, which may cover a button. */
export function closeToasts(): void {
  for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click();
}

export const rowWith = (text: string): Locator => page.getByRole('row').filter({ hasText: text });

const anyDialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const typed = (label: string, text: string) => () => field(label).fill(text);
const chosenCar = () => page.getByLabelText('Vehicle Type *').selectOptions('Car');
const pressing = (name: string | RegExp) => () =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const inDialog = (name: string) => () => button(name, anyDialog().last());

/**
 * Describes a change by form: the button that opens it, the submit button, the steps to fill it in, and the text for
 * a failure.
 */
const form = (open: string | RegExp, submit: string, steps: Change['open'], failureText: string) => ({
  open: [pressing(open), ...steps],
  submit: inDialog(submit),
  failureText,
  successText: /successfully| paid to /,
  remainingElement: anyDialog,
});

const deletion = (noun: string, record: string, failureText = `Failed to delete ${noun}`) => ({
  open: [pressing(new RegExp(`^Delete ${noun} ${record}`))],
  submit: inDialog('Delete'),
  failureText,
  successText: /is deleted|deleted successfully/,
  remainingElement: anyDialog,
});

const PAYOUT_FAILED = 'Failed to process payout. Please try again.';
const loyalty = (payee: string) =>
  form(`Pay loyalty to ${payee}`, 'Process Payout', [typed('Transaction ID', 'UTR 1')], PAYOUT_FAILED);
const decision = (word: 'Approve' | 'Reject', ...steps: Change['open']) => ({
  open: [pressing('View details of Waiting Wasim'), pressing(word), ...steps],
  submit: inDialog(word),
  failureText: `Failed to ${word.toLowerCase()} mechanic`,
  successText: /is (approved|rejected)/,
  remainingElement: () => dialog(`${word} Waiting Wasim?`),
});

/** Every kind of change that the screens make, with its name, path and call. */
const changes: readonly (readonly [string, string, Change['call'], Omit<Change, 'name' | 'path' | 'call'>])[] = [
  [
    'a payout',
    '/payouts',
    createPayout,
    form(
      'Process payout to Anil Rao',
      'Process Payout',
      [typed('Transaction ID', '6309 0000 0077')],
      PAYOUT_FAILED,
    ),
  ],
  ['a loyalty payout', '/users', payLoyalty, loyalty('Meera Nair')],
  ['the loyalty payout of a mechanic', '/mechanics', payLoyalty, loyalty('Anil Rao')],
  [
    'blocking a user',
    '/users',
    toggleUserBlock,
    {
      open: [],
      submit: () => button('Block user Meera Nair'),
      failureText: 'Failed to update user status',
      successText: /is blocked/,
      remainingElement: () => rowWith('Meera Nair').getByText('Active'),
    },
  ],
  ['deleting a user', '/users', deleteUser, deletion('user', 'Odd One')],
  ['approving a mechanic', '/mechanics', mechanics.decideApplication, decision('Approve')],
  [
    'rejecting a mechanic',
    '/mechanics',
    mechanics.decideApplication,
    decision('Reject', () => page.getByRole('dialog').last().getByLabelText('Remarks').fill('No papers')),
  ],
  [
    'blocking a mechanic',
    '/mechanics',
    mechanics.toggleMechanicBlock,
    {
      open: [pressing('View details of Anil Rao')],
      submit: () => button('Block'),
      failureText: 'Failed to update mechanic status',
      successText: /is blocked/,
      remainingElement: () => button('Block'),
    },
  ],
  [
    'making a mechanic a regular one',
    '/mechanics',
    mechanics.toggleMechanicExpert,
    {
      open: [],
      submit: () => rowWith('Anil Rao').getByRole('button', { name: /change Anil Rao to regular/ }),
      failureText: 'Failed to update expert status',
      successText: /is now regular/,
      remainingElement: () => rowWith('Anil Rao').getByText('Expert', { exact: true }),
    },
  ],
  ['deleting a mechanic', '/mechanics', mechanics.deleteMechanic, deletion('mechanic', 'Later Leela')],
  [
    'sending a notification',
    '/notifications',
    createNotification,
    {
      open: [typed('Message', 'Your car is ready')],
      submit: () => button('Send notification'),
      failureText: 'Failed to send notification',
      successText: /sent successfully/,
      remainingElement: () => field('Message'),
    },
  ],
  [
    'deleting a notification',
    '/notifications',
    deleteNotification,
    {
      open: [],
      submit: () => rowWith('Message 3').getByRole('button', { name: /^Delete notification/ }),
      failureText: 'Failed to delete notification',
      successText: /deleted successfully/,
      remainingElement: () => rowWith('Message 3'),
    },
  ],
  [
    'adding an SOS service',
    '/services/sos',
    createSosService,
    form(
      'Add SOS Service',
      'Create Service',
      [typed('Service Name *', 'Winch'), typed('Price (₹) *', '9'), chosenCar],
      'Failed to save SOS service',
    ),
  ],
  ['deleting an SOS service', '/services/sos', deleteSosService, deletion('SOS service', 'Fuel')],
  [
    'adding a service',
    '/services/regular',
    createService,
    form('Add Service', 'Create Service', [typed('Service Name *', 'Wash'), chosenCar], 'Error creating service'),
  ],
  [
    'changing a service',
    '/services/regular',
    updateService,
    form(/^Edit service Oil change/, 'Update Service', [typed('Service Name *', 'Oil')], 'Error updating service'),
  ],
  [
    'deleting a service',
    '/services/regular',
    deleteService,
    deletion('service', 'Oil change', 'Error deleting service'),
  ],
  [
    'adding a part',
    '/services/parts?service=srv-1',
    createPart,
    form(
      'Add Part',
      'Create Part',
      [typed('Part Name *', 'Gasket'), typed('Amount (₹) *', '20')],
      'Operation failed. Please try again.',
    ),
  ],
  [
    'deleting a part',
    '/services/parts?service=srv-1',
    deletePart,
    deletion('part', 'Oil filter', 'Failed to delete part. Please try again.'),
  ],
  [
    'adding a time slot',
    '/master/slots',
    createSlot,
    form(
      'Add Slot',
      'Create Slot',
      [typed('Start Time *', '10:00'), typed('End Time *', '10:30')],
      'Failed to create time slot',
    ),
  ],
  [
    'changing a time slot',
    '/master/slots',
    updateSlot,
    form(/^Edit time slot 09:00/, 'Update Slot', [typed('Duration *', 'an hour')], 'Failed to update time slot'),
  ],
  ['deleting a time slot', '/master/slots', deleteSlot, deletion('time slot', '09:00')],
  [
    'adding a vehicle model',
    '/master/vehicle-models',
    createVehicleModel,
    form('Add Model', 'Create Model', [typed('Company Name *', 'Hero')], 'Failed to save vehicle model'),
  ],
  [
    'changing a vehicle model',
    '/master/vehicle-models',
    updateVehicleModel,
    form(
      /^Edit vehicle model Bajaj/,
      'Update Model',
      [typed('Company Name *', 'Hero')],
      'Failed to save vehicle model',
    ),
  ],
  ['deleting a vehicle model', '/master/vehicle-models', deleteVehicleModel, deletion('vehicle model', 'Bajaj')],
  [
    'changing the configuration',
    '/master/config',
    updateConfiguration,
    {
      open: [typed('Platform fee (₹)', '55.5')],
      submit: () => button('Update Configuration'),
      confirm: () => page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }),
      failureText: 'Failed to save configuration. Please try again.',
      successText: /updated successfully/,
      remainingElement: () => button('Update Configuration'),
    },
  ],
];

export const CHANGES: readonly Change[] = changes.map(([name, path, call, how]) => ({ name, path, call, ...how }));
