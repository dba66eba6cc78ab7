import type pg from 'pg';
import { configurationRecord } from './collections.ts';
import type { Row } from './define-record.ts';
import { upsertRows } from './write-rows.ts';

const NOW = `date_trunc('milliseconds', clock_timestamp())`;
const CONTENT = `to_jsonb(c) - 'id' - 'stated_at'`;
const ALL_FIELDS = `ARRAY(SELECT jsonb_object_keys(${CONTENT}))`;

const ADD_STATED = `
  INSERT INTO configuration_versions (at, in_force_from, is_from_source, changed, content)
  SELECT ${NOW}, least(coalesce(stated_at, ${NOW}), ${NOW}), true, ${ALL_FIELDS}, ${CONTENT} FROM configurations AS c`;

const VALUES = configurationRecord.columns.map(({ name }) => name).filter((name) => name !== 'stated_at');

// A value that was saved in Wayside after the source changed it remains in force.
const COPY_VERSION_IN_FORCE = `
  UPDATE configurations SET (${VALUES.join(', ')}) = (
    SELECT ${VALUES.map((name) => `(in_force.configuration).${name}`).join(', ')} FROM (
      SELECT jsonb_populate_record(NULL::configurations, jsonb_object_agg(field, value)) AS configuration
      FROM configuration_periods WHERE in_force_until = 'infinity') AS in_force)`;

// Takes effect from the next millisecond, so that payments of this millisecond are charged at the previous rates.
const ADD_SAVED = `
  INSERT INTO configuration_versions (at, in_force_from, is_from_source, changed_by, changed, content)
  SELECT ${NOW}, ${NOW} + interval '1 ms', false, $1, coalesce($2::text[], ${ALL_FIELDS}), ${CONTENT} FROM configurations AS c`;

/**
 * Writes the configuration that a source states. It takes effect from its own date; the first configuration of a
 * source also applies to everything older (PAYO-08). The row holds the values in force now.
 * @param client holds the ledger's lock; the caller posts afterwards
 */
export async function applySourceConfiguration(client: pg.ClientBase, row: Row): Promise<void> {
  await upsertRows(client, configurationRecord, [row]);
  await client.query(ADD_STATED);
  await client.query(COPY_VERSION_IN_FORCE);
}

// A source may send the same configuration again.
const ADD_LATE = `${ADD_STATED} WHERE stated_at < $1 AND NOT EXISTS (
    SELECT FROM configuration_versions AS v WHERE v.is_from_source AND v.in_force_from = c.stated_at AND v.content = ${CONTENT})`;
const NEWEST_STATED = 'SELECT max(in_force_from) AS at FROM configuration_versions WHERE is_from_source';

/**
 * Adds a configuration that is older than the newest one of its source. It determines the rates of its time; the
 * values in force do not change (PAYO-08).
 * @param client holds the ledger's lock; the caller posts afterwards
 * @returns whether the configuration was added to the history
 */
export async function addLateVersion(client: pg.ClientBase, row: Row): Promise<boolean> {
  const { rows: stated } = await client.query<{ at: Date | null }>('SELECT stated_at AS at FROM configurations');
  const { rows: newest } = await client.query<{ at: Date | null }>(NEWEST_STATED);
  await upsertRows(client, configurationRecord, [row]);
  const { rowCount } = await client.query(ADD_LATE, [newest[0]?.at ?? null]);
  await client.query(COPY_VERSION_IN_FORCE);
  await client.query('UPDATE configurations SET stated_at = $1', [stated[0]?.at ?? null]);
  return rowCount === 1;
}

/**
 * Adds the configuration that an administrator has just saved to the history (PAYO-08).
 * @param client holds the ledger's lock, in the transaction that saved the configuration
 * @param changed the columns that changed; null for all columns of a new configuration
 */
export async function addSavedVersion(
  client: pg.ClientBase,
  email: string | null,
  changed: readonly string[] | null,
): Promise<void> {
  await client.query(ADD_SAVED, [email, changed]);
}
