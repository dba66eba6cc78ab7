import { createHash } from 'node:crypto';
import type { Job, JobAction, JobList } from '@wayside/contract/jobs';
import { ObjectId } from 'bson';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { toFieldChanges } from '../db/activity-entry.ts';
import { orm } from '../db/orm.ts';
import { recordActivity } from '../db/record-activity.ts';
import { jobs } from '../db/schema/jobs.ts';
import { type CountJobInput, rejectTooMany, selectedRows } from './count-job.ts';
import { readJob } from './read-job.ts';

interface NewJob {
  readonly list: JobList;
  readonly action: JobAction;
  /** The idempotency key: repeating the request starts no second job. */
  readonly key: string;
  /** The rest of the request. */
  readonly request: unknown;
  readonly undoOf?: string;
  /** Throws if the job may not begin. */
  readonly requireStartable?: (client: pg.ClientBase, id: string) => Promise<void>;
  /** A SELECT of `id` and `position`, with its parameters. */
  readonly rows: { readonly text: string; readonly values: readonly unknown[] };
  /** Throws if the number of rows does not allow a job. */
  readonly check: (total: number) => void;
}

export interface StartJobInput extends CountJobInput {
  readonly key: string;
  readonly seenCount: number;
}

/** Starts a job over selected rows (VIEW-07). @throws 400; 409 if the number of rows differs */
export function startJob(context: CallContext, input: StartJobInput): Promise<Job> {
  const { list, action, key, seenCount, ids, all, listed } = input;
  return insertJob(context, {
    list,
    action,
    key,
    request: { ids, all, listed, seenCount },
    rows: selectedRows(input),
    check: (total) => {
      rejectTooMany(total);
      if (total !== seenCount)
        throw conflict('selection_count_changed', {
          count: total,
          seen: seenCount.toLocaleString('en-IN'),
        });
    },
  });
}

/** Stores a job and its rows for the next free node. A repeated request returns the existing job. */
export function insertJob({ database, now, actor }: CallContext, job: NewJob): Promise<Job> {
  const { list, action, key, rows, undoOf = null } = job;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([list, action, undoOf, job.request]))
    .digest();
  const id = new ObjectId().toHexString();
  const actorId = actor.id ?? '';
  return database.transaction(async (client) => {
    const at = now();
    const inserted = await orm(client)
      .insert(jobs)
      .values({
        ...{ id, list, action, key, requestHash, undoOf, createdAt: at, touchedAt: at },
        ...{ actorId, actorEmail: actor.email, actorAddress: actor.address, requestId: actor.requestId },
      })
      .onConflictDoNothing({ target: [jobs.actorId, jobs.key] })
      .returning({ id: jobs.id });
    if (inserted.length === 0) return readJob(client, await findStartedJob(client, { actorId, key, requestHash }));
    await job.requireStartable?.(client, id);
    const { rowCount } = await client.query(
      `INSERT INTO job_rows (job_id, position, record_id) SELECT '${id}', position, id FROM (${rows.text}) AS selected`,
      [...rows.values],
    );
    const total = rowCount ?? 0;
    if (total === 0) throw conflict('nobody_selected');
    job.check(total);
    await orm(client).update(jobs).set({ total }).where(eq(jobs.id, id));
    const facts = { list, job: action, rows: total, ...(undoOf ? { undoOf } : {}) };
    await recordActivity(client, actor, at, {
      action: 'started',
      entity: 'job',
      entityId: id,
      changes: toFieldChanges(facts),
    });
    return readJob(client, id);
  });
}

/** @throws 409 if the key's job was started by a different request */
async function findStartedJob(
  client: pg.ClientBase,
  { actorId, key, requestHash }: { readonly actorId: string; readonly key: string; readonly requestHash: Buffer },
): Promise<string> {
  const [found] = await orm(client)
    .select({ id: jobs.id, requestHash: jobs.requestHash })
    .from(jobs)
    .where(and(eq(jobs.actorId, actorId), eq(jobs.key, key)));
  if (!found || !requestHash.equals(found.requestHash)) throw conflict('key_of_another_job');
  return found.id;
}
