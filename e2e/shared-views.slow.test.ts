import { createSharedView, createView, listViews, updateSharedView } from '@wayside/contract/views';
import { describe, expect } from 'vitest';
import { createAdministrator } from './support/administrators.ts';
import { callApi } from './support/api-call.ts';
import { simulateExternalApi } from './support/calls.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { openLiveList } from './support/live.ts';
import { button, dialogByName, press } from './support/locators.ts';
import {
  columnHeaders,
  heading,
  openedView,
  PENDING,
  savedViewsTest,
  viewLink,
  viewLinks,
} from './support/saved-views.ts';
import { beginSignedIn, beginWithToken, openSession } from './support/session.ts';

const test = savedViewsTest();

describe('[VIEW-04] a saved view', () => {
  test('is visible to other users, who cannot change it, once it is shared with everyone; private views are not visible', async ({
    openPage,
    application,
    token,
  }) => {
    const mine = await callApi(application, token, createView, { body: { ...PENDING, name: 'Mine', columns: [] } });
    await callApi(application, token, createSharedView, { body: { ...PENDING, columns: ['Status'] } });
    const support = await openSession(application, await createAdministrator(application, 'support'));
    const page = await openPage();
    await beginWithToken(page, support);
    // A link to another user's own view shows that view's filters.
    await page.goto(`/bookings?status=completed&view=${mine.record.id}`);
    await expectVisible(heading(page, 'All Bookings (1)'));
    await expectTexts(viewLinks(page), ['All 6', 'Pending shared with everyone 5']);
    await viewLink(page, 'Pending').click();
    await expectTexts(columnHeaders(page), ['Status', 'Actions']);
    await page.getByLabel('Type', { exact: true }).selectOption('emergency');
    await expectText(openedView(page), /modified/);
    expect(await button(page, 'Save').count()).toBe(0);
    await press(page, 'Save as…');
    const form = dialogByName(page, 'Save view');
    await expectVisible(form.getByLabel('Default'));
    expect(await form.getByLabel('Shared with everyone').count()).toBe(0);
    await form.getByLabel('Name').fill('Pending emergencies');
    await page.keyboard.press('Enter');
    await expectTexts(viewLinks(page), ['All 6', 'Pending shared with everyone 5', 'Pending emergencies 2']);
  });

  test('is not silently overwritten when another user changed it in the meantime', async ({
    openPage,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.expectApiError(412, 'PATCH');
    const { record } = await callApi(application, token, createSharedView, { body: { ...PENDING, columns: [] } });
    const page = await openPage({ live: true });
    await openLiveList(page, application, `/bookings?${PENDING.query}&view=${record.id}`);
    await expectText(openedView(page), /^Pending/);
    await page.getByLabel('Type', { exact: true }).selectOption('emergency');
    await expectText(openedView(page), /modified/);
    const change = { name: 'Waiting', query: 'status=pending', columns: null, isShared: null };
    await callApi(application, token, updateSharedView, { params: { id: record.id }, body: change });
    // The page shows the other user's change, which a save would overwrite.
    await expectText(openedView(page), /^Waiting/);
    await button(page, 'Save').click();
    await expectVisible(page.getByText(/changed its name, filters on .* Save again to overwrite that/));
    const stored = async () => (await callApi(application, token, listViews, {})).rows[0]?.query;
    expect(await stored()).toBe('status=pending');
    await button(page, 'Save').click();
    await expect.poll(stored).toBe('status=pending&kind=emergency&sort=date');
    await expectHidden(button(page, 'Save'));
  });

  test('is not offered with an external API', async ({ page, application }) => {
    await simulateExternalApi(page);
    await beginSignedIn(page, application);
    await page.goto('/bookings?status=pending&view=all');
    await expectVisible(heading(page, 'All Bookings (5)'));
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0);
    expect(await button(page, 'Save view').count()).toBe(0);
  });
});
