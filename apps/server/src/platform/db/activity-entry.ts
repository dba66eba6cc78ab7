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
export const NO_ADMIN: Actor = { id: null, email: null, address: null, requestId: null };

interface EventDetails {
  /** By default it follows from entity and action. */
  readonly type?: EventType;
  /** The event's record, if it is not the entry's. */
  readonly id?: string;
  /** Further values, by their domain names. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An activity entry; the database adds number and hashes. */
export interface NewActivityEntry {
  readonly action: ActivityAction;
  readonly entity: ActivityEntity;
  readonly entityId: string | null;
  /** Never a personal value (USER-06), never a secret (SECU-04). */
  readonly changes?: readonly { readonly field: string; readonly before: FieldValue; readonly after: FieldValue }[];
  /** Free text that may be about a person; removed when they are erased. */
  readonly note?: string | null;
  /** Records that the entry decides on, beyond those that entity and changes name (OWN-05). */
  readonly decides?: readonly SealedRecord[];
  readonly event?: EventDetails;
}

/** Changes that state facts: each field with its value and no previous one. */
export const statedFields = (facts: Readonly<Record<string, FieldValue>>) =>
  Object.entries(facts).map(([field, after]) => ({ field, before: null, after }));

/** Null if the user has no name, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** The actor of a command: the command line with the operating system's user (PRIV-03). */
export const commandLine = (): Actor => ({
  id: COMMAND_LINE_ID,
  email: `command line (${userName() ?? `user ${process.getuid?.() ?? 'unknown'}`})`,
  address: null,
  requestId: null,
});
