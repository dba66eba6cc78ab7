import { getActivity } from '@wayside/contract/activity';
import type { LiveChange } from '@wayside/contract/live';
import type { ChangeAuthor } from '@wayside/contract/wire/versioned';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { richText } from '../languages/rich-text.ts';
import { type Message, msg, t } from '../languages/text.ts';
import { call } from '../lib/api.ts';
import { formatDateTime } from '../lib/format.ts';
import { type EditedRecord, type ShownChange, type ShownConflict, spacedKey } from './edited-record.ts';

/**
 * Notice that shows who changed or deleted a record after the form was opened. For each field that both users
 * changed, the user chooses a value (EDIT-01).
 */
export function ConflictNotice({ noun, changes, deletion, choose }: ShownConflict) {
  const title = useRef<HTMLParagraphElement>(null);
  const times = changes.map(({ id, author }) => `${id} ${author.at}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` changes with each new conflict
  useEffect(() => title.current?.focus(), [times]);
  const listed = changes.filter(({ mine }) => mine === null);
  const contested = changes.filter(({ mine }) => mine !== null);
  return (
    <div className="grid gap-3 rounded-md bg-warning-soft px-3 py-3 text-warning-text">
      <p ref={title} tabIndex={-1} role="alert" className="flex gap-2 font-semibold outline-none">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {deletion
          ? t('Someone else deleted this {noun}.', { noun })
          : t('Someone else changed this {noun}. Nothing was saved.', { noun })}
      </p>
      {deletion && (
        <p className="wrap-anywhere">
          {deletedText(deletion)} {t('It can no longer be changed; your input is still below.')}
        </p>
      )}
      {listed.length > 0 && (
        <ul aria-label={t('Changed by someone else')} className="grid gap-2">
          {listed.map((change) => (
            <li key={change.id} className="wrap-anywhere">
              {richText('{field} now {value}', {
                field: <span className="font-medium">{change.label}:</span>,
                value: change.theirs,
              })}
              <Author {...change} />
            </li>
          ))}
        </ul>
      )}
      {contested.map((change) => (
        <Choice key={change.id} change={change} choose={choose} />
      ))}
      {!deletion && (
        <p>
          {contested.length > 0
            ? t('Choose, then save again.')
            : t('Your changes are kept. Save again to store them.')}
        </p>
      )}
    </div>
  );
}

function Choice({ change, choose }: { change: ShownChange; choose: ShownConflict['choose'] }) {
  const { id, label, mine, theirs, choice } = change;
  const options = [
    ['mine', t('Keep mine: {value}', { value: mine ?? '' })],
    ['theirs', t('Use the other value: {value}', { value: theirs })],
  ] as const;
  return (
    <fieldset className="grid gap-1">
      <legend className="wrap-anywhere">
        <span className="font-medium">{label}</span>
        <Author {...change} />
      </legend>
      {options.map(([side, text]) => (
        <label key={side} className="flex min-h-8 items-center gap-2 touch:min-h-11">
          <input
            type="radio"
            name={`choice of ${id}`}
            checked={choice === side}
            onChange={() => choose(id, side)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

const Author = ({ author }: { author: ChangeAuthor }) => (
  <span className="block text-sm">{changedText(author)}</span>
);

const SOURCES: Readonly<Record<string, Message>> = {
  command: msg('the command line'),
  marketplace: msg('the marketplace (import or ingest)'),
};

const authorName = ({ source, by }: ChangeAuthor): string => by ?? t(SOURCES[source] ?? msg('another program'));

function changedText(change: ChangeAuthor): string {
  const author = authorName(change);
  return change.at === null
    ? t('Changed by {author}, time unknown', { author })
    : t('Changed by {author} on {date}', { author, date: formatDateTime(change.at) });
}

function deletedText(deletion: ChangeAuthor): string {
  const author = authorName(deletion);
  return deletion.at === null
    ? t('Deleted by {author}, time unknown.', { author })
    : t('Deleted by {author} on {date}.', { author, date: formatDateTime(deletion.at) });
}

type FollowedRecord = Pick<EditedRecord<object, FieldValues>, 'record' | 'noun' | 'entity'> & {
  readonly fields: Readonly<Record<string, { readonly key: string; readonly label: string }>>;
};

const idOf = (record: object | null): string | null =>
  record !== null && 'id' in record && typeof record.id === 'string' ? record.id : null;

/** Returns who changed what, from the activity entries sent with the changes. Imports write no entries. */
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
    const who = entry.actorEmail ?? t('the command line');
    if (entry.action === 'deleted') return t('This {noun} has just been deleted by {who}.', { noun, who });
    const what = entry.changes.map(({ field }) => labelOf(field)).join(', ');
    return what
      ? t('This {noun} has just been changed by {who}: {fields}.', { noun, who, fields: what })
      : t('This {noun} has just been changed by {who}.', { noun, who });
  }
  return t('This {noun} has just been changed by an import or another program.', { noun });
}

/**
 * Returns a message about the user who changed the record of an open form; null if it is unchanged (LIVE-02). @param
 * isIgnored true while the form is saving
 */
export function useConcurrentChange(edited: FollowedRecord | undefined, isIgnored: boolean): string | null {
  const [text, setText] = useState<string | null>(null);
  const follow = useEffectEvent((changes: readonly LiveChange[]) => {
    const id = idOf(edited?.record ?? null);
    if (!edited || id === null || isIgnored) return;
    if (!changes.some((change) => change.entity === edited.entity && change.id === id)) return;
    describeChange(changes, edited).then(setText, () =>
      setText(t('Someone else has just changed this {noun}.', { noun: edited.noun })),
    );
  });
  useEffect(() => {
    const listen = (event: Event) => follow((event as CustomEvent<readonly LiveChange[]>).detail);
    addEventListener('wayside:live', listen);
    return () => removeEventListener('wayside:live', listen);
  }, []);
  return isIgnored ? null : text;
}

export function ChangedNotice({ text }: { text: string | null }) {
  return (
    <div role="status" className="empty:sr-only">
      {text !== null && (
        <p className="rounded-md bg-warning-soft px-3 py-2 wrap-anywhere text-warning-text">
          {text} {t('Your input is kept.')}
        </p>
      )}
    </div>
  );
}
