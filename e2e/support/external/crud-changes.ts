import { createPart, deletePart } from '@wayside/contract/parts';
import { createService, deleteService, updateService } from '@wayside/contract/services';
import { createSlot, deleteSlot, updateSlot } from '@wayside/contract/slots';
import { createSosService, deleteSosService } from '@wayside/contract/sos-services';
import { createVehicleModel, deleteVehicleModel, updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { after, type Change, deletion, dialog, inDialog, pressing, typed } from './change.ts';

const save = (button: string | RegExp, submit: string, ...steps: ((page: Page) => Promise<unknown>)[]) => ({
  open: after(pressing(button), ...steps),
  submit: inDialog(submit),
  succeeded: /successfully/,
  remains: dialog,
});
const chosenCar = (page: Page) => page.getByLabel('Vehicle Type *').selectOption('Car');

/** The changes of the catalogue, slots and vehicle models. */
export const CRUD_CHANGES: readonly Change[] = [
  {
    name: 'adding an SOS service',
    path: '/services/sos',
    call: createSosService,
    ...save(
      'Add SOS Service',
      'Create Service',
      typed('Service Name *', 'Winch'),
      typed('Price (₹) *', '9'),
      chosenCar,
    ),
    failed: 'Failed to save SOS service',
  },
  {
    name: 'deleting an SOS service',
    path: '/services/sos',
    call: deleteSosService,
    ...deletion('SOS service', 'Fuel'),
    failed: 'Failed to delete SOS service',
  },
  {
    name: 'adding a service',
    path: '/services/regular',
    call: createService,
    ...save('Add Service', 'Create Service', typed('Service Name *', 'Wash'), chosenCar),
    failed: 'Error creating service',
  },
  {
    name: 'changing a service',
    path: '/services/regular',
    call: updateService,
    ...save(/^Edit service Oil change/, 'Update Service', typed('Service Name *', 'Oil')),
    failed: 'Error updating service',
  },
  {
    name: 'deleting a service',
    path: '/services/regular',
    call: deleteService,
    ...deletion('service', 'Oil change'),
    failed: 'Error deleting service',
  },
  {
    name: 'adding a part',
    path: '/services/parts?service=srv-1',
    call: createPart,
    ...save('Add Part', 'Create Part', typed('Part Name *', 'Gasket'), typed('Amount (₹) *', '20')),
    failed: 'Operation failed. Please try again.',
  },
  {
    name: 'deleting a part',
    path: '/services/parts?service=srv-1',
    call: deletePart,
    ...deletion('part', 'Oil filter'),
    failed: 'Failed to delete part. Please try again.',
  },
  {
    name: 'adding a time slot',
    path: '/master/slots',
    call: createSlot,
    ...save('Add Slot', 'Create Slot', typed('Start Time *', '10:00'), typed('End Time *', '10:30')),
    failed: 'Failed to create time slot',
  },
  {
    name: 'changing a time slot',
    path: '/master/slots',
    call: updateSlot,
    ...save(/^Edit time slot 09:00/, 'Update Slot', typed('Duration *', 'an hour')),
    failed: 'Failed to update time slot',
  },
  {
    name: 'deleting a time slot',
    path: '/master/slots',
    call: deleteSlot,
    ...deletion('time slot', '09:00'),
    failed: 'Failed to delete time slot',
  },
  {
    name: 'adding a vehicle model',
    path: '/master/vehicle-models',
    call: createVehicleModel,
    ...save('Add Model', 'Create Model', typed('Company Name *', 'Hero')),
    failed: 'Failed to save vehicle model',
  },
  {
    name: 'changing a vehicle model',
    path: '/master/vehicle-models',
    call: updateVehicleModel,
    ...save(/^Edit vehicle model Bajaj/, 'Update Model', typed('Company Name *', 'Hero')),
    failed: 'Failed to save vehicle model',
  },
  {
    name: 'deleting a vehicle model',
    path: '/master/vehicle-models',
    call: deleteVehicleModel,
    ...deletion('vehicle model', 'Bajaj'),
    failed: 'Failed to delete vehicle model',
  },
];
