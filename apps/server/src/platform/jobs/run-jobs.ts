import { JOB_ACTIONS, JOB_LISTS, type JobAction, type JobList } from '@wayside/contract/jobs';
import { ROLES, roleMay } from '@wayside/contract/roles';
import { sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { repeatFromNow, withFailureLogging } from '../../repeat.ts';
import { type NewActivityEntry, toFieldChanges } from '../db/activity-entry.ts';
import type { Database } from '../db/database.ts';
import { hasSqlState } from '../db/database-errors.ts';
import { lockNextSql, processNextRow, runQueue } from '../db/queue.ts';
import { recordActivities } from '../db/record-activity.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';
import { statusSql } from '../db/toggle-flag.ts';
import { flagValueOf, JOB_FLAGS, outcomeOf, type PersonState, type RowOutcome } from './count-job.ts';

interface WaitingRow {
  readonly position: number;
  readonly recordId: string;
}

export interface ProcessedRow extends WaitingRow, RowOutcome {
  readonly entry: NewActivityEntry | null;
}

interface ProcessRowsInput {
  readonly id: string;
  readonly list: JobList;
  readonly action: JobAction;
  /** The job that this job undoes. */
  readonly undoOf: string | null;
  readonly rows: readonly WaitingRow[];
  readonly at: Date;
  readonly log: Logger;
}

/** Errors of a constraint or an exception raised by a trigger. */
const REJECTIONS = ['23502', '23503', '23505', '23514', '23001', 'P0001', '22023'] as const;
const MISSING_PERSON: PersonState = { recordState: null, isOn: null, status: null };
/** An undo does not revert later decisions. */
const CHANGED_SINCE: RowOutcome = { result: 'unchanged', reason: sentence('changed_by_somebody').message };

/** Processes all rows together. If the database rejects one of them, processes each row separately (VIEW-07). */
export async function processRows(client: pg.ClientBase, input: ProcessRowsInput): Promise<ProcessedRow[]> {
  const together = await tryRows(client, input);
  if (together !== null) return together;
  const done: ProcessedRow[] = [];
  for (const row of input.rows) {
    const [alone] = (await tryRows(client, { ...input, rows: [row] })) ?? [];
    const { message: reason } = sentence('change_not_accepted');
    done.push(alone ?? { ...row, result: 'failed', reason, entry: null });
  }
  return done;
}

/** @returns null if the database rejected a row; nothing is changed */
async function tryRows(client: pg.ClientBase, input: ProcessRowsInput): Promise<ProcessedRow[] | null> {
  await client.query('SAVEPOINT attempt');
  try {
    const done = await setFlags(client, input);
    await client.query('RELEASE SAVEPOINT attempt');
    return done;
  } catch (error) {
    // After any other error, the whole batch is retried.
    if (!hasSqlState(error, ...REJECTIONS)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    input.log.warn({ err: error, job: input.id }, 'the database rejected rows of a job');
    return null;
  }
}

async function setFlags(client: pg.ClientBase, input: ProcessRowsInput): Promise<ProcessedRow[]> {
  const { list, action, rows, at } = input;
  const flag = JOB_FLAGS[list];
  // Sorted by id, so that concurrent jobs wait for each other instead of ending in a deadlock.
  const { rows: people } = await client.query<PersonState & { id: string }>(
    `SELECT id, record_state AS "recordState", ${flag.column} AS "isOn", ${statusSql(flag)} AS status FROM ${flag.table}
     WHERE id = ANY ($1) ORDER BY id FOR UPDATE`,
    [rows.map(({ recordId }) => recordId)],
  );
  const states = new Map(people.map((person) => [person.id, person]));
  const changedSince = await findChangedSince(client, input);
  const done = rows.map((row): ProcessedRow => {
    const outcome = changedSince.has(row.recordId)
      ? CHANGED_SINCE
      : outcomeOf(flag, action, states.get(row.recordId) ?? MISSING_PERSON);
    return { ...row, ...outcome, entry: outcome.result === 'done' ? entryOf(list, action, row.recordId) : null };
  });
  const changed = done.filter(({ result }) => result === 'done').map(({ recordId }) => recordId);
  if (changed.length > 0)
    await client.query(
      `UPDATE ${flag.table} SET ${flag.column} = $2${flag.alsoSet ? `, ${flag.alsoSet}` : ''} WHERE id = ANY ($1)`,
      [changed, flagValueOf(action), ...(flag.alsoSet ? [at] : [])],
    );
  return done;
}

/** Returns people who were blocked or unblocked after the job that is being undone. @param client has locked them */
async function findChangedSince(
  client: pg.ClientBase,
  { list, undoOf, rows }: ProcessRowsInput,
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

function entryOf(list: JobList, action: JobAction, entityId: string): NewActivityEntry {
  const { entity, field, on, off } = JOB_FLAGS[list];
  const isOn = flagValueOf(action);
  return {
    action: (isOn ? on : off).action,
    entity,
    entityId,
    changes: [{ field, before: !isOn, after: isOn }],
  };
}

/** The number of rows per transaction, which locks the head of the activity log for about 20 ms. */
const ROWS_PER_BATCH = 100;

export interface JobParts {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
}

const claimedJob = z.object({
  id: z.string(),
  list: z.enum(JOB_LISTS),
  action: z.enum(JOB_ACTIONS),
  actorId: z.string(),
  actorEmail: z.nullable(z.string()),
  actorAddress: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  undoOf: z.nullable(z.string()),
  total: z.number(),
  reached: z.number(),
});
type ClaimedJob = z.infer<typeof claimedJob>;

// Jobs take turns.
const CLAIM_JOB = defineStatement({
  name: 'claim-job',
  text: lockNextSql(
    { table: 'jobs', due: "state = 'running'", order: 'touched_at, id' },
    `id, list, action, actor_id AS "actorId", actor_email AS "actorEmail", actor_address AS "actorAddress",
      request_id AS "requestId", undo_of AS "undoOf", total, done + unchanged + refused + failed AS reached`,
  ),
  row: claimedJob,
  example: [],
});
const POSTPONE_JOB = defineStatement({
  name: 'postpone-job',
  text: 'UPDATE jobs SET touched_at = $2 WHERE id = $1',
  example: ['9'.repeat(24), new Date(0)],
});
const REMOVE_OLD_JOBS = defineStatement({
  name: 'remove-old-jobs',
  text: `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE finished_at < $1::timestamptz - interval '90 days' LIMIT 5)`,
  example: [new Date(0)],
});
const READ_ACTOR = defineStatement({
  name: 'read-job-actor',
  text: 'SELECT role FROM admins WHERE id = $1 AND suspended_at IS NULL',
  row: z.object({ role: z.enum(ROLES) }),
  example: [sampleOf('admins')],
});
const NEXT_ROWS = defineStatement({
  name: 'next-job-rows',
  text: `SELECT position, record_id AS "recordId" FROM job_rows WHERE job_id = $1 AND position > $2 ORDER BY position LIMIT ${ROWS_PER_BATCH}`,
  row: z.object({ position: z.number(), recordId: z.string() }),
  example: ['9'.repeat(24), 0],
});
const STORE_RESULTS = defineStatement({
  name: 'store-job-results',
  text: `UPDATE job_rows AS r SET result = d.result, reason = d.reason, at = $2
    FROM unnest($3::int[], $4::text[], $5::text[]) AS d (position, result, reason) WHERE r.job_id = $1 AND r.position = d.position`,
  example: ['9'.repeat(24), new Date(0), [1], ['done'], [null]],
});
const STORE_PROGRESS = defineStatement({
  name: 'store-job-progress',
  text: `UPDATE jobs SET done = done + $2, unchanged = unchanged + $3, refused = refused + $4, failed = failed + $5, touched_at = $6,
      state = $7, reason = $8, finished_at = CASE WHEN $7 <> 'running' THEN $6::timestamptz END
    WHERE id = $1 RETURNING done, unchanged, refused, failed`,
  row: z.object({ done: z.number(), unchanged: z.number(), refused: z.number(), failed: z.number() }),
  example: ['9'.repeat(24), 0, 0, 0, 0, new Date(0), 'running', null],
});

/**
 * Processes the next batch of a job. One transaction stores results, changes, entries and progress, so that any node
 * can continue after a crash (VIEW-07).
 * @returns whether there was a job
 */
export function runNextBatch({ database, log, now }: JobParts): Promise<boolean> {
  return processNextRow(database, { claim: CLAIM_JOB, postpone: POSTPONE_JOB, now }, async (client, job) => {
    const at = now();
    const { actorId: id, actorEmail: email, actorAddress: address, requestId } = job;
    const actor = { id, email, address, requestId };
    const [found] = await rowsOf(client, READ_ACTOR, [job.actorId]);
    const entries = found && roleMay(found.role, 'people:block') ? await runBatch(client, job, { at, log }) : null;
    await recordActivities(client, actor, at, entries ?? (await stop(client, job, at)));
  });
}

const POLL_MS = 500;

/** Runs jobs on any number of nodes (VIEW-07). @returns a function that stops it */
export const runJobs = (parts: JobParts): (() => Promise<void>) =>
  runQueue({
    log: parts.log,
    failure: 'rows of a job could not be done',
    pollMs: POLL_MS,
    processNext: () => runNextBatch(parts),
  });

const REMOVE_EVERY_MS = 3_600_000;

/** Deletes jobs 90 days after their end. @returns a function that stops it */
export const removeOldJobs = ({ database, log, now }: JobParts): (() => Promise<void>) =>
  repeatFromNow(
    REMOVE_EVERY_MS,
    withFailureLogging(log, 'old jobs could not be removed', () => database.rows(REMOVE_OLD_JOBS, [now()])),
  );

/** @returns the activity entries, including the entry of the job's end */
async function runBatch(
  client: pg.ClientBase,
  job: ClaimedJob,
  { at, log }: { readonly at: Date; readonly log: Logger },
): Promise<NewActivityEntry[]> {
  const rows = await rowsOf(client, NEXT_ROWS, [job.id, job.reached]);
  const done = await processRows(client, { ...job, rows, at, log });
  await rowsOf(client, STORE_RESULTS, [
    job.id,
    at,
    done.map(({ position }) => position),
    done.map(({ result }) => result),
    done.map(({ reason }) => reason),
  ]);
  const isLast = job.reached + rows.length >= job.total;
  const counts = await storeProgress(client, job, {
    done,
    at,
    state: isLast ? 'finished' : 'running',
    reason: null,
  });
  const entries = done.flatMap(({ entry }) => entry ?? []);
  return isLast ? [...entries, endEntry(job, 'finished', counts)] : entries;
}

/** Ends a job whose starter has lost the permission (TEAM-02). */
async function stop(client: pg.ClientBase, job: ClaimedJob, at: Date): Promise<NewActivityEntry[]> {
  const { actorEmail: name } = job;
  const said = name === null ? sentence('starter_may_not_block') : sentence('may_not_block', { name });
  const reason = said.message;
  const counts = await storeProgress(client, job, { done: [], at, state: 'stopped', reason });
  return [endEntry(job, 'stopped', counts)];
}

interface Progress {
  readonly done: readonly ProcessedRow[];
  readonly at: Date;
  readonly state: 'running' | 'finished' | 'stopped';
  readonly reason: string | null;
}

async function storeProgress(client: pg.ClientBase, { id }: ClaimedJob, { done, at, state, reason }: Progress) {
  const count = (result: ProcessedRow['result']) => done.filter((row) => row.result === result).length;
  const counts = [count('done'), count('unchanged'), count('refused'), count('failed')];
  const [stored] = await rowsOf(client, STORE_PROGRESS, [id, ...counts, at, state, reason]);
  if (!stored) throw new Error('the job was not found');
  return stored;
}

const endEntry = (
  { id, total }: ClaimedJob,
  action: 'finished' | 'stopped',
  counts: Readonly<Record<string, number>>,
): NewActivityEntry => ({
  action,
  entity: 'job',
  entityId: id,
  changes: toFieldChanges({ rows: total, ...counts }),
});
