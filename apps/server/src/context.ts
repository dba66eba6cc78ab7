import type { Role } from '@wayside/contract/roles';
import type { Logger } from 'pino';
import type { Actor } from './actor.ts';
import type { DataKeys } from './platform/crypto/data-keys.ts';
import type { Database } from './platform/db/database.ts';
import type { Files } from './platform/files/files.ts';
import type { LiveStreams } from './platform/live/live-streams.ts';
import type { Settings } from './settings.ts';

/** The dependencies of every operation. They are passed as arguments and never global. */
export interface AppContext {
  readonly database: Database;
  /** Encrypts and decrypts columns, and derives the keys of links and chains. */
  readonly keys: DataKeys;
  readonly files: Files;
  /** The open live streams. */
  readonly live: LiveStreams;
  readonly settings: Settings;
  readonly log: Logger;
  readonly now: () => Date;
}

/** A signed-in administrator and the hash of their session token. */
export interface Session {
  readonly admin: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly role: Role;
  };
  readonly tokenHash: Buffer;
  /** Whether the administrator has proved their identity within the last 10 minutes (TEAM-05). */
  readonly isProved: boolean;
  /** Whether the administrator must first set up the second factor that REQUIRE_TWO_FACTOR demands (TEAM-04). */
  readonly mustSetUpTwoFactor: boolean;
}

/** The context of an operation whose response depends on the reader. */
export interface ReaderContext extends AppContext {
  readonly session: Session | null;
}

/** A program that calls with a service key, and the purpose of the key (SYNC-06). */
export interface ServiceKeyIdentity {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The context of an operation that changes data. */
export interface ActorContext extends AppContext {
  readonly actor: Actor;
}

/**
 * The context of a call, created where routes are bound. In a public call, the actor has no id and there is no
 * session.
 */
export interface CallContext extends ActorContext {
  readonly actor: Actor & { readonly address: string };
  readonly session: Session | null;
  /** The service key of a call that requires one. */
  readonly serviceKey: ServiceKeyIdentity | null;
}
