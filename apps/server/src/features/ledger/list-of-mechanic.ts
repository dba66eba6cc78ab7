import type { LedgerEntry } from '@wayside/contract/payouts-ledger';
import type { Page } from '@wayside/contract/wire/paging';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { listLedger } from './list-ledger.ts';

export interface ListHistoryInput {
  readonly mechanicId: string;
  readonly page: number;
  readonly limit: number;
}

/**
 * A page of what one mechanic has earned or was paid, newest first (PAYO-04).
 * @throws 404
 */
export async function listOfMechanic(
  context: AppContext,
  stat: 'earned' | 'paidOut',
  input: ListHistoryInput,
): Promise<Page<LedgerEntry>> {
  const known = await context.database.rows(
    { name: 'mechanic-exists', text: 'SELECT 1 AS found FROM mechanics WHERE id = $1' },
    [input.mechanicId],
  );
  if (known.length === 0) throw notFound('mechanic');
  const { rows, total, page, pageCount } = await listLedger(context, { stat, ...input });
  return { rows, total, page, pageCount };
}
