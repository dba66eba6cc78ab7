import { JOB_ACTIONS, JOB_LISTS, JOB_STATES } from '@wayside/contract/jobs';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, recordId } from './columns.ts';
import { ownerReference } from './session.ts';

/** Bulk actions over selected rows (VIEW-07). */
export const jobs = pgTable(
  'jobs',
  {
    id: recordId().primaryKey(),
    list: text({ enum: JOB_LISTS }).notNull(),
    action: text({ enum: JOB_ACTIONS }).notNull(),
    state: text({ enum: JOB_STATES }).notNull().default('running'),
    /** There is no foreign key, because jobs are retained after the administrator is deleted. */
    actorId: recordId().notNull(),
    actorEmail: text(),
    actorAddress: text(),
    /** The request that started the job. The activity entries of the rows contain it (OPER-04). */
    requestId: text(),
    /**
     * The idempotency key, compared together with the request's SHA-256, so that a repeated request does not start a
     * second job.
     */
    key: text().notNull(),
    requestHash: bytes().notNull(),
    undoOf: recordId(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Why the job stopped early. */
    reason: text(),
    createdAt: instant().notNull(),
    /** Determines the order in which jobs take turns. */
    touchedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    check('jobs_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('jobs_finished', sql`(${table.state} = 'running') = (${table.finishedAt} IS NULL)`),
    check(
      'jobs_counts',
      sql`${table.done} + ${table.unchanged} + ${table.refused} + ${table.failed} <= ${table.total}`,
    ),
    uniqueIndex('jobs_key').on(table.actorId, table.key),
    index('jobs_running').on(table.touchedAt, table.id).where(sql`state = 'running'`),
    listIndex('jobs_created', [], table.createdAt, table.id),
  ],
);

export const jobRows = pgTable(
  'job_rows',
  {
    jobId: recordId()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The position in the job, from 1 without gaps. */
    position: integer().notNull(),
    recordId: recordId().notNull(),
    /** Null while the row is pending. */
    result: text({ enum: ['done', 'unchanged', 'refused', 'failed'] }),
    reason: text(),
    at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    check('job_rows_at', sql`num_nulls(${table.result}, ${table.at}) <> 1`),
  ],
);

/** Selected rows that an administrator is about to export (VIEW-07); deleted after an hour. */
export const selections = pgTable(
  'selections',
  {
    id: recordId().primaryKey(),
    adminId: ownerReference().notNull(),
    list: text().notNull(),
    ids: text().array().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index('selections_admin').on(table.adminId), index('selections_created').on(table.createdAt)],
);
