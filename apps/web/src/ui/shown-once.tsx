import { Check, Copy, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useCopy } from './copyable-id.tsx';
import { Dialog } from './dialog.tsx';
import { FailureText } from './failure-text.tsx';

export interface ShownOnceProps {
  title: string;
  description: string;
  note: string;
  question: string;
  text: string;
  download?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog that shows something once. Closing it before the user has saved the content asks for confirmation. */
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
          {t('Done')}
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
            {isCopied ? t('Copied') : t('Copy')}
          </Button>
          {download && (
            <Button
              icon={<Download className="size-4" />}
              onClick={() => {
                download();
                setSaved(true);
              }}
            >
              {t('Download')}
            </Button>
          )}
        </div>
        {hasFailed && <FailureText>{t('It could not be copied. Select it and copy it by hand.')}</FailureText>}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Close without a copy?')}
          question={question}
          confirmLabel={t('Close')}
          tone="primary"
          pending={false}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

export interface ShownSecretProps {
  title: string;
  description: string;
  secret: string;
  label?: string;
  onClose: () => void;
}

/** Dialog that shows a key, a signing secret or a link once. */
export function ShownSecret({ secret, label, ...dialog }: ShownSecretProps) {
  return (
    <ShownOnce
      {...dialog}
      note={
        label === undefined
          ? t('It is shown only once. Store it where your other secrets are.')
          : t('It is shown only once.')
      }
      question={t('It is shown only once. Without a copy, you must create a new one.')}
      text={secret}
    >
      <output
        aria-label={label ?? t('Secret')}
        className="block rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-sm break-all select-all"
      >
        {secret}
      </output>
    </ShownOnce>
  );
}
