/** Who is signed in, and with what. */
export interface Session {
  readonly admin: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly tokenHash: Buffer;
}

interface Kept {
  readonly session: Session;
  readonly expiresAt: Date;
  /** On the clock of `performance`. */
  readonly untilMs: number;
}

/** The bound for what nobody could tell: a network that swallows notices without breaking the connection. */
const LONGEST_MS = 3_000;
const MOST_SESSIONS = 10_000;

const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1');

/**
 * Sessions that were read a moment ago, so that a screen's calls do not each ask for theirs. One that ends or changes,
 * by whomever, drops all of them through a notice of the database (SECU-03). It keeps nothing while notices may be
 * missed, which is so until the first one comes.
 */
export class SessionCache {
  readonly #kept = new Map<string, Kept>();
  #hears = false;
  #state = 0;

  /** The session, when it is known for sure; else the database is to be asked. */
  find(tokenHash: Buffer, now: Date): Session | null {
    const kept = this.#kept.get(keyOf(tokenHash));
    if (kept === undefined || kept.untilMs <= performance.now() || kept.expiresAt <= now) return null;
    return kept.session;
  }

  /** What `keep` wants to know of the moment before the database was asked. */
  get state(): number {
    return this.#state;
  }

  /** Keeps what the database has answered, unless something has changed since it was asked. */
  keep(session: Session, expiresAt: Date, state: number): void {
    if (!this.#hears || state !== this.#state) return;
    if (this.#kept.size >= MOST_SESSIONS) this.#kept.clear();
    this.#kept.set(keyOf(session.tokenHash), { session, expiresAt, untilMs: performance.now() + LONGEST_MS });
  }

  /** A session has ended or changed. */
  forgetAll(): void {
    this.#state += 1;
    this.#kept.clear();
  }

  /** A notice of the database that one has ended or changed. */
  onNotice(): void {
    this.#hears = true;
    this.forgetAll();
  }

  /** Notices may be missed from now on. */
  onSilence(): void {
    this.#hears = false;
    this.forgetAll();
  }
}
