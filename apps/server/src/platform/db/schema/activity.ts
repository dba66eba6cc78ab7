import { PERSON_STATUS_ACTIONS } from '@wayside/contract/timeline';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, recordId, wordsOf } from './columns.ts';

/** A field that an action changed. Never a personal value (USER-06); amounts are paise. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

/**
 * The activity log (SECU-05). The database numbers the entries and chains their hashes. The table is append-only, except
 * that a note can be removed: its salted hash stays in the chain.
 */
export const activity = pgTable(
  'activity',
  {
    /** 1, 2, 3 … without a gap: set by the database. */
    id: bigint({ mode: 'number' }).primaryKey(),
    at: instant().notNull(),
    /** Null for a command. No foreign key: entries outlive their administrator. */
    actorId: recordId(),
    actorEmail: text(),
    address: text(),
    /** The id of the request that did it (OPER-04); null for a command, and in entries of before it was stored. */
    requestId: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text(),
    changes: jsonb().$type<FieldChange[]>().notNull().default([]),
    note: text(),
    noteSalt: bytes(),
    noteHash: bytes(),
    /** The seals of the records that it decides on (OWN-05), see `Seals`; null in an entry of a release without them. */
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
      sql`${table.action} IN (${wordsOf(PERSON_STATUS_ACTIONS)})`,
    ),
  ],
);

/** The end of the chain: one row, which each writer of an entry locks. */
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
 * The keyed links of the chains of activity log and ledger (PRIV-04): what a transaction appends to one gets a link, made with
 * a key that the database does not have. It is append-only.
 */
export const chainLinks = pgTable(
  'chain_links',
  {
    chain: text({ enum: ['activity', 'ledger'] }).notNull(),
    /** How many entries the chain has up to here. */
    entries: bigint({ mode: 'number' }).notNull(),
    /** Ids of the first and the last entry that the link covers. */
    firstId: bigint({ mode: 'number' }).notNull(),
    lastId: bigint({ mode: 'number' }).notNull(),
    /** Over the entries and the hash before: of the last entry in the activity log, of the link in the ledger. */
    hash: bytes().notNull(),
    /** The data key from which the key of `mac` is derived. */
    keyId: text().notNull(),
    /** HMAC-SHA-256 over all other columns. */
    mac: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.entries] })],
);
