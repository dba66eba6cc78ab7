import { decideApplication, getMechanic } from '@wayside/contract/mechanics';
import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { loggedActions } from './support/activity-records.ts';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, serveAnswers } from './support/calls.ts';
import { expectFocused, expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication } from './support/factories/people.ts';
import { openTab } from './support/record-page.ts';
import { openSession, storedSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const statuses = ['pending', 'sent_for_verification', 'resent_for_verification'] as const;
const waiting = (name: string, status: string = 'pending') => anApplication({ name, status });
const three = statuses.map((status, index) => waiting(`Waiting ${index}`, status));
const [rejected, failing, overtaken, remarked] = [
  waiting('To Be Rejected'),
  waiting('Failing'),
  waiting('Overtaken'),
  waiting('Remarked'),
];
const decided = [aMechanic({ name: 'Approved' }), aMechanic({ name: 'Rejected', status: 'rejected' })];

const test = signedInTest({
  mechanics: [...three, rejected, failing, overtaken, remarked, ...decided],
});

const details = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const step = (page: Page, verb: 'Approve' | 'Reject', name: string) =>
  page.getByRole('dialog', { name: `${verb} ${name}?`, exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

async function open(page: Page, { id, name }: { id: string; name: string | null }): Promise<Locator> {
  await page.goto(`/mechanics?mechanic=${id}`);
  await expectVisible(details(page, name ?? 'N/A').getByRole('region', { name: 'Payment Details' }));
  return details(page, name ?? 'N/A');
}

async function statusOf(application: Application, { id }: { id: string }): Promise<string | null> {
  const { record } = await callApi(application, await storedSession(application), getMechanic, { params: { id } });
  return record.status;
}

/** What was sent to decide, by method and body. */
function recordDecisions(page: Page): { method: string; body: unknown }[] {
  const sent: { method: string; body: unknown }[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith(decideApplication.path))
      sent.push({ method: request.method(), body: request.postDataJSON() });
  });
  return sent;
}

describe('a decision', () => {
  test.for(three)(
    '[MECH-08] approves an application that is $status, with or without remarks',
    async (mechanic, { page, application }) => {
      const sent = recordDecisions(page);
      const dialog = await open(page, mechanic);
      await button(dialog, 'Approve').click();
      const remarks = step(page, 'Approve', mechanic.name ?? '');
      await expectVisible(remarks.getByRole('textbox', { name: 'Remarks (optional)' }));
      expect(await button(remarks, 'Approve').isEnabled()).toBe(true);
      await button(remarks, 'Approve').click();
      await expectHidden(remarks);
      await expectVisible(toast(page, `${mechanic.name} is approved`));
      await expectVisible(dialog.getByText('Approved', { exact: true }).first());
      await expectVisible(button(dialog, 'Block'));
      expect(await button(dialog, 'Approve').count()).toBe(0);
      expect(sent).toEqual([{ method: 'PATCH', body: { id: mechanic.id, status: 'approve', remarks: '' } }]);
      expect(await statusOf(application, mechanic)).toBe('approved');
    },
  );

  test('[MECH-08, MECH-12] requires remarks for a rejection and shows them in the history', async ({
    page,
    application,
  }) => {
    const dialog = await open(page, rejected);
    await button(dialog, 'Reject').click();
    const remarks = step(page, 'Reject', 'To Be Rejected');
    const box = remarks.getByRole('textbox', { name: 'Remarks' });
    await expectFocused(remarks.getByRole('group', { name: 'Reasons' }).getByRole('button').first());
    expect(await button(remarks, 'Reject').isDisabled()).toBe(true);
    await box.fill('  \n ');
    expect(await button(remarks, 'Reject').isDisabled()).toBe(true);
    await box.press('Enter');
    expect(await statusOf(application, rejected)).toBe('pending');
    await box.fill('The card cannot be read');
    await box.press('Shift+Enter');
    await box.pressSequentially('Please send it again');
    await box.press('Enter');
    await expectHidden(remarks);
    await expectVisible(toast(page, 'To Be Rejected is rejected'));
    await openTab(page, 'Activity');
    const history = dialog.getByRole('region', { name: 'History' });
    await expectVisible(history.getByText('The card cannot be read Please send it again'));
    await expectVisible(history.getByText(`by ${administrator.email}`));
    await expectVisible(history.getByText('Status: Pending → Rejected'));
    expect(await statusOf(application, rejected)).toBe('rejected');
  });

  test('[MECH-08] is sent once with its remarks, also by Ctrl+Enter, and disables the button', async ({
    page,
    application,
  }) => {
    const sent = recordDecisions(page);
    const dialog = await open(page, remarked);
    const release = await holdCall(page, callPattern(decideApplication));
    await button(dialog, 'Approve').click();
    const remarks = step(page, 'Approve', 'Remarked');
    const box = remarks.getByRole('textbox', { name: 'Remarks (optional)' });
    await box.fill('अच्छा काम ');
    await box.press('Control+Enter');
    await expectVisible(remarks.getByRole('button', { name: 'Approving...' }));
    expect(await remarks.getByRole('button', { name: 'Approving...' }).isDisabled()).toBe(true);
    await box.press('Control+Enter');
    release();
    await expectHidden(remarks);
    expect(sent).toHaveLength(1);
    expect(await loggedActions(application, 'mechanic', remarked)).toEqual([
      { action: 'approved', note: 'अच्छा काम' },
    ]);
  });

  test.for([
    ['Approve', 'Failed to approve mechanic'],
    ['Reject', 'Failed to reject mechanic'],
  ] as const)(
    '[MECH-08, ERR-03] shows the failure of %s and keeps the remarks',
    async ([verb, words], { page }) => {
      const dialog = await open(page, failing);
      await serveAnswers(page, decideApplication, { status: 500, json: {} });
      await button(dialog, verb).click();
      const remarks = step(page, verb, 'Failing');
      await remarks.getByRole('textbox').fill('Not yet');
      await button(remarks, verb).click();
      await expectVisible(remarks.getByRole('alert').getByText(words, { exact: true }));
      await expectValue(remarks.getByRole('textbox'), 'Not yet');
      expect(await button(remarks, verb).isEnabled()).toBe(true);
    },
  );
});

describe('two administrators', () => {
  test('[MECH-12] decide at once: the second one sees who decided first and when', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    const dialog = await open(page, overtaken);
    await button(dialog, 'Reject').click();
    const remarks = step(page, 'Reject', 'Overtaken');
    await remarks.getByRole('textbox').fill('No shop');
    const token = await openSession(application);
    await callApi(application, token, decideApplication, {
      body: { id: overtaken.id, status: 'approved', remarks: 'All is well' },
    });
    await button(remarks, 'Reject').click();
    await expectVisible(
      remarks.getByText(
        new RegExp(`^This application was approved by ${administrator.email} on .+ 20\\d\\d, .+m\\.$`),
      ),
    );
    await expectValue(remarks.getByRole('textbox'), 'No shop');
    await button(remarks, 'Cancel').click();
    await button(page.getByRole('alertdialog'), 'Discard').click();
    await expectVisible(button(dialog, 'Block'));
    await openTab(page, 'Activity');
    await expectVisible(dialog.getByRole('region', { name: 'History' }).getByText('All is well'));
    expect(await statusOf(application, overtaken)).toBe('approved');
  });
});

describe('a decided application', () => {
  test.for(decided)('[MECH-08, MECH-12] cannot be decided again: $name', async (mechanic, { page }) => {
    const dialog = await open(page, mechanic);
    for (const name of ['Approve', 'Reject', 'Review documents'])
      expect(await button(dialog, name).count()).toBe(0);
    expect(await button(dialog, 'Delete').count()).toBe(mechanic.status === 'approved' ? 1 : 0);
  });
});
