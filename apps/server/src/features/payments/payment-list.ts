import type { ListShape } from '../../db/page-statement.ts';
import { personJson } from '../../db/person-json.ts';

/** How payments are listed (PAYM-02, PAYM-03): newest first by when they were paid, else made. */
export const PAYMENT_LIST: ListShape = {
  name: 'list-payments',
  table: 'payments',
  orderBy: 'occurred_at',
  counter: 'payments',
  statusColumn: 'status',
  searchColumns: ['id'],
  json: `json_build_object(
    'id', b.id, 'booking', CASE WHEN b.booking_id IS NOT NULL THEN json_build_object('id', b.booking_id) END,
    'amountPaise', b.amount_paise, 'method', b.method, 'status', b.status, 'type', b.type,
    'transactedAt', iso_instant(b.transacted_at), 'createdAt', iso_instant(b.created_at), 'screenshot', b.screenshot,
    'customer', ${personJson('c')}, 'mechanic', ${personJson('m')},
    'amounts', json_build_object(
      'totalPaise', b.total_paise, 'discountPaise', b.discount_paise, 'paidPaise', b.paid_paise, 'duePaise', b.due_paise))`,
  joins: 'LEFT JOIN users AS c ON c.id = b.customer_id LEFT JOIN mechanics AS m ON m.id = b.mechanic_id',
};
