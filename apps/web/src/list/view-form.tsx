import type { ListName } from '@wayside/contract/preferences';
import { MAX_VIEW_NAME_LENGTH, type SavedView } from '@wayside/contract/views';
import type { ReactNode } from 'react';
import { DialogForm } from '../form/dialog-form.tsx';
import { TextField } from '../form/fields.tsx';
import { useMay } from '../lib/session.ts';
import { addView, editView, reasonOf } from './save-view.ts';
import type { OpenedView } from './use-opened-view.ts';

export interface ViewFormProps {
  list: ListName;
  /** Null to save what is on the screen as a new one. */
  view: SavedView | null;
  /** All of the list, and what is on the screen. */
  state: Pick<OpenedView, 'query' | 'columns' | 'views'>;
  onSaved: (saved: SavedView) => void;
  onClose: () => void;
}

/** Names a view, and says for whom it is and whether the list opens with it (VIEW-04). */
export function ViewForm({ list, view, state, onSaved, onClose }: ViewFormProps) {
  const mayShare = useMay()('views:share');
  const mayName = view === null || mayShare || !view.isShared;
  return (
    <DialogForm
      title={view ? 'Edit view' : 'Save view'}
      {...(view ? {} : { description: 'Keeps search, filters, days, order and columns.' })}
      submitLabel="Save view"
      pendingLabel="Saving..."
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
      done="The view is saved"
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control, register }) => (
        <>
          <TextField
            name="name"
            control={control}
            required
            label="Name"
            maxLength={MAX_VIEW_NAME_LENGTH}
            readOnly={!mayName}
          />
          <div className="grid gap-1">
            {mayShare && (
              <Choice label="For everybody" hint="Everybody who may read this list sees it.">
                <input type="checkbox" {...register('isShared')} className="size-4 accent-accent" />
              </Choice>
            )}
            <Choice label="Default" hint="The list opens with it, for you.">
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

/** A labelled checkbox with a sentence. */
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
