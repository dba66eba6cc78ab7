import type { ConsoleMessage, Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Collects the errors of a page while a test runs: errors and warnings on the console (the lenient decoder warns
 * about each field that it cannot read), exceptions, violations of the content security policy, and failed requests.
 * A test passes only if it announced each of them.
 */
export class PageErrors {
  static readonly #byPage = new WeakMap<Page, PageErrors>();
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  /** Returns the collector of a page. */
  static of(page: Page): PageErrors {
    const errors = PageErrors.#byPage.get(page);
    if (!errors) throw new Error('nothing collects the errors of this page');
    return errors;
  }

  /** Announces an error that must occur at least once. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Announces an error response that must occur, and its line on the console. */
  expectApiError(status: number, method: string): void {
    this.expect(new RegExp(`^response: ${status} ${method}`));
    this.allow(new RegExp(`^console: .*${status}`));
  }

  /** Announces an error that may occur, such as the console line of an expected error. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Collects the errors of a page, starting with its first document. */
  async watch(page: Page): Promise<void> {
    PageErrors.#byPage.set(page, this);
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

  /** Asserts that every error was announced and that every expected error occurred. */
  verify(): void {
    const announced = [...this.#expected, ...this.#allowed];
    const unannounced = this.#found.filter((error) => !announced.some((pattern) => pattern.test(error)));
    const missing = this.#expected.filter((pattern) => !this.#found.some((error) => pattern.test(error)));
    expect(unannounced, 'errors that the test does not announce').toEqual([]);
    expect(missing, 'expected errors that did not occur').toEqual([]);
  }

  #onConsole(message: ConsoleMessage): void {
    const text = message.text();
    if (message.type() === 'warning') this.#found.push(`warning: ${text}`);
    // The browser's own line about an error status repeats the response, which is collected separately.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      this.#found.push(`console: ${text}`);
  }

  #onRequestFailed(request: Request): void {
    const reason = request.failure()?.errorText ?? 'unknown';
    // Navigation aborts the calls of the previous screen.
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
