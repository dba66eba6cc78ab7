import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { withDatabase } from './support/database.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { dialogByName, queryOf } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { printedPages } from './support/printed-pages.ts';
import { aCall, sendEmergencies, sendEmergencyUpdate } from './support/roadside.ts';

const came = '2026-03-10T04:30:00.000Z';
const later = (seconds: number) => new Date(Date.parse(came) + seconds * 1000).toISOString();
const suresh = aMechanic({ name: 'Suresh Patil' });
const quick = aCall('Asha Rao', { createdAt: came });
const slow = aCall('Ravi Kumar', { createdAt: came });
const cancelled = aCall('Meera Iyer', { createdAt: '2026-03-11T18:00:00.000Z', location: null });
const DAYS = '/roadside/report?from=2026-03-10&to=2026-03-11';

/** The records of two days; the desk claimed the first two emergencies after 30 and 90 s. */
const test = applicationTest().extend('days', { scope: 'file', auto: true }, async ({ application }) => {
  await loadMarketplace(application, { mechanics: [suresh] });
  await sendEmergencies(application, quick, slow, cancelled);
  for (const [{ emergency }, seconds] of [
    [quick, [30, 120, 1320]],
    [slow, [90, 390, 2790]],
  ] as const) {
    const [claimed, accepted, arrived] = seconds;
    await withDatabase(application, (client) =>
      client.query('UPDATE emergencies SET claimed_at = $2 WHERE booking_id = $1', [emergency.id, later(claimed)]),
    );
    const byRecord = { mechanic: refTo(suresh) };
    await sendEmergencyUpdate(application, emergency, {
      ...byRecord,
      status: 'accepted',
      updatedAt: later(accepted),
    });
    await sendEmergencyUpdate(application, emergency, {
      ...byRecord,
      status: 'arrived',
      updatedAt: later(arrived),
    });
    await sendEmergencyUpdate(application, emergency, {
      ...byRecord,
      status: 'completed',
      updatedAt: later(arrived + 600),
    });
  }
  await sendEmergencyUpdate(application, cancelled.emergency, {
    status: 'cancelled',
    updatedAt: '2026-03-11T18:05:00.000Z',
  });
});

describe('the roadside report', () => {
  test('[ROAD-07, DESK-02, DESK-04] shows the duration of each phase by hour and area, with bars and place names, opens the rows of each stat and exports them', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await page.goto(DAYS);
    const all = page.getByRole('region', { name: 'In all' });
    // Times to claim, assign and arrive: 30 and 90 s, 90 and 300 s, 1,200 and 2,400 s. Targets: 60 s, 3 min and 30
    // min.
    await expectText(all, /Claimed, median 1:00 90th percentile 1:24 50% within the target of 1:00/);
    await expectText(all, /Assigned, median 3:15 .*50% within the target of 3:00/);
    await expectText(all, /On site, median 30:00 .*50% within the target of 30:00/);
    await expectText(all, /Emergencies 3 Expired claims 0 Cancelled 1/);
    const hours = page.getByRole('table', { name: 'By hour' });
    await expectTexts(hours.getByRole('rowheader'), ['10:00–11:00', '23:00–00:00']);
    await expectVisible(page.getByText('Previous period: median'));
    const tips = page.locator('[data-tip^="10:00–11:00: median"]');
    await expect
      .poll(() => tips.evaluateAll((bars) => bars.map(({ dataset }) => dataset['tip'])))
      .toEqual([
        '10:00–11:00: median 1:00, 90th percentile 1:24; previous period: none',
        '10:00–11:00: median 3:15, 90th percentile 4:39; previous period: none',
        '10:00–11:00: median 30:00, 90th percentile 38:00; previous period: none',
      ]);
    // Four values exceed their target: each 90th percentile, and the median time to assign.
    expect(await page.locator('[class*="bg-overdue-2"][style*="height"]').count()).toBe(4);
    const areas = page.getByRole('table', { name: 'By area' });
    await expectText(
      areas.getByRole('row').filter({ hasText: '19.05, 72.85' }),
      /^.+, Mumbai 19\.05, 72\.85 .*2 1:00 /,
    );
    await expectVisible(areas.getByRole('rowheader', { name: 'Without a place' }));
    await expectText(page.getByRole('list', { name: 'Cancellations' }), 'No reason given 1');
    await expectAccessible(page);

    await hours.getByRole('link', { name: /^10:00–11:00, claimed in time: 50%/ }).click();
    const rows = dialogByName(page, 'Claimed in time (1)');
    await expectText(
      rows.getByRole('row').nth(1),
      /Flat tyre .*Asha Rao.*Suresh Patil.*Mumbai.*0:30.*1:30.*20:00/s,
    );
    expect(queryOf(page)).toEqual({ from: '2026-03-10', to: '2026-03-11', figure: 'claim_in_time', hour: '10' });
    await expectAccessible(page);
    const file = page.waitForEvent('download');
    await rows.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(quick.emergency.id);
    await page.keyboard.press('Escape');
    await expectHidden(rows);
    expect(queryOf(page)).toEqual({ from: '2026-03-10', to: '2026-03-11' });

    const whole = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await readFile(await (await whole).path(), 'utf8')).trim().split('\r\n')).toHaveLength(4);

    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 7 Days' });
    await expectVisible(page.getByText('No emergencies on these days'));
  }, 120_000);

  test('[ROAD-07] fits on a phone and on paper', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'phone' });
    await page.goto(DAYS);
    await expectVisible(page.getByRole('list', { name: 'By area' }));
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    // Spaces are removed, because a PDF may split words.
    const printed = (await printedPages(page)).join('').replaceAll(' ', '');
    for (const text of [
      'Roadside report',
      'By hour',
      'By area',
      'Did not arrive',
      '19.05, 72.85',
      'No reason given',
    ])
      expect(printed).toContain(text.replaceAll(' ', ''));
    expect(printed).not.toContain('Export');
  });
});
