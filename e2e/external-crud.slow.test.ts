import { createPart, part, updatePart } from '@wayside/contract/parts';
import { deleteSlot } from '@wayside/contract/slots';
import { updateSosService } from '@wayside/contract/sos-services';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { describe, expect } from 'vitest';
import { expectTexts, expectVisible } from './support/expectations.ts';
import { signedInExternalTest, unreadableLine } from './support/external/external-test.ts';
import { press, rowWith } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const { provider, test } = await signedInExternalTest();

/** The rows of each list, and the count of records that could not be read. */
const lists = [
  {
    path: '/services/sos',
    unreadable: '1 SOS service',
    rows: [
      ['', 'Towing', 'Truck', '₹1,500', ''],
      ['', 'Fuel', 'Boat', 'N/A', ''],
      ['', 'Jump start', 'N/A', 'N/A', ''],
    ],
  },
  {
    path: '/services/regular',
    unreadable: '1 service',
    rows: [
      ['Oil change', 'Car', '', '1 Feb 2026', 'Active', ''],
      ['N/A', 'Bike', '', 'N/A', 'Active', ''],
    ],
  },
  {
    path: '/services/parts?service=srv-1',
    unreadable: '2 parts',
    rows: [
      ['', 'Oil filter', '₹350', ''],
      ['', 'Without an id', '₹10', ''],
      ['', 'N/A', 'N/A', ''],
    ],
  },
  {
    path: '/master/slots',
    unreadable: '1 time slot',
    rows: [
      ['09:00 - 10:00', '1 hour', ''],
      ['14 - 16', '2', ''],
      ['18:00 - N/A', 'N/A', ''],
    ],
  },
  {
    path: '/master/vehicle-models',
    unreadable: '1 vehicle model',
    rows: [
      ['', 'Tata Created: 1 Feb 2026', ''],
      ['', 'Bajaj', ''],
    ],
  },
];

describe('a CRUD list of an external API', () => {
  test('[API-10, API-15] shows whole and odd records and counts those that it cannot read', async ({ page }) => {
    for (const { path, unreadable, rows } of lists) {
      await page.goto(path);
      await expectVisible(unreadableLine(page, unreadable));
      for (const [index, cells] of rows.entries()) {
        const row = page.getByRole('row').nth(index + 1);
        await expectTexts(row.getByRole('cell'), cells);
      }
    }
  });

  test('[API-10, API-13] sends amounts in rupees and updates by the configured method', async ({ page }) => {
    await page.goto('/services/parts?service=srv-1');
    await press(page, 'Add Part');
    await page.getByLabel('Part Name *').fill('Gasket');
    await page.getByLabel('Amount (₹) *').fill('20');
    await press(page, 'Create Part');
    await expectVisible(rowWith(page, 'Gasket'));
    await press(page, 'Edit part Oil filter');
    await page.getByLabel('Amount (₹) *').fill('360.50');
    await press(page, 'Update Part');
    await expectVisible(rowWith(page, '₹360.50'));
    expect(provider.requests(createPart)[0]?.body).toMatchObject({ [wireKey(part, 'name')]: 'Gasket', amount: 20 });
    expect(provider.requests(updatePart)[0]).toMatchObject({ method: 'PUT', body: { amount: 360.5 } });
    await page.goto('/services/sos');
    await press(page, 'Edit SOS service Towing');
    await page.getByLabel('Service Name *').fill('Towing far');
    await press(page, 'Update Service');
    await expectVisible(rowWith(page, 'Towing far'));
    expect(provider.requests(updateSosService)[0]?.method).toBe('PUT');
  });

  test('[PART-03, API-15] does not send a record without an id or a usable amount', async ({ page }) => {
    await page.goto('/services/parts?service=srv-1');
    await press(page, 'Edit part Without an id');
    await expectVisible(toast(page, 'Invalid part ID'));
    await press(page, 'Edit part N/A');
    await expectVisible(toast(page, 'Invalid part data'));
    await page.goto('/master/slots');
    await press(page, 'Delete time slot 18:00 - N/A');
    await expectVisible(toast(page, 'This record has no ID, so it cannot be changed or deleted.'));
    expect(provider.requests(updatePart)).toEqual([]);
    expect(provider.requests(deleteSlot)).toEqual([]);
  });
});
