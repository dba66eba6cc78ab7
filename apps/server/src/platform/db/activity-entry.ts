import { userInfo } from 'node:os';
import {
  type ActivityAction,
  type ActivityEntity,
  COMMAND_LINE_ID,
  type FieldValue,
} from '@wayside/contract/activity';
import type { EventType } from '@wayside/contract/event-types';
import type { Actor } from '../../actor.ts';
import type { SealedRecord } from './seals.ts';

/** The actor of the program itself. */
export const SYSTEM_ACTOR: Actor = { id: null, email: null, address: null, requestId: null };

interface EventDetails {
  /** Derived from entity and action by default. */
  readonly type?: EventType;
  /** The event's record, if it is not the entry's. */
  readonly id?: string;
  /** Additional values, by their domain names. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A new activity entry. The database adds the number and the hashes. */
export interface NewActivityEntry {
  readonly action: ActivityAction;
  readonly entity: ActivityEntity;
  readonly entityId: string | null;
  /** Must not contain personal data (USER-06) or secrets (SECU-04). */
  readonly changes?: readonly { readonly field: string; readonly before: FieldValue; readonly after: FieldValue }[];
  /** Free text that may concern a person. It is removed when the person is erased. */
  readonly note?: string | null;
  /** Records that the entry decides on, in addition to the record of the entry and those in its changes (OWN-05). */
  readonly decides?: readonly SealedRecord[];
  readonly event?: EventDetails;
}

/** Converts facts to changes that have no previous value. */
export const toFieldChanges = (facts: Readonly<Record<string, FieldValue>>) =>
  Object.entries(facts).map(([field, after]) => ({ field, before: null, after }));

/** Returns the operating system's user name; null if there is none, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Returns the actor of a command: the command line with the operating system's user (PRIV-03). */
export const commandLineActor = (): Actor => ({
  id: COMMAND_LINE_ID,
  email: `command line (${userName() ?? `user ${process.getuid?.() ?? 'unknown'}`})`,
  address: null,
  requestId: null,
});
