import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

const builders = new WeakMap<pg.ClientBase, NodePgDatabase>();

/** Returns the query builder for a transaction's client. Use `database.orm` outside of transactions. */
export function orm(client: pg.ClientBase): NodePgDatabase {
  const known = builders.get(client);
  if (known) return known;
  // Drizzle only calls `query`, which every client has.
  const made = drizzle(client as pg.PoolClient, { casing: 'snake_case' });
  builders.set(client, made);
  return made;
}
