import { type Activity, getActivity, listActivity, listActivityActors } from '@wayside/contract/activity';
import { getDashboard } from '@wayside/contract/dashboard';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anActivity } from '../support/factories/activity.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  alert,
  dialog,
  expectAbsent,
  expectShown,
  expectText,
  expectTexts,
  field,
  heading,
  press,
} from './elements.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentQueries,
} from './open-screen.ts';

const WHO = 'kiran@example.in';
const REMARKS = 'The photo of the shop is not readable.\nPlease send it again.';
const kiran = newRecordId();
const actorId = newRecordId();
const rejected = anActivity({
  ...{
    id: '16',
    action: 'rejected',
    entity: 'mechanic',
    entityId: kiran,
    entityName: 'Kiran Rao',
    actorId,
    note: REMARKS,
  },
  changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
});
const expert = anActivity({
  id: '15',
  action: 'marked_expert',
  entity: 'mechanic',
  entityId: newRecordId(),
  entityName: 'Suresh Patil',
});
const priced = anActivity({
  ...{ id: '14', action: 'updated', entity: 'sos_service', entityName: 'Flat tyre' },
  changes: [{ field: 'pricePaise', before: 49_900, after: 12_345_650 }],
});
const deleted = anActivity({
  ...{ id: '13', action: 'deleted', entity: 'user', entityId: 'abcdef'.repeat(4) },
  changes: ['name', 'email', 'phone'].map((name) => ({ field: name, before: null, after: null })),
});
const first = anActivity({
  id: '1',
  action: 'sealed' as Activity['action'],
  entity: 'database',
  actorId: null,
  actorEmail: null,
  previousHash: '',
});
const filled = respondWithRows(listActivity, rejected, expert, priced, deleted);
const COMMON = [
  filled,
  respondWith(listActivityActors, {
    rows: [
      { id: actorId, email: WHO },
      { id: '0'.repeat(24), email: 'command line' },
    ],
  }),
];
const open = (address = '/activity', ...responses: MockResponse[]) =>
  openScreen(address, [...responses, ...COMMON]);
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const active = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const query = () => Object.fromEntries(new URLSearchParams(location.search));
const ACTIVITY_LOAD_FAILED = 'Failed to load activity. Please try again.';

describe('the activity log', () => {
  it('[SECU-05, API-17, FMT-01, FMT-02] shows the actor, change, record, time, address and values, without a layout shift', async () => {
    const late = holdResponse(filled);
    await open('/activity', late);
    await expect.element(heading('All Activity')).toBeVisible();
    await expectAccessible();
    await expectNoLayoutShift(async () => {
      late.release();
      await expect.element(heading('All Activity (4)')).toBeVisible();
    });
    await expectTexts(page.getByRole('columnheader'), ['', 'When', 'Who', 'What', 'From', 'Changes', 'Actions']);
    const cells = row('Rejected').getByRole('cell');
    await expectText(cells.nth(1), '5 Mar 2026 10:30 am');
    await expectText(cells.nth(2), WHO);
    await expectText(cells.nth(3), `Rejected Kiran Rao ${REMARKS.replace('\n', ' ')}`);
    await expectText(cells.nth(4), '127.0.0.1');
    await expectText(cells.nth(5), 'Status: Pending → Rejected');
    await expectText(row('an expert').getByRole('cell').nth(3), 'Made Suresh Patil an expert');
    await expectText(row('Changed').getByRole('cell').nth(5), 'Price: ₹499 → ₹1,23,456.50');
    await expectAccessible();
  });

  it('[USER-06] lists the fields of a deleted customer without their values', async () => {
    await open();
    await expectText(row('Deleted').getByRole('cell').nth(3), 'Deleted user abcdef');
    await expectText(row('Deleted').getByRole('cell').nth(5), /^Name, Email, Phone/);
  });

  it('[BOOK-11] links names to the people, and the actor to the actor’s entries', async () => {
    await open();
    await expect
      .element(page.getByRole('link', { name: 'Kiran Rao' }))
      .toHaveAttribute('href', `/mechanics?mechanic=${kiran}`);
    await row('Rejected').getByRole('link', { name: WHO }).click();
    await expectTexts(active, [`Actor: ${WHO}`]);
    expect(query()).toEqual({ actor: actorId });
  });

  it('[FMT-06] has cards on a narrow phone', async () => {
    await openScreen('/activity', [respondWithRows(listActivity, rejected), ...COMMON], { width: 320 });
    await expectText(
      page.getByRole('list', { name: 'All Activity' }).getByRole('listitem'),
      /^\d.* Rejected Kiran Rao kiran@example\.in The photo of the shop is not readable\. Please send it again\. Status: Pending → Rejected$/,
    );
    await expectAccessible();
    const banner = page.getByRole('banner').element();
    expect(banner.scrollWidth - banner.clientWidth).toBe(0);
  });

  it('is accessible when it is empty', async () => {
    await open('/activity', respondWithRows(listActivity));
    await expectShown(/^No activity yet\./);
    await expectAccessible();
  });

  it('[ERR-01, ERR-03] shows the message of a failed load, which can be retried manually', async () => {
    await open('/activity', inSequence(respondWithStatus(listActivity, 404), filled));
    await expectShown(ACTIVITY_LOAD_FAILED, alert(ACTIVITY_LOAD_FAILED));
    await expectAccessible();
    await press('Try Again');
    await expect.element(heading('All Activity (4)')).toBeVisible();
  });
});

describe('the filters of the activity log', () => {
  it('[API-17] apply together for action and record, and can be removed', async () => {
    await open('/activity?page=2');
    await field('Action').selectOptions('Blocked');
    await expect.poll(query).toEqual({ action: 'blocked' });
    await field('Record').selectOptions('Mechanics');
    await expectTexts(active, ['Action: Blocked', 'Record: Mechanics']);
    expect(sentQueries(listActivity).at(-1)).toMatchObject({ action: 'blocked', entity: 'mechanic' });
    await press('Action: Blocked, remove filter');
    await expect.element(field('Action')).toHaveValue('all');
    await press('Record: Mechanics, remove filter');
    await expect.poll(query).toEqual({});
  });

  it('[API-17, NAV-09] are set to one record by a link', async () => {
    await open(`/activity?entity=mechanic&id=${kiran}`);
    await expectTexts(active, ['Only: Kiran Rao', 'Record: Mechanics']);
    await press('Only: Kiran Rao, remove filter');
    await expect.poll(query).toEqual({ entity: 'mechanic' });
  });

  it('[PRIV-03] are in the URL for days and actor, and a reload restores them', async () => {
    await open();
    await field('Date').selectOptions('From – To…');
    await field('Actor').selectOptions('command line');
    await field('To').fill('2020-01-31');
    await expect.poll(query).toEqual({ actor: '0'.repeat(24), to: '2020-01-31' });
    await open('/activity?from=2020-01-31&action=imported', respondWithRows(listActivity));
    await expectShown('No activity found matching your criteria');
    await expect.element(field('From')).toHaveValue('31 Jan 2020');
    await expect.element(field('To')).toHaveValue('');
    await press('Clear filters');
    await expect.poll(query).toEqual({});
  });
});

describe('an entry of the activity log', () => {
  const ofRow = (record: Activity) => respondWith(getActivity, { record });

  it('[SECU-05, NAV-09] shows all fields and its position in the chain, and is in the URL', async () => {
    await open('/activity?row=16', ofRow(rejected));
    const details = dialog('Activity #16');
    for (const fact of ['Rejected Kiran Rao', WHO, '127.0.0.1', 'Pending → Rejected'])
      await expectShown(fact, details);
    await expect.element(details.getByRole('button', { name: `${kiran}, copy the complete ID` })).toBeVisible();
    await expect.poll(() => (details.getByText(/^The photo/).element() as HTMLElement).innerText).toBe(REMARKS);
    await details.getByText('Details', { exact: true }).click();
    await expectText(
      details.getByRole('group').filter({ hasText: 'Row 16' }),
      /Row 16 [0-9a-f]{16} Continues row 15 [0-9a-f]{16}$/,
    );
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expectAbsent(details);
    expect(query()).toEqual({});
  });

  it('[SECU-05] is the start of the chain when it is the first', async () => {
    await open('/activity?row=1', ofRow(first));
    await dialog('Activity #1').getByText('Details', { exact: true }).click();
    await expectShown('Starts the chain', dialog('Activity #1'));
  });

  it.each(['999', 'abc'])(
    '[NAV-09] is reported as missing when there is no entry with the number %s',
    async (number) => {
      await open(`/activity?row=${number}`, respondWithStatus(getActivity, number === '999' ? 404 : 400));
      await expectShown('There is no activity with this number.');
    },
  );

  it('[ERR-03] shows the error in the dialog when loading fails, and can be loaded again there', async () => {
    let isFailing = true;
    const respond = (url: URL) => (isFailing ? respondWithStatus(getActivity, 409) : ofRow(rejected)).respond(url);
    await open('/activity?row=99', { endpoint: getActivity, respond });
    await expectShown(ACTIVITY_LOAD_FAILED, page.getByRole('dialog'));
    isFailing = false;
    await press('Try Again', page.getByRole('dialog'));
    await expectText(page.getByRole('dialog').getByRole('region', { name: 'Summary' }), /Rejected Kiran Rao/);
  });
});

it('[API-17, NAV-06] the activity log has neither a menu item nor a page with an external API', async () => {
  await openScreen('/dashboard', [respondWithStatus(getDashboard, 404)], { config: {} });
  await expect.element(page.getByRole('banner').getByText('Welcome back,')).toBeVisible();
  await expectAbsent(page.getByRole('button', { name: /Owner/ }));
  await openScreen('/activity', [], { config: {} });
  await expectShown('Oops! Page not found');
});
