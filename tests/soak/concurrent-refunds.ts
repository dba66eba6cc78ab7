import { payment } from '@wayside/contract/payments';
import { encoderOf } from '@wayside/contract/wire/wire';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { collections } from '../../apps/server/src/records/collections.ts';
import { makeImportFolder } from '../../apps/server/src/testing/import-run.ts';
import { startProgram } from '../../apps/server/src/testing/program.ts';
import type { Payee } from '../crash/burst.ts';
import type { PaymentOrder } from '../crash/payment-order.ts';

const REFUNDED = 10;
const encodePayment = encoderOf(collections.payments.schema);

/** Creates mechanics with a single payment that the source refunds while they are paid (PAYO-10). */
export function makeRefunds(round: number): { payees: Payee[]; orders: PaymentOrder[] } {
  const payees = Array.from({ length: REFUNDED }, (_, number) => ({
    kind: 'payout' as const,
    id: `645${round.toString(16).padStart(9, '0')}${number.toString(16).padStart(12, '0')}`,
    paise: 5_000 + 100 * number,
    // A full refund also leaves a balance of 0.
    isPaidBySource: true,
  }));
  const orders = payees.map(({ kind, id, paise }, number) => ({
    kind,
    payeeId: id,
    amountPaise: paise,
    transactionId: `REFUNDED-${round}-${number}`,
  }));
  return { payees, orders };
}

/** Imports refunds of these mechanics' payments. Resolves with the exit code. */
export async function importRefunds(
  payees: readonly Payee[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const at = new Date().toISOString();
  const folder = await makeImportFolder({
    payments: payees.map(({ id, paise }) =>
      encodePayment(
        completeRecord(payment, {
          // The id that `writePayees` gives to the payment.
          id: `ff${id.slice(2)}`,
          mechanic: { id, name: null, phone: null, email: null },
          amountPaise: paise,
          method: 'upi',
          status: 'refunded',
          transactedAt: at,
          createdAt: at,
        }),
      ),
    ) as object[],
  });
  const code = await startProgram(environment, { words: ['import', folder.path] }).ended();
  await folder.remove();
  return code;
}
