import { mechanic } from '@wayside/contract/mechanics';
import { payment } from '@wayside/contract/payments';
import { payout } from '@wayside/contract/payouts';
import { user } from '@wayside/contract/users';
import { encoderOf } from '@wayside/contract/wire/wire';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { expect } from 'vitest';
import { collections } from '../../apps/server/src/records/collections.ts';
import { type ImportFiles, makeImportFolder } from '../../apps/server/src/testing/import-run.ts';
import { type Program, startProgram } from '../../apps/server/src/testing/program.ts';
import type { Burst, Payee } from './burst.ts';

/** The amount that the source adds to a wallet. */
const ADDED_PAISE = 2_500;
/** Additional records that make the import take longer. */
const FILLERS = 1_000;

const AT = '2026-01-05T10:00:00.000Z';
const encodeUser = encoderOf(collections.users.schema);
const encodeMechanic = encoderOf(collections.mechanics.schema);
const encodePayment = encoderOf(collections.payments.schema);
const encodePayout = encoderOf(collections.payouts.schema);

const fillerId = (round: number, kind: number, number: number) =>
  `6f${kind}${round.toString(16).padStart(9, '0')}${number.toString(16).padStart(12, '0')}`;

const aUser = (id: string, walletPaise: number | null) =>
  completeRecord(user, {
    id,
    name: 'Customer',
    vehicleTypes: [],
    walletPaise,
    isBlocked: false,
    createdAt: AT,
    updatedAt: AT,
  });
const aMechanic = (id: string, walletPaise: number | null) =>
  completeRecord(mechanic, {
    id,
    name: 'Mechanic',
    status: 'approved' as const,
    isBlocked: false,
    isExpert: false,
    isAvailable: true,
    isEmailVerified: true,
    isPhoneVerified: true,
    walletPaise,
    vehicleTypes: [],
    createdAt: AT,
  });

/** Returns the files of a source that has changed the payees' wallets and has paid some of the mechanics. */
function filesOf(round: number, { payees }: Burst): ImportFiles {
  const of = (kind: Payee['kind']) => payees.filter((payee) => payee.kind === kind);
  const fillers = Array.from({ length: FILLERS }, (_, number) => fillerId(round, 1, number));
  return {
    users: [
      ...of('loyalty to user').map(({ id, paise }) => aUser(id, paise + ADDED_PAISE)),
      ...fillers.map((id) => aUser(id, 100)),
    ].map(encodeUser) as object[],
    mechanics: [
      ...of('loyalty to mechanic').map(({ id, paise }) => aMechanic(id, paise + ADDED_PAISE)),
      ...fillers.map((id) => aMechanic(id, null)),
    ].map(encodeMechanic) as object[],
    payments: fillers.map((filler, number) =>
      encodePayment(
        completeRecord(payment, {
          id: fillerId(round, 2, number),
          mechanic: { id: filler, name: null, phone: null, email: null },
          amountPaise: 10_000 + number,
          method: 'upi',
          status: 'paid',
          transactedAt: AT,
          createdAt: AT,
        }),
      ),
    ) as object[],
    payouts: payees
      .filter(({ isPaidBySource }) => isPaidBySource)
      .map(({ id, paise }, number) =>
        encodePayout(
          completeRecord(payout, {
            id: fillerId(round, 3, number),
            mechanic: { id },
            transactionId: `SOURCE-${round}-${number}`,
            amountPaise: paise,
            method: 'online',
            paidAt: AT,
          }),
        ),
      ) as object[],
  };
}

/** Returns the balance of a payee after the import of its round, excluding payouts. */
export const balanceAfterImport = ({ kind, paise, isPaidBySource = false }: Payee): number => {
  if (isPaidBySource) return 0;
  return kind === 'payout' ? paise : paise + ADDED_PAISE;
};

/** An import that runs during the payments of a round. It may be killed and is then repeated. */
export interface ConcurrentImport {
  /** Kills the import if it is still running. */
  kill(): Promise<void>;
  /** Runs the import again from start to end. */
  complete(): Promise<void>;
}

export async function startConcurrentImport(
  round: number,
  burst: Burst,
  environment: Readonly<Record<string, string>>,
): Promise<ConcurrentImport> {
  const folder = await makeImportFolder(filesOf(round, burst));
  const start = (): Program => startProgram(environment, { words: ['import', folder.path] });
  const first = start();
  return {
    kill: async () => {
      first.child.kill('SIGKILL');
      await first.ended();
    },
    complete: async () => {
      await first.ended();
      const again = start();
      expect(await again.ended(), again.stderr()).toBe(0);
      await folder.remove();
    },
  };
}
