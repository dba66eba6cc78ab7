import type { Logger } from 'pino';
import { drawDemoPictures } from '../../../../packages/demo/src/demo-picture-files.ts';
import { removeOldCallsRepeatedly } from '../features/calls/calls.ts';
import { applyResultFiles } from '../features/payment-runs/apply-result-files.ts';
import { expireClaimsRepeatedly } from '../features/roadside/expire-claims.ts';
import { removeOldPositionsRepeatedly } from '../features/roadside/list-nearest.ts';
import { sendPushesRepeatedly } from '../features/roadside/send-pushes.ts';
import { matchRepeatedly } from '../features/settlements/match-lines.ts';
import { checkIdentitiesRepeatedly } from '../features/single-sign-on/check-identities.ts';
import type { ShutdownSequence } from '../lifecycle.ts';
import { expireApprovalsRepeatedly } from '../money/ledger/expire-approvals.ts';
import { postPendingEntriesRepeatedly } from '../money/ledger/post-entries.ts';
import { appendAccessChangesRepeatedly, openAccessChangeLog } from '../platform/backup/access-change-log.ts';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import { runBackFills } from '../platform/db/back-fills.ts';
import { logHeadsRepeatedly } from '../platform/db/chain-heads.ts';
import type { Database } from '../platform/db/database.ts';
import { recordKeyUseRepeatedly } from '../platform/db/key-use.ts';
import { openFiles, openImageStore } from '../platform/files/files.ts';
import { sweepRepeatedly } from '../platform/files/remove-images.ts';
import { removeOldJobs, runJobs } from '../platform/jobs/run-jobs.ts';
import { deliverNotifications } from '../platform/webhooks/deliver-notifications.ts';
import { deliverWebhooks } from '../platform/webhooks/deliver-webhooks.ts';
import { removeOldEventsRepeatedly } from '../platform/webhooks/event-feed.ts';
import type { Settings } from '../settings.ts';
import { copyDocuments } from '../sync/documents/copy-documents.ts';
import { openErasureLog } from '../sync/erasure/erasure-log.ts';
import { finishErasuresRepeatedly } from '../sync/erasure/finish-erasures.ts';
import { encryptStoredRepeatedly } from '../sync/import/encrypt-stored.ts';

const STOP_WORKER_MS = 3_000;
const STOP_DELIVERIES_MS = 5_000;

interface WorkerParts {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly settings: Settings;
  readonly log: Logger;
}

/** Starts the background work of a node. When the program stops, each worker completes its current run. */
export async function startWorkers(parts: WorkerParts, closing: ShutdownSequence): Promise<void> {
  const { database, keys, settings, log } = parts;
  const { allowsPrivateWebhooks: allowsPrivate, documentHosts: hosts, isPublicDemo, singleSignOn } = settings;
  const now = () => new Date();
  const files = openFiles({ settings, keys, now });
  const add = (name: string, end: () => Promise<void>, stopMs = STOP_WORKER_MS) => closing.add(name, end, stopMs);

  add('the back-fills', runBackFills(database, log));
  add('the encryption', encryptStoredRepeatedly(database, keys, log));
  const drawing = drawPictures(database, settings, log);
  add('the pictures of the demo', () => drawing);
  add('the sweep of images', sweepRepeatedly({ database, files, log, now }));
  add(
    'the webhook deliveries',
    deliverWebhooks({ database, keys, log, now, allowsPrivate, isPublicDemo }),
    STOP_DELIVERIES_MS,
  );
  add('the removal of old events', removeOldEventsRepeatedly(database, log));
  if (settings.webhook !== null)
    add(
      'the notifications',
      deliverNotifications({ database, webhook: settings.webhook, log, now }),
      STOP_DELIVERIES_MS,
    );
  add('the jobs', runJobs({ database, log, now }));
  add('the removal of old jobs', removeOldJobs({ database, log, now }));
  add('the bank result files', applyResultFiles({ ...parts, now }));
  add('the settlement lines', matchRepeatedly({ database, log, now }));
  if (hosts.length > 0)
    add('the document copies', copyDocuments({ database, keys, files, log, now, hosts, allowsPrivate }));
  add('the posting job', postPendingEntriesRepeatedly(database, log));
  // Await the first log of the chain heads, so that it comes before the last lines of the start.
  add('the log of the chains', await logHeadsRepeatedly(database, log));
  add('the expiry of approvals', expireApprovalsRepeatedly(database, log));
  add('the expiry of claims', expireClaimsRepeatedly(database, log));
  if (!isPublicDemo)
    add(
      'the push messages',
      sendPushesRepeatedly({ database, keys, log, now, allowsPrivate, contact: settings.adminEmail }),
    );
  add('the record of access', appendAccessChangesRepeatedly(database, openAccessChangeLog(settings), log));
  add('the erasures', finishErasuresRepeatedly(database, openErasureLog(settings), log));
  add('the record of key use', recordKeyUseRepeatedly(database, log));
  add('the checks of access', checkIdentitiesRepeatedly({ database, keys, log, now, singleSignOn }));
  add('the removal of positions', removeOldPositionsRepeatedly(database, log));
  add('the removal of old calls', removeOldCallsRepeatedly(database, log));
}

/** Draws the missing pictures of the demo. */
export async function drawPictures(database: Database, settings: Settings, log: Logger): Promise<void> {
  try {
    await drawDemoPictures(database, openImageStore(settings));
  } catch (error) {
    log.warn({ err: error }, 'the demo images could not be created; the next startup retries');
  }
}
