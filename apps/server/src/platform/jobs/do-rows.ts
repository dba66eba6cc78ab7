import type { JobAction, JobList } from '@wayside/contract/jobs';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { NewActivityEntry } from '../db/activity-entry.ts';
import { hasSqlState } from '../db/database-errors.ts';
import { statusOf } from '../db/toggle-flag.ts';
import { isOnAfter, JOB_FLAGS, outcomeOf, type PersonState, type RowOutcome } from './job-people.ts';

interface WaitingRow {
  readonly position: number;
  readonly recordId: string;
}

/** A row with its result, and the activity entry of its change. */
export interface DoneRow extends WaitingRow, RowOutcome {
  readonly entry: NewActivityEntry | null;
}

interface DoRowsInput {
  readonly id: string;
  readonly list: JobList;
  readonly action: JobAction;
  /** The job whose changes are taken back. */
  readonly undoOf: string | null;
  readonly rows: readonly WaitingRow[];
  readonly at: Date;
  readonly log: Logger;
}

/** SQLSTATEs of a statement that the data rejected: a constraint, or what a trigger raises. */
const REJECTIONS = ['23502', '23503', '23505', '23514', '23001', 'P0001', '22023'] as const;
const NOBODY: PersonState = { recordState: null, isOn: null, status: null };
/** An undo takes back what its job has done, and not what somebody has decided after it. */
const CHANGED_SINCE: RowOutcome = { result: 'unchanged', reason: 'Somebody has changed it since.' };

/** Does rows at once; where the database rejects one of them, each alone, so that it fails alone (VIEW-07). */
export async function doRows(client: pg.ClientBase, input: DoRowsInput): Promise<DoneRow[]> {
  const together = await attempt(client, input);
  if (together !== null) return together;
  const done: DoneRow[] = [];
  for (const row of input.rows) {
    const [alone] = (await attempt(client, { ...input, rows: [row] })) ?? [];
    done.push(alone ?? { ...row, result: 'failed', reason: 'The database rejected the change.', entry: null });
  }
  return done;
}

/** @returns null where the database rejected a row; nothing of them is changed then */
async function attempt(client: pg.ClientBase, input: DoRowsInput): Promise<DoneRow[] | null> {
  await client.query('SAVEPOINT attempt');
  try {
    const done = await setFlags(client, input);
    await client.query('RELEASE SAVEPOINT attempt');
    return done;
  } catch (error) {
    // Anything else is no matter of a row: the piece is done again.
    if (!hasSqlState(error, ...REJECTIONS)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    input.log.warn({ err: error, job: input.id }, 'the database rejected rows of a job');
    return null;
  }
}

async function setFlags(client: pg.ClientBase, input: DoRowsInput): Promise<DoneRow[]> {
  const { list, action, rows, at } = input;
  const flag = JOB_FLAGS[list];
  // By id, so that two jobs over the same people wait for each other instead of ending in a deadlock.
  const { rows: people } = await client.query<PersonState & { id: string }>(
    `SELECT id, record_state AS "recordState", ${flag.column} AS "isOn", ${statusOf(flag)} AS status FROM ${flag.table}
     WHERE id = ANY ($1) ORDER BY id FOR UPDATE`,
    [rows.map(({ recordId }) => recordId)],
  );
  const states = new Map(people.map((person) => [person.id, person]));
  const changedSince = await findChangedSince(client, input);
  const done = rows.map((row): DoneRow => {
    const outcome = changedSince.has(row.recordId)
      ? CHANGED_SINCE
      : outcomeOf(flag, action, states.get(row.recordId) ?? NOBODY);
    return { ...row, ...outcome, entry: outcome.result === 'done' ? entryOf(list, action, row.recordId) : null };
  });
  const changed = done.filter(({ result }) => result === 'done').map(({ recordId }) => recordId);
  if (changed.length > 0)
    await client.query(
      `UPDATE ${flag.table} SET ${flag.column} = $2${flag.alsoSet ? `, ${flag.alsoSet}` : ''} WHERE id = ANY ($1)`,
      [changed, isOnAfter(action), ...(flag.alsoSet ? [at] : [])],
    );
  return done;
}

/** Who was blocked or unblocked after the job that is taken back. @param client has locked them */
async function findChangedSince(
  client: pg.ClientBase,
  { list, undoOf, rows }: DoRowsInput,
): Promise<ReadonlySet<string>> {
  if (undoOf === null) return new Set();
  const { entity, on, off } = JOB_FLAGS[list];
  const { rows: found } = await client.query<{ id: string }>(
    `SELECT record_id AS id FROM job_rows AS r WHERE job_id = $1 AND record_id = ANY ($2)
       AND EXISTS (SELECT FROM activity WHERE entity = $3 AND entity_id = r.record_id AND action = ANY ($4) AND at > r.at)`,
    [undoOf, rows.map(({ recordId }) => recordId), entity, [on.action, off.action]],
  );
  return new Set(found.map(({ id }) => id));
}

/** The entry that a single block or unblock has. */
function entryOf(list: JobList, action: JobAction, entityId: string): NewActivityEntry {
  const { entity, field, on, off } = JOB_FLAGS[list];
  const isOn = isOnAfter(action);
  return {
    action: (isOn ? on : off).action,
    entity,
    entityId,
    changes: [{ field, before: !isOn, after: isOn }],
  };
}
