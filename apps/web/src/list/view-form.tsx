import type { ListName } from '@wayside/contract/preferences';
import {
  createSharedView,
  createView,
  deleteSharedView,
  deleteView,
  MAX_VIEW_NAME_LENGTH,
  orderViews,
  type SavedView,
  updateSharedView,
  updateView,
} from '@wayside/contract/views';
import type { ReactNode } from 'react';
import { DialogForm } from '../form/dialog-form.tsx';
import { TextField } from '../form/fields.tsx';
import { type Message, msg, t, verbatim } from '../languages/text.ts';
import { call } from '../lib/api.ts';
import { ApiError, failureText } from '../lib/api-error.ts';
import { formatDateTime } from '../lib/format.ts';
import { lookUp } from '../lib/look-up.ts';
import { reloadViews } from '../lib/saved-views.ts';
import { useMay } from '../lib/session.ts';
import { startLoading } from '../ui/toast.ts';
import type { OpenedView } from './use-opened-view.ts';

export interface TypedView {
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
}

/**
 * Saves the current state of the screen in the opened view (VIEW-04).
 * @returns the view; null after a failure, which a toast reports
 */
export async function saveOpenedView(
  view: SavedView,
  { query, columns, readVersion, adoptVersion }: OpenedView,
): Promise<SavedView | null> {
  const endLoading = startLoading(t('Saving the view...'));
  const params = { id: view.id };
  const ifMatch = readVersion();
  const change = { name: null, query, columns };
  try {
    const { record } = view.isShared
      ? await call(updateSharedView, { params, ifMatch, body: { ...change, isShared: null } })
      : await call(updateView, { params, ifMatch, body: change });
    await reloadViews();
    endLoading({ tone: 'success', title: t('{name} is saved', { name: view.name }) });
    return record;
  } catch (error) {
    await reloadViews().catch(() => undefined);
    // The next click overwrites the other user's change (EDIT-01).
    adoptVersion();
    endLoading({
      tone: 'error',
      title: t('{name} is not saved', { name: view.name }),
      description: reasonOf(error),
    });
    return null;
  }
}

export function reasonOf(error: unknown): string {
  const conflict = error instanceof ApiError ? error.conflict : null;
  const [first] = conflict?.changes ?? [];
  if (!first) return failureText(error, t('Failed to save the view. Please try again.'));
  const fields = conflict?.changes.map(({ field }) => t(lookUp(FIELDS, field) ?? verbatim(field))).join(', ') ?? '';
  const who = first.by ?? t('Someone');
  const date = formatDateTime(first.at);
  return first.at
    ? t('{who} changed its {fields} on {date}. Save again to overwrite that, or discard your changes.', {
        who,
        fields,
        date,
      })
    : t('{who} changed its {fields}. Save again to overwrite that, or discard your changes.', { who, fields });
}

const FIELDS: Readonly<Record<string, Message>> = {
  isShared: msg('sharing'),
  query: msg('filters'),
};

export async function addView(
  list: ListName,
  { name, isShared, isDefault }: TypedView,
  { query, columns, views }: Pick<OpenedView, 'query' | 'columns' | 'views'>,
): Promise<SavedView> {
  const { record } = await call(isShared ? createSharedView : createView, {
    body: { list, name, query, columns },
  });
  if (isDefault) await arrangeViews(list, [...views, record], record.id);
  else await reloadViews();
  return record;
}

export async function editView(
  view: SavedView,
  { name, isShared, isDefault }: TypedView,
  views: readonly SavedView[],
): Promise<void> {
  const input = { params: { id: view.id }, ifMatch: view.etag };
  const change = { name, query: null, columns: null };
  // A user who may not change a shared view can still make it their own default view.
  if (name !== view.name || isShared !== view.isShared)
    await (view.isShared || isShared
      ? call(updateSharedView, { ...input, body: { ...change, isShared } })
      : call(updateView, { ...input, body: change }));
  if (isDefault !== view.isDefault) await arrangeViews(view.list, views, isDefault ? view.id : null);
  else await reloadViews();
}

export async function removeView({ id, isShared }: SavedView): Promise<void> {
  await call(isShared ? deleteSharedView : deleteView, { params: { id } });
  await reloadViews();
}

export async function arrangeViews(
  list: ListName,
  views: readonly SavedView[],
  defaultId: string | null,
): Promise<void> {
  await call(orderViews, { body: { list, ids: views.map(({ id }) => id), defaultId } });
  await reloadViews();
}

export interface ViewFormProps {
  list: ListName;
  view: SavedView | null;
  state: Pick<OpenedView, 'query' | 'columns' | 'views'>;
  onSaved: (saved: SavedView) => void;
  onClose: () => void;
}

/** Form for the name, sharing and default of a view (VIEW-04). */
export function ViewForm({ list, view, state, onSaved, onClose }: ViewFormProps) {
  const mayShare = useMay()('views:share');
  const mayName = view === null || mayShare || !view.isShared;
  return (
    <DialogForm
      title={view ? t('Edit view') : t('Save view')}
      {...(view ? {} : { description: t('Stores search, filters, days, order and columns.') })}
      submitLabel={t('Save view')}
      pendingLabel={t('Saving...')}
      defaultValues={{
        name: view?.name ?? '',
        isShared: view?.isShared ?? false,
        isDefault: view?.isDefault ?? false,
      }}
      save={async (typed) => {
        if (view === null) return addView(list, typed, state);
        await editView(view, typed, state.views);
        return view;
      }}
      describeFailure={(error) => ({ message: reasonOf(error) })}
      done={t('The view is saved')}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control, register }) => (
        <>
          <TextField
            name="name"
            control={control}
            required
            label={t('Name')}
            maxLength={MAX_VIEW_NAME_LENGTH}
            readOnly={!mayName}
          />
          <div className="grid gap-1">
            {mayShare && (
              <Choice label={t('Shared with everyone')} hint={t('Anyone who may read this list can see it.')}>
                <input type="checkbox" {...register('isShared')} className="size-4 accent-accent" />
              </Choice>
            )}
            <Choice label={t('Default')} hint={t('The list opens with it, for you.')}>
              <input type="checkbox" {...register('isDefault')} className="size-4 accent-accent" />
            </Choice>
          </div>
        </>
      )}
    </DialogForm>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  children: ReactNode;
}

function Choice({ label, hint, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the child
    <label className="flex min-h-9 items-center gap-2.5 touch:min-h-11">
      {children}
      <span>
        {label} <span className="text-sm text-ink-faint">{hint}</span>
      </span>
    </label>
  );
}
