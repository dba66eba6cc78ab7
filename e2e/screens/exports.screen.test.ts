import { listActivity } from '@wayside/contract/activity';
import { listBookings } from '@wayside/contract/bookings';
import {
  exportActivity,
  exportBookings,
  exportMechanics,
  exportNotifications,
  exportPayments,
  exportPayouts,
  exportServices,
  exportSlots,
  exportSosServices,
  exportUsers,
  exportVehicleModels,
} from '@wayside/contract/exports';
import { listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listPayments } from '@wayside/contract/payments';
import { listServices } from '@wayside/contract/services';
import { listSlots } from '@wayside/contract/slots';
import { listSosServices } from '@wayside/contract/sos-services';
import { listUsers } from '@wayside/contract/users';
import { listVehicleModels } from '@wayside/contract/vehicle-models';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './accessible.ts';
import {
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  type SentCall,
  sentQueries,
} from './open-screen.ts';
import { button, toast } from './page-content.ts';
import { LIST_SCREEN_RESPONSES, respondWithEarnings } from './responses.ts';

const headers = { 'content-type': 'text/csv; charset=utf-8', [TOTAL_ROWS_HEADER]: '19' };

/** An export that sends five lines of a 19-row table and then stalls. */
function stalledTable(): MockResponse & { readonly breakOff: () => void; readonly isAborted: () => boolean } {
  let signal: AbortSignal | null = null;
  let breakOff: () => void = () => undefined;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('a,b,c\r\n'.repeat(5)));
      breakOff = () => controller.error(new TypeError('network error'));
    },
  });
  const respond = (_url: URL, sent?: SentCall) => {
    signal = sent?.signal ?? null;
    return new Response(body, { headers });
  };
  return {
    endpoint: exportPayments,
    respond,
    breakOff: () => breakOff(),
    isAborted: () => signal?.aborted === true,
  };
}

async function choose(format: string): Promise<void> {
  await button('Export').click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
}

/** The names of the saved files. */
let saved: string[] = [];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

describe('an export', () => {
  it.each([
    ['/bookings', respondWithRows(listBookings), exportBookings],
    ['/users', respondWithRows(listUsers), exportUsers],
    ['/mechanics', respondWithRows(listMechanics), exportMechanics],
    ['/payments', respondWithRows(listPayments), exportPayments],
    ['/notifications', respondWithRows(listNotifications), exportNotifications],
    ['/activity', respondWithRows(listActivity), exportActivity],
    ['/payouts', respondWithEarnings(), exportPayouts],
    ['/services/regular', respondWith(listServices, { rows: [] }), exportServices],
    ['/services/sos', respondWith(listSosServices, { rows: [] }), exportSosServices],
    ['/master/slots', respondWith(listSlots, { rows: [] }), exportSlots],
    ['/master/vehicle-models', respondWith(listVehicleModels, { rows: [] }), exportVehicleModels],
  ])(
    '[VIEW-08] of %s is available as CSV and as a workbook, with its number of rows',
    async (path, list, exported) => {
      const table = { endpoint: exported, respond: () => new Response('ID\r\n', { headers }) };
      await openScreen(path, [list, table, ...LIST_SCREEN_RESPONSES]);
      await button('Export').click();
      const menu = page.getByRole('menu', { name: 'Export' });
      await expect.element(menu.getByText('0 rows')).toBeVisible();
      await expect.element(menu.getByRole('menuitem', { name: 'CSV' })).toBeVisible();
      await menu.getByRole('menuitem', { name: 'Excel (XLSX)', exact: true }).click();
      await expect.poll(() => sentQueries(exported)).toMatchObject([{ format: 'xlsx' }]);
      await expect.element(toast('Export saved')).toBeVisible();
      expect(saved).toEqual([expect.stringMatching(/^[a-z-]+\.xlsx$/)]);
    },
  );

  it('[API-17] shows its progress, and leaves no file when it is cancelled', async () => {
    const table = stalledTable();
    await openScreen('/payments', [respondWithRows(listPayments), table]);
    await choose('CSV');
    await expect.element(page.getByText('25 %', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: 'Export' })).toBeVisible();
    await expectAccessible();
    await button('Cancel the export').click();
    await expect.poll(table.isAborted).toBe(true);
    table.breakOff();
    await expect.element(toast('Export cancelled')).toBeVisible();
    await expect.element(toast('No file was saved.')).toBeVisible();
    await expect.element(button('Export')).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('[API-17] shows a failure when its connection breaks, leaves no file and can be repeated', async () => {
    const table = stalledTable();
    await openScreen('/payments', [respondWithRows(listPayments), table]);
    await choose('CSV');
    await expect.element(page.getByText('25 %', { exact: true })).toBeVisible();
    table.breakOff();
    await expect.element(toast('Export failed')).toBeVisible();
    const reason = 'The export was interrupted. Please try again. No file was saved.';
    await expect.element(toast(reason)).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: 'Export' })).not.toBeInTheDocument();
    await expect.element(button('Export')).toBeVisible();
    expect(saved).toEqual([]);
  });
});
