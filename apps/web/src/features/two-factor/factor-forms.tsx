import {
  beginPasskey,
  confirmTotp,
  MAX_PASSKEY_NAME_LENGTH,
  type Passkey,
  registerPasskey,
  renamePasskey,
} from '@wayside/contract/two-factor';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { richText } from '../../languages/rich-text.ts';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { ApiError, failureText, fieldErrors } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { saveFile } from '../../lib/download.ts';
import { createPasskey, passkeyFailure } from '../../lib/passkeys.ts';
import { CopyButton } from '../../ui/copyable-id.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** The width of the white border around the code, in modules. */
const MARGIN = 4;

/** A QR code, dark on white in both themes, because cameras need this contrast. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => generate(text), [text]);
  const size = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-md border border-line"
    >
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}

interface TotpDialogProps {
  secret: string;
  uri: string;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Dialog that sets up an authenticator app: the user scans a QR code and then enters a code (TEAM-04). */
export function TotpDialog({ secret, uri, onDone, onClose }: TotpDialogProps) {
  const key = secret.match(/.{4}/g)?.join(' ') ?? secret;
  return (
    <DialogForm
      title={t('Set up an authenticator app')}
      description={t('Scan the code with the app, then enter the six digits that it shows.')}
      submitLabel={t('Verify')}
      pendingLabel={t('Verifying...')}
      done={t('Authenticator app set up')}
      defaultValues={{ code: '' }}
      save={({ code }) => call(confirmTotp, { body: { code } })}
      describeFailure={(error) => ({
        message: failureText(error, t('The code could not be verified')),
        fields: fieldErrors({ code: '' }, error).map(({ message }) => ({ name: 'code' as const, message })),
      })}
      onSaved={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <QrCode text={uri} label={t('QR code for the authenticator app')} />
          <div className="grid gap-1">
            <p className="text-sm text-ink-soft">
              {richText('On this phone? {link}. No camera? Type this key into the app.', {
                link: (
                  <a href={uri} className="text-accent-text underline underline-offset-2">
                    {t('Open the app')}
                  </a>
                ),
              })}
            </p>
            <div className="flex items-center gap-2 rounded-md border border-line bg-canvas py-1 pr-1 pl-3">
              <output aria-label={t('Key')} className="min-w-0 flex-1 font-mono text-sm select-all">
                {key}
              </output>
              <CopyButton text={secret} label={t('Copy the key')} />
            </div>
          </div>
          <TextField
            name="code"
            control={control}
            required
            label={t('Code')}
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

interface PasskeyDialogProps {
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

const DEVICES = 'iPhone iPad Android Windows Mac Linux'.split(' ');
const PASSKEY_CANCELLED = msg('No passkey was created: the request was cancelled or timed out. Try again.');

const deviceName = () => DEVICES.find((name) => navigator.userAgent.includes(name)) ?? t('Passkey');

/** Dialog that adds a named passkey (TEAM-04). */
export function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps) {
  return (
    <DialogForm
      title={t('Add a passkey')}
      description={t('Your browser asks for your fingerprint, face, screen lock or security key.')}
      submitLabel={t('Continue')}
      pendingLabel={t('Waiting for the passkey...')}
      done={t('Passkey added')}
      defaultValues={{ name: deviceName() }}
      save={async ({ name }) => {
        const { options } = await call(beginPasskey);
        const response = await createPasskey(options);
        return call(registerPasskey, { body: { name, response } });
      }}
      describeFailure={(error) => ({
        message:
          error instanceof ApiError
            ? failureText(error, t('The passkey could not be added'))
            : passkeyFailure(error, t(PASSKEY_CANCELLED)),
      })}
      onSaved={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField
          name="name"
          control={control}
          required
          label={t('Name')}
          hint={t('A name of the device or key, to tell it from others.')}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
        />
      )}
    </DialogForm>
  );
}

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onDone: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  return (
    <DialogForm
      title={t('Rename {name}', { name: passkey.name })}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      done={t('Passkey renamed')}
      defaultValues={{ name: passkey.name }}
      save={({ name }) => call(renamePasskey, { params: { id: passkey.id }, body: { name } })}
      describeFailure={(error) => ({ message: failureText(error, t('Failed to rename the passkey')) })}
      onSaved={onDone}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField name="name" control={control} required label={t('Name')} maxLength={MAX_PASSKEY_NAME_LENGTH} />
      )}
    </DialogForm>
  );
}

/**
 * Dialog that shows new recovery codes. They are shown only once, because the server stores only their hashes
 * (TEAM-04).
 */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = [
    t('Recovery codes for {brand}. Each works once.', { brand: config().brand }),
    '',
    ...codes,
    '',
  ].join('\n');
  return (
    <ShownOnce
      title={t('Recovery codes')}
      description={t('Use one to sign in when you have neither your phone nor a passkey. Each works once.')}
      note={t('They are shown only once. Store them separately from your phone.')}
      question={t(
        'They are shown only once. Without your phone and these codes, only an owner can restore your access.',
      )}
      text={text}
      download={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
      onClose={onClose}
    >
      <ol
        aria-label={t('Recovery codes')}
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
