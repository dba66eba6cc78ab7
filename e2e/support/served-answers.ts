import type { Page } from 'playwright-core';
import { callPattern } from './calls.ts';

/** What a call gets: an answer of the test's own, no answer at all, or what the server says. */
export type ServedAnswer = { status?: number; json: unknown } | { status?: number; body: string } | 'none' | 'real';

/** Gives the calls of an endpoint these answers, one after the other; the last one stays. */
export async function serveAnswers(
  page: Page,
  endpoint: { readonly path: string },
  ...answers: ServedAnswer[]
): Promise<void> {
  let next = 0;
  await page.route(callPattern(endpoint), async (route) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? 'real';
    next += 1;
    if (answer === 'none') await route.abort();
    else if (answer === 'real') await route.continue();
    else await route.fulfill(answer);
  });
}
