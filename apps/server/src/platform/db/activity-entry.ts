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

/** The actor of a command or a job of the program: no administrator. */
export const NO_ADMIN: Actor = { id: null, email: null, address: null, requestId: null };

/** What an event says beyond the activity entry, or instead of it. */
interface EventDetails {
  /** Where it does not follow from the entity and the action of the entry. */
  readonly type?: EventType;
  /** The record that the event is about, where it is not the entry's. */
  readonly id?: string;
  /** Values under the domain's names, which the log does not hold or names otherwise. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An entry as a verb states it; the database adds number and hashes. */
export interface NewActivityEntry {
  readonly action: ActivityAction;
  readonly entity: ActivityEntity;
  readonly entityId: string | null;
  /** Fields with their values before and after. Never a personal value (USER-06), never a secret (SECU-04). */
  readonly changes?: readonly { readonly field: string; readonly before: FieldValue; readonly after: FieldValue }[];
  /** Free text that may be about a person; it goes when they are erased. */
  readonly note?: string | null;
  /** Records on which it decides beyond those that entity and changes name (OWN-05). */
  readonly decides?: readonly SealedRecord[];
  /** What its event says in addition, or instead (HOOK-01). */
  readonly event?: EventDetails;
}

/** The changes of an entry that states facts: each field with its value, and none before. */
export const statedFields = (facts: Readonly<Record<string, FieldValue>>) =>
  Object.entries(facts).map(([field, after]) => ({ field, before: null, after }));

/** Null where the system has no name for the process's user, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Who a command on the machine is logged as: the command line, with the user of the operating system (PRIV-03). */
export const commandLine = (): Actor => ({
  id: COMMAND_LINE_ID,
  email: `command line (${userName() ?? `user ${process.getuid?.() ?? 'unknown'}`})`,
  address: null,
  requestId: null,
});
