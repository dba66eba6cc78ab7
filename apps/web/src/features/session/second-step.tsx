import { type FormEvent, useRef, useState } from 'react';
import { msg, plural, t } from '../../languages/text.ts';
import { passkeyFailure, passkeyUnavailableReason, signWithPasskey } from '../../lib/passkeys.ts';
import { proveSecondFactor } from '../../lib/second-login.ts';
import type { SecondStep } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField, OtherWays } from './credential-fields.tsx';

const WAYS = ['totp', 'passkey', 'recovery_code'] as const;

const OTHER_ADDRESS = msg('Your passkeys were created at another address of this panel and work only there.');
const PASSKEY_CANCELLED = msg(
  'No passkey was used: the request was cancelled, or this browser has none for your account. Try again, or use another method.',
);

export interface SecondStepProps {
  readonly step: SecondStep;
  readonly onToken: (token: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second step of a login: a code, a passkey or a recovery code (TEAM-04). */
export function SecondStepForm({ step, onToken, onBack }: SecondStepProps) {
  const [offeredMethods] = useState(() => new Map(step.methods.map(({ type, options }) => [type, options])));
  const ways = WAYS.filter((way) => offeredMethods.has(way));
  const [way, setWay] = useState<(typeof WAYS)[number]>(ways[0] ?? 'recovery_code');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const prove = async (code: Parameters<typeof proveSecondFactor>[1]) => {
    const result = await proveSecondFactor(step.challenge, code);
    if ('token' in result) {
      await onToken(result.token);
      if (result.recoveryCodesLeft !== null) showCodesLeft(result.recoveryCodesLeft);
      return;
    }
    setOver(result.isOver);
    setFailure(result.failure);
    field.current?.select();
  };
  const run = async (work: () => Promise<void>) => {
    if (pending) return;
    setPending(true);
    setFailure(null);
    await work();
    setPending(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    void run(() => prove(code));
  };
  const sign = () =>
    run(async () => {
      try {
        await prove(await signWithPasskey(offeredMethods.get('passkey') ?? {}));
      } catch (error) {
        setFailure(passkeyFailure(error, t(PASSKEY_CANCELLED)));
      }
    });

  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{t('Confirm your identity')}</h2>
        <p className="text-sm wrap-anywhere text-ink-soft">{step.email}</p>
      </div>
      {way === 'passkey' ? (
        <PasskeyStep options={offeredMethods.get('passkey') ?? null} pending={pending} onSign={() => void sign()} />
      ) : (
        <form key={way} className="grid gap-4" onSubmit={submit}>
          <CodeField way={way} ref={field} />
          <Button type="submit" variant="primary" pending={pending} disabled={isOver} className="h-10">
            {pending ? t('Verifying...') : t('Verify')}
          </Button>
        </form>
      )}
      <FailureText>{failure}</FailureText>
      <div className="grid gap-1 border-t border-line pt-3">
        <OtherWays
          ways={ways}
          shown={way}
          disabled={pending || isOver}
          onChoose={(other) => {
            setWay(other);
            setFailure(null);
          }}
        />
        <Button variant="ghost" disabled={pending} onClick={onBack}>
          {t('Back to the password')}
        </Button>
      </div>
    </div>
  );
}

interface PasskeyStepProps {
  options: Readonly<Record<string, unknown>> | null;
  pending: boolean;
  onSign: () => void;
}

function PasskeyStep({ options, pending, onSign }: PasskeyStepProps) {
  const obstacle = options === null ? t(OTHER_ADDRESS) : passkeyUnavailableReason();
  if (obstacle !== null) return <p className="text-ink-soft">{obstacle}</p>;
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        {t('Your browser asks for your fingerprint, face, screen lock or security key.')}
      </p>
      <Button variant="primary" autoFocus pending={pending} onClick={onSign} className="h-10">
        {pending ? t('Waiting for the passkey...') : t('Continue with a passkey')}
      </Button>
    </div>
  );
}

function showCodesLeft(left: number): void {
  const description = left <= 3 ? t('Create new ones on your profile.') : undefined;
  toast({
    tone: 'info',
    title: plural(left, '{count} recovery code is left', '{count} recovery codes are left'),
    description,
  });
}
