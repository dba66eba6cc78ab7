import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking, manyBookings } from './support/factories/bookings.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { button } from './support/locators.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { OTHER_SCREENS, pushPath, visitScreen } from './support/navigation.ts';
import { aCall, emergencyRow, endOpenEmergencies, openDesk, sendEmergencies } from './support/roadside.ts';

const users = [aUser({ name: 'Asha Verma' }), aUser({ name: 'Bimal Rao' })];
const test = signedInTest({ users, mechanics: [aMechanic()], bookings: manyBookings(12) });

/**
 * Replaces all text nodes with `<font>` elements, as Chrome does when it translates a page, now and whenever text
 * changes.
 * @param isWrapped whether the elements contain the original text nodes; otherwise they contain copies
 */
function translate(isWrapped: boolean): void {
  const translateTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.isConnected || text.data.trim() === '' || text.parentElement?.closest('script, style, font'))
        continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.append(inner);
      if (isWrapped) {
        text.replaceWith(outer);
        inner.append(text);
      } else {
        inner.append(text.data);
        text.replaceWith(outer);
      }
    }
  };
  translateTexts(document.body);
  new MutationObserver((records) => {
    for (const { type, target } of records) if (type === 'childList') translateTexts(target);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Returns the names and numbers on the page that a translation may change, that is, those outside `translate="no"`. */
const translatable = (page: Page, names: readonly string[]) =>
  page.evaluate((wanted) => {
    const isNumber = (text: string) => /^[(₹+\d][\d\s.,+₹-]*\)?$/.test(text) && /\d/.test(text);
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue?.trim() ?? '';
      const element = walker.currentNode.parentElement;
      if (element?.closest('script, style, option, [translate="no"]')) continue;
      if (isNumber(text) || wanted.some((name) => text.includes(name))) found.push(text);
    }
    return found;
  }, names);

test('[TOUGH-02] names, phone numbers, coordinates, amounts and counts are marked as not to be translated', async ({
  openPage,
  application,
}) => {
  const page = await openPage({ live: true });
  const call = aCall('Asha Rao');
  const emergency = { ...call.emergency, location: { latitude: 18.5, longitude: 73.9 } };
  await endOpenEmergencies(application);
  await sendEmergencies(application, { ...call, emergency });
  await openDesk(page, application);
  await expectVisible(emergencyRow(page, emergency));
  const names = ['Asha Rao', 'Asha Verma', 'Bimal Rao', await page.locator('[aria-label^="Account,"]').innerText()];
  const found: Record<string, string[]> = { Roadside: await translatable(page, names) };
  await pushPath(page, '/roadside/report');
  await expectVisible(page.getByRole('region', { name: 'In all' }));
  found['Report'] = await translatable(page, names);
  for (const screen of ['Bookings', 'Users', 'Mechanics', 'Payouts']) {
    await visitScreen(page, screen);
    await expectVisible(page.getByRole('row').nth(1));
    found[screen] = await translatable(page, names);
  }
  expect(Object.entries(found).filter(([, texts]) => texts.length > 0)).toEqual([]);
});

const stat = (page: Page, title: string) => page.getByRole('group', { name: title }).locator('p').first();

const counts = (page: Page) => page.getByRole('paragraph').filter({ hasText: /^Showing / });

test.for([
  { way: 'replaces its texts', isWrapped: false },
  { way: 'wraps its texts', isWrapped: true },
])(
  '[TOUGH-02] a page that is translated $way works and shows no outdated value',
  async ({ isWrapped }, { page, application }) => {
    await page.goto('/dashboard');
    const before = Number(await stat(page, 'Total Bookings').textContent());
    await page.evaluate(translate, isWrapped);
    expect(await page.locator('main font').count()).toBeGreaterThan(20);
    await loadMarketplace(application, { bookings: [aBooking({ status: 'pending' })] });
    const total = before + 1;
    await button(page, 'Refresh').click();
    await expectText(stat(page, 'Total Bookings'), `${total}`);

    await visitScreen(page, 'Bookings');
    await expectText(counts(page), `Showing 1 to 10 of ${total} bookings`);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expectText(counts(page), `Showing 11 to ${total} of ${total} bookings`);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Cancelled' });
    await expectVisible(page.getByText('No bookings found matching your criteria'));
    await button(page, 'Clear filters').click();
    await expectText(counts(page), `Showing 1 to 10 of ${total} bookings`);

    await visitScreen(page, 'Users');
    const selected = page.getByRole('region', { name: 'Selected rows' }).getByRole('status');
    await page.getByRole('checkbox', { name: /Asha Verma/ }).click();
    await expectText(selected, '1 user selected');
    await page.getByRole('checkbox', { name: /Bimal Rao/ }).click();
    await expectText(selected, '2 users selected');
    await page.getByRole('checkbox', { name: /Bimal Rao/ }).click();
    await expectText(selected, '1 user selected');
    await button(page, 'View details of Asha Verma').click();
    await expectVisible(page.getByRole('dialog', { name: 'Asha Verma' }));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));

    for (const screen of OTHER_SCREENS) {
      await visitScreen(page, screen);
      const refresh = button(page, 'Refresh');
      if ((await refresh.count()) > 0) await refresh.click();
    }
  },
);
