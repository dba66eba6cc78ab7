import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck } from './integrity-check.ts';

interface PaidUnder {
  readonly what: 'payout' | 'loyalty payout';
  readonly id: string;
  readonly transactionId: string;
  readonly key: string | null;
  /** Whether the list of used ids says that this payout used it. */
  readonly isListed: boolean;
}

const paidUnder = `
  SELECT 'payout' AS what, p.id, p.transaction_id AS "transactionId", p.transaction_key AS key,
    EXISTS (SELECT FROM transaction_ids AS t WHERE t.key = p.transaction_key AND t.payout_id = p.id) AS "isListed"
  FROM payouts AS p WHERE p.transaction_id IS NOT NULL
  UNION ALL
  SELECT 'loyalty payout', l.id, l.transaction_id, l.transaction_key,
    EXISTS (SELECT FROM transaction_ids AS t WHERE t.key = l.transaction_key AND t.loyalty_payout_id = l.id)
  FROM loyalty_payouts AS l`;

/** That each transaction id has paid once, over both kinds of payout, however it was typed (LOYA-04). */
export const transactionIds: IntegrityCheck = {
  name: 'Transaction ids',
  holds: 'each paid once',
  prove: async function* ({ client }) {
    let count = 0;
    for await (const { what, id, transactionId, key, isListed } of eachRow<PaidUnder>(client, paidUnder)) {
      count += 1;
      const wanted = transactionKey(transactionId) || null;
      if (key !== wanted) yield `the transaction id of ${what} ${id} is not compared as ids are`;
      else if (wanted !== null && !isListed)
        yield `the transaction id of ${what} ${id} is not among those that have paid`;
    }
    return counted(count, 'transaction id');
  },
};
