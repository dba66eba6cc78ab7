import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import type { Files } from './files/files.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Settings } from './settings.ts';

/** What verbs work with: passed along, never global. */
export interface AppContext {
  readonly database: Database;
  readonly files: Files;
  /** Where notifications leave; null when no webhook is set. */
  readonly outbox: Outbox | null;
  readonly settings: Settings;
  readonly log: Logger;
  /** The present moment; tests set it. */
  readonly now: () => Date;
}

/** Who is signed in, and with what. */
export interface Session {
  readonly admin: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly tokenHash: Buffer;
}

/** What a verb may know of the request that it serves. */
export interface Caller {
  /** Null only where a call is public. */
  readonly session: Session | null;
  /** The client's address as far as TRUST_PROXY lets it be known. */
  readonly address: string;
}

/** Who does something and from where, for the activity log (SECU-05). A command has no administrator. */
export interface Actor {
  readonly id: string | null;
  readonly email: string | null;
  readonly address: string | null;
}
