import type { Job } from '@wayside/contract/jobs';
import { and, eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { jobs } from '../../platform/db/schema/jobs.ts';
import { readJob } from '../../platform/jobs/read-job.ts';

/** Cancels a job after the rows that are in progress; what is done stays done (VIEW-07). @throws 404; 409 when it has already ended */
export function cancelJob({ database, now, actor }: ActorContext, { id }: { readonly id: string }): Promise<Job> {
  return database.transaction(async (client) => {
    const at = now();
    const reason = `${actor.email ?? 'Somebody'} cancelled it.`;
    const cancelled = await orm(client)
      .update(jobs)
      .set({ state: 'cancelled', finishedAt: at, reason })
      .where(and(eq(jobs.id, id), eq(jobs.state, 'running')))
      .returning({ id: jobs.id });
    const job = await readJob(client, id);
    if (cancelled.length > 0) {
      const { total, done, left } = job;
      await recordActivity(client, actor, at, {
        action: 'cancelled',
        entity: 'job',
        entityId: id,
        changes: statedFields({ rows: total, done, left }),
      });
    } else if (job.state !== 'cancelled') throw conflict('This job has ended already.');
    return job;
  });
}
