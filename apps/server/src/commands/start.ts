import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import type { Database } from '../db/database.ts';
import { refuseSecondServer } from '../db/embedded/open-embedded.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { connectForCalls, connectForWork, type OpenedDatabase, openDatabase } from '../db/open-database.ts';
import { drawDemoPictures } from '../demo/demo-picture-files.ts';
import { fillWithDemo } from '../demo/fill-with-demo.ts';
import { checkAdmins, ensureFirstAdmin } from '../features/session/ensure-first-admin.ts';
import { checkImageStore, openFiles, openImageStore } from '../files/files.ts';
import { sweepRepeatedly } from '../files/sweep-images.ts';
import { postPendingEntries, postRepeatedly } from '../ledger/post-entries.ts';
import { Closing, untilStopSignal } from '../lifecycle.ts';
import { listen, requireFreePlace } from '../listen.ts';
import { createLog } from '../log.ts';
import { prepareOutbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings.ts';
import { explainFailure } from './explain-failure.ts';
import { signInHint } from './sign-in-hint.ts';

const DRAIN_MS = 5_000;
/** How long a balancer is given to see that /readyz says 503; it asks each second (docs/operations.md). */
const LEAVE_MS = 3_000;
const CLOSE_POOL_MS = 2_000;
const STOP_DATABASE_MS = 25_000;
const END_CARE_MS = 3_000;

/**
 * Serves until a signal asks for the end: opens the database, brings it up to date, listens, says how to sign in as the
 * last lines on standard output (RUN-01); then drains and closes everything (RUN-02).
 * @returns the exit code
 * @throws StartError when something that it needs is not there
 */
export async function start(settings: Settings): Promise<number> {
  const log = createLog(settings.logLevel, process.stdout);
  const closing = new Closing(log);
  const signal = untilStopSignal();
  let isStopping = false;
  try {
    const early = await Promise.race([boot(settings, { log, closing, isStopping: () => isStopping }), signal]);
    if (early !== undefined) return 0;
    const asked = await signal;
    log.info('stopping');
    isStopping = true;
    // A person at the terminal has no balancer, nor has the only node of an embedded database.
    if (asked === 'SIGTERM' && settings.databaseUrl !== null) await delay(LEAVE_MS);
    return 0;
  } catch (error) {
    throw await explainFailure(error, settings);
  } finally {
    await closing.closeAll();
  }
}

interface Boot {
  readonly log: Logger;
  readonly closing: Closing;
  readonly isStopping: () => boolean;
}

interface Opened {
  readonly database: Database;
  /** What must be said about who can sign in. */
  readonly notices: readonly string[];
}

async function boot(settings: Settings, { log, closing, isStopping }: Boot): Promise<void> {
  if (settings.apiHost === null && settings.databaseUrl === null) await refuseSecondServer(settings.dataDir);
  await requireFreePlace(settings);
  await checkImageStore(settings, log);
  const opened = settings.apiHost === null ? await open(settings, log, closing) : null;
  const database = opened?.database ?? null;
  const isTerminal = process.stdout.isTTY === true;
  const admin = database === null ? null : await ensureFirstAdmin({ database, settings, isTerminal });
  const app = await buildApp({ settings, database, log, isStopping });
  closing.add('the requests in progress', () => drain(app), DRAIN_MS + 1_000);
  const address = await listen(app, settings);
  if (database !== null) {
    closing.add('the care of images', careForImages(database, settings, log), END_CARE_MS);
    closing.add('the posting of entries', postRepeatedly(database, log), END_CARE_MS);
  }
  const hint = admin ? signInHint(admin, address) : `It serves the web alone; the API is ${settings.apiHost}.`;
  const notices = [...(opened?.notices ?? []), ...(admin?.notices ?? [])];
  process.stdout.write(`\n${[...notices, `Wayside is ready: ${address}`, hint].join('\n')}\n`);
}

async function open(settings: Settings, log: Logger, closing: Closing): Promise<Opened> {
  const opened = await openDatabase(settings, log, { purpose: 'serve' });
  closing.add('the database', opened.stop, STOP_DATABASE_MS);
  const notices = await prepare(opened, { settings, log, closing });
  const database = connectForCalls(opened, log);
  closing.add('the connections', database.close, CLOSE_POOL_MS);
  return { database, notices };
}

/**
 * Brings the schema and the books up to date, on connections that may wait and work longer than a call may.
 * @returns what must be said about who can sign in
 */
async function prepare(
  opened: OpenedDatabase,
  { settings, log, closing }: { settings: Settings; log: Logger; closing: Closing },
): Promise<string[]> {
  const database = connectForWork(opened, log);
  closing.add('the connections of the start', database.close, CLOSE_POOL_MS);
  await migrateDatabase(database, settings);
  const notices = await checkAdmins(database, settings);
  if (settings.webhook !== null) await prepareOutbox(database, log);
  if (settings.demo) await addDemoData(database, settings, log);
  await postPendingEntries(database);
  await database.close();
  return notices;
}

async function addDemoData(database: Database, settings: Settings, log: Logger): Promise<void> {
  let isTold = false;
  const onProgress = () => {
    if (!isTold) log.info('making the demo data');
    isTold = true;
  };
  const { outcome } = await fillWithDemo(database, { now: new Date(), onProgress });
  if (outcome === 'filled') await drawPictures(database, settings, log);
}

/** Draws what of the demo's pictures is missing here, and sweeps images until the answer is called. */
function careForImages(database: Database, settings: Settings, log: Logger): () => Promise<void> {
  const now = () => new Date();
  const files = openFiles({ settings, database, now });
  const drawing = drawPictures(database, settings, log);
  const endSweep = sweepRepeatedly({ database, files, log, now });
  return async () => {
    await drawing;
    await endSweep();
  };
}

async function drawPictures(database: Database, settings: Settings, log: Logger): Promise<void> {
  try {
    await drawDemoPictures(database, openImageStore(settings));
  } catch (error) {
    log.warn({ err: error }, 'the pictures of the demo could not be drawn; the next start tries again');
  }
}

/** Accepts nothing new and lets what runs come to its end, for as long as a service manager is patient. */
async function drain(app: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(impatience);
}
