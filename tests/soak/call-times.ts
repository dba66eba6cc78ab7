/** The state of the network at the start of a call; `stalled` includes a short time after the stall. */
export type Phase = 'carrying' | 'stalled';

interface Sample {
  readonly kind: string;
  readonly phase: Phase;
  readonly node: number;
  /** Null if there was no complete response. */
  readonly status: number | null;
  /** The duration until the end of the response. */
  readonly ms: number;
  /** The longest time without receiving a byte. A long response that keeps arriving does not count as waiting. */
  readonly waitMs: number;
}

const MAX_WAIT_MS = 20_000;

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

function stats(samples: readonly Sample[]): string {
  const times = samples.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, max ${percentile(times, 1)} ms`;
}

function statuses(samples: readonly Sample[]): string {
  const counts = new Map<string, number>();
  for (const { status } of samples) {
    const word = status === null ? 'no response' : String(status);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .toSorted()
    .map(([word, count]) => `${word}: ${count}`)
    .join(', ');
}

/** A measurement of the longest pause during a call. */
export class Waits {
  #last = performance.now();
  #longestMs = 0;

  /** @returns the longest pause so far, in milliseconds */
  note(): number {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#last);
    this.#last = now;
    return this.#longestMs;
  }
}

/** The durations and statuses of the calls of a run. */
export class CallTimes {
  readonly #samples: Sample[] = [];
  phase: Phase = 'carrying';

  /**
   * Measures a call that resolves with its status.
   * @param call reports each part of the response
   */
  async measure(
    kind: string,
    node: number,
    call: (waits: Waits) => Promise<number | null>,
  ): Promise<number | null> {
    const { phase } = this;
    const began = performance.now();
    const waits = new Waits();
    const status = await call(waits);
    this.#samples.push({ kind, node, phase, status, waitMs: waits.note(), ms: performance.now() - began });
    return status;
  }

  get count(): number {
    return this.#samples.length;
  }

  /** The number of calls that waited longer than allowed. */
  get tooLong(): number {
    return this.#samples.filter(({ waitMs }) => waitMs > MAX_WAIT_MS).length;
  }

  /** Returns one line per kind of call. */
  report(): string[] {
    const kinds = [...new Set(this.#samples.map(({ kind }) => kind))].toSorted();
    const lines = kinds.map((kind) => {
      const of = this.#samples.filter((sample) => sample.kind === kind);
      return `${kind}: ${statuses(of)}; ${stats(of)}`;
    });
    for (const phase of ['carrying', 'stalled'] as const) {
      const of = this.#samples.filter((sample) => sample.phase === phase);
      lines.push(`ALL while ${phase}: ${statuses(of)}; ${stats(of)}`);
    }
    lines.push(
      `ALL: ${this.count} calls; ${stats(this.#samples)}`,
      `calls that waited more than 20 s: ${this.tooLong}`,
    );
    const longest = this.#samples.toSorted((one, other) => other.waitMs - one.waitMs).slice(0, 5);
    for (const { kind, node, phase, status, ms, waitMs } of longest)
      lines.push(
        `longest wait: ${kind} of node ${node + 1}, ${phase}, ${status ?? 'no response'}: ${Math.round(waitMs)} of ${Math.round(ms)} ms`,
      );
    return lines;
  }

  /** Returns one line with the statuses by node, for the calls after the first `count`. */
  sinceByNode(count: number, nodes: number): string {
    return Array.from(
      { length: nodes },
      (_, node) => `node ${node + 1} ${statuses(this.#samples.slice(count).filter((each) => each.node === node))}`,
    ).join('; ');
  }
}
