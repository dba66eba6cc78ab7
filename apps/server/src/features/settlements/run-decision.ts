import type { Sentence } from '@wayside/contract/sentences';
import type { SettlementLineDetails } from '@wayside/contract/settlement-lines';
import type { ResponseSentence } from '@wayside/contract/wire/sentence-fields';
import { inArray } from 'drizzle-orm';
import type pg from 'pg';
import type { ActorContext } from '../../context.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { orm } from '../../platform/db/orm.ts';
import { settlementChanges, settlementLines } from '../../platform/db/schema/settlements.ts';
import { readSettlementLine } from './list-settlements.ts';
import { lockSettlements } from './match-lines.ts';

export const EMPTY_REQUEST = {
  requestedBy: null,
  requestedAt: null,
  requestedPaise: null,
  requestReason: null,
} as const;

export interface LineResponse extends ResponseSentence {
  readonly record: SettlementLineDetails;
}

export interface ResolvingContext extends ActorContext {
  readonly client: pg.ClientBase;
  readonly by: string;
  readonly at: Date;
}

/**
 * Runs a user's decision under the lock of settlements, so that it waits for a running match and for earlier
 * decisions. @throws 403
 */
export function runDecision<T>(context: ActorContext, work: (context: ResolvingContext) => Promise<T>): Promise<T> {
  const { database, actor, now } = context;
  const by = actor.id;
  if (by === null) throw new Error('only an administrator resolves exceptions');
  return database.transaction(async (client) => {
    await lockSettlements(client);
    await requireRight(client, actor, 'settlements:reconcile');
    return work({ ...context, client, by, at: now() });
  });
}

export const setLines = (
  { client }: ResolvingContext,
  ids: readonly number[],
  values: Partial<typeof settlementLines.$inferInsert>,
) =>
  orm(client)
    .update(settlementLines)
    .set(values)
    .where(inArray(settlementLines.id, [...ids]));

export const readLineResponse = async (
  context: ActorContext,
  id: string,
  said: Sentence,
): Promise<LineResponse> => ({
  ...said,
  record: await readSettlementLine(context, id),
});

/** Queues the lines of payments and the credits of settlements, so that they are matched again shortly. */
export async function queuePayments({ client }: ResolvingContext, ids: readonly (string | null)[]): Promise<void> {
  await orm(client)
    .insert(settlementChanges)
    .values({ paymentIds: ids.filter((id) => id !== null) });
}
