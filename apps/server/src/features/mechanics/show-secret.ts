import { and, eq, sql } from 'drizzle-orm';
import { ApiError, notFound } from '../../api-error.ts';
import type { ActorContext, CallContext } from '../../context.ts';
import { DecryptionError } from '../../platform/crypto/encrypted-text.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { documentCopies } from '../../platform/db/schema/document-copies.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';

/** The columns that are shown on demand only, and the action that the activity log records for each. */
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

/** The Aadhaar card of another host is shown by its copy, once there is one (FILE-04). */
const SECRETS = {
  bankAccountNumber: mechanics.bankAccountNumber,
  bankUpiId: mechanics.bankUpiId,
  aadhaarCard: sql<string | null>`coalesce(${documentCopies.copiedImage}, ${mechanics.aadhaarCard})`,
} as const;

/** Reads a secret of a mechanic and records who looked at it (MECH-06, SECU-05). Null where there is none. */
function showSecret(context: ActorContext, column: keyof typeof ACTIONS, id: string): Promise<string | null> {
  const { database, keys, now, actor } = context;
  return database.transaction(async (client) => {
    const [mechanic] = await orm(client)
      .select({ secret: SECRETS[column], state: mechanics.recordState })
      .from(mechanics)
      .leftJoin(documentCopies, and(eq(documentCopies.field, 'aadhaar_card'), eq(documentCopies.id, mechanics.id)))
      .where(eq(mechanics.id, id));
    // The bank details of an erased mechanic are there while they are needed to pay them (PRIV-06).
    const isShown = mechanic?.state === 'full' || (mechanic?.state === 'erased' && mechanic.secret !== null);
    if (!mechanic || !isShown) throw notFound('mechanic');
    if (mechanic.secret === null) return null;
    const place = { table: 'mechanics', id, column: COLUMNS[column] };
    const shown = await readStored(keys, mechanic.secret, place).catch(explainUnreadable);
    await recordActivity(client, actor, now(), { action: ACTIONS[column], entity: 'mechanic', entityId: id });
    return shown;
  });
}

/** It was moved from another row or changed in the database, or its key is missing: lists show it as missing. */
function explainUnreadable(error: unknown): never {
  if (!(error instanceof DecryptionError)) throw error;
  throw new ApiError(
    'not_found',
    'This value cannot be decrypted: it was changed outside of Wayside, or its data key is missing.',
  );
}

/** The whole number of a mechanic's bank account. @throws 404, also when it cannot be decrypted */
export const showBankAccount = (context: ActorContext, id: string): Promise<string | null> =>
  showSecret(context, 'bankAccountNumber', id);

/** The whole UPI id of a mechanic (BANK-05). @throws 404 as above */
export const showUpiId = (context: ActorContext, id: string): Promise<string | null> =>
  showSecret(context, 'bankUpiId', id);

/** A link to the image of a mechanic's Aadhaar card, signed for the caller's session alone (FILE-04). @throws 404 as above */
export async function showAadhaarCard(context: CallContext, id: string): Promise<string | null> {
  const stored = await showSecret(context, 'aadhaarCard', id);
  const readable = await context.files.readableLinks(context.session);
  return readable(stored);
}
