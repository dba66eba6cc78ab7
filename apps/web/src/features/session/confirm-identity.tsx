import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { resolveProof } from '../../lib/proof.ts';
import { sendProof } from '../../lib/second-login.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { onProofAtProvider, openProviderWindow } from '../../lib/single-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { CodeField, OtherWays, PasswordFields } from './credential-fields.tsx';

const UNAUTHORIZED = 401;
const IDENTITY_CHECK_FAILED = msg('It could not be checked. Please try again.');
const UNSUPPORTED_METHOD = msg('This page does not support the required proof of identity. Sign out and in again.');

const WAYS = ['password', 'single_sign_on', 'totp', 'recovery_code'] as const;
type ConfirmingWay = (typeof WAYS)[number];

interface ConfirmIdentityProps {
  /** The proofs of identity that the server accepts. */
  methods: readonly string[];
  onClose: () => void;
}

/** Dialog that asks for the password or a second factor; the pending requests then continue (TEAM-05). */
export function ConfirmIdentity({ methods, onClose }: ConfirmIdentityProps) {
  const ways = WAYS.filter((known) => methods.includes(known));
  const [way, setWay] = useState(ways[0] ?? null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const provider = config().singleSignOn;
  // Cancels the proof when the dialog closes, because the user may leave the screen or sign out in another tab.
  useEffect(() => () => resolveProof(false), []);
  useEffect(() => onProofAtProvider(() => resolveProof(true)), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setFailure(null);
    if (way === 'single_sign_on') return setFailure(openProviderWindow('prove'));
    setPending(true);
    const typed = field.current?.value ?? '';
    try {
      await sendProof(way === 'password' ? { password: typed, code: null } : { password: null, code: typed });
      setPending(false);
      resolveProof(true);
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHORIZED) return onClose();
      setPending(false);
      setFailure(failureText(error, t(IDENTITY_CHECK_FAILED)));
      field.current?.select();
    }
  };
  const confirmLabel = way === 'single_sign_on' ? t('Continue with {provider}', { provider }) : t('Confirm');
  const close = () => !pending && onClose();
  const change = (other: ConfirmingWay) => {
    setWay(other);
    setFailure(null);
  };

  return (
    <Dialog
      title={t('Confirm your identity')}
      description={t('You last confirmed this more than 10 minutes ago. You’ll continue where you left off.')}
      size="sm"
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={pending}>
            {t('Cancel')}
          </Button>
          {way !== null && (
            <Button type="submit" form={id} variant="primary" pending={pending}>
              {pending ? t('Confirming...') : confirmLabel}
            </Button>
          )}
        </>
      }
    >
      <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {way === null && <p>{t(UNSUPPORTED_METHOD)}</p>}
        {way === 'password' && <PasswordFields email={signedInIdentity()?.email ?? ''} ref={field} autoFocus />}
        {way === 'single_sign_on' && (
          <p>{t('You sign in with {provider} again, in a separate window.', { provider })}</p>
        )}
        {(way === 'totp' || way === 'recovery_code') && <CodeField key={way} way={way} ref={field} />}
        <FailureText>{failure}</FailureText>
        {ways.length > 1 && (
          <div className="grid gap-1 border-t border-line pt-3">
            <OtherWays ways={ways} shown={way} disabled={pending} onChoose={change} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
