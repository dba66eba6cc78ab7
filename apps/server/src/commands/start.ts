import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addDemoRefunds } from '../../../../packages/demo/src/demo-refunds.ts';
import { fillWithDemo } from '../../../../packages/demo/src/fill-with-demo.ts';
import { buildApp } from '../app.ts';
import { ensureDemoAdmins } from '../features/session/demo-login.ts';
import { checkAdmins, ensureFirstAdmin, type FirstAdmin } from '../features/session/ensure-first-admin.ts';
import { ShutdownSequence, type StopSignal, waitForStopSignal } from '../lifecycle.ts';
import { type ListenAddress, listen, requireFreePort, toMetricsAddress } from '../listen.ts';
import { createLog } from '../log.ts';
import { fillTransactionKeys } from '../money/ledger/fill-transaction-keys.ts';
import { postPendingEntries } from '../money/ledger/post-entries.ts';
import { LINK_HOURS } from '../platform/accounts/passwords.ts';
import {
  type AccessChangeLog,
  appendAccessChangesOrWarn,
  openAccessChangeLog,
} from '../platform/backup/access-change-log.ts';
import { requireRecipient } from '../platform/backup/age-encryption.ts';
import { recordRestore, repeatAccess } from '../platform/backup/record-restore.ts';
import { recordDemoDay, rejectDemoData, resetDemo, waitForDemoEnd } from '../platform/backup/reset-demo.ts';
import { upgradeCluster } from '../platform/backup/upgrade-cluster.ts';
import { type DataKeys, openDataKeys } from '../platform/crypto/data-keys.ts';
import { linkOlderEntries } from '../platform/db/chain-heads.ts';
import type { Database } from '../platform/db/database.ts';
import { rejectSecondServer } from '../platform/db/embedded/open-embedded.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import {
  connectAsOwner,
  connectForRequests,
  connectForWork,
  type OpenedDatabase,
  openDatabase,
} from '../platform/db/open-database.ts';
import { explainExcessiveRights, grantRights } from '../platform/db/program-role.ts';
import { sealOlderRecords } from '../platform/db/seal-older-records.ts';
import { checkImageStore } from '../platform/files/files.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Settings } from '../settings.ts';
import { appendErasures, type ErasureLog, openErasureLog } from '../sync/erasure/erasure-log.ts';
import { recordErasureActivity, replayErasures } from '../sync/erasure/replay-erasures.ts';
import { explainFailure } from './command.ts';
import { addDemoSettlements } from './demo-settlements.ts';
import { drawPictures, startWorkers } from './start-workers.ts';

const DRAIN_MS = 5_000;
/** The time in which a load balancer that polls every second sees the 503 at /readyz (docs/operations.md). */
const DEREGISTER_MS = 3_000;
const CLOSE_POOL_MS = 2_000;
const STOP_DATABASE_MS = 25_000;

/** Serves until a stop signal (RUN-01). @returns the exit code @throws StartError if a precondition fails */
export const start = (settings: Settings): Promise<number> =>
  serve(settings, { signal: waitForStopSignal(), now: () => new Date() });

interface ServeInput {
  readonly signal: Promise<StopSignal>;
  readonly now: () => Date;
}

/**
 * Serves until `signal` resolves. At midnight, a public demo stops and restarts with new data (SHIP-06).
 * @returns the exit code
 */
export async function serve(settings: Settings, input: ServeInput): Promise<number> {
  let isStopped = false;
  void input.signal.then(() => {
    isStopped = true;
  });
  while ((await serveOnce(settings, input)) === 'reset' && !isStopped);
  return 0;
}

/** Serves until `signal` resolves or a public demo is reset, then drains and closes everything (RUN-02). */
async function serveOnce(settings: Settings, { signal, now }: ServeInput): Promise<StopSignal | 'reset'> {
  const log = createLog(settings.logLevel, process.stdout);
  const closing = new ShutdownSequence(log);
  const ended = new AbortController();
  let isStopping = false;
  try {
    const early = await Promise.race([boot(settings, { log, closing, now, isStopping: () => isStopping }), signal]);
    if (typeof early === 'string') return early;
    const dayEnds = early && waitForDemoEnd(settings, early.demoDay, { now, signal: ended.signal });
    const received = await Promise.race([signal, ...(dayEnds ? [dayEnds.then(() => 'reset' as const)] : [])]);
    log.info(received === 'reset' ? 'resetting the public demo' : 'stopping');
    isStopping = true;
    // Ctrl-C in a terminal or an embedded database means that there is no load balancer.
    if (received === 'SIGTERM' && settings.databaseUrl !== null) await delay(DEREGISTER_MS);
    return received;
  } catch (error) {
    throw await explainFailure(error, settings);
  } finally {
    ended.abort();
    await closing.closeAll();
  }
}

interface Boot {
  readonly now: () => Date;
  readonly log: Logger;
  readonly closing: ShutdownSequence;
  readonly isStopping: () => boolean;
}

interface Opened {
  readonly database: Database;
  readonly keys: DataKeys;
  /** Notices about who can sign in and about the role of the database connection. */
  readonly notices: readonly string[];
}

/** @returns the day of a public demo */
async function boot(settings: Settings, boot: Boot): Promise<{ readonly demoDay: string } | null> {
  const { log, closing, isStopping, now } = boot;
  if (settings.apiHost === null && settings.databaseUrl === null) await rejectSecondServer(settings.dataDir);
  if (settings.backupRecipient !== null) await requireRecipient(settings.backupRecipient);
  await requireFreePort(settings);
  const place = toMetricsAddress(settings);
  if (place !== null) await requireFreePort(place);
  await checkImageStore(settings, log);
  const demoDay = settings.isPublicDemo ? await resetDemo(settings, now()) : null;
  const opened = settings.apiHost === null ? await open(settings, boot) : null;
  const database = opened?.database ?? null;
  if (database !== null && demoDay !== null) {
    await ensureDemoAdmins(database);
    await recordDemoDay(settings, demoDay);
  }
  const isTerminal = process.stdout.isTTY === true;
  const hasAdmin = database !== null && demoDay === null;
  const admin = hasAdmin ? await ensureFirstAdmin({ database, settings, isTerminal }) : null;
  if (database !== null && settings.demo) await addDemoRefunds(database, now());
  const metrics = await startMetrics(place, { database, closing, log });
  const app = await buildApp({ settings, database, keys: opened?.keys ?? null, log, now, isStopping, metrics });
  closing.add('the requests in progress', () => drain(app), DRAIN_MS + 1_000);
  const address = await listen(app, settings);
  if (opened !== null) await startWorkers({ ...opened, settings, log }, closing);
  const hint = admin ? signInHint(admin, address) : hintWithoutAdmin(settings);
  const notices = [...(opened?.notices ?? []), ...(admin?.notices ?? [])];
  process.stdout.write(`\n${[...notices, `Wayside is ready: ${address}`, hint].join('\n')}\n`);
  return demoDay === null ? null : { demoDay };
}

const hintWithoutAdmin = ({ isPublicDemo, apiHost }: Settings): string =>
  isPublicDemo
    ? 'This is a public demo: anyone can sign in with the buttons on the login page.'
    : `It serves only the web; the API is ${apiHost}.`;

/** Starts metrics and loads their library, if metrics are enabled; otherwise returns null. */
async function startMetrics(
  place: ListenAddress | null,
  { database, closing, log }: { database: Database | null; closing: ShutdownSequence; log: Logger },
): Promise<Metrics | null> {
  if (place === null) return null;
  const { createMetrics } = await import('../platform/metrics/metrics.ts');
  const { serveMetrics } = await import('../platform/metrics/metrics.ts');
  const metrics = createMetrics(database);
  closing.add('the metrics', await serveMetrics(metrics, { place, log }), CLOSE_POOL_MS);
  return metrics;
}

async function open(settings: Settings, boot: Boot): Promise<Opened> {
  const { log, closing } = boot;
  if (settings.databaseUrl === null && !settings.isPublicDemo) {
    await rejectDemoData(settings);
    await upgradeCluster({ settings, log, signal: new AbortController().signal });
  }
  const opened = await openDatabase(settings, log, { purpose: 'serve' });
  closing.add('the database', opened.stop, STOP_DATABASE_MS);
  const notices = await prepare(opened, { ...boot, settings });
  const database = connectForRequests(opened, log);
  closing.add('the connections', database.close, CLOSE_POOL_MS);
  // The fallback has one session and one role and prints its own warning.
  const risk = opened.kind === 'fallback' ? null : await explainExcessiveRights(database);
  const keys = await openDataKeys(database, settings);
  return { database, keys, notices: risk === null ? notices : [risk, ...notices] };
}

/**
 * Migrates the schema and posts pending entries, on connections with long timeouts. @returns notices about who can
 * sign in
 */
async function prepare(
  opened: OpenedDatabase,
  { settings, log, closing, now }: Boot & { readonly settings: Settings },
): Promise<string[]> {
  const owner = connectAsOwner(opened, log);
  closing.add('the connections of the owner', owner.close, CLOSE_POOL_MS);
  await migrateDatabase(owner, settings, { log });
  await grantRights(owner, opened.programRoles);
  const database = connectForWork(opened, log);
  closing.add('the start-up connections', database.close, CLOSE_POOL_MS);
  await openDataKeys(database, settings);
  await linkOlderEntries(database);
  await repeatErasures(database, openErasureLog(settings), log);
  await recordRestore(database);
  await fillTransactionKeys(database);
  await repeatAccessChanges(database, openAccessChangeLog(settings), log);
  const notices = await checkAdmins(database, settings);
  await sealOlderRecords(database);
  if (settings.demo) await addDemoData(owner, { settings, log, now });
  await owner.close();
  await postPendingEntries(database);
  await database.close();
  return notices;
}

/**
 * Repeats the recorded erasures that a restored database lacks, before the personal data can be read (PRIV-06). If
 * the object storage is unavailable, the server starts anyway and repeats them at the next startup.
 */
async function repeatErasures(database: Database, record: ErasureLog, log: Logger): Promise<void> {
  try {
    await appendErasures(database, record);
    const people = await replayErasures(database, record);
    if (people > 0) log.warn({ people }, 'erasing people again who were erased after the backup');
  } catch (error) {
    log.warn({ err: error }, 'the erasure log could not be read; the next startup reapplies it');
  }
  await recordErasureActivity(database, new Date());
}

/**
 * Repeats the suspensions and revocations that are missing from a database that was restored with other tools
 * (OWN-09).
 */
async function repeatAccessChanges(database: Database, record: AccessChangeLog, log: Logger): Promise<void> {
  try {
    const { suspended, lowered, neededOwners, revokedKeys } = await repeatAccess(database, record);
    if (suspended.length + lowered.length + neededOwners.length + revokedKeys.length > 0)
      log.warn(
        { suspended, lowered, neededOwners, revokedKeys },
        'changes of access after the backup are applied again',
      );
  } catch (error) {
    log.warn({ err: error }, 'the access change log could not be read; the next startup applies it');
  }
  await appendAccessChangesOrWarn({ database, log }, record);
}

async function addDemoData(
  owner: Database,
  { settings, log, now }: Pick<Boot, 'log' | 'now'> & { readonly settings: Settings },
): Promise<void> {
  let isLogged = false;
  const onProgress = () => {
    if (!isLogged) log.info('creating the demo data');
    isLogged = true;
  };
  const keys = await openDataKeys(owner, settings);
  const { outcome } = await fillWithDemo({ database: owner, keys }, { now: now(), onProgress });
  if (outcome !== 'filled') return;
  await addDemoSettlements({ database: owner, keys, settings, now });
  await drawPictures(owner, settings, log);
}

/** Stops accepting connections and waits for running requests, within the time limit of a service manager. */
async function drain(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timeout);
}

/** Returns the last line that is printed at startup, which explains how to sign in (RUN-01). */
export function signInHint({ email, password, linkToken }: FirstAdmin, address: string): string {
  // The token is in the fragment of the URL, which proxies don't log.
  if (linkToken !== null)
    return `Set the password of ${email} once, within ${LINK_HOURS} hours: ${address}/set-password#${linkToken}`;
  if (password !== null) return `Sign in as ${email} with the password ${password}`;
  return `Sign in as ${email}; "npm run admin -- create ${email}" sets a new password.`;
}
