import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export type StopSignal = keyof typeof exitCodes;

export function interruptedCode(signal: StopSignal): number {
  return exitCodes[signal];
}

/** Resolves at the first SIGTERM or SIGINT. The second signal ends the process immediately. */
export function waitForStopSignal(): Promise<StopSignal> {
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

/** The exit code of a command whose output was closed, as in shells (SIGPIPE). */
const CLOSED_OUTPUT_EXIT_CODE = 141;

/** Resolves with the exit code when the reader closes the output, as `| head` does. @throws any other stream error */
export function waitForOutputClose(stream: NodeJS.WriteStream): Promise<number> {
  return new Promise((resolve, reject) => {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') resolve(CLOSED_OUTPUT_EXIT_CODE);
      else reject(error);
    });
  });
}

/** Closes resources in the reverse order in which they were opened. */
export class ShutdownSequence {
  readonly #log: Logger;
  readonly #closers: { name: string; close: () => Promise<unknown>; timeoutMs: number }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param timeoutMs after this time the next resource is closed even if this one is still open */
  add(name: string, close: () => Promise<unknown>, timeoutMs: number): void {
    this.#closers.push({ name, close, timeoutMs });
  }

  /** Closes everything. A resource that fails or times out is logged, and the others are still closed. */
  async closeAll(): Promise<void> {
    for (const { name, close, timeoutMs } of this.#closers.splice(0).reverse()) {
      const tooLong = delay(timeoutMs, 'too long' as const, { ref: false });
      try {
        if ((await Promise.race([close(), tooLong])) === 'too long')
          this.#log.warn(`${name} did not close in time`);
      } catch (error) {
        this.#log.error({ err: error }, `${name} did not close`);
      }
    }
  }
}
