import { type FormEvent, useId, useRef, useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import {
  continueWithToken,
  endSession,
  type Interruption,
  type SecondStep,
  signInAgain,
} from '../../lib/session.ts';
import { openProviderWindow } from '../../lib/single-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordFields } from './credential-fields.tsx';
import { SecondStepForm } from './second-step.tsx';

const STILL_HERE = msg('Your input is still here. Sign in again to continue.');

function titleOf({ reason, otherEmail }: Interruption): string {
  if (reason === 'expired') return t('Your session has expired');
  if (reason === 'logout') return t('You were signed out in another tab');
  return otherEmail === null
    ? t('Another user signed in in another tab')
    : t('{email} has signed in in another tab', { email: otherEmail });
}

/** Dialog that asks for the password over a form with unsaved input (EDIT-02). */
export function SignInAgain({ interruption }: { interruption: Interruption }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [step, setStep] = useState<SecondStep | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const id = useId();
  const provider = config().singleSignOn;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const found = await signInAgain(interruption, String(new FormData(event.currentTarget).get('password')));
    setPending(false);
    if (found !== null && typeof found !== 'string') return setStep(found);
    setFailure(found);
    if (found !== null) return password.current?.select();
    sayHello();
  };
  const sayHello = () =>
    toast({
      tone: 'info',
      title: t('You are signed in again'),
      description: t('Save your unsaved changes again.'),
    });
  const finish = async (token: string) => {
    const found = await continueWithToken(token);
    if (found === null) sayHello();
    else setFailure(found);
  };
  const askToDiscard = () => !pending && setAsking(true);

  return (
    <Dialog
      title={titleOf(interruption)}
      description={
        interruption.reason === 'replaced'
          ? t('Your changes were made as {email} and cannot be saved as another user. Sign in again to continue.', {
              email: interruption.email,
            })
          : t(STILL_HERE)
      }
      size="sm"
      onClose={askToDiscard}
      footer={
        <>
          <Button onClick={askToDiscard} disabled={pending}>
            {t('Discard')}
          </Button>
          {!step && (
            <Button type="submit" form={id} variant="primary" pending={pending}>
              {pending ? t('Signing In...') : t('Sign In')}
            </Button>
          )}
        </>
      }
    >
      {step && <SecondStepForm step={step} onToken={finish} onBack={() => setStep(null)} />}
      <form id={id} className={step ? 'hidden' : 'grid gap-4'} onSubmit={(event) => void submit(event)}>
        <PasswordFields email={interruption.email} ref={password} />
        <FailureText>{failure}</FailureText>
        {provider !== '' && (
          <Button onClick={() => setFailure(openProviderWindow('enter-again'))}>
            {t('Sign in with {provider}', { provider })}
          </Button>
        )}
      </form>
      {isAsking && (
        <ConfirmDialog
          title={t('Discard your input?')}
          question={t('It has not been saved.')}
          confirmLabel={t('Discard')}
          pending={false}
          onConfirm={() => endSession(interruption.reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}
