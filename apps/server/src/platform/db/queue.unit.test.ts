import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runQueue } from './queue.ts';

const logged: { msg: string }[] = [];
const log: Logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
const POLL_MS = 1_000;

beforeEach(() => {
  logged.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Returns attempts that end when the test resolves them. */
function attempts() {
  const open = new Map<string, (() => void)[]>();
  return {
    begin: (lane: string) =>
      new Promise<boolean>((resolve) => open.set(lane, [...(open.get(lane) ?? []), () => resolve(true)])),
    inProgress: (lane: string) => open.get(lane)?.length ?? 0,
    end: async (lane: string) => {
      for (const end of open.get(lane)?.splice(0) ?? []) end();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('a queue', () => {
  it('is processed until no row is due, and again at the next poll', async () => {
    let due = 3;
    const workOnNext = vi.fn(async () => due-- > 0);
    const stop = runQueue({ log, failure: 'rows failed', pollMs: POLL_MS, processNext: workOnNext });
    await vi.advanceTimersByTimeAsync(0);
    expect(workOnNext).toHaveBeenCalledTimes(4);
    due = 1;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(workOnNext).toHaveBeenCalledTimes(6);
    await stop();
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(workOnNext).toHaveBeenCalledTimes(6);
  });

  it('has the given number of workers in each lane, and a slow lane does not delay the others', async () => {
    const { begin, inProgress, end } = attempts();
    const stop = runQueue({
      log,
      failure: 'rows failed',
      pollMs: POLL_MS,
      workers: 2,
      findLanes: async () => ['slow', 'fast'],
      processNext: (_, lane) => begin(lane),
    });
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(['slow', 'fast'].map(inProgress)).toEqual([2, 2]);
    await end('fast');
    expect(['slow', 'fast'].map(inProgress)).toEqual([2, 2]);
    const stopped = stop();
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all([end('slow'), end('fast')]);
    await stopped;
    expect(['slow', 'fast'].map(inProgress)).toEqual([0, 0]);
  });

  it('continues after an error, which it logs once a minute', async () => {
    const workOnNext = vi.fn(() => Promise.reject(new Error('no row')));
    const stop = runQueue({ log, failure: 'rows failed', pollMs: POLL_MS, processNext: workOnNext });
    await vi.advanceTimersByTimeAsync(5 * POLL_MS);
    expect(workOnNext).toHaveBeenCalledTimes(6);
    expect(logged.map(({ msg }) => msg)).toEqual(['rows failed; retrying']);
    await stop();
  });

  it('aborts jobs that take longer than two seconds when it is stopped', async () => {
    let isAborted = false;
    const workOnNext = (signal: AbortSignal) =>
      new Promise<boolean>((resolve) =>
        signal.addEventListener('abort', () => {
          isAborted = true;
          resolve(true);
        }),
      );
    const stop = runQueue({ log, failure: 'rows failed', pollMs: POLL_MS, processNext: workOnNext });
    await vi.advanceTimersByTimeAsync(0);
    const stopped = stop();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isAborted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await stopped;
    expect(isAborted).toBe(true);
  });
});
