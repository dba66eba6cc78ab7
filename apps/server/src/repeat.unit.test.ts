import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat, repeatFromNow, withFailureLogging } from './repeat.ts';

const lines: { msg: string; err: { message: string } }[] = [];
const log: Logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a repeated task logs a failure once a minute, with the error of that run, and continues', async () => {
  let runs = 0;
  const work = () => Promise.reject(new Error(`run ${++runs}`));
  const stop = repeat(1_000, withFailureLogging(log, 'rows could not be read', work));
  await vi.advanceTimersByTimeAsync(60_500);
  expect(runs).toBe(60);
  expect(lines).toMatchObject([{ msg: 'rows could not be read; retrying', err: { message: 'run 1' } }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lines.map(({ err }) => err.message)).toEqual(['run 1', 'run 61']);
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(61);
});

test('a repeated task stops after the current run has ended', async () => {
  let end: () => void = () => expect.unreachable('it has not begun');
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const stop = repeat(1_000, withFailureLogging(log, 'nothing', work));
  await vi.advanceTimersByTimeAsync(1_000);
  let isStopped = false;
  const stopping = stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  end();
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a repeated task runs once at the start when requested, and ends with that run', async () => {
  let end: () => void = () => expect.unreachable('it has not begun');
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const stop = repeatFromNow(1_000, work);
  expect(work).toHaveBeenCalledTimes(1);
  const stopping = stop();
  end();
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});
