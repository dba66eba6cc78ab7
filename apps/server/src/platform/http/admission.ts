import { ApiError, unavailable } from '../../api-error.ts';

export interface AdmissionLimits {
  /** Requests of one key at the same time. */
  readonly ofKey: number;
  /** Requests of all keys at the same time. */
  readonly requests: number;
  /** Bytes of their bodies. */
  readonly bytes: number;
}

/** Bounds what a node has taken in and not yet written, decided before a body is read (SYNC-02). */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #ofKeys = new Map<string, number>();
  #requests = 0;
  #bytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** @throws 503 while the node has all it can take */
  requireRoom(bytes: number): void {
    const { requests, bytes: mostBytes } = this.#limits;
    if (this.#requests >= requests || this.#bytes + bytes > mostBytes)
      throw unavailable('Too many records are waiting here. Please send these again shortly.', 2);
  }

  /**
   * @param bytes how long the body may be
   * @returns a function that ends it; a second call of it does nothing
   * @throws 429 while the key has all it may have, 503 while the node has
   */
  enter(key: string, bytes: number): () => void {
    this.requireRoom(bytes);
    const ofKey = this.#ofKeys.get(key) ?? 0;
    if (ofKey >= this.#limits.ofKey)
      throw new ApiError(
        'too_many_attempts',
        `This service key has ${ofKey} requests at once, which is the limit. Please wait for an answer first.`,
        { retryAfterSeconds: 1 },
      );
    this.#ofKeys.set(key, ofKey + 1);
    this.#requests++;
    this.#bytes += bytes;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#requests--;
      this.#bytes -= bytes;
      const left = (this.#ofKeys.get(key) ?? 1) - 1;
      if (left === 0) this.#ofKeys.delete(key);
      else this.#ofKeys.set(key, left);
    };
  }
}
