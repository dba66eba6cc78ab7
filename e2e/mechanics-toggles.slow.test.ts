import { toggleMechanicBlock, toggleMechanicExpert } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, pretendExternalApi, serveAnswers } from './support/calls.ts';
import { descriptionListIn, expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication } from './support/factories/people.ts';
import { toast } from './support/toasts.ts';

const names = ['Asha', 'Bala', 'Chetan', 'Deepa', 'Esha', 'Farhan', 'Gita', 'Hari', 'Indu'];
const people = names.map((name) => aMechanic({ name }));
const waiting = anApplication({ name: 'Waiting', documents: null });
const person = (name: string) => {
  const found = people.find((mechanic) => mechanic.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

const test = signedInTest({ mechanics: [...people, waiting] });

const anyState = { query: { seen: null } };
const expertOf = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^(Expert|Regular), mark/ });
const wordOf = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('cell', { name: /^(Expert|Regular)/ });

async function openList(page: Page): Promise<void> {
  await page.goto('/mechanics');
  await expectVisible(page.getByRole('heading', { name: 'All Mechanics (10)' }));
}

/** The addresses of calls to an endpoint whose path has an id in it. */
function countCalls(page: Page, part: string): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    if (request.url().includes(part)) calls.push(new URL(request.url()));
  });
  return calls;
}

describe('the expert toggle', () => {
  test('[MECH-10] changes at once, is sent once per click and offers Undo', async ({ page }) => {
    await openList(page);
    const calls = countCalls(page, '/toggle/expert/');
    const release = await holdCall(page, callPattern(toggleMechanicExpert));
    const button = page.getByRole('button', { name: 'Regular, mark Asha as expert' });
    await button.dblclick();
    await expectText(wordOf(page, 'Asha'), 'Expert');
    release();
    await expectVisible(toast(page, 'Asha is marked as expert'));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.searchParams.get('seen')).toBe('false');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectText(wordOf(page, 'Asha'), 'Regular');
    await expectVisible(toast(page, 'Asha is marked as regular'));
  });

  test.for([
    ['a 500', { status: 500, json: {} }],
    ['no answer', 'none'],
  ] as const)('[MECH-10, ERR-02] reverts on %s and is not retried', async ([, answer], { page }) => {
    await openList(page);
    const calls = countCalls(page, '/toggle/expert/');
    await serveAnswers(page, toggleMechanicExpert, answer);
    await expertOf(page, 'Bala').click();
    await expectVisible(toast(page, 'Failed to update expert status'));
    await expectText(wordOf(page, 'Bala'), 'Regular');
    expect(calls).toHaveLength(1);
  });

  test('[MECH-10] reports an earlier change of another administrator and shows the current state', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    await openList(page);
    await callApi(application, token, toggleMechanicExpert, { params: { id: person('Chetan').id }, ...anyState });
    await expertOf(page, 'Chetan').click();
    await expectVisible(toast(page, 'Failed to update expert status'));
    await expectVisible(toast(page, 'Somebody else has marked this mechanic as expert in the meantime.'));
    await expectText(wordOf(page, 'Chetan'), 'Expert');
  });

  test('[MECH-10, API-15] sends an external API no extra parameter and trusts its answer', async ({ page }) => {
    await pretendExternalApi(page);
    await openList(page);
    const calls = countCalls(page, '/toggle/expert/');
    await serveAnswers(page, toggleMechanicExpert, { json: { status: true } });
    await expertOf(page, 'Deepa').click();
    await expectVisible(toast(page, 'Deepa is marked as expert'));
    await expectText(wordOf(page, 'Deepa'), 'Expert');
    await expect(calls.map(({ search }) => search)).toEqual(['']);
  });
});

describe('blocking in the details', () => {
  const details = (page: Page, name: string) => page.getByRole('dialog', { name });
  const account = async (page: Page, name: string) =>
    (await descriptionListIn(details(page, name), 'Verification Status'))['Account'];
  const open = async (page: Page, name: string) => {
    await openList(page);
    await page.getByRole('button', { name: `View details of ${name}` }).click();
    await expectVisible(details(page, name).getByRole('region', { name: 'Verification Status' }));
  };

  test('[MECH-05, MECH-09] blocks and unblocks an approved mechanic', async ({ page }) => {
    await open(page, 'Esha');
    expect(await account(page, 'Esha')).toBe('Active');
    await details(page, 'Esha').getByRole('button', { name: 'Block', exact: true }).click();
    await expectVisible(toast(page, 'Esha is blocked'));
    await expect.poll(() => account(page, 'Esha')).toBe('Blocked');
    await details(page, 'Esha').getByRole('button', { name: 'Unblock', exact: true }).click();
    await expectVisible(toast(page, 'Esha is unblocked'));
    await expect.poll(() => account(page, 'Esha')).toBe('Active');
  });

  test('[MECH-09] reverts after a failure and shows it', async ({ page }) => {
    await open(page, 'Farhan');
    await serveAnswers(page, toggleMechanicBlock, { status: 500, json: {} });
    await details(page, 'Farhan').getByRole('button', { name: 'Block', exact: true }).click();
    await expectVisible(toast(page, 'Failed to update mechanic status'));
    await expect.poll(() => account(page, 'Farhan')).toBe('Active');
  });

  test('[MECH-09, MECH-13] offers neither Block nor Delete for an open application', async ({ page }) => {
    await open(page, 'Waiting');
    const dialog = details(page, 'Waiting');
    await expectVisible(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.getByRole('button', { name: /^(Block|Unblock|Delete)$/ }).count()).toBe(0);
  });

  test('[MECH-09] deletes an approved mechanic and closes the details', async ({ page }) => {
    await open(page, 'Indu');
    await details(page, 'Indu').getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Indu?' });
    await expectVisible(question.getByText('Are you sure you want to delete this mechanic?', { exact: true }));
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectHidden(details(page, 'Indu'));
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (9)' }));
    expect(new URL(page.url()).search).toBe('');
  });
});
