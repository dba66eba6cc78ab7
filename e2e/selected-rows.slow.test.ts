import { type Job, listJobRows, listJobs } from '@wayside/contract/jobs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { withDatabase } from './support/database.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { button, dialogByName } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';
import { storedSession } from './support/session.ts';

/** The list shows the newest users first, so "Customer 25" is its first row. */
const users = Array.from({ length: 25 }, (_, index) =>
  aUser({
    name: `Customer ${index + 1}`,
    phone: String(9_100_000_001 + index),
    createdAt: new Date(Date.UTC(2026, 1, 1, 10, index)).toISOString(),
  }),
);
const mechanics = (['approved', 'approved', 'pending'] as const).map((status, index) =>
  aMechanic({
    name: `Mechanic ${index + 1}`,
    status,
    createdAt: new Date(Date.UTC(2026, 1, 1, 10, index)).toISOString(),
  }),
);

const test = signedInTest({ users, mechanics });

const _box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const pageBox = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
const inBar = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name, exact: true });

async function open(page: Page, address = '/users', heading = /^All Users \(/): Promise<void> {
  // If the page already shows the application, changes only the path; otherwise opens the address.
  if (page.url().startsWith('http')) await pushPath(page, address);
  else await page.goto(address);
  await expectVisible(page.getByRole('heading', { name: heading }));
}
async function latestJob(application: Application): Promise<Job> {
  const { rows } = await callApi(application, await storedSession(application), listJobs, {
    query: { page: 1, limit: 1 },
  });
  const [job] = rows;
  if (!job) throw new Error('there is no job');
  return job;
}

/** Returns the number of results of the latest job by kind. */
async function resultsOfLatest(application: Application): Promise<Record<string, number>> {
  const token = await storedSession(application);
  const { id } = await latestJob(application);
  const query = { page: 1, limit: 100, result: null };
  const { rows } = await callApi(application, token, listJobRows, { params: { id }, query });
  const results: Record<string, number> = {};
  for (const { result } of rows) results[result] = (results[result] ?? 0) + 1;
  return results;
}

describe('a bulk job', () => {
  test('[VIEW-07] is counted, started, shown with a result for each row, found again and undone', async ({
    page,
    application,
  }) => {
    await open(page, '/mechanics', /^All Mechanics \(/);
    await pageBox(page).click();
    await inBar(page, 'Block').click();
    const question = dialogByName(page, 'Block 3 mechanics?');
    await expectVisible(question.getByText('2 of 3 will be blocked.'));
    await expectVisible(question.getByText(/^Only a mechanic whose application is approved/));
    await expectFocused(question.getByRole('button', { name: 'Cancel' }));
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Block 2 mechanics' }).click();
    const job = dialogByName(page, 'Block 3 mechanics');
    await expectVisible(job.getByText('Finished'));
    await expectVisible(job.getByText('2 of 3 mechanics blocked.'));
    await expectAccessible(page);
    expect(await resultsOfLatest(application)).toEqual({ done: 2, refused: 1 });
    await job.getByRole('combobox', { name: 'Result' }).selectOption('Refused');
    await expectVisible(job.getByRole('cell', { name: 'Mechanic 3' }));
    await expectHidden(job.getByRole('cell', { name: 'Mechanic 1' }));
    await job.getByRole('contentinfo').or(job).getByRole('button', { name: 'Close' }).last().click();
    await expectHidden(bar(page));

    await open(page);
    await button(page, 'Jobs').click();
    await dialogByName(page, 'Jobs').getByRole('button', { name: 'Block 3 mechanics' }).click();
    await job.getByRole('button', { name: 'Unblock these 2 mechanics' }).click();
    const undo = dialogByName(page, 'Unblock 2 mechanics');
    await expectVisible(undo.getByText('Finished'));
    expect(await resultsOfLatest(application)).toEqual({ done: 2 });
  });
});

describe('a bulk job that is cancelled', () => {
  const MANY = 3000;
  /** Returns the id of the customer at a position of the list; earlier positions are processed first. */
  const customerAt = (position: number) => `c${(MANY + 1 - position).toString(16).padStart(23, '0')}`;

  test('[VIEW-07] keeps the processed rows, lists the others, stops, and can be undone', async ({
    page,
    application,
  }) => {
    await withDatabase(application, async (client) => {
      await client.query(
        `INSERT INTO users (id, name, created_at)
         SELECT 'c' || lpad(to_hex(n), 23, '0'), 'Waiting ' || n, timestamptz '2025-03-01T00:00:00Z' + n * interval '1 minute'
         FROM generate_series(1, ${MANY}) AS n ON CONFLICT (id) DO UPDATE SET is_blocked = false`,
      );
      await open(page, '/users?search=Waiting');
      await pageBox(page).click();
      await inBar(page, 'Select all 3,000 that match').click();
      await inBar(page, 'Block').click();
      const question = dialogByName(page, 'Block 3,000 users?');
      await expectVisible(question.getByText('3,000 of 3,000 will be blocked.'));
      // The lock on this customer blocks the job, so that the test can cancel it midway.
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [customerAt(150)]);
      await question.getByRole('button', { name: 'Block 3,000 users' }).click();
      const job = dialogByName(page, 'Block 3,000 users');
      await expectVisible(job.getByText('100 of 3,000 users…'));
      await expectVisible(job.getByText('Waiting: 2,900'));
      await job.getByRole('button', { name: 'Cancel the job' }).click();
      await client.query('COMMIT');
      await expectVisible(job.getByText('Cancelled', { exact: true }));
      await expectVisible(job.getByText(/cancelled it\./));
      await expectHidden(job.getByRole('button', { name: 'Cancel the job' }));
      await expectAccessible(page);
      const { done, left } = await latestJob(application);
      expect(done).toBeGreaterThanOrEqual(100);
      expect(left).toBe(MANY - done);
      await expectVisible(job.getByText(`Not reached: ${left.toLocaleString('en-IN')}`));
      await job.getByRole('combobox', { name: 'Result' }).selectOption('Not reached');
      await expectVisible(job.getByRole('cell', { name: `Waiting ${left}`, exact: true }));

      await job.getByRole('button', { name: /^Unblock th(is|ese)/ }).click();
      await expectVisible(
        dialogByName(page, `Unblock ${done.toLocaleString('en-IN')} users`).getByText('Finished'),
      );
      const { rows } = await client.query(
        "SELECT count(*)::int AS blocked FROM users WHERE is_blocked AND name LIKE 'Waiting %'",
      );
      expect(rows).toEqual([{ blocked: 0 }]);
    });
  });
});
