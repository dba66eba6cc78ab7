import { type Decision, mechanicCan } from '@wayside/contract/mechanics';
import { sentence } from '@wayside/contract/sentences';
import { stripUnknownPrefix } from '@wayside/contract/wire/fields';
import { and, desc, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { ApiError, badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import type { ActorContext, AppContext, CallContext } from '../../context.ts';
import { dateTimeParam } from '../../date-params.ts';
import { DecryptionError } from '../../platform/crypto/encrypted-text.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { activity } from '../../platform/db/schema/activity.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { documentCopies, importedRecords } from '../../platform/db/schema/sync.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { MECHANIC_BLOCK, type PersonFlag, type ToggleInput, toggleFlag } from '../../platform/db/toggle-flag.ts';
import { APPLICATION_QUEUES } from '../../records/mechanics.ts';
import { erasePerson } from '../../sync/erasure/erase-person.ts';

interface DecideApplicationInput {
  readonly id: string;
  readonly status: Decision;
  /** The reason; required for every decision except an approval. */
  readonly remarks: string | null;
}

/**
 * For each decision: its name in the activity log, the error if remarks are missing, and its name in a later
 * conflict.
 */
const DECIDED = {
  approved: { action: 'approved', reasonFor: null, sentenceCode: 'application_approved' },
  rejected: { action: 'rejected', reasonFor: 'reason_required_to_reject', sentenceCode: 'application_rejected' },
  resent_for_verification: {
    action: 'resubmission_requested',
    reasonFor: 'reason_required_to_ask_again',
    sentenceCode: 'application_asked_again',
  },
} as const;

/**
 * Approves or rejects a pending application, or requests resubmission (MECH-08, MECH-12, WORK-05). The mechanic's row
 * stays locked until the commit.
 * @throws 400 if required remarks are missing; 404; 409 if the application is not pending or has not changed since
 *   the last request
 */
export function decideApplication(context: ActorContext, input: DecideApplicationInput): Promise<void> {
  const { database, now, settings, actor } = context;
  const { id, status, remarks } = input;
  const { action, reasonFor } = DECIDED[status];
  if (reasonFor !== null && remarks === null) throw badRequest([fieldError('remarks', reasonFor)]);
  return database.transaction(async (client) => {
    const [mechanic] = await orm(client)
      .select({ status: mechanics.status })
      .from(mechanics)
      .where(and(eq(mechanics.id, id), eq(mechanics.recordState, 'full')))
      .for('update');
    if (!mechanic) throw notFound('mechanic');
    if (!mechanicCan.beDecided(mechanic)) throw await decidedError(client, id, mechanic.status, settings.timeZone);
    if (status === mechanic.status) await requireChange(client, id, settings.timeZone);
    await orm(client).update(mechanics).set({ status }).where(eq(mechanics.id, id));
    await recordActivity(client, actor, now(), {
      action,
      entity: 'mechanic',
      entityId: id,
      changes: [{ field: 'status', before: mechanic.status, after: status }],
      note: remarks,
    });
  });
}

/** @throws 409 if the source has not changed the mechanic since the last request: the mechanic has not responded yet */
async function requireChange(client: pg.ClientBase, id: string, timeZone: string): Promise<void> {
  const lastRequest = await findLastDecision(client, id, 'resent_for_verification');
  const [source] = await orm(client)
    .select({ changedAt: importedRecords.changedAt })
    .from(importedRecords)
    .where(and(eq(importedRecords.collection, 'mechanics'), eq(importedRecords.id, id)));
  const changedAt = source?.changedAt ?? null;
  if (lastRequest && (changedAt === null || changedAt <= lastRequest.at))
    throw alreadyDecided('resent_for_verification', lastRequest, timeZone);
}

type DecidedStatus = keyof typeof DECIDED;
interface LastDecision {
  readonly at: Date;
  readonly email: string | null;
}

async function findLastDecision(
  client: pg.ClientBase,
  id: string,
  status: DecidedStatus,
): Promise<LastDecision | undefined> {
  const { action } = DECIDED[status];
  const [entry] = await orm(client)
    .select({ at: activity.at, email: activity.actorEmail })
    .from(activity)
    .where(and(eq(activity.entity, 'mechanic'), eq(activity.entityId, id), eq(activity.action, action)))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1);
  return entry;
}

function alreadyDecided(status: DecidedStatus, { at, email }: LastDecision, timeZone: string): ApiError {
  const { sentenceCode } = DECIDED[status];
  const date = dateTimeParam(at, timeZone);
  return email === null ? conflict(`${sentenceCode}_unnamed`, { date }) : conflict(sentenceCode, { email, date });
}

/**
 * Returns the error that states the status of the application and, if the activity log contains them, who decided and
 * when (MECH-12).
 */
async function decidedError(
  client: pg.ClientBase,
  id: string,
  status: string | null,
  timeZone: string,
): Promise<ApiError> {
  if (status !== 'approved' && status !== 'rejected')
    return status === null
      ? conflict('application_status_unknown')
      : conflict('application_not_waiting', { status: stripUnknownPrefix(status) });
  const decided = await findLastDecision(client, id, status);
  return decided ? alreadyDecided(status, decided, timeZone) : conflict(`application_is_${status}`);
}

/**
 * Erases a mechanic's personal data and documents; bookings and money rows remain (MECH-13). Until balance and wallet
 * are 0, name and bank details remain for the payment (PRIV-06). @throws 404
 */
export const eraseMechanic = (context: ActorContext, id: string): Promise<void> =>
  erasePerson(context, 'mechanics', id);

const nextApplication = z.object({
  /** Null if no other application is pending. */
  mechanicId: z.nullable(z.string()),
  /** The number of applications that are waiting for a decision. */
  waiting: z.number(),
  /** The number of applications that are waiting for the mechanic. */
  asked: z.number(),
  /** The position of the open application among those that are waiting for a decision, starting at 1. */
  position: z.nullable(z.number()),
});
type NextApplication = z.infer<typeof nextApplication>;

const NEXT_APPLICATION = defineStatement({
  name: 'next-application',
  // False sorts before true: applications after `after` come first, then the applications before it, so none is
  // skipped.
  text: `
    WITH waiting AS (
      SELECT id, listed_at, row_number() OVER (ORDER BY listed_at, id) AS place
      FROM mechanics WHERE record_state = 'full' AND ${APPLICATION_QUEUES.to_decide} AND id <> ALL ($2)
    )
    SELECT (SELECT count(*)::float8 FROM waiting) AS waiting,
      (SELECT count(*)::float8 FROM mechanics WHERE record_state = 'full' AND ${APPLICATION_QUEUES.waiting}) AS asked,
      (SELECT place::float8 FROM waiting WHERE id = $1) AS position, (
      SELECT id FROM waiting WHERE id IS DISTINCT FROM $1
      ORDER BY (listed_at, id) < (SELECT listed_at, id FROM mechanics WHERE id = $1), listed_at, id
      LIMIT 1) AS "mechanicId"`,
  row: nextApplication,
  example: [null, []],
});

interface GetNextApplicationInput {
  /** The mechanic on the screen, or null. */
  readonly after: string | null;
  /** Applications with an unsent decision, which count as decided (WORK-05). */
  readonly without: readonly string[];
}

/**
 * Returns the application that has waited longest. With `after`, returns the application that follows it in that
 * order; after the last application, the first one follows.
 */
export async function getNextApplication(
  { database }: AppContext,
  { after, without }: GetNextApplicationInput,
): Promise<NextApplication> {
  const [found] = await database.rows(NEXT_APPLICATION, [after, without]);
  return found ?? { mechanicId: null, waiting: 0, asked: 0, position: null };
}

/** The columns that are shown only on demand, and the activity action that each reveal records. */
const ACTIONS = {
  bankAccountNumber: 'bank_account_shown',
  bankUpiId: 'upi_id_shown',
  aadhaarCard: 'aadhaar_card_shown',
} as const;
const COLUMNS = {
  bankAccountNumber: 'bank_account_number',
  bankUpiId: 'bank_upi_id',
  aadhaarCard: 'aadhaar_card',
} as const;

/** If the Aadhaar card is stored on another host, its copy is shown once it exists (FILE-04). */
const SECRETS = {
  bankAccountNumber: mechanics.bankAccountNumber,
  bankUpiId: mechanics.bankUpiId,
  aadhaarCard: sql<string | null>`coalesce(${documentCopies.copiedImage}, ${mechanics.aadhaarCard})`,
} as const;

/** Reads a secret of a mechanic and records who viewed it (MECH-06, SECU-05). Returns null if there is none. */
function showSecret(context: ActorContext, column: keyof typeof ACTIONS, id: string): Promise<string | null> {
  const { database, keys, now, actor } = context;
  return database.transaction(async (client) => {
    const [mechanic] = await orm(client)
      .select({ secret: SECRETS[column], state: mechanics.recordState })
      .from(mechanics)
      .leftJoin(documentCopies, and(eq(documentCopies.field, 'aadhaar_card'), eq(documentCopies.id, mechanics.id)))
      .where(eq(mechanics.id, id));
    // The bank details of an erased mechanic are retained while they are needed for a payment (PRIV-06).
    const isShown = mechanic?.state === 'full' || (mechanic?.state === 'erased' && mechanic.secret !== null);
    if (!mechanic || !isShown) throw notFound('mechanic');
    if (mechanic.secret === null) return null;
    const cell = { table: 'mechanics', id, column: COLUMNS[column] };
    const shown = await readStored(keys, mechanic.secret, cell).catch(explainUnreadable);
    await recordActivity(client, actor, now(), { action: ACTIONS[column], entity: 'mechanic', entityId: id });
    return shown;
  });
}

/**
 * Converts a decryption error into a 404. The value was moved from another row or changed in the database, or its key
 * is missing. Lists show it as missing.
 */
function explainUnreadable(error: unknown): never {
  if (!(error instanceof DecryptionError)) throw error;
  throw new ApiError('not_found', sentence('value_not_decryptable'));
}

/** Returns the complete bank account number of a mechanic. @throws 404, also if the number cannot be decrypted */
export const showBankAccount = (context: ActorContext, id: string): Promise<string | null> =>
  showSecret(context, 'bankAccountNumber', id);

/** Returns the complete UPI id of a mechanic (BANK-05). @throws 404, also if it cannot be decrypted */
export const showUpiId = (context: ActorContext, id: string): Promise<string | null> =>
  showSecret(context, 'bankUpiId', id);

/**
 * Returns a link to the image of a mechanic's Aadhaar card. The link is valid only in the caller's session (FILE-04).
 * @throws 404, also if the stored value cannot be decrypted
 */
export async function showAadhaarCard(context: CallContext, id: string): Promise<string | null> {
  const stored = await showSecret(context, 'aadhaarCard', id);
  const readable = await context.files.readableLinks(context.session);
  return readable(stored);
}

const EXPERT: PersonFlag = {
  table: 'mechanics',
  column: 'is_expert',
  field: 'isExpert',
  entity: 'mechanic',
  noun: 'mechanic',
  on: { action: 'marked_expert', sentenceCode: 'mechanic_marked_expert' },
  off: { action: 'marked_regular', sentenceCode: 'mechanic_marked_regular' },
};

/**
 * Blocks or unblocks an approved mechanic (MECH-09, MECH-13). @returns the new state
 * @throws 404; 409 if the mechanic is not approved or the state has changed since the caller saw it
 */
export async function toggleMechanicBlock(
  context: ActorContext,
  toggle: ToggleInput,
): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, MECHANIC_BLOCK, toggle) };
}

/**
 * Marks a mechanic as an expert or a regular mechanic (MECH-10). @returns the new state @throws 404; 409 if the state
 * has changed since the caller saw it
 */
export async function toggleMechanicExpert(
  context: ActorContext,
  toggle: ToggleInput,
): Promise<{ isExpert: boolean }> {
  return { isExpert: await toggleFlag(context, EXPERT, toggle) };
}
