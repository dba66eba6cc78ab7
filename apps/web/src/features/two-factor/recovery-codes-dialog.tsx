import { config } from '../../lib/config.ts';
import { saveFile } from '../../lib/download.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

export interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes, once: only their hashes are stored (TEAM-04). */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = [`Recovery codes for ${config().brand}. Each works once.`, '', ...codes, ''].join('\n');
  return (
    <ShownOnce
      title="Recovery codes"
      description="With one of them you sign in when you have neither your phone nor a passkey. Each works once."
      note="They are shown only now. Keep them where your phone is not."
      question="Nobody can show these codes again. Without your phone and without them only an owner can let you in."
      text={text}
      download={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
      onClose={onClose}
    >
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-canvas px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
    </ShownOnce>
  );
}
