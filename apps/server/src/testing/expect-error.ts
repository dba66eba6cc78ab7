import { expect } from 'vitest';
import type { TestResponse } from './test-application.ts';

type Response = Pick<TestResponse, 'status' | 'body'>;

/** Expects an API error with a status and a message. */
export async function expectError(
  response: Response | Promise<Response>,
  status: number,
  message: string | RegExp,
): Promise<void> {
  const { status: found, body } = await response;
  const expected = typeof message === 'string' ? message : expect.stringMatching(message);
  expect([found, body.message]).toEqual([status, expected]);
}

/** Expects a 400 that names exactly these fields. @param about shown if the expectation fails */
export async function expectFieldErrors(
  response: Response | Promise<Response>,
  fields: string | readonly string[],
  about?: unknown,
): Promise<void> {
  const { status, body } = await response;
  const found = body.errors?.map(({ field }: { field: string }) => field) ?? body;
  expect([status, found], JSON.stringify(about)).toEqual([400, [fields].flat()]);
}
