import type { ReactNode } from 'react';
import { useFailedLoad } from '../lib/use-failed-load.ts';
import type { Retriable } from '../lib/use-retry.ts';
import { cn } from '../ui/cn.ts';
import { LongDescriptionItem } from '../ui/description-list.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { PrintButton } from './print-button.tsx';

export interface RecordDetailsProps<Row> {
  id: string;
  /** The record, if it is on the current page of the list; otherwise the dialog loads it. */
  row: Row | undefined;
  onClose: () => void;
}

export interface RecordDialogProps
  extends Pick<DialogProps, 'title' | 'titleExtra' | 'subheader' | 'headerActions' | 'footer' | 'onClose'> {
  size?: 'md' | 'lg' | 'steady' | 'panel';
  /** The complete id, shown in a tooltip and copied by a button. */
  copiedId?: string;
  /** Undefined while it loads; null if the record does not exist. */
  record: object | null | undefined;
  query: Retriable;
  error: { readonly title: string; readonly message: string };
  missing: string;
  skeleton: ReactNode;
  children: ReactNode;
}

/** Dialog with the details of a record, including its loading, failed and missing states. */
export function RecordDialog(props: RecordDialogProps) {
  const { record, copiedId, size = 'md' } = props;
  const failure = useFailedLoad(props.query, props.error.message);
  return (
    <Dialog
      title={props.title}
      copiedId={copiedId}
      titleExtra={props.titleExtra}
      size={size}
      isText
      headerActions={
        <>
          {props.headerActions}
          {record && <PrintButton />}
        </>
      }
      subheader={props.subheader}
      footer={props.footer}
      onClose={props.onClose}
    >
      {record && props.children}
      {record === undefined && failure === null && props.skeleton}
      {record === undefined && failure && <ErrorCard title={props.error.title} {...failure} />}
      {record === null && (
        <p
          className={cn(
            'text-center text-ink-soft',
            size === 'steady' || size === 'panel' ? 'grid h-full place-content-center' : 'py-16',
          )}
        >
          {props.missing}
        </p>
      )}
    </Dialog>
  );
}

export interface RowDetailsProps {
  title: string;
  items: readonly { readonly label: string; readonly content: ReactNode }[];
  onClose: () => void;
}

/** Dialog with all columns of a row, shown on a phone for lists without details (FMT-06). */
export function RowDetails({ title, items, onClose }: RowDetailsProps) {
  return (
    <Dialog title={title} isText onClose={onClose}>
      <dl
        translate="no"
        className="grid grid-cols-1 [&_.line-clamp-2]:line-clamp-none [&_.truncate]:whitespace-normal"
      >
        {items.map(({ label, content }) => (
          <LongDescriptionItem key={label} label={label}>
            {content}
          </LongDescriptionItem>
        ))}
      </dl>
    </Dialog>
  );
}
