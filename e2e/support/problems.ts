import type { ConsoleMessage, Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';

/**
 * What goes wrong behind a screen while a test runs: errors on the console, exceptions, violations of the content
 * security policy, requests that fail. After every test there must be none but those that it said it would provoke.
 */
export class Problems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  /** Says that this test provokes a problem, at least once. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Announces that this test provokes an error answer of the server, at least once, and possibly its line on the console. */
  expectApiError(status: number, method: string): void {
    this.expect(new RegExp(`^response: ${status} ${method}`));
    this.allow(new RegExp(`^console: .*${status}`));
  }

  /** Says that a problem may come along with what this test provokes, such as its line in the log. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Collects from a page, from its first document on. */
  async watch(page: Page): Promise<void> {
    page.on('console', (message) => this.#onConsole(message));
    page.on('pageerror', (error) => this.#found.push(`exception: ${error.message}`));
    page.on('requestfailed', (request) => this.#onRequestFailed(request));
    page.on('response', (response) => this.#onResponse(response));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} blocked ${event.blockedURI}`);
      });
    });
  }

  /** Asserts that nothing went wrong but what was expected, and that all that was expected did. */
  verify(): void {
    const known = [...this.#expected, ...this.#allowed];
    const surprises = this.#found.filter((problem) => !known.some((pattern) => pattern.test(problem)));
    const missing = this.#expected.filter((pattern) => !this.#found.some((problem) => pattern.test(problem)));
    expect(surprises, 'problems behind the screen').toEqual([]);
    expect(missing, 'problems that were expected and did not come').toEqual([]);
  }

  #onConsole(message: ConsoleMessage): void {
    // A response with an error status is collected as such; the browser's own line about it says less.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    this.#found.push(`console: ${message.text()}`);
  }

  #onRequestFailed(request: Request): void {
    const reason = request.failure()?.errorText ?? 'unknown';
    // A navigation away from a screen ends what that screen was still asking for.
    if (reason === 'net::ERR_ABORTED') return;
    this.#found.push(`request: ${reason} ${request.method()} ${new URL(request.url()).pathname}`);
  }

  #onResponse(response: Response): void {
    if (response.status() < 400) return;
    this.#found.push(
      `response: ${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`,
    );
  }
}
