import type { ListShape } from '../../db/page-statement.ts';

/** A row of the ledger as the contract's domain record, in JSON, from `b` with its mechanic `m` and payout `p`. */
const ENTRY_JSON = `json_build_object(
  'id', b.id::text, 'kind', b.kind, 'mechanicId', b.mechanic_id, 'mechanicName', m.name, 'bookingId', b.booking_id,
  'paymentId', b.payment_id, 'transactionId', p.transaction_id, 'method', b.method,
  'occurredAt', iso_instant(b.occurred_at), 'recordedAt', iso_instant(b.recorded_at),
  'grossPaise', b.gross_paise, 'commissionPaise', b.commission_paise, 'platformFeePaise', b.platform_fee_paise,
  'netPaise', b.net_paise, 'paidOutPaise', b.paid_out_paise, 'balancePaise', b.balance_paise,
  'commissionPercent', b.commission_percent, 'isStated', b.source = 'statement')`;

/**
 * How rows of the ledger are listed.
 * @param counter the counters that count those rows: "ledger", or "earnings" without payouts
 */
export const entryList = (counter: 'ledger' | 'earnings'): ListShape => ({
  name: `list-${counter}`,
  table: 'ledger_entries',
  condition: counter === 'earnings' ? "flow <> 'payout'" : 'true',
  orderBy: 'listed_at',
  counter,
  statusColumn: 'flow',
  searchColumns: [],
  json: ENTRY_JSON,
  joins: `JOIN mechanics AS m ON m.id = b.mechanic_id LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id`,
});
