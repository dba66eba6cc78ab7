import type { ActivityAction, ActivityEntity } from '@wayside/contract/activity';
import { type ApplicationStatus, mechanicCan } from '@wayside/contract/mechanics';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type { Actor } from '../../actor.ts';
import { ApiError, conflict, notFound } from '../../api-error.ts';
import type { Database } from './database.ts';
import type { PeopleTable } from './erase-related-rows.ts';
import { recordActivity } from './record-activity.ts';

type ChangeSentenceCode =
  | `${'customer' | 'mechanic'}_${'blocked' | 'unblocked'}`
  | `mechanic_marked_${'expert' | 'regular'}`;

interface Change {
  /** The action in the activity log: "blocked". */
  readonly action: ActivityAction;
  /** The message that another user has already made the change. */
  readonly sentenceCode: ChangeSentenceCode;
}

/** A flag of a person. The names are constants, never taken from a request. */
export interface PersonFlag {
  readonly table: PeopleTable;
  readonly column: string;
  readonly field: string;
  readonly entity: ActivityEntity;
  readonly noun: 'customer' | 'mechanic';
  readonly on: Change;
  readonly off: Change;
  /** Returns why the application's status does not allow the change; null if it does. */
  readonly rejectionOf?: (person: { readonly status: ApplicationStatus | null }) => Sentence | null;
  /** Another assignment in the same UPDATE; `$3` is the time. */
  readonly alsoSet?: string;
}

/** Returns the SQL expression of the status that `rejectionOf` needs. */
export const statusSql = ({ rejectionOf }: PersonFlag): string => (rejectionOf ? 'status' : 'NULL::text');

interface ToggleContext {
  readonly database: Pick<Database, 'transaction'>;
  readonly now: () => Date;
  readonly actor: Actor;
}

export interface ToggleInput {
  readonly id: string;
  /** The state that the caller saw; null toggles whatever the state is. */
  readonly seen: boolean | null;
}

/**
 * Toggles a person's flag and logs the change. A row lock serializes concurrent calls.
 * @returns the new state
 * @throws 404; 409 if the caller saw another state or the change is not allowed
 */
export function toggleFlag(
  { database, now, actor }: ToggleContext,
  flag: PersonFlag,
  { id, seen }: ToggleInput,
): Promise<boolean> {
  const { table, column } = flag;
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ isOn: boolean; status: ApplicationStatus | null }>(
      `SELECT ${column} AS "isOn", ${statusSql(flag)} AS status FROM ${table} WHERE id = $1 AND record_state = 'full' FOR UPDATE`,
      [id],
    );
    const [found] = rows;
    if (!found) throw notFound(flag.noun);
    const rejection = flag.rejectionOf?.(found) ?? null;
    if (rejection !== null) throw new ApiError('conflict', rejection);
    const { isOn } = found;
    if (seen !== null && seen !== isOn) throw conflict((isOn ? flag.on : flag.off).sentenceCode);
    const at = now();
    await client.query(
      `UPDATE ${table} SET ${column} = $2${flag.alsoSet ? `, ${flag.alsoSet}` : ''} WHERE id = $1`,
      [id, !isOn, ...(flag.alsoSet ? [at] : [])],
    );
    await recordActivity(client, actor, at, {
      action: (isOn ? flag.off : flag.on).action,
      entity: flag.entity,
      entityId: id,
      changes: [{ field: flag.field, before: isOn, after: !isOn }],
    });
    return !isOn;
  });
}

const blockOf = <N extends PersonFlag['noun']>(noun: N) =>
  ({
    column: 'is_blocked',
    field: 'isBlocked',
    noun,
    on: { action: 'blocked', sentenceCode: `${noun}_blocked` },
    off: { action: 'unblocked', sentenceCode: `${noun}_unblocked` },
  }) as const;

/** Blocks a customer (USER-05). */
export const USER_BLOCK: PersonFlag = {
  ...blockOf('customer'),
  table: 'users',
  entity: 'user',
  alsoSet: 'updated_at = $3',
};

/** Only approved mechanics can be blocked (MECH-09, MECH-13). */
export const MECHANIC_BLOCK: PersonFlag = {
  ...blockOf('mechanic'),
  table: 'mechanics',
  entity: 'mechanic',
  rejectionOf: (mechanic) => (mechanicCan.beBlocked(mechanic) ? null : sentence('block_needs_approval')),
};
