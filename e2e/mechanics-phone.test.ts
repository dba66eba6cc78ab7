import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { marketplaceTest } from './support/application-test.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication } from './support/factories/people.ts';
import { servePictures } from './support/pictures.ts';
import { beginSignedIn } from './support/session.ts';
import { toast } from './support/toasts.ts';

const suresh = aMechanic();
const imran = anApplication();

const test = marketplaceTest({ mechanics: [suresh, imran] }).extend('phone', async ({ openPage, application }) => {
  const phone = await openPage({ width: 'phone' });
  await servePictures(phone);
  await beginSignedIn(phone, application);
  return phone;
});

const card = (phone: Page, name: string) =>
  phone.getByRole('list', { name: 'All Mechanics' }).getByRole('listitem').filter({ hasText: name });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the screen`);
  return { top: box.y, bottom: box.y + box.height, height: box.height, width: box.width };
}

describe('on a phone', () => {
  test('[MECH-02] shows a mechanic as a card', async ({ phone }) => {
    await phone.goto('/mechanics');
    const suresh = card(phone, 'Suresh Patil');
    for (const text of ['Approved', '₹500', '9123456780 · 8 years']) await expectVisible(suresh.getByText(text));
    const expert = suresh.getByRole('button', { name: 'Regular, mark Suresh Patil as expert' });
    for (const button of [expert, suresh.getByRole('button', { name: 'Delete mechanic Suresh Patil' })])
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44);
    await expert.tap();
    await expectVisible(toast(phone, 'Suresh Patil is marked as expert'));
    await expectVisible(suresh.getByText('Expert', { exact: true }));
    await suresh.getByText('9123456780').tap();
    await expectVisible(phone.getByRole('dialog', { name: 'Suresh Patil' }));
  });

  test('[MECH-07, MECH-08] shows a review with documents above the facts and the buttons at the bottom', async ({
    phone,
  }) => {
    await phone.goto('/mechanics');
    await phone.getByRole('button', { name: 'Review applications (1)' }).tap();
    const dialog = phone.getByRole('dialog', { name: 'Application of Imran Shaikh' });
    await expectVisible(dialog.getByRole('img', { name: 'Profile photo' }));
    const [picture, facts, approve, reject] = [
      await boxOf(dialog.getByRole('group', { name: /^Profile photo/ })),
      await boxOf(dialog.getByRole('region', { name: 'Facts' })),
      await boxOf(dialog.getByRole('button', { name: 'Approve' })),
      await boxOf(dialog.getByRole('button', { name: 'Reject' })),
    ];
    expect(picture.height).toBeGreaterThan(250);
    expect(facts.top).toBeGreaterThan(picture.bottom);
    for (const button of [approve, reject]) {
      expect(button.height).toBeGreaterThanOrEqual(44);
      expect(button.top).toBeGreaterThan(812 - 100);
      expect(button.bottom).toBeLessThanOrEqual(812);
    }
    await dialog.getByRole('button', { name: 'Zoom in' }).tap();
    await expectVisible(dialog.getByRole('group', { name: 'Profile photo, 125 %' }));
    await dialog.getByRole('region', { name: 'Payment Details' }).scrollIntoViewIfNeeded();
    await dialog.getByRole('button', { name: 'Approve' }).tap();
    const remarks = phone.getByRole('dialog', { name: 'Approve Imran Shaikh?' });
    await remarks.getByRole('textbox', { name: 'Remarks (optional)' }).fill('Fine');
    await remarks.getByRole('button', { name: 'Approve' }).tap();
    await expectHidden(remarks);
    await expectVisible(dialog.getByText('No application waits', { exact: true }));
    await dialog.getByRole('button', { name: 'Close' }).last().tap();
    await expectHidden(dialog);
    await expectVisible(card(phone, 'Imran Shaikh').getByText('Approved', { exact: true }));
  });
});
