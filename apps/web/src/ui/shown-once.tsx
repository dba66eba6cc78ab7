import { Check, Copy, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useCopy } from './copyable-id.tsx';
import { Dialog } from './dialog.tsx';
import { FailureText } from './failure-text.tsx';

export interface ShownOnceProps {
  title: string;
  /** Where it belongs and what it does. */
  description: string;
  /** That it is shown only once, and where to store it. */
  note: string;
  /** What closing without a copy means. */
  question: string;
  /** What "Copy" gives. */
  text: string;
  /** What "Download" does; no such button without. */
  download?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Shows something once: only its hash is stored, so that closing the dialog before it was saved asks first. */
export function ShownOnce({
  title,
  description,
  note,
  question,
  text,
  download,
  onClose,
  children,
}: ShownOnceProps) {
  const { isCopied, copy } = useCopy(text);
  const [isSaved, setSaved] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const close = () => (isSaved ? onClose() : setAsking(true));
  const save = async () => {
    const isDone = await copy();
    setFailed(!isDone);
    if (isDone) setSaved(true);
  };
  return (
    <Dialog
      title={title}
      description={description}
      onClose={close}
      footer={
        <Button variant={isSaved ? 'primary' : 'secondary'} onClick={close}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3" onCopy={() => setSaved(true)}>
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">{note}</p>
        {children}
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button
            variant={isSaved ? 'secondary' : 'primary'}
            data-first-focus
            icon={<Icon className="size-4" />}
            onClick={() => void save()}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          {download && (
            <Button
              icon={<Download className="size-4" />}
              onClick={() => {
                download();
                setSaved(true);
              }}
            >
              Download
            </Button>
          )}
        </div>
        {hasFailed && <FailureText>It could not be copied. Select it and copy it by hand.</FailureText>}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without a copy?"
          question={question}
          confirmLabel="Close"
          tone="primary"
          pending={false}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}
