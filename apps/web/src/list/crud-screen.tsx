import type { QueryKey } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { msg, t } from '../languages/text.ts';
import { invalidateRecords } from '../lib/cached-records.ts';
import { deleteUnusedImages } from '../lib/images.ts';
import { useMay } from '../lib/session.ts';
import { useStart } from '../lib/use-start.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { TrashIcon } from '../ui/one-path-icons.ts';
import { toast } from '../ui/toast.ts';
import { ListScreen, type ListScreenProps } from './list-screen.tsx';

const DeleteRecord = lazyPart(() => import('../form/confirmed-action.tsx'), 'DeleteRecord');

const MISSING_ID_MESSAGE = msg('This record has no ID, so it cannot be changed or deleted.');

export interface CrudResource<Row> {
  readonly keys: { readonly list: string; readonly one: string };
  readonly add: string;
  /** The noun used in titles, such as "time slot" in "Edit time slot 09:00 - 10:00". */
  readonly noun: string;
  /** The dialog that adds a record (null) or changes one. */
  readonly form: (record: Row | null, onSaved: () => void, onClose: () => void) => ReactNode;
  /** Returns why an external provider's record cannot be changed or deleted (PART-03); null if it can. */
  readonly blockedReason?: (record: Row, entry: 'edit' | 'delete') => string | null;
  /** Title of an additional toast for a failed load or deletion, such as "Error" (MODL-03, SLOT-06). */
  readonly failureToast?: string;
  readonly deletion: {
    readonly question: string;
    readonly failed: string;
    readonly done: string;
    readonly send: (record: Row) => Promise<unknown>;
    /** Images that are deleted with the record (FILE-02). They are read before the deletion. */
    readonly imagesOf?: (record: Row) => readonly (string | null)[] | Promise<readonly (string | null)[]>;
    /** Content of the dialog about other records that the deletion removes. */
    readonly more?: (record: Row) => ReactNode;
  };
}

export interface CrudScreenProps<Row, F extends string, D extends string, A, K extends QueryKey>
  extends Omit<ListScreenProps<Row, F, D, A, K>, 'actions' | 'titleActions' | 'details'> {
  resource: CrudResource<Row>;
}

type OpenDialog<Row> =
  | { readonly for: 'form'; readonly record: Row | null }
  | { readonly for: 'deletion'; readonly record: Row };

/** List of records that administrators can add, change and delete. */
export function CrudScreen<Row, F extends string, D extends string, A, K extends QueryKey>({
  resource,
  ...list
}: CrudScreenProps<Row, F, D, A, K>) {
  const mayChange = useMay()('catalogue:change');
  const [openDialog, setOpenDialog] = useState<OpenDialog<Row> | null>(null);
  const close = () => setOpenDialog(null);
  useStart(() => mayChange && setOpenDialog({ for: 'form', record: null }));
  const openUnlessBlocked = (wanted: OpenDialog<Row> & { readonly record: Row }, entry: 'edit' | 'delete') => {
    const own = list.idOf(wanted.record) === '' ? t(MISSING_ID_MESSAGE) : null;
    const reason = resource.blockedReason?.(wanted.record, entry) ?? own;
    if (reason === null) setOpenDialog(wanted);
    else toast({ tone: 'error', title: t('Error'), description: reason });
  };
  const showFailureToast = (message: string) => {
    const title = resource.failureToast;
    if (title !== undefined) toast({ tone: 'error', title, description: message, key: message });
  };
  const deleteWithImages = async (record: Row) => {
    const images = (await resource.deletion.imagesOf?.(record)) ?? [];
    await resource.deletion.send(record);
    void deleteUnusedImages(images);
  };
  const saved = () => {
    close();
    void invalidateRecords(resource.keys);
  };
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" />}
      onClick={() => setOpenDialog({ for: 'form', record: null })}
    >
      {resource.add}
    </Button>
  );
  return (
    <>
      <ListScreen
        {...list}
        onLoadFailure={showFailureToast}
        isWhole
        hasActionsWithoutId
        actionsWidth="6.5rem"
        {...(mayChange && {
          titleActions: add,
          actions: (record: Row) => (
            <>
              <IconButton
                label={t('Edit {noun} {name}', { noun: resource.noun, name: list.nameOf(record) })}
                tip={t('Edit')}
                icon={<Pencil className="size-4" />}
                onClick={() => openUnlessBlocked({ for: 'form', record }, 'edit')}
              />
              <IconButton
                label={t('Delete {noun} {name}', { noun: resource.noun, name: list.nameOf(record) })}
                tip={t('Delete')}
                tone="danger"
                icon={<TrashIcon className="size-4" />}
                onClick={() => openUnlessBlocked({ for: 'deletion', record }, 'delete')}
              />
            </>
          ),
        })}
      />

      {openDialog?.for === 'form' && resource.form(openDialog.record, saved, close)}
      {openDialog?.for === 'deletion' && (
        <DeleteRecord
          id={list.idOf(openDialog.record)}
          name={list.nameOf(openDialog.record)}
          question={resource.deletion.question}
          failed={resource.deletion.failed}
          done={resource.deletion.done}
          keys={resource.keys}
          send={() => deleteWithImages(openDialog.record)}
          onFailed={showFailureToast}
          onDeleted={close}
          onClose={close}
        >
          {resource.deletion.more?.(openDialog.record)}
        </DeleteRecord>
      )}
    </>
  );
}
