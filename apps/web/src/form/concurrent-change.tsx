import { getActivity } from '@wayside/contract/activity';
import type { LiveChange } from '@wayside/contract/live';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { call } from '../lib/api.ts';
import { type EditedRecord, spacedKey } from './edited-record.ts';

/** The record of an open form. */
type FollowedRecord = Pick<EditedRecord<object, FieldValues>, 'record' | 'noun' | 'entity'> & {
  readonly fields: Readonly<Record<string, { readonly key: string; readonly label: string }>>;
};

/** The id of a stored record; null for a new one. */
const idOf = (record: object | null): string | null =>
  record !== null && 'id' in record && typeof record.id === 'string' ? record.id : null;

/** Who changed what, from the activity entries that came with the changes; an import writes none. */
async function describeChange(
  changes: readonly LiveChange[],
  { record, noun, entity, fields }: FollowedRecord,
): Promise<string> {
  const labels = Object.values(fields);
  const labelOf = (field: string) => labels.find(({ key }) => key === field)?.label ?? spacedKey(field);
  for (const { entity: kind, id } of changes) {
    if (kind !== 'activity' || id === null) continue;
    const { record: entry } = await call(getActivity, { params: { id } });
    if (entry.entity !== entity || entry.entityId !== idOf(record)) continue;
    const who = entry.actorEmail ?? 'the command line';
    if (entry.action === 'deleted') return `This ${noun} has just been deleted by ${who}.`;
    const what = entry.changes.map(({ field }) => labelOf(field)).join(', ');
    return `This ${noun} has just been changed by ${who}${what ? `: ${what}` : ''}.`;
  }
  return `This ${noun} has just been changed by an import or another program.`;
}

/**
 * Who has changed the record of an open form and what, in words; null until somebody does (LIVE-02). The form keeps what
 * was typed, and a save asks about fields that both changed (EDIT-01).
 * @param isIgnored while the form is saving, or nobody edits it
 */
export function useConcurrentChange(edited: FollowedRecord | undefined, isIgnored: boolean): string | null {
  const [text, setText] = useState<string | null>(null);
  const follow = useEffectEvent((changes: readonly LiveChange[]) => {
    const id = idOf(edited?.record ?? null);
    if (!edited || id === null || isIgnored) return;
    if (!changes.some((change) => change.entity === edited.entity && change.id === id)) return;
    describeChange(changes, edited).then(setText, () =>
      setText(`This ${edited.noun} has just been changed by somebody else.`),
    );
  });
  useEffect(() => {
    const listen = (event: Event) => follow((event as CustomEvent<readonly LiveChange[]>).detail);
    addEventListener('wayside:live', listen);
    return () => removeEventListener('wayside:live', listen);
  }, []);
  return isIgnored ? null : text;
}

/** The notice; its live region exists before it has a text. */
export function ChangedNotice({ text }: { text: string | null }) {
  return (
    <div role="status" className="empty:sr-only">
      {text !== null && (
        <p className="rounded-md bg-warning-soft px-3 py-2 wrap-anywhere text-warning-text">
          {text} What you typed is kept.
        </p>
      )}
    </div>
  );
}
