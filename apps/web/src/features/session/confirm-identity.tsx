import { prove } from '@wayside/contract/session';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { answerProof } from '../../lib/proof.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

const UNAUTHORIZED = 401;
const FAILED = 'It could not be checked. Please try again.';
const NO_METHOD = 'This page cannot ask for the proof that the server needs. Sign out and in again.';

export interface ConfirmIdentityProps {
  /** How the server takes the proof. */
  methods: readonly string[];
  onClose: () => void;
}

/** Asks for the password in place; the calls that wait for it go on (TEAM-05). */
export function ConfirmIdentity({ methods, onClose }: ConfirmIdentityProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const id = useId();
  // The screen may be left meanwhile, as by another tab that signs out.
  useEffect(() => () => answerProof(false), []);
  const isByPassword = methods.includes('password');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFailure(null);
    try {
      await call(prove, { body: { password: password.current?.value ?? '' } });
      setPending(false);
      answerProof(true);
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHORIZED) return onClose();
      setPending(false);
      setFailure(failureText(error, FAILED));
      password.current?.select();
    }
  };
  const close = () => !pending && onClose();

  return (
    <Dialog
      title="Confirm that it is you"
      description="What you are doing needs your password when you have not given it for 10 minutes. It goes on afterwards."
      size="sm"
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={pending}>
            Cancel
          </Button>
          {isByPassword && (
            <Button type="submit" form={id} variant="primary" pending={pending}>
              {pending ? 'Confirming...' : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {isByPassword ? (
          <>
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              readOnly
              value={signedInIdentity()?.email ?? ''}
            />
            <TextField
              ref={password}
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </>
        ) : (
          <p>{NO_METHOD}</p>
        )}
        {failure !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-badge">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
