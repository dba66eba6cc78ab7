import type { ReactNode } from 'react';
import { useFailedLoad } from '../lib/use-failed-load.ts';
import type { Retriable } from '../lib/use-retry.ts';
import { cn } from '../ui/cn.ts';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { PrintButton } from './print-button.tsx';

/** What the details of one record of a list get. */
export interface RecordDetailsProps<Row> {
  id: string;
  /** The record, if the page in the list holds it; otherwise the dialog loads it. */
  row: Row | undefined;
  onClose: () => void;
}

export interface RecordDialogProps
  extends Pick<DialogProps, 'title' | 'titleExtra' | 'subheader' | 'footer' | 'onClose'> {
  size?: 'md' | 'lg' | 'steady' | 'panel';
  /** The id that the title abbreviates: a tooltip shows it, a button copies it. */
  copiedId?: string;
  /** Undefined while it loads; null where no record has this id. */
  record: object | null | undefined;
  /** Loads the record when the list does not hold it. */
  query: Retriable;
  /** Title of the error card, and its text where the server gives none. */
  error: { readonly title: string; readonly message: string };
  /** Said where no record has this id. */
  missing: string;
  skeleton: ReactNode;
  children: ReactNode;
}

/** The details of one record of a list: loading, failed and missing are handled here, once. */
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
      headerActions={record && <PrintButton />}
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
