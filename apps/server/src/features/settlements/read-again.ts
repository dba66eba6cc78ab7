import { createHash } from 'node:crypto';
import { sentence } from '@wayside/contract/sentences';
import type { FittingProfile, SettlementFile } from '@wayside/contract/settlements';
import type { ResponseSentence } from '@wayside/contract/wire/sentence-fields';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, conflict, fieldError } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { parseSettlementFile } from '../../money/settlement-files/parse-settlement-file.ts';
import { hasHeadings, SettlementFileError } from '../../money/settlement-files/read-table-lines.ts';
import { readSettlementProfiles, type SettlementProfile } from '../../money/settlement-files/settlement-profile.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { readSettlementFile } from './list-settlements.ts';
import { lockSettlements } from './match-lines.ts';
import { QUEUE_RELATED_LINES } from './match-statements.ts';
import { storeLines } from './store-lines.ts';
import { describeFileError, readFileParts, tomorrowOf, uploadQueue } from './upload-file.ts';

const FILE = ['5'.repeat(24)];

/** The SQL condition that a user has worked on line `l`, now or earlier. */
const IS_WORKED_ON_SQL = `(num_nonnulls(l.owner_id, l.note, l.resolution, l.requested_by) > 0
    OR EXISTS (SELECT FROM activity AS a WHERE a.entity = 'settlement_line' AND a.entity_id = l.id::text))`;
/** SQL that selects the settlements of the lines of file $1. */
const SETTLEMENTS_OF_FILE = `SELECT DISTINCT s.id, s.source, s.reference, s.state FROM settlement_lines AS l
    JOIN settlements AS s ON s.source = l.source AND s.reference = l.settlement_reference WHERE l.file_id = $1 AND l.type NOT IN ('credit', 'debit')`;

/** Statement that reads the reasons why the lines of a file must stay. */
const READ_OBSTACLES = defineStatement({
  name: 'read-obstacles-of-reading-again',
  text: `SELECT f.profile, f.definition::json ->> 'label' AS label, ARRAY(SELECT id FROM settlement_lines WHERE file_id = f.id) AS ids,
      EXISTS (SELECT FROM settlement_lines AS l WHERE l.file_id = f.id AND ${IS_WORKED_ON_SQL}) AS "isWorkedOn",
      EXISTS (SELECT FROM settlement_lines AS l JOIN settlement_lines AS o ON o.reference_key = l.reference_key AND o.source = l.source AND o.type = l.type
          WHERE l.file_id = f.id AND o.file_id <> f.id AND o.resolution IS NOT NULL)
        OR EXISTS (SELECT FROM (${SETTLEMENTS_OF_FILE}) AS s JOIN settlement_lines AS l ON l.settlement_id = s.id
          WHERE l.resolution IS NOT NULL OR l.file_id IS NULL AND ${IS_WORKED_ON_SQL}) AS "isDependedOn",
      EXISTS (SELECT FROM (${SETTLEMENTS_OF_FILE}) AS s WHERE s.state = 'matched')
        OR EXISTS (SELECT FROM settlement_lines AS l JOIN settlements AS s ON s.id = l.settlement_id
          WHERE l.file_id = f.id AND l.state = 'matched' AND s.state = 'matched') AS "isCredited",
      EXISTS (SELECT FROM closes AS c WHERE c.kind = 'close' AND c.made_at >= f.uploaded_at
        AND c.starts_at < (SELECT closed_until FROM closes ORDER BY number DESC LIMIT 1)
        AND c.day >= (SELECT min(day) FROM settlement_lines WHERE file_id = f.id AND state IN ('matched', 'refunded'))) AS "isClosed"
    FROM settlement_files AS f WHERE f.id = $1`,
  row: z.object({
    ...{ profile: z.string(), label: z.string(), ids: z.array(z.coerce.number()) },
    ...{ isWorkedOn: z.boolean(), isDependedOn: z.boolean(), isCredited: z.boolean(), isClosed: z.boolean() },
  }),
  example: FILE,
});

/** Payments that lose their lines become missing if their days were compared. */
const QUEUE_PAYMENTS = defineStatement({
  name: 'queue-payments-of-settlement-file',
  text: `INSERT INTO settlement_changes (payment_ids) SELECT array_agg(DISTINCT payment_id) FROM settlement_lines
    WHERE file_id = $1 AND payment_id IS NOT NULL HAVING count(*) > 0`,
  example: FILE,
});
/** Other files have lines of these settlements, so matching sums them again. */
const QUEUE_SETTLEMENTS = defineStatement({
  name: 'queue-settlements-of-settlement-file',
  text: `UPDATE settlement_lines AS o SET needs_match = true FROM (${SETTLEMENTS_OF_FILE}) AS s
    WHERE o.settlement_reference = s.reference AND o.source = s.source AND o.file_id <> $1`,
  example: FILE,
});
const DELETE_LINES = defineStatement({
  name: 'delete-lines-of-settlement-file',
  text: 'DELETE FROM settlement_lines WHERE file_id = $1',
  example: FILE,
});

/** Settlements without remaining lines. */
const SETTLEMENTS_WITHOUT_LINES = `SELECT s.id FROM settlements AS s WHERE NOT EXISTS (
    SELECT FROM settlement_lines AS l WHERE l.source = s.source AND l.settlement_reference = s.reference AND l.file_id IS NOT NULL)`;
/** The statements run in this order after the lines are deleted. */
const DELETE_SETTLEMENTS = [
  `DELETE FROM settlement_lines WHERE file_id IS NULL AND settlement_id IN (${SETTLEMENTS_WITHOUT_LINES})`,
  `UPDATE settlement_lines SET settlement_id = NULL, needs_match = true WHERE settlement_id IN (${SETTLEMENTS_WITHOUT_LINES})`,
  `DELETE FROM settlements WHERE id IN (${SETTLEMENTS_WITHOUT_LINES})`,
].map((text, index) => defineStatement({ name: `delete-empty-settlements-${index}`, text, example: [] }));

const READ_AS = defineStatement({
  name: 'read-settlement-file-as',
  text: 'UPDATE settlement_files SET profile = $2, kind = $3, definition = $4, matched_at = NULL WHERE id = $1',
  example: [...FILE, 'razorpay', 'gateway', '{}'],
});

/** The first day on which payments and settlements can count as missing, according to the remaining files. */
const FIRST_DAYS = `SELECT min(greatest(first_day, last_day - 31)) FILTER (WHERE kind = 'gateway') AS gateway, min(first_day) FILTER (WHERE kind = 'bank') AS bank FROM settlement_files`;
/** Statements that delete rows of missing payments and settlements on days that only the previous reading compared. */
const FORGET_DAYS = [
  `DELETE FROM settlement_lines AS l USING (${FIRST_DAYS}) AS first WHERE l.file_id IS NULL AND NOT ${IS_WORKED_ON_SQL} AND CASE
    WHEN l.settlement_id IS NULL THEN first.gateway IS NULL OR l.day < first.gateway ELSE first.bank IS NULL OR l.settled_on < first.bank END`,
  `DELETE FROM settlement_progress AS g USING (${FIRST_DAYS}) AS first WHERE first.gateway IS NULL OR first.gateway > g.last_day`,
  `UPDATE settlement_progress AS g SET first_day = first.gateway FROM (${FIRST_DAYS}) AS first WHERE g.first_day < first.gateway`,
].map((text, index) => defineStatement({ name: `forget-compared-days-${index}`, text, example: [] }));

interface ReadAgainInput {
  readonly id: string;
  /** The profile of the file that the user saw. */
  readonly from: string;
  readonly profile: string;
}

interface ReadAgainResponse extends ResponseSentence {
  readonly record: SettlementFile;
}

/**
 * Reads the stored bytes of a file with another profile in one transaction. The lines are replaced, and everything
 * that depended on them is matched again (RECON-01, RECON-02).
 * @throws 400 if the profile does not fit; 403; 404; 409 if the lines of the file must stay
 */
export async function readAgain(
  context: ActorContext,
  { id, from, profile: name }: ReadAgainInput,
): Promise<ReadAgainResponse> {
  const { database, actor, now } = context;
  const profiles = await readSettlementProfiles(context.settings.settlementProfiles);
  const profile = profiles.find((each) => each.name === name);
  if (!profile) throw badRequest([fieldError('profile', 'not_known')]);
  await uploadQueue.run(database, async () => {
    const content = await readContent(context, id);
    try {
      await database.longTransaction(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.settlementFiles]);
        await lockSettlements(client);
        await requireRight(client, actor, 'settlements:reconcile');
        const { before, ids } = await requireReadable(client, { id, from, profile });
        await removeLines(client, id, ids);
        await rowsOf(client, READ_AS, [id, profile.name, profile.kind, JSON.stringify(profile)]);
        const lines = parseSettlementFile(profile, content, tomorrowOf(context));
        const { lineCount, totalPaise } = await storeLines(client, { id, profile, lines });
        for (const statement of FORGET_DAYS) await rowsOf(client, statement, []);
        await recordActivity(client, actor, now(), {
          action: 'read_again',
          entity: 'settlement_file',
          entityId: id,
          changes: [
            { field: 'profile', before: before.profile, after: profile.name },
            { field: 'rows', before: before.lineCount, after: lineCount },
            { field: 'totalPaise', before: before.totalPaise, after: totalPaise },
          ],
        });
      });
    } catch (error) {
      if (error instanceof SettlementFileError)
        throw await describeFileError(error, { profiles, profile, content });
      throw error;
    }
  });
  return {
    ...sentence('settlement_file_read_again', { format: profile.label }),
    record: await readSettlementFile(context, id),
  };
}

/** Returns the uploaded bytes of a file. @throws 404 */
async function readContent(context: Pick<AppContext, 'database' | 'keys'>, id: string): Promise<Buffer> {
  const { hash } = await readSettlementFile(context, id);
  const parts: Uint8Array[] = [];
  for await (const part of readFileParts(context, id)) parts.push(part);
  const content = Buffer.concat(parts);
  if (createHash('sha256').update(content).digest('hex') !== hash)
    throw new Error(`the bytes of settlement file ${id} differ from the uploaded ones`);
  return content;
}

/** @param client holds the locks of files and settlements @throws 404, 409 */
async function requireReadable(
  client: pg.ClientBase,
  { id, from, profile }: { readonly id: string; readonly from: string; readonly profile: SettlementProfile },
) {
  const before = await readSettlementFile(
    { database: { rows: (statement, values) => rowsOf(client, statement, values) } },
    id,
  );
  const [found] = await rowsOf(client, READ_OBSTACLES, [id]);
  if (!found) throw new Error(`settlement file ${id} no longer exists`);
  if (found.profile === profile.name || found.profile !== from)
    throw conflict('settlement_file_read_as', { format: found.label });
  if (found.isWorkedOn) throw conflict('settlement_file_worked_on');
  if (found.isDependedOn) throw conflict('settlement_file_depended_on');
  if (found.isCredited) throw conflict('settlement_file_credited');
  if (found.isClosed) throw conflict('settlement_file_closed');
  return { before, ids: found.ids };
}

/** Removes the lines of a file and requeues for matching all lines that competed with them or depended on them. */
async function removeLines(client: pg.ClientBase, id: string, ids: readonly number[]): Promise<void> {
  await rowsOf(client, QUEUE_RELATED_LINES, [ids]);
  await rowsOf(client, QUEUE_PAYMENTS, [id]);
  await rowsOf(client, QUEUE_SETTLEMENTS, [id]);
  await rowsOf(client, DELETE_LINES, [id]);
  for (const statement of DELETE_SETTLEMENTS) await rowsOf(client, statement, []);
}

/** Returns the possible profiles of a file. Profiles that fit its first line come first. @throws 404 */
export async function listProfilesOfFile(
  context: Pick<ActorContext, 'database' | 'keys' | 'now' | 'settings'>,
  { id }: { readonly id: string },
): Promise<{ readonly rows: FittingProfile[] }> {
  const profiles = await readSettlementProfiles(context.settings.settlementProfiles);
  return uploadQueue.run(context.database, async () => {
    const content = await readContent(context, id);
    const rows: FittingProfile[] = [];
    for (const profile of profiles) {
      const { name, label, kind } = profile;
      rows.push({ name, label, kind, isFitting: await hasFirstLine(profile, content, tomorrowOf(context)) });
    }
    return { rows: rows.toSorted((one, other) => Number(other.isFitting) - Number(one.isFitting)) };
  });
}

async function hasFirstLine(profile: SettlementProfile, content: Buffer, lastDay: string): Promise<boolean> {
  // A table without its headings would be read to the end.
  if (profile.format === 'table' && !(await hasHeadings(profile, content))) return false;
  const lines = parseSettlementFile(profile, content, lastDay);
  try {
    return !(await lines.next()).done;
  } catch (error) {
    if (error instanceof SettlementFileError) return false;
    throw error;
  } finally {
    await lines.return();
  }
}
