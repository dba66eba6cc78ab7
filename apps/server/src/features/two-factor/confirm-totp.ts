import { eq } from 'drizzle-orm';
import { ApiError, conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { totp } from '../../platform/db/schema/two-factor.ts';
import { recoveryCodesForNew } from '../../platform/two-factor/factors.ts';
import { acceptedStep, clockOffsetSeconds, totpDigits } from '../../platform/two-factor/totp-code.ts';
import { decryptTotpSecret } from '../../platform/two-factor/totp-secret.ts';

export interface ConfirmTotpInput {
  readonly adminId: string;
  readonly code: string;
}

/**
 * Sets up an authenticator app with a code of it, which is thereby used.
 * @returns ten recovery codes with the first factor
 * @throws 400 for a wrong code, which says when the clock of the app is off; 409 when nothing was begun
 */
export function confirmTotp(
  context: ActorContext,
  { adminId, code }: ConfirmTotpInput,
): Promise<{ recoveryCodes: string[] }> {
  const { database, now, actor } = context;
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const [begun] = await orm(client).select().from(totp).where(eq(totp.adminId, adminId));
    if (begun === undefined || begun.confirmedAt !== null)
      throw conflict('There is no authenticator app to confirm. Begin its set-up again.');
    const at = now();
    const lastStep = stepOrThrow(await decryptTotpSecret(context, adminId, begun.secret), code, at);
    await orm(client).update(totp).set({ confirmedAt: at, lastStep }).where(eq(totp.adminId, adminId));
    const recoveryCodes = await recoveryCodesForNew(client, adminId);
    await recordActivity(client, actor, at, { action: 'totp_added', entity: 'admin', entityId: adminId });
    return { recoveryCodes };
  });
}

function stepOrThrow(secret: string, code: string, at: Date): number {
  const digits = totpDigits(code);
  if (digits === null) throw wrongCode('Enter the six digits that the app shows.');
  const step = acceptedStep(secret, digits, at);
  if (step !== null) return step;
  const offset = clockOffsetSeconds(secret, digits, at);
  throw wrongCode(
    offset === null ? 'This code is not right. Enter the one that the app shows now.' : clockText(offset),
  );
}

function clockText(offsetSeconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(offsetSeconds) / 60));
  const span = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `The clock of your phone is about ${span} ${offsetSeconds > 0 ? 'ahead' : 'behind'}. Set it to automatic, then enter the code that the app shows.`;
}

const wrongCode = (message: string) =>
  new ApiError('bad_request', message, { fieldErrors: [{ field: 'code', message }] });
