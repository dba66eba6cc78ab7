import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { NewActivityEntry } from './activity-entry.ts';
import type { ChainKey } from './chain-links.ts';
import { decidedBy, type SealedKindName, type SealedRecord, sealedKinds } from './sealed-kinds.ts';

/**
 * The seals of an entry of the activity log: the key, and by kind and id the seal of each record; null where there was none.
 * An entry of an earlier release has no seals at all.
 */
export type Seals = Readonly<Record<string, string | Readonly<Record<string, string | null>>>>;

const factsRows = z.array(z.object({ id: z.string(), facts: z.string() }));
const READ_FACTS = new Map(
  sealedKinds.map(([name, { from, id, facts }]) => [
    name,
    `SELECT ${id} AS id, ${facts} AS facts FROM ${from} ${from.includes(' WHERE ') ? 'AND' : 'WHERE'} ${id} = ANY ($1)`,
  ]),
);

/** The seal of a record: nobody without the key can make one for other facts (OWN-05). */
export function sealOf({ id: keyId, key }: ChainKey, { kind, id }: SealedRecord, facts: string): string {
  const text = ['wayside seal', kind, id, keyId, facts].join('\n');
  return createHmac('sha256', key).update(text).digest('base64');
}

/** Seals records as they are now. */
export async function sealRecords(client: pg.ClientBase, records: readonly SealedRecord[]): Promise<Seals> {
  const key = client.chainKey?.();
  if (key === undefined) throw new Error('this connection has no key for the seals');
  const seals: Record<string, string | Record<string, string | null>> = { key: key.id };
  for (const [kind] of sealedKinds) {
    const ids = records.filter((record) => record.kind === kind).map(({ id }) => id);
    if (ids.length > 0) seals[kind] = await sealKind(client, key, kind, ids);
  }
  return seals;
}

async function sealKind(client: pg.ClientBase, key: ChainKey, kind: SealedKindName, ids: readonly string[]) {
  const text = READ_FACTS.get(kind);
  if (text === undefined) throw new Error(`nothing seals ${kind}`);
  const { rows } = await client.query({ name: `facts-of-${kind}`, text, values: [ids] });
  const sealed: Record<string, string | null> = Object.fromEntries(ids.map((id) => [id, null]));
  for (const { id, facts } of factsRows.parse(rows)) sealed[id] = sealOf(key, { kind, id }, facts);
  return sealed;
}

/**
 * The seals of entries that are appended now, in their order. Where several decide on a record, the last one has its seal.
 * @param client of the transaction that has changed the records
 */
export async function sealsOf(client: pg.ClientBase, entries: readonly NewActivityEntry[]): Promise<Seals[]> {
  const last = new Map<string, number>();
  const decided = entries.map(decidedBy);
  const keyOf = ({ kind, id }: SealedRecord) => `${kind} ${id}`;
  for (const [index, records] of decided.entries()) for (const record of records) last.set(keyOf(record), index);
  if (last.size === 0) return entries.map(() => ({}));
  const all = await sealRecords(client, decided.flat());
  return decided.map((records, index) => {
    const seals: Record<string, string | Record<string, string | null>> = {};
    for (const record of records) {
      const ofKind = all[record.kind];
      if (last.get(keyOf(record)) !== index || typeof ofKind !== 'object') continue;
      const own = seals[record.kind];
      seals[record.kind] = { ...(typeof own === 'object' ? own : {}), [record.id]: ofKind[record.id] ?? null };
    }
    return Object.keys(seals).length === 0 ? seals : { key: all['key'] ?? '', ...seals };
  });
}
