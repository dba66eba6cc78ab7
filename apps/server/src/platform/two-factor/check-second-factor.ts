import type { SECOND_FACTORS } from '@wayside/contract/session';
import type { SecondFactorProof } from '@wayside/contract/two-factor';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type pg from 'pg';
import type { AppContext } from '../../context.ts';
import { orm } from '../db/orm.ts';
import { totp } from '../db/schema/session.ts';
import { consumeRecoveryCode, countWrongCode, requireGuessesLeft } from './factors.ts';
import { consumePasskey } from './passkey-assertion.ts';
import { acceptedStep, decryptTotpSecret, totpDigits } from './totp-code.ts';

interface CheckInput {
  readonly adminId: string;
  readonly proof: SecondFactorProof;
  /** Null if no passkey was requested. */
  readonly webauthnChallenge: string | null;
}

/**
 * Checks and consumes a second factor in the same transaction as the action that it allows (TEAM-04). The caller must
 * also commit after a wrong factor, because the guess is counted.
 * @param client holds the administrator's lock
 * @throws 429 after too many wrong codes (SECU-02)
 * @returns the kind of factor; null if it is wrong
 */
export async function consumeSecondFactor(
  context: AppContext,
  client: pg.ClientBase,
  { adminId, proof, webauthnChallenge }: CheckInput,
): Promise<(typeof SECOND_FACTORS)[number] | null> {
  if (typeof proof !== 'string') {
    if (webauthnChallenge === null) return null;
    const input = { adminId, given: proof, challenge: webauthnChallenge, at: context.now() };
    return (await consumePasskey(client, input)) ? 'passkey' : null;
  }
  const digits = totpDigits(proof);
  if (digits !== null) return (await consumeTotp(context, client, adminId, digits)) ? 'totp' : null;
  return (await consumeRecoveryCode(client, adminId, proof)) ? 'recovery_code' : null;
}

/** Accepts the code of each step only once, by comparing and storing the step in a single statement. */
async function consumeTotp(
  context: AppContext,
  client: pg.ClientBase,
  adminId: string,
  digits: string,
): Promise<boolean> {
  const isConfirmed = and(eq(totp.adminId, adminId), isNotNull(totp.confirmedAt));
  const [stored] = await orm(client).select({ secret: totp.secret }).from(totp).where(isConfirmed);
  if (stored === undefined) return false;
  const at = context.now();
  await requireGuessesLeft(client, adminId, at);
  const step = acceptedStep(await decryptTotpSecret(context, adminId, stored.secret), digits, at);
  if (step === null) {
    await countWrongCode(client, adminId, at);
    return false;
  }
  const taken = await orm(client)
    .update(totp)
    .set({ lastStep: step })
    .where(and(isConfirmed, or(isNull(totp.lastStep), lt(totp.lastStep, step))));
  return taken.rowCount === 1;
}
