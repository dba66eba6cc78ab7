import { advisoryLocks } from './db/advisory-locks.ts';
import type { LeaseTerms, Tenant } from './db/lease.ts';

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

/** Sessions may be kept until one ends or changes, by whomever: triggers of the database tell it. */
export const SESSION_LEASE: LeaseTerms = {
  channel: 'sessions_changed',
  lock: advisoryLocks.keptSessions,
  longestMs: 3_000,
};
const MOST_SESSIONS = 10_000;

const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1');

/**
 * Sessions that were read a moment ago, so that a screen's calls do not each ask for theirs. One that ends or changes
 * drops all of them (SECU-03). It keeps them only while it holds the lease.
 */
export class SessionCache implements Tenant {
  readonly #kept = new Map<string, Kept>();
  #mayKeep = false;
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
    if (!this.#mayKeep || state !== this.#state) return;
    if (this.#kept.size >= MOST_SESSIONS) this.#kept.clear();
    this.#kept.set(keyOf(session.tokenHash), {
      session,
      expiresAt,
      untilMs: performance.now() + SESSION_LEASE.longestMs,
    });
  }

  /** A session has ended or changed. */
  forgetAll(): void {
    this.#state += 1;
    this.#kept.clear();
  }

  onLost(): void {
    this.#mayKeep = false;
    this.forgetAll();
  }

  onHeld(): void {
    this.#mayKeep = true;
    this.#state += 1;
  }
}
