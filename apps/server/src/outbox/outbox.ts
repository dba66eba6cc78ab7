import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { orm } from '../db/orm.ts';
import { notifications } from '../db/schema/notifications.ts';
import { waitForLock } from '../db/wait-for-lock.ts';
import { describeError } from '../log.ts';
import { loggingFailures, repeat } from '../repeat.ts';
import type { Webhook } from '../settings.ts';
import { deliverNotification } from './deliver-notification.ts';

const QUEUE = 'notifications';
/** How long a notification waits for an undo before its delivery, in seconds. */
const UNDO_SECONDS = 10;
/** Waits of 10 s, 20 s, 40 s … between the attempts: the last one is some three hours after the first. */
const RETRIES = 10;
const RETRY_DELAY_SECONDS = 10;
const ATTEMPT_SECONDS = 60;
const POLL_MS = 2_000;
/** One slow answer of the webhook does not hold up the others. */
const DELIVERIES_AT_ONCE = 5;
const STOP_MS = 5_000;

/** The queue of notifications to deliver. */
export interface Outbox {
  /** Queues a notification in the transaction that stores it, for delivery after the time for undo, or at once. */
  enqueue(client: pg.ClientBase, notificationId: string, options?: { isUrgent?: boolean }): Promise<void>;
  /** Takes a notification out of the queue, in the transaction that removes it. @returns false where its delivery has begun */
  withdraw(client: pg.ClientBase, notificationId: string): Promise<boolean>;
  /** Starts deliveries, and queues notifications whose job a restore has lost. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Job {
  readonly notificationId: string;
}

const executor = (client: { query: pg.ClientBase['query'] }) => ({
  executeSql: (text: string, values: unknown[]) => client.query<pg.QueryResultRow>(text, values),
});

/**
 * Creates the tables of the job queue, one node at a time: concurrent creation ends in a deadlock.
 * @param database connected without a pooler, because the lock needs a session
 */
export async function prepareOutbox(database: Database, log: Logger): Promise<void> {
  const { default: PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ db: executor(database.pool), schedule: false, supervise: false });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));
  const client = await database.pool.connect();
  try {
    await waitForLock(client, 'jobQueue', { until: 'session' });
    await boss.start();
    await boss.createQueue(QUEUE);
    await boss.stop({ graceful: false, wait: true, close: false });
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/**
 * Opens the outbox on a job queue in the database. A node delivers each notification at least once, retries with growing
 * pauses, and records the state of the delivery in the notification's row.
 */
export async function openOutbox(parts: { database: Database; webhook: Webhook; log: Logger }): Promise<Outbox> {
  const { database, webhook, log } = parts;
  // Loaded only with a webhook.
  const { default: PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ db: executor(database.pool), schedule: false });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));

  const enqueue: Outbox['enqueue'] = async (client, notificationId, { isUrgent = false } = {}) => {
    const job: Job = { notificationId };
    await boss.send(QUEUE, job, {
      db: executor(client),
      startAfter: isUrgent ? 0 : UNDO_SECONDS,
      retryLimit: RETRIES,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      expireInSeconds: ATTEMPT_SECONDS,
    });
  };

  const queueLostJobs = () =>
    database.transaction(async (client) => {
      const { id, delivery } = notifications;
      const hasNoJob = sql`NOT EXISTS (SELECT FROM pgboss.job
        WHERE name = ${QUEUE} AND state < 'completed' AND data ->> 'notificationId' = ${id})`;
      const lost = await orm(client)
        .select({ id })
        .from(notifications)
        .where(and(eq(delivery, 'queued'), hasNoJob))
        .for('update', { skipLocked: true });
      for (const { id } of lost) await enqueue(client, id);
    });

  const withdraw: Outbox['withdraw'] = async (client, notificationId) => {
    const ofNotification = "name = $1 AND data ->> 'notificationId' = $2 AND state < 'completed'";
    const { rows } = await client.query<{ state: string }>(
      `SELECT state::text FROM pgboss.job WHERE ${ofNotification} FOR UPDATE`,
      [QUEUE, notificationId],
    );
    if (rows.some(({ state }) => state !== 'created')) return false;
    await client.query(`DELETE FROM pgboss.job WHERE ${ofNotification}`, [QUEUE, notificationId]);
    return true;
  };

  let isEnding = false;
  // Not by pg-boss' own workers: they do not await the statement that ends a job, and its failure ends the program.
  async function deliverWaiting(): Promise<void> {
    while (!isEnding) {
      const options = { includeMetadata: true, batchSize: DELIVERIES_AT_ONCE } as const;
      const waiting = await boss.fetch<Job>(QUEUE, options);
      if (waiting.length === 0) return;
      await Promise.all(waiting.map(deliver));
    }
  }
  async function deliver(job: JobWithMetadata<Job>): Promise<void> {
    try {
      await attempt(job);
    } catch (error) {
      log.warn({ err: error }, 'how a delivery ended could not be recorded; it is tried again');
    }
  }
  async function attempt({ id, data, retryCount, retryLimit }: JobWithMetadata<Job>): Promise<void> {
    try {
      await deliverNotification({ database, webhook, log }, data.notificationId, retryCount >= retryLimit);
    } catch (error) {
      await boss.fail(QUEUE, id, describeError(error));
      return;
    }
    await boss.complete(QUEUE, id);
  }
  let endDeliveries = () => Promise.resolve();

  return {
    enqueue,
    withdraw,
    start: async () => {
      await boss.start();
      await boss.createQueue(QUEUE);
      await queueLostJobs();
      endDeliveries = repeat(
        POLL_MS,
        loggingFailures(log, 'the queue of deliveries could not be read', deliverWaiting),
      );
    },
    stop: async () => {
      isEnding = true;
      // A delivery that takes longer is repeated by another node.
      await Promise.race([endDeliveries(), delay(STOP_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false, wait: true, close: false });
    },
  };
}
