import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** A request to end, from a person or a service manager. */
export type StopSignal = keyof typeof exitCodes;

/** The code of a command that was interrupted, as shells know it. */
export function interruptedCode(signal: StopSignal): number {
  return exitCodes[signal];
}

/** Resolves with the first SIGTERM or SIGINT; the second ends the process at once. */
export function untilStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
        for (const second of ['SIGINT', 'SIGTERM'] as const)
          process.once(second, () => process.exit(exitCodes[second]));
        resolve(signal);
      });
    }
  });
}

/** The code of a command whose output nobody reads any more, as shells know it (SIGPIPE). */
const CLOSED_OUTPUT_CODE = 141;

/**
 * Resolves with the exit code when whoever read the output has gone, as `| head` does after its lines.
 * @throws what else is wrong with the stream
 */
export function untilOutputCloses(stream: NodeJS.WriteStream): Promise<number> {
  return new Promise((resolve, reject) => {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') resolve(CLOSED_OUTPUT_CODE);
      else reject(error);
    });
  });
}

/** What has been opened and must be closed again, last opened first. */
export class Closing {
  readonly #log: Logger;
  readonly #closers: { name: string; close: () => Promise<unknown>; patienceMs: number }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param patienceMs how long it may take; then the next one is closed all the same */
  add(name: string, close: () => Promise<unknown>, patienceMs: number): void {
    this.#closers.push({ name, close, patienceMs });
  }

  /** Closes everything; what fails or takes too long is logged and keeps nothing else open. */
  async closeAll(): Promise<void> {
    for (const { name, close, patienceMs } of this.#closers.splice(0).reverse()) {
      const tooLong = delay(patienceMs, 'too long' as const, { ref: false });
      try {
        if ((await Promise.race([close(), tooLong])) === 'too long')
          this.#log.warn(`${name} did not close in time`);
      } catch (error) {
        this.#log.error({ err: error }, `${name} did not close`);
      }
    }
  }
}
