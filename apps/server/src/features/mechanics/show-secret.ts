import { notFound } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';

/** What of a mechanic is shown on demand only, and what the activity log calls it. */
const SECRETS = {
  bank_account_number: 'bank_account_shown',
  aadhaar_card: 'aadhaar_card_shown',
} as const;

/** Reads one of a mechanic's secrets, and keeps who looked at it (MECH-06, SECU-05). Null where there is none. */
function showSecret(
  { database, now }: AppContext,
  actor: Actor,
  column: keyof typeof SECRETS,
  id: string,
): Promise<string | null> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ secret: string | null }>(
      `SELECT ${column} AS secret FROM mechanics WHERE id = $1 AND record_state = 'full'`,
      [id],
    );
    const [found] = rows;
    if (!found) throw notFound('mechanic');
    if (found.secret !== null)
      await recordActivity(client, actor, now(), { action: SECRETS[column], entity: 'mechanic', entityId: id });
    return found.secret;
  });
}

/** The whole number of a mechanic's bank account. @throws 404 */
export const showBankAccount = (context: AppContext, actor: Actor, id: string): Promise<string | null> =>
  showSecret(context, actor, 'bank_account_number', id);

/** A link to the image of a mechanic's Aadhaar card. @throws 404 */
export async function showAadhaarCard(context: AppContext, actor: Actor, id: string): Promise<string | null> {
  const stored = await showSecret(context, actor, 'aadhaar_card', id);
  const readable = await context.files.readableLinks();
  return readable(stored);
}
