import type { VoidableKind } from '@wayside/contract/payments-out';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { ObjectId } from 'bson';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import { dateTimeParam } from '../../date-params.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { payoutVoids, walletEntries } from '../../platform/db/schema/payouts.ts';
import { users } from '../../platform/db/schema/users.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { BOOKED_AT } from './book-source-wallets.ts';
import { lockPayee, postPendingAndSumBalance, readWallet } from './owed-amounts.ts';
import type { PayingContext } from './pay-once.ts';
import { postOwnEntries } from './post-entries.ts';
import { finishErasures } from './retained-columns.ts';

/** A payout or loyalty payout with the given kind and id, with its void if it has one. */
const PAYMENT_TO_VOID = defineStatement({
  name: 'payment-to-void',
  text: `SELECT paid.mechanic_id AS "mechanicId", paid.user_id AS "userId", paid.amount_paise AS "amountPaise", paid.method,
      paid.transaction_id AS "transactionId", paid.transaction_key AS "transactionKey", paid.paid_at AS "paidAt",
      v.voided_at AS "voidedAt", ${adminNameSql('a')} AS "voidedBy"
    FROM (SELECT 'payout' AS kind, id, mechanic_id, NULL AS user_id, amount_paise, method, transaction_id, transaction_key, paid_at FROM payouts WHERE $1 = 'payout' AND id = $2
      UNION ALL SELECT 'loyalty', id, mechanic_id, user_id, amount_paise, NULL, transaction_id, transaction_key, paid_at FROM loyalty_payouts WHERE $1 = 'loyalty' AND id = $2) AS paid
    LEFT JOIN payout_voids AS v ON CASE paid.kind WHEN 'payout' THEN v.payout_id = $2 ELSE v.loyalty_payout_id = $2 END
    LEFT JOIN admins AS a ON a.id = v.voided_by`,
  row: z.object({
    mechanicId: z.nullable(z.string()),
    userId: z.nullable(z.string()),
    amountPaise: z.number(),
    method: z.nullable(z.string()),
    transactionId: z.nullable(z.string()),
    transactionKey: z.nullable(z.string()),
    paidAt: z.nullable(z.date()),
    voidedAt: z.nullable(z.date()),
    voidedBy: z.nullable(z.string()),
  }),
  example: ['payout', sampleOf('payouts')],
});

const REVERSE_RUN_ROW = `
  UPDATE payment_run_rows SET state = 'reversed', changed_at = $2, reason = $3 WHERE payout_id = $1 AND state = 'paid' RETURNING reference`;
const reversedRows = z.array(z.object({ reference: z.string() }));

export interface PaymentToVoid {
  readonly kind: VoidableKind;
  readonly id: string;
  readonly reason: string;
}

/**
 * Voids an outgoing payment that the bank has returned (PAYO-11). The amount is owed again, and the transaction id
 * cannot be reused. @param client holds the ledger's lock, in a transaction that may do more @returns the message
 * @throws 404; 409 if it is already voided
 */
export async function voidPayment(
  client: pg.ClientBase,
  context: PayingContext,
  { kind, id, reason }: PaymentToVoid,
): Promise<Sentence> {
  const { at, actor, settings } = context;
  const [payment] = await rowsOf(client, PAYMENT_TO_VOID, [kind, id]);
  if (!payment) throw notFound('payment');
  if (payment.voidedAt !== null) throw alreadyVoided(payment.voidedBy, payment.voidedAt, settings.timeZone);
  const { mechanicId, userId, amountPaise, method, transactionId, transactionKey, paidAt } = payment;
  const payee = payeeOf(payment);
  await lockPayee(client, payee.kind, payee.id);
  const field = kind === 'payout' ? 'balancePaise' : 'walletPaise';
  const before =
    kind === 'payout'
      ? await postPendingAndSumBalance(client, payee.id)
      : ((await readWallet(client, payee.kind, payee.id)) ?? 0);

  const voidId = new ObjectId().toHexString();
  const voided = kind === 'payout' ? { payoutId: id } : { loyaltyPayoutId: id };
  await orm(client)
    .insert(payoutVoids)
    .values({
      id: voidId,
      ...voided,
      ...{ mechanicId, userId, amountPaise, method, transactionId, transactionKey, reason },
      voidedBy: actor.id,
      voidedAt: at,
    });
  const { rows: reversed } = await client.query(REVERSE_RUN_ROW, [id, at, reason]);
  if (kind === 'payout') {
    await postOwnEntries(client);
  } else {
    await orm(client)
      .insert(walletEntries)
      .values({ mechanicId, userId, kind: 'void', amountPaise, loyaltyPayoutId: id, bookedAt: sql.raw(BOOKED_AT) });
    if (userId !== null) await orm(client).update(users).set({ updatedAt: at }).where(eq(users.id, userId));
  }
  await recordActivity(client, actor, at, {
    action: 'voided',
    entity: payee.kind,
    entityId: payee.id,
    changes: [
      { field, before, after: before + amountPaise },
      ...toFieldChanges({ ...(transactionId === null ? {} : { transactionId }), ...voided, voidId }),
    ],
    note: reason,
    decides: reversedRows.parse(reversed).map(({ reference }) => ({ kind: 'run_row', id: reference })),
    event: {
      type: 'payout.voided',
      id,
      fields: {
        ...(mechanicId === null ? { userId } : { mechanicId }),
        amountPaise,
        ...(transactionId === null ? {} : { transactionId }),
        ...(method === null ? {} : { method }),
        ...(paidAt === null ? {} : { paidAt: paidAt.toISOString() }),
        voidedAt: at.toISOString(),
        ...(kind === 'loyalty' ? { walletPaise: before + amountPaise } : {}),
      },
    },
  });
  await finishErasures(client, context, payee.kind === 'user' ? 'users' : 'mechanics', [payee.id]);
  const amount = rupeesText(amountPaise);
  return transactionId === null
    ? sentence('owed_again', { amount })
    : sentence('owed_again_id_used', { amount, transactionId });
}

const alreadyVoided = (by: string | null, at: Date, timeZone: string) => {
  const date = dateTimeParam(at, timeZone);
  return by === null ? conflict('voided_by_program', { date }) : conflict('voided_already', { name: by, date });
};

function payeeOf({ mechanicId, userId }: { readonly mechanicId: string | null; readonly userId: string | null }) {
  if (userId !== null) return { kind: 'user', id: userId } as const;
  if (mechanicId === null) throw new Error('a payment has no payee');
  return { kind: 'mechanic', id: mechanicId } as const;
}
