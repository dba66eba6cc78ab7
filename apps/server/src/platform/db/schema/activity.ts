import { PERSON_STATUS_ACTIONS } from '@wayside/contract/timeline';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, quoteLiterals, recordId } from './columns.ts';

/** A field that an action changed. It never contains personal data (USER-06). Amounts are in paise. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

/**
 * The append-only activity log (SECU-05). The database numbers the entries and chains their hashes. A note can be
 * removed, because the chain contains only its salted hash.
 */
export const activity = pgTable(
  'activity',
  {
    /** Numbered without gaps by the database. */
    id: bigint({ mode: 'number' }).primaryKey(),
    at: instant().notNull(),
    /** Null for a command. There is no foreign key, because entries are retained after the administrator is deleted. */
    actorId: recordId(),
    actorEmail: text(),
    address: text(),
    /** The request that caused the entry (OPER-04); null for a command or an older entry. */
    requestId: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text(),
    changes: jsonb().$type<FieldChange[]>().notNull().default([]),
    note: text(),
    noteSalt: bytes(),
    noteHash: bytes(),
    /**
     * Seals of the records that the entry decides on (OWN-05), see `Seals`; null in an entry of a release without
     * seals.
     */
    seals: jsonb(),
    previousHash: bytes().notNull(),
    hash: bytes().notNull(),
  },
  (table) => [
    check('activity_changes', sql`jsonb_typeof(${table.changes}) = 'array'`),
    listIndex('activity_at', [], table.at, table.id),
    listIndex('activity_action', [table.action], table.at, table.id),
    listIndex('activity_entity', [table.entity], table.at, table.id),
    listIndex('activity_entity_action', [table.entity, table.action], table.at, table.id),
    listIndex('activity_entity_id', [table.entityId], table.at, table.id),
    listIndex('activity_actor', [table.actorId], table.at, table.id),
    listIndex('activity_person_status', [table.entityId], table.at, table.id).where(
      sql`${table.action} IN (${quoteLiterals(PERSON_STATUS_ACTIONS)})`,
    ),
  ],
);

/** The end of the chain: one row, which every writer of an entry locks. */
export const activityHead = pgTable(
  'activity_head',
  {
    isOnly: boolean().primaryKey().default(true),
    id: bigint({ mode: 'number' }).notNull(),
    hash: bytes().notNull(),
  },
  (table) => [check('activity_head_single', sql`${table.isOnly}`)],
);

/**
 * Keyed links of the activity log and the ledger (PRIV-04), append-only. A transaction links its new entries with a
 * key that is not in the database.
 */
export const chainLinks = pgTable(
  'chain_links',
  {
    chain: text({ enum: ['activity', 'ledger'] }).notNull(),
    /** The length of the chain including this link. */
    entries: bigint({ mode: 'number' }).notNull(),
    firstId: bigint({ mode: 'number' }).notNull(),
    lastId: bigint({ mode: 'number' }).notNull(),
    /**
     * The hash over the entries and the previous hash. In the activity log, this is the hash of the last entry; in
     * the ledger, the hash of the link.
     */
    hash: bytes().notNull(),
    /** The data key from which the MAC key is derived. */
    keyId: text().notNull(),
    /** HMAC-SHA-256 over all other columns. */
    mac: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.entries] })],
);
