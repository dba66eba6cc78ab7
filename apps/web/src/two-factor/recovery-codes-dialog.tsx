import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { config } from '../lib/config.ts';
import { saveFile } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useCopy } from '../ui/copyable-id.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes, once: only their hashes are stored, so that closing before they were saved asks first (TEAM-04). */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { brand } = config();
  const text = [`Recovery codes for ${brand}. Each works once.`, '', ...codes, ''].join('\n');
  const { isCopied, copy } = useCopy(text);
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isSaved ? onClose() : setAsking(true));
  return (
    <Dialog
      title="Recovery codes"
      description="With one of them you sign in when you have neither your phone nor a passkey. Each works once."
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          They are shown only now. Keep them where your phone is not.
        </p>
        <ol
          aria-label="Recovery codes"
          onCopy={() => setSaved(true)}
          className="grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-canvas px-4 py-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button
            icon={isCopied ? <Check className="size-4" /> : <Copy className="size-4" />}
            onClick={() => {
              copy();
              setSaved(true);
            }}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button
            icon={<Download className="size-4" />}
            onClick={() => {
              saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
              setSaved(true);
            }}
          >
            Download
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without a copy?"
          question="Nobody can show these codes again. Without your phone and without them only an owner can let you in."
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
