import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { CopyButton } from '../../ui/copyable-id.tsx';
import { sendTotpCode } from './two-factor-queries.ts';

/** Modules of white around the code, as the standard asks for. */
const MARGIN = 4;

/** A QR code: dark on white in either theme, which is what cameras read. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => generate(text), [text]);
  const size = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-md border border-line bg-white"
    >
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}

export interface TotpDialogProps {
  secret: string;
  uri: string;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Sets up an authenticator app: scan, then prove with a code (TEAM-04). */
export function TotpDialog({ secret, uri, onDone, onClose }: TotpDialogProps) {
  const key = secret.match(/.{4}/g)?.join(' ') ?? secret;
  return (
    <DialogForm
      title="Set up an authenticator app"
      description="Scan the code with the app, then enter the six digits that it shows."
      submitLabel="Verify"
      pendingLabel="Verifying..."
      done="Authenticator app set up"
      defaultValues={{ code: '' }}
      save={({ code }) => sendTotpCode(code)}
      describeFailure={(error) => ({
        message: failureText(error, 'The code could not be verified'),
        fields: fieldErrors({ code: '' }, error).map(({ message }) => ({ name: 'code' as const, message })),
      })}
      onSaved={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <QrCode text={uri} label="QR code for the authenticator app" />
          <div className="grid gap-1">
            <p className="text-sm text-ink-soft">
              On this phone?{' '}
              <a href={uri} className="text-accent-text underline underline-offset-2">
                Open the app
              </a>
              . No camera? Type this key into the app.
            </p>
            <div className="flex items-center gap-2 rounded-md border border-line bg-canvas py-1 pr-1 pl-3">
              <output aria-label="Key" className="min-w-0 flex-1 font-mono text-sm select-all">
                {key}
              </output>
              <CopyButton text={secret} label="Copy the key" />
            </div>
          </div>
          <TextField
            name="code"
            control={control}
            required
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="numeric tracking-widest"
          />
        </>
      )}
    </DialogForm>
  );
}
