import type { AppContext } from '../context.ts';
import { type CrudResource, isFullRecord } from './crud-resource.ts';

/** All records of a collection; `owner` narrows them to those that point at one record. */
export async function listRecords<D extends { readonly id: string }>(
  { database }: AppContext,
  kept: CrudResource<D>,
  owner: { readonly column: string; readonly id: string } | null = null,
): Promise<D[]> {
  const condition = owner === null ? 'true' : `b.${owner.column} = $1`;
  const statement = {
    name: `list-${kept.entity}${owner === null ? '' : '-of'}`,
    text: `SELECT ${kept.json} AS record FROM ${kept.collection.table} AS b
           WHERE ${isFullRecord(kept)} AND ${condition} ORDER BY ${kept.orderBy}`,
  };
  const found = await database.rows<{ record: D }>(statement, owner === null ? [] : [owner.id]);
  return found.map(({ record }) => record);
}
