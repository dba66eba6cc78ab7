-- Payouts and loyalty payments as one list (VIEW-01). Its indexes are those of the two tables.
DROP VIEW IF EXISTS payments_out;
CREATE VIEW payments_out AS
  SELECT id, 'full'::text AS record_state, 'payout'::text AS kind, mechanic_id, NULL::text COLLATE "C" AS customer_id, amount_paise, method,
    transaction_id, transaction_key, paid_at, requested_by, listed_at
  FROM payouts
  UNION ALL
  SELECT id, 'full', 'loyalty', mechanic_id, user_id, amount_paise, NULL, transaction_id, transaction_key, paid_at, requested_by, listed_at
  FROM loyalty_payouts;
