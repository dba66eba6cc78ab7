import { createPart, deletePart, updatePart } from '@wayside/contract/parts';
import { createService, deleteService, updateService } from '@wayside/contract/services';
import { createSlot, deleteSlot, updateSlot } from '@wayside/contract/slots';
import { createSosService, deleteSosService, updateSosService } from '@wayside/contract/sos-services';
import { createVehicleModel, deleteVehicleModel, updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectTexts, expectVisible } from './support/expectations.ts';
import { buttonNamed, rowWith, unreadableLine } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

interface Kind {
  readonly path: string;
  readonly noun: string;
  /** What stands there: the whole ones, and how many could not be read whole. */
  readonly rows: readonly (readonly string[])[];
  readonly unreadable: string;
  readonly add: { readonly button: string; readonly submit: string };
  readonly update: string;
  readonly fill: readonly (readonly [label: string, text: string])[];
  readonly vehicle: boolean;
  readonly added: string;
  /** The record that is changed, and into what. */
  readonly old: string;
  readonly change: readonly [label: string, text: string];
  readonly changed: string;
  readonly calls: Readonly<Record<'create' | 'update' | 'delete', { readonly path: string }>>;
  readonly failed: Readonly<Record<'create' | 'update' | 'delete', string>>;
}

const sameFailure = (create: string, update: string, deletion: string) => ({ create, update, delete: deletion });

const kinds: readonly Kind[] = [
  {
    path: '/services/sos',
    noun: 'SOS service',
    rows: [
      ['', 'Towing', 'Truck', '₹1,500', ''],
      ['', 'Fuel', 'Boat', 'N/A', ''],
      ['', 'Jump start', 'N/A', 'N/A', ''],
    ],
    unreadable: '1 SOS service',
    add: { button: 'Add SOS Service', submit: 'Create Service' },
    update: 'Update Service',
    fill: [
      ['Service Name *', 'Winch'],
      ['Price (₹) *', '90'],
    ],
    vehicle: true,
    added: 'Winch',
    old: 'Towing',
    change: ['Service Name *', 'Towing far'],
    changed: 'Towing far',
    calls: { create: createSosService, update: updateSosService, delete: deleteSosService },
    failed: sameFailure('Failed to save SOS service', 'Failed to save SOS service', 'Failed to delete SOS service'),
  },
  {
    path: '/services/regular',
    noun: 'service',
    rows: [
      ['Oil change', 'Car', '', '1 Feb 2026', 'Active', ''],
      ['N/A', 'Bike', '', 'N/A', 'Active', ''],
    ],
    unreadable: '1 service',
    add: { button: 'Add Service', submit: 'Create Service' },
    update: 'Update Service',
    fill: [['Service Name *', 'Wash']],
    vehicle: true,
    added: 'Wash',
    old: 'Oil change',
    change: ['Service Name *', 'Oil and filter'],
    changed: 'Oil and filter',
    calls: { create: createService, update: updateService, delete: deleteService },
    failed: sameFailure('Error creating service', 'Error updating service', 'Error deleting service'),
  },
  {
    path: '/services/parts?service=srv-1',
    noun: 'part',
    rows: [
      ['', 'Oil filter', '₹350', ''],
      ['', 'Without an id', '₹10', ''],
      ['', 'N/A', 'N/A', ''],
    ],
    unreadable: '2 parts',
    add: { button: 'Add Part', submit: 'Create Part' },
    update: 'Update Part',
    fill: [
      ['Part Name *', 'Gasket'],
      ['Amount (₹) *', '20'],
    ],
    vehicle: false,
    added: 'Gasket',
    old: 'Oil filter',
    change: ['Amount (₹) *', '360.50'],
    changed: '₹360.5',
    calls: { create: createPart, update: updatePart, delete: deletePart },
    failed: sameFailure(
      'Operation failed. Please try again.',
      'Operation failed. Please try again.',
      'Failed to delete part. Please try again.',
    ),
  },
  {
    path: '/master/slots',
    noun: 'time slot',
    rows: [
      ['09:00 - 10:00', '1 hour', ''],
      ['14 - 16', '2', ''],
      ['18:00 - N/A', 'N/A', ''],
    ],
    unreadable: '1 time slot',
    add: { button: 'Add Slot', submit: 'Create Slot' },
    update: 'Update Slot',
    fill: [
      ['Start Time *', '10:00'],
      ['End Time *', '10:30'],
    ],
    vehicle: false,
    added: '10:00 - 10:30',
    old: '09:00 - 10:00',
    change: ['Duration *', 'an hour'],
    changed: 'an hour',
    calls: { create: createSlot, update: updateSlot, delete: deleteSlot },
    failed: sameFailure('Failed to create time slot', 'Failed to update time slot', 'Failed to delete time slot'),
  },
  {
    path: '/master/vehicle-models',
    noun: 'vehicle model',
    rows: [
      ['', 'Tata Created: 1 Feb 2026', ''],
      ['', 'Bajaj', ''],
    ],
    unreadable: '1 vehicle model',
    add: { button: 'Add Model', submit: 'Create Model' },
    update: 'Update Model',
    fill: [['Company Name *', 'Hero']],
    vehicle: false,
    added: 'Hero',
    old: 'Tata',
    change: ['Company Name *', 'Tata Motors'],
    changed: 'Tata Motors',
    calls: { create: createVehicleModel, update: updateVehicleModel, delete: deleteVehicleModel },
    failed: sameFailure(
      'Failed to save vehicle model',
      'Failed to save vehicle model',
      'Failed to delete vehicle model',
    ),
  },
];

/** Presses until it works: first it is answered with a page, then refused in words, then done. */
async function press(page: Page, call: { readonly path: string }, submit: string, failed: string): Promise<void> {
  provider.misbehaves(call, 'html 502', { refused: 'Not on Sundays' });
  for (const [times, words] of [failed, 'Not on Sundays'].entries()) {
    await buttonNamed(page, submit).click();
    // First: the same words may still stand there from the press before.
    await expect.poll(() => provider.asked(call).length).toBe(times + 1);
    await expectVisible(page.getByText(words, { exact: true }).last());
  }
  await buttonNamed(page, submit).click();
  await expectHidden(page.getByRole('dialog').or(page.getByRole('alertdialog')));
  expect(provider.asked(call)).toHaveLength(3);
}

describe('what administrators keep', () => {
  test.for(kinds)('[API-10, API-15, ERR-01, ERR-02, ERR-03] $path', async (kind, { page, problems }) => {
    problems.allow(/^(response: 502|console: )/);
    await page.goto(kind.path);
    for (const [index, cells] of kind.rows.entries())
      await expectTexts(
        page
          .getByRole('row')
          .nth(index + 1)
          .getByRole('cell'),
        [...cells],
      );
    await expectVisible(unreadableLine(page, kind.unreadable));

    await buttonNamed(page, kind.add.button).click();
    for (const [label, text] of kind.fill) await page.getByLabel(label, { exact: true }).fill(text);
    if (kind.vehicle) await page.getByLabel('Vehicle Type *').selectOption('Car');
    await press(page, kind.calls.create, kind.add.submit, kind.failed.create);
    await expectVisible(rowWith(page, kind.added));

    await page.getByRole('button', { name: new RegExp(`^Edit ${kind.noun} ${kind.old}`) }).click();
    await page.getByLabel(kind.change[0], { exact: true }).fill(kind.change[1]);
    await press(page, kind.calls.update, kind.update, kind.failed.update);
    await expectVisible(rowWith(page, kind.changed).first());

    await page.getByRole('button', { name: new RegExp(`^Delete ${kind.noun} ${kind.added}`) }).click();
    await press(page, kind.calls.delete, 'Delete', kind.failed.delete);
    await expectHidden(rowWith(page, kind.added));
    expect(provider.asked(kind.calls.update).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
  });

  test('[PART-03, API-15] a record without an id or a usable amount is not sent', async ({ page }) => {
    await page.goto('/services/parts?service=srv-1');
    await buttonNamed(page, 'Edit part Without an id').click();
    await expectVisible(toast(page, 'Invalid part ID'));
    await buttonNamed(page, 'Edit part N/A').click();
    await expectVisible(toast(page, 'Invalid part data'));
    await page.goto('/master/slots');
    await buttonNamed(page, 'Delete time slot 18:00 - N/A').click();
    await expectVisible(toast(page, 'This record has no ID, so it cannot be changed or deleted.'));
    expect(provider.asked(updatePart)).toEqual([]);
    expect(provider.asked(deleteSlot)).toEqual([]);
  });
});
