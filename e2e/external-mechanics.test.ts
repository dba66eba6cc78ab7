import {
  decideApplication,
  deleteMechanic,
  listMechanics,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from '@wayside/contract/mechanics';
import { expect } from 'vitest';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { buttonNamed, confirmDeletion, rowWith, unreadableLine } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';
import { toast } from './support/toasts.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

test('[API-15, MECH-02] whole, bare and odd ones stand side by side', async ({ page }) => {
  await page.goto('/mechanics');
  await expectVisible(page.getByRole('heading', { name: 'All Mechanics (4)' }));
  await expectTexts(rowWith(page, 'Anil Rao').getByRole('cell'), [
    'Anil Rao mech-1',
    'anil@stranger.test 9833333333',
    '5 years',
    'Bike',
    '₹75',
    'Approved',
    'Expert',
    '',
  ]);
  await expectText(rowWith(page, 'mech-4').getByRole('cell').nth(5), /On_leave/i);
  await expectVisible(unreadableLine(page, '1 mechanic'));
});

test('[MECH-03, MECH-06, MECH-07] details, covered account and documents of their file host', async ({ page }) => {
  await page.goto('/mechanics');
  await buttonNamed(page, 'View details of Anil Rao').click();
  const dialog = page.getByRole('dialog');
  await expectVisible(dialog.getByText('19.0760, 72.8777'));
  await expectVisible(dialog.getByText('••••7890'));
  await dialog.getByRole('button', { name: 'Show the whole account number' }).click();
  await expectVisible(dialog.getByText('1234567890'));
  await expectVisible(dialog.getByRole('img', { name: 'Profile photo' }));
  const source = await dialog.getByRole('img', { name: 'Profile photo' }).getAttribute('src');
  expect(source).toBe(`${provider.fileUrl}/uploads/anil.png`);
  await expectHidden(dialog.getByRole('region', { name: 'History' }));
});

test('[MECH-08, API-13, API-15] a decision, by the verb that they take', async ({ page, problems }) => {
  problems.allow(/^(response|console): /);
  await page.goto('/mechanics');
  await buttonNamed(page, 'View details of Waiting Wasim').click();
  await buttonNamed(page, 'Approve').click();
  provider.misbehaves(decideApplication, 'html 500', { status: 400, message: 'Papers are missing' });
  const dialog = page.getByRole('dialog', { name: 'Approve Waiting Wasim?' });
  await dialog.getByLabel('Remarks (optional)').fill('Fine');
  for (const words of ['Failed to approve mechanic', 'Papers are missing']) {
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectVisible(dialog.getByText(words));
  }
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectVisible(toast(page, 'Waiting Wasim is approved'));
  expect(provider.asked(decideApplication).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
  expect(provider.asked(decideApplication)[2]?.body).toEqual({
    id: 'mech-2',
    status: 'approve',
    remarks: 'Fine',
  });
});

test('[MECH-08] a rejection', async ({ page, problems }) => {
  problems.allow(/^(response|console): /);
  await page.goto('/mechanics');
  await buttonNamed(page, 'View details of Later Leela').click();
  await buttonNamed(page, 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject Later Leela?' });
  await dialog.getByLabel('Remarks').fill('No papers');
  provider.misbehaves(decideApplication, 'refused');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectVisible(dialog.getByText('Failed to reject mechanic'));
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectVisible(toast(page, 'Later Leela is rejected'));
});

test('[MECH-09, MECH-10, MECH-11, ERR-02] toggles that answer in a word, or not at all', async ({
  page,
  problems,
}) => {
  problems.allow(/^(response|console): /);
  await page.goto('/mechanics');
  const expert = rowWith(page, 'Anil Rao').getByRole('button', { name: /, mark Anil Rao as/ });
  provider.misbehaves(toggleMechanicExpert, 'html 502');
  await expert.click();
  await expectVisible(toast(page, 'Failed to update expert status'));
  await expectText(rowWith(page, 'Anil Rao').getByRole('cell').nth(6), 'Expert');
  await expert.click();
  await expectText(rowWith(page, 'Anil Rao').getByRole('cell').nth(6), 'Regular');
  // The word changes with the click, before the stranger is asked.
  await expect.poll(() => provider.asked(toggleMechanicExpert).length).toBe(2);
  await buttonNamed(page, 'View details of Anil Rao').click();
  provider.misbehaves(toggleMechanicBlock, 'html 502');
  await buttonNamed(page, 'Block').click();
  await expectVisible(toast(page, 'Failed to update mechanic status'));
  await buttonNamed(page, 'Block').click();
  await expectVisible(toast(page, 'Anil Rao is blocked'));
  expect(provider.asked(toggleMechanicBlock)).toHaveLength(2);
});

test('[MECH-13, API-15] a deletion that is answered with nothing', async ({ page, problems }) => {
  problems.allow(/^(response|console): /);
  await page.goto('/mechanics?search=Leela');
  await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)' }));
  await buttonNamed(page, 'Delete mechanic Later Leela').click();
  provider.misbehaves(deleteMechanic, 'refused');
  await confirmDeletion(page);
  await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete mechanic'));
  await confirmDeletion(page);
  // First the question: what stands behind it is hidden from the test, too.
  await expectHidden(page.getByRole('alertdialog'));
  await expectHidden(rowWith(page, 'Later Leela'));
  expect(provider.asked(deleteMechanic)).toHaveLength(2);
  const reloads = () => provider.asked(listMechanics).filter(({ query }) => query['limit'] === '10');
  await expect.poll(() => reloads().length).toBe(2);
});
