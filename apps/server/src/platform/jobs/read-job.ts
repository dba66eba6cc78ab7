import { JOB_ACTIONS, JOB_LISTS, JOB_STATES } from '@wayside/contract/jobs';
import type pg from 'pg';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { causeKey } from '../../find-cause.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';

/** The columns of a job's record; they are read without the rows of the job. */
export const JOB_COLUMNS = `id, list, action, state, coalesce(actor_email, '') AS "startedBy", iso_instant(created_at) AS "createdAt",
  iso_instant(finished_at) AS "finishedAt", total, done, unchanged, refused, failed,
  total - done - unchanged - refused - failed AS "left", reason, undo_of AS "undoOf",
  EXISTS (SELECT FROM jobs AS undo WHERE undo.undo_of = jobs.id AND undo.state IN ('running', 'finished')) AS "isUndone"`;

export const jobRow = z.object({
  id: z.string(),
  list: z.enum(JOB_LISTS),
  action: z.enum(JOB_ACTIONS),
  state: z.enum(JOB_STATES),
  startedBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  total: z.number(),
  done: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  failed: z.number(),
  left: z.number(),
  reason: z.nullable(z.string()),
  undoOf: z.nullable(z.string()),
  isUndone: z.boolean(),
});

/** Adds the code of the job's reason. */
export const withReasonKey = <T extends { readonly reason: string | null }>(row: T) => ({
  ...row,
  reasonKey: causeKey(row.reason),
});

export type StoredJob = ReturnType<typeof withReasonKey<z.infer<typeof jobRow>>>;

const READ_JOB = defineStatement({
  name: 'read-job',
  text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`,
  row: jobRow,
  example: ['9'.repeat(24)],
});

/** @throws 404 if there is no such job */
export async function readJob(client: pg.ClientBase | pg.Pool, id: string): Promise<StoredJob> {
  const [job] = await rowsOf(client, READ_JOB, [id]);
  if (!job) throw notFound('job');
  return withReasonKey(job);
}
