import type { ActivityEntity } from '@wayside/contract/activity';
import type { ChangeAuthor, Conflict, Versioned } from '@wayside/contract/wire/versioned';
import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { msg, t } from '../languages/text.ts';
import { ApiError } from '../lib/api-error.ts';
import { invalidateRecords, type RecordKeys } from '../lib/cached-records.ts';
import type { ImageDraft } from './image-field.tsx';

/** A form field and the matching field of the edited record. */
export interface EditedField<R> {
  /** The name of the field in the record. */
  readonly key: keyof R & string;
  readonly label: string;
  /** Converts a value into text, for example an id into a name. */
  readonly shown?: (typed: string) => string;
}

/** The stored record that a form changes, and how the form shows it. */
export interface EditedRecord<R, V extends FieldValues> {
  /** Null if the form adds a record. */
  readonly record: R | null;
  readonly noun: string;
  /** The kind of record. Its changes are followed while the form is open (LIVE-02). */
  readonly entity: ActivityEntity;
  readonly toFormValues: (record: R) => V;
  readonly fields: { readonly [N in keyof V & string]: EditedField<R> };
  readonly image?: ImageDraft;
  /** The query keys of its list. */
  readonly keys?: RecordKeys;
}

type Side = 'mine' | 'theirs';

/** A field that another user has changed since the form opened. */
export interface ShownChange {
  readonly id: string;
  readonly label: string;
  readonly author: ChangeAuthor;
  readonly theirs: string;
  /** The user's own value; null if the user has not changed the field. */
  readonly mine: string | null;
  readonly choice: Side | null;
}

/** Changes by another user since the form was opened (EDIT-01). */
export interface ShownConflict {
  readonly noun: string;
  readonly changes: readonly ShownChange[];
  readonly deletion: ChangeAuthor | null;
  readonly choose: (id: string, side: Side) => void;
}

/** Shown when a save is blocked because the user has not chosen a value for a field that both users changed. */
export const UNDECIDED_MESSAGE = msg('Choose the value to keep for each field.');

const IMAGE = 'image';
const NOTHING = msg('nothing');
const imageText = (url: unknown): string => t(url ? 'another image' : 'no image');
/** Returns the name of a field that is not in the form: "image url" for "imageUrl". */
export const spacedKey = (key: string): string => key.replaceAll(/([A-Z])/g, ' $1').toLowerCase();

/**
 * Holds the record that a form edits and merges changes by others. Untouched fields show the stored value; edited
 * fields keep the typed value until the user chooses (EDIT-01).
 */
export function useEditedRecord<R extends Versioned & { readonly image?: string | null }, V extends FieldValues>(
  form: UseFormReturn<V>,
  edited: EditedRecord<R, V> | undefined,
) {
  const [stored, setStored] = useState(edited?.record ?? null);
  const [changes, setChanges] = useState<readonly ShownChange[] | null>(null);
  const [deletion, setDeletion] = useState<ChangeAuthor | null>(null);
  // Stores both values, because the user may change the choice.
  const [sides, setSides] = useState<Readonly<Record<string, Readonly<Record<Side, string>>>>>({});

  const put = (name: string, value: string) =>
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });

  const takeIn = (before: R, now: R, conflict: Conflict, { fields, toFormValues, image }: EditedRecord<R, V>) => {
    const typed = form.getValues();
    const [was, theirs] = [toFormValues(before), toFormValues(now)];
    const names = Object.keys(fields) as (keyof V & string)[];
    const text = (values: V, name: string) => String(values[name] ?? '').trim();
    const isMine = (name: string) => text(typed, name) !== text(was, name);
    const found = conflict.changes.map(({ field, ...author }): ShownChange => {
      const name = names.find((candidate) => fields[candidate].key === field);
      const change = { id: name ?? field, author, choice: null };
      if (field === IMAGE && image)
        return {
          ...change,
          label: t('Image'),
          theirs: imageText(now.image),
          mine: image.isChanged ? image.describe() : null,
        };
      if (name === undefined) return { ...change, label: spacedKey(field), theirs: t('another value'), mine: null };
      const { label, shown: read = (value: string) => value } = fields[name];
      const shown = (value: string) => (value === '' ? t(NOTHING) : read(value));
      const isContested = isMine(name) && text(typed, name) !== text(theirs, name);
      return {
        ...change,
        label,
        theirs: shown(text(theirs, name)),
        mine: isContested ? shown(text(typed, name)) : null,
      };
    });
    form.reset(theirs);
    for (const name of names.filter(isMine)) put(name, String(typed[name]));
    image?.rebase(now.image ?? null);
    setSides(
      Object.fromEntries(names.map((name) => [name, { mine: String(typed[name]), theirs: String(theirs[name]) }])),
    );
    setChanges(found);
    setStored(now);
  };

  /** Returns whether a failed save was a conflict, and shows the conflict if it was. */
  const receive = (error: unknown): boolean => {
    const conflict = error instanceof ApiError ? error.conflict : null;
    if (!edited || stored === null || conflict === null) return false;
    if (edited.keys) void invalidateRecords(edited.keys);
    setDeletion(conflict.deletion);
    if (conflict.record !== null) takeIn(stored, conflict.record as R, conflict, edited);
    return true;
  };

  const choose = (id: string, side: Side) => {
    if (id === IMAGE) edited?.image?.setIgnored(side === 'theirs');
    const both = sides[id];
    if (both) {
      const isMineNow = changes?.find((change) => change.id === id)?.choice !== 'theirs';
      const mine = isMineNow ? String(form.getValues(id as Path<V>)) : both.mine;
      setSides({ ...sides, [id]: { ...both, mine } });
      put(id, side === 'mine' ? mine : both.theirs);
    }
    setChanges((now) => now?.map((change) => (change.id === id ? { ...change, choice: side } : change)) ?? null);
  };

  const isShown = changes !== null || deletion !== null;
  return {
    stored,
    conflict: isShown ? { noun: edited?.noun ?? '', changes: changes ?? [], deletion, choose } : null,
    isUndecided: changes?.some(({ mine, choice }) => mine !== null && choice === null) ?? false,
    isDeleted: deletion !== null,
    receive,
    accept: (record: R | null) => {
      setStored(record);
      setChanges(null);
    },
  };
}
