import { getActivity } from '@wayside/contract/activity';
import type { LiveChange } from '@wayside/contract/live';
import type { FieldValues } from 'react-hook-form';
import { call } from '../lib/api.ts';
import { type EditedRecord, spacedKey } from './edited-record.ts';

/** The record of an open form. */
export type FollowedRecord = Pick<EditedRecord<object, FieldValues>, 'record' | 'noun' | 'entity'> & {
  readonly fields: Readonly<Record<string, { readonly key: string; readonly label: string }>>;
};

/** The id of a stored record; null for a new one. */
export const idOf = (record: object | null): string | null =>
  record !== null && 'id' in record && typeof record.id === 'string' ? record.id : null;

/** Who changed what, from the activity entries that came with the changes; an import writes none. */
export async function describeChange(
  changes: readonly LiveChange[],
  { record, noun, entity, fields }: FollowedRecord,
): Promise<string> {
  const labels = Object.values(fields);
  const labelOf = (field: string) => labels.find(({ key }) => key === field)?.label ?? spacedKey(field);
  for (const { entity: kind, id } of changes) {
    if (kind !== 'activity' || id === null) continue;
    const { record: entry } = await call(getActivity, { params: { id } });
    if (entry.entity !== entity || entry.entityId !== idOf(record)) continue;
    const who = entry.actorEmail ?? 'a command on the server';
    if (entry.action === 'deleted') return `This ${noun} has just been deleted by ${who}.`;
    const what = entry.changes.map(({ field }) => labelOf(field)).join(', ');
    return `This ${noun} has just been changed by ${who}${what ? `: ${what}` : ''}.`;
  }
  return `This ${noun} has just been changed by an import or another program.`;
}
