import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

const builders = new WeakMap<pg.ClientBase, NodePgDatabase>();

/** The typed query builder on a transaction's client; outside of a transaction it is `database.orm`. */
export function orm(client: pg.ClientBase): NodePgDatabase {
  const known = builders.get(client);
  if (known) return known;
  // Drizzle wants a pool or one of its clients and calls nothing but `query`, which every client has.
  const made = drizzle(client as pg.PoolClient, { casing: 'snake_case' });
  builders.set(client, made);
  return made;
}
