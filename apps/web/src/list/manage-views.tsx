import { useMutation } from '@tanstack/react-query';
import type { ListName } from '@wayside/contract/preferences';
import type { SavedView } from '@wayside/contract/views';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useState } from 'react';
import { ConfirmedAction } from '../form/confirmed-action.tsx';
import { msg, t } from '../languages/text.ts';
import { failureText } from '../lib/api-error.ts';
import { useMay } from '../lib/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TrashIcon } from '../ui/one-path-icons.ts';
import { toast } from '../ui/toast.ts';
import type { OpenedView } from './use-opened-view.ts';
import { arrangeViews, removeView, ViewForm } from './view-form.tsx';

export interface ManageViewsProps {
  list: ListName;
  state: OpenedView;
  onClose: () => void;
}

const VIEW_SAVE_FAILED = msg('It was not saved. Please try again.');

/** Dialog to reorder, rename, share and delete the views of a list (VIEW-04). */
export function ManageViews({ list, state, onClose }: ManageViewsProps) {
  const { views } = state;
  const [editedView, setEditedView] = useState<SavedView | null>(null);
  const [deletionCandidate, setDeletionCandidate] = useState<SavedView | null>(null);
  const mayShare = useMay()('views:share');
  const ordering = useMutation({
    // The scope makes these requests run one after another.
    scope: { id: `order of ${list}` },
    mutationFn: (ordered: readonly SavedView[]) =>
      arrangeViews(list, ordered, views.find((view) => view.isDefault)?.id ?? null),
    onError: (error) =>
      toast({ tone: 'error', title: t('Error'), description: failureText(error, t(VIEW_SAVE_FAILED)) }),
  });
  const shown = ordering.isPending ? ordering.variables : views;
  const move = (view: SavedView, by: 1 | -1) => {
    const from = shown.indexOf(view);
    ordering.mutate(shown.toSpliced(from, 1).toSpliced(from + by, 0, view));
  };
  return (
    <Dialog
      title={t('Manage views')}
      description={t('You have your own order and default.')}
      size="sm"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      {shown.length === 0 && <p className="text-ink-soft">{t('There are no saved views of this list.')}</p>}
      <ul aria-label={t('Views')}>
        {shown.map((view, place) => (
          <li key={view.id} className="flex min-h-11 items-center gap-1">
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              <span className="min-w-0 wrap-anywhere">{view.name}</span>
              {view.isDefault && <Badge tone="info">{t('Default')}</Badge>}
              {view.isShared && <Badge>{t('Shared with everyone')}</Badge>}
            </span>
            <IconButton
              label={t('Move {name} up', { name: view.name })}
              tip={t('Move up')}
              icon={<ArrowUp className="size-4" />}
              aria-disabled={place === 0}
              onClick={() => place > 0 && move(view, -1)}
            />
            <IconButton
              label={t('Move {name} down', { name: view.name })}
              tip={t('Move down')}
              icon={<ArrowDown className="size-4" />}
              aria-disabled={place === shown.length - 1}
              onClick={() => place < shown.length - 1 && move(view, 1)}
            />
            <IconButton
              label={t('Edit {name}', { name: view.name })}
              tip={t('Edit')}
              icon={<Pencil className="size-4" />}
              onClick={() => setEditedView(view)}
            />
            {(mayShare || !view.isShared) && (
              <IconButton
                label={t('Delete {name}', { name: view.name })}
                tip={t('Delete')}
                tone="danger"
                icon={<TrashIcon className="size-4" />}
                onClick={() => setDeletionCandidate(view)}
              />
            )}
          </li>
        ))}
      </ul>
      {editedView && (
        <ViewForm
          list={list}
          view={editedView}
          state={state}
          onSaved={() => setEditedView(null)}
          onClose={() => setEditedView(null)}
        />
      )}
      {deletionCandidate && (
        <ConfirmedAction
          title={t('Delete {name}?', { name: deletionCandidate.name })}
          question={
            deletionCandidate.isShared ? t('It is deleted for everyone.') : t('The records are not deleted.')
          }
          confirmLabel={t('Delete')}
          pendingLabel={t('Deleting...')}
          failed={t(VIEW_SAVE_FAILED)}
          send={() => removeView(deletionCandidate)}
          onDone={() => setDeletionCandidate(null)}
          onClose={() => setDeletionCandidate(null)}
        />
      )}
    </Dialog>
  );
}
