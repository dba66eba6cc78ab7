import type { Ref } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Button } from '../../ui/button.tsx';
import { LabelledInput } from '../../ui/field.tsx';

/** Input for a second factor (TEAM-04). */
export function CodeField({ way, ref }: { way: 'totp' | 'recovery_code'; ref: Ref<HTMLInputElement> }) {
  const shared = { ref, name: 'code', required: true, autoFocus: true, spellCheck: false, autoCapitalize: 'none' };
  if (way === 'recovery_code')
    return (
      <LabelledInput
        {...shared}
        label={t('Recovery code')}
        hint={t('One of the ten that you saved. Each works once.')}
        autoComplete="off"
        maxLength={40}
        className="font-mono"
      />
    );
  return (
    <LabelledInput
      {...shared}
      label={t('Code')}
      hint={t('The six digits that your authenticator app shows now.')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{3} ?[0-9]{3}"
      title={t('Six digits')}
      maxLength={7}
      className="numeric tracking-widest"
    />
  );
}

interface PasswordFieldsProps {
  email: string;
  ref: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}

export function PasswordFields({ email, ref, autoFocus = false }: PasswordFieldsProps) {
  return (
    <>
      <LabelledInput label={t('Email')} name="email" type="email" autoComplete="username" readOnly value={email} />
      <LabelledInput
        ref={ref}
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={autoFocus}
      />
    </>
  );
}

/** The labels of the ways to prove an identity, in order of preference. */
const WAY_LABELS = {
  password: msg('Use the password'),
  single_sign_on: msg('Use single sign-on'),
  totp: msg('Use the authenticator app'),
  passkey: msg('Use a passkey'),
  recovery_code: msg('Use a recovery code'),
} as const;
type Way = keyof typeof WAY_LABELS;

interface OtherWaysProps<W extends Way> {
  ways: readonly W[];
  shown: W | null;
  disabled: boolean;
  onChoose: (way: W) => void;
}

/** Buttons for the ways that are not shown. */
export const OtherWays = <W extends Way>({ ways, shown, disabled, onChoose }: OtherWaysProps<W>) =>
  ways
    .filter((way) => way !== shown)
    .map((way) => (
      <Button key={way} variant="ghost" disabled={disabled} onClick={() => onChoose(way)}>
        {t(WAY_LABELS[way])}
      </Button>
    ));
