import { loginSecond, prove, type SecondFactorProof } from '@wayside/contract/two-factor';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import type { InputOf } from './changed-fields.ts';
import { loginFailure } from './session.ts';

const GONE = 410;

/**
 * The result of the second login step. `isOver`: the challenge has expired, and the user must enter the password
 * again.
 */
export type SecondFactorResult =
  | { readonly token: string; readonly recoveryCodesLeft: number | null }
  | { readonly failure: string; readonly isOver: boolean };

export async function proveSecondFactor(challenge: string, code: SecondFactorProof): Promise<SecondFactorResult> {
  try {
    return await call(loginSecond, { body: { challenge, code } });
  } catch (error) {
    const isOver = error instanceof ApiError && error.status === GONE;
    return { failure: loginFailure(error), isOver };
  }
}

/** Sends a proof of identity (TEAM-05). */
export const sendProof = (body: InputOf<typeof prove>) => call(prove, { body });
