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

/** Who does something and from where, for the activity log (SECU-05). A command has no administrator. */
export interface Actor {
  readonly id: string | null;
  readonly email: string | null;
  readonly address: string | null;
}

/** The context of a verb that changes something. */
export interface ActorContext extends AppContext {
  /** Recorded in the activity log with the change. */
  readonly actor: Actor;
}

/** The context of a call, made where routes are bound. In a public call the actor has no id and there is no session. */
export interface CallContext extends ActorContext {
  readonly actor: Actor & { readonly address: string };
  readonly session: Session | null;
}
