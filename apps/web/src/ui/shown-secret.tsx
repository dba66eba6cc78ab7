import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useCopy } from './copyable-id.tsx';
import { Dialog } from './dialog.tsx';

export interface ShownSecretProps {
  title: string;
  /** Where it belongs and what it does. */
  description: string;
  secret: string;
  /** What it is, for assistive technology: "Secret" by default. */
  label?: string;
  onClose: () => void;
}

const SECRET_NOTE = 'It is shown only now. Store it where your other secrets are.';

/** Shows a secret, once: only its hash is stored, so that closing the dialog before it was copied asks first. */
export function ShownSecret({ title, description, secret, label = 'Secret', onClose }: ShownSecretProps) {
  const { isCopied, copy } = useCopy(secret);
  const [wasCopied, setWasCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const Icon = isCopied ? Check : Copy;
  const close = () => (wasCopied ? onClose() : setAsking(true));
  return (
    <Dialog
      title={title}
      description={description}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <p id={id} className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          {label === 'Secret' ? SECRET_NOTE : 'It is shown only now.'}
        </p>
        <output
          aria-label={label}
          aria-describedby={id}
          onCopy={() => setWasCopied(true)}
          className="block rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-sm break-all select-all"
        >
          {secret}
        </output>
        <Button
          icon={<Icon className="size-4" />}
          onClick={() => {
            copy();
            setWasCopied(true);
          }}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without a copy?"
          question="Nobody can show it again. Without a copy you have to make a new one."
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
