import { createPayout } from '@wayside/contract/payouts';
import type { Role } from '@wayside/contract/roles';
import { createAdministrator } from './administrators.ts';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { changeLimits } from './approval-limits.ts';
import { openSession } from './session.ts';

/** The toast shown after a request was sent. */
export const SENT = 'Sent for approval. Pay it at the bank after another person has approved it.';
/** The note in a dialog whose payment needs approval. */
export const NEEDS_APPROVAL =
  'This payment needs approval. After another person approves it, pay it at the bank and record its transaction ID.';

/** Provides the users of a test file who request and approve payments. */
export function approvalOffice() {
  const sessions = new Map<Role, string>();
  let requests = 0;

  /** Returns the session token of the administrator with a role. */
  async function sessionOf(application: Application, role: Role): Promise<string> {
    const known = sessions.get(role);
    if (known !== undefined) return known;
    const token = await openSession(application, await createAdministrator(application, role));
    sessions.set(role, token);
    return token;
  }
  const setLimits = async (application: Application, limitPaise: number | null) =>
    changeLimits(application, await sessionOf(application, 'owner'), { limitPaise, dayLimitPaise: null });
  return {
    sessionOf,
    setLimits,
    /** Requests a payout with an intended transaction id, as the user with the finance role. */
    requestPayout: async (application: Application, mechanic: { readonly id: string }, amountPaise: number) => {
      await setLimits(application, 100_000);
      const transactionId = `UTR-${++requests}`;
      const { approvalId } = await callApi(application, await sessionOf(application, 'finance'), createPayout, {
        body: { mechanicId: mechanic.id, amountPaise, method: 'online', transactionId },
      });
      return { approvalId, transactionId };
    },
  };
}
