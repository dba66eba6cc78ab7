import type { Ref } from 'react';
import { LabelledInput } from '../../ui/field.tsx';

interface PasswordFieldsProps {
  /** Whose password is asked for; a password manager reads it. */
  email: string;
  ref: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}

/** Asks somebody who is known for their password. */
export function PasswordFields({ email, ref, autoFocus = false }: PasswordFieldsProps) {
  return (
    <>
      <LabelledInput label="Email" name="email" type="email" autoComplete="username" readOnly value={email} />
      <LabelledInput
        ref={ref}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={autoFocus}
      />
    </>
  );
}
