import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { sealedKinds, sealOf } from '../../platform/db/seals.ts';
import { eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

type Kind = (typeof sealedKinds)[number];

const row = z.object({
  id: z.string(),
  /** The last entry that sealed the record; null if none did. */
  entryId: z.number().nullable(),
  keyId: z.string().nullable(),
  /** Null if the record did not exist when it was sealed. */
  seal: z.string().nullable(),
  /** Null if the record does not exist. */
  facts: z.string().nullable(),
  needsSeal: z.boolean().nullable(),
  isReasonChanged: z.boolean(),
});

/**
 * Selects each record of a kind with its last seal. The entry that sealed older records has no note, whatever their
 * reasons are.
 */
const recordsQuery = ([name, { from, id, facts, reason, needsSeal = 'true' }]: Kind) => ({
  text: `
    WITH sealed AS (
      SELECT DISTINCT ON (each.key) each.key AS id, a.id AS entry_id, a.seals ->> 'key' AS key_id, each.value AS seal, a.action, a.note
      FROM activity AS a CROSS JOIN LATERAL jsonb_each_text(a.seals -> '${name}') AS each WHERE a.seals ? '${name}'
      ORDER BY each.key, a.id DESC),
    found AS (SELECT ${id} AS id, ${facts} AS facts, ${reason ?? 'NULL'} AS reason, (${needsSeal}) AS needs_seal FROM ${from})
    SELECT id, entry_id AS "entryId", key_id AS "keyId", seal, facts, needs_seal AS "needsSeal",
      ${reason === undefined ? 'false' : "entry_id IS NOT NULL AND facts IS NOT NULL AND action <> 'sealed' AND found.reason IS DISTINCT FROM note"} AS "isReasonChanged"
    FROM found FULL JOIN sealed USING (id) ORDER BY id`,
  row,
});

/**
 * Checks that every decision of an administrator matches its seal in the activity log (OWN-05). A sealed record that
 * is missing, or a record without a seal, is an issue.
 */
export const decisions: IntegrityCheck = {
  name: 'Decisions',
  passed: 'as the activity log has sealed them',
  findIssues: async function* (context) {
    const isComplete = await hasSealedAll(context);
    let count = 0;
    for (const kind of sealedKinds)
      for await (const record of eachRow(context.client, recordsQuery(kind))) {
        if (record.seal !== null) count += 1;
        const issue = await checkRecord(context, kind, record, isComplete);
        if (issue !== null) yield issue;
      }
    for await (const { issue } of eachRow(context.client, changedLimits)) yield issue;
    return countText(count, 'sealed record');
  },
};

async function checkRecord(
  { keys }: Pick<IntegrityCheckContext, 'keys'>,
  [kind, { noun, mayBeAbsent = false }]: Kind,
  { id, entryId, keyId, seal, facts, needsSeal, isReasonChanged }: z.infer<typeof row>,
  isComplete: boolean,
): Promise<string | null> {
  if (entryId === null) return isComplete && needsSeal === true ? `${noun} ${id} is not in the activity log` : null;
  const sealedBy = `row ${entryId} of the activity`;
  if (facts === null)
    return seal === null || mayBeAbsent ? null : `${noun} ${id}, sealed in ${sealedBy}, is missing`;
  const key = await keys.deriveKeyById(keyId ?? '', 'chains');
  const isSealed = seal !== null && key !== null && sealOf({ id: keyId ?? '', key }, { kind, id }, facts) === seal;
  if (!isSealed) return `${noun} ${id} differs from ${sealedBy}`;
  return isReasonChanged ? `the reason of ${noun} ${id} differs from ${sealedBy}` : null;
}

/** Checks whether the records from before the first seal were sealed. From then on, every record has a seal. */
async function hasSealedAll({ client }: Pick<IntegrityCheckContext, 'client'>): Promise<boolean> {
  const { rows } = await client.query(`SELECT EXISTS (SELECT FROM activity WHERE action = 'sealed') AS found`);
  return z.tuple([z.object({ found: z.boolean() })]).parse(rows)[0].found;
}

/**
 * Selects limits that differ from their last values in the activity log, or from their column defaults if no value
 * was logged.
 */
const changedLimits = {
  text: `
    SELECT 'the approval settings differ from the activity log: ' || replace(regexp_replace(c.column_name, '_paise$', ''), '_', ' ') AS issue
    FROM information_schema.columns AS c
    LEFT JOIN approval_settings AS s ON true
    LEFT JOIN LATERAL (
      SELECT change ->> 'after' AS value, true AS is_found FROM activity AS a, jsonb_array_elements(a.changes) AS change
      WHERE a.entity = 'approval_settings' AND lower(regexp_replace(change ->> 'field', '([A-Z])', '_\\1', 'g')) = c.column_name
      ORDER BY a.id DESC LIMIT 1) AS logged ON true
    WHERE c.table_schema = 'public' AND c.table_name = 'approval_settings' AND c.column_name <> 'only_row'
      AND CASE WHEN s.only_row IS NULL THEN logged.is_found IS TRUE
        ELSE to_jsonb(s) ->> c.column_name IS DISTINCT FROM CASE WHEN logged.is_found THEN logged.value ELSE c.column_default END END
    ORDER BY c.column_name`,
  row: z.object({ issue: z.string() }),
};
