-- Payouts, loyalty payouts and their voids as one list (VIEW-01, PAYO-11). The view uses the indexes of the tables. A
-- void has a negative amount; a search finds it by the amount that it voids.
DROP VIEW IF EXISTS payments_out;
CREATE VIEW payments_out AS
  SELECT id, 'full'::text AS record_state, 'payout'::text AS kind, mechanic_id, NULL::text COLLATE "C" AS customer_id, amount_paise, amount_paise AS searched_paise,
    method, transaction_id, transaction_key, paid_at, requested_by, listed_at, NULL::text COLLATE "C" AS void_of, NULL::text AS void_of_kind
  FROM payouts
  UNION ALL
  SELECT id, 'full', 'loyalty', mechanic_id, user_id, amount_paise, amount_paise, NULL, transaction_id, transaction_key, paid_at, requested_by, listed_at, NULL, NULL
  FROM loyalty_payouts
  UNION ALL
  SELECT id, 'full', 'void', mechanic_id, user_id, -amount_paise, amount_paise, method, transaction_id, transaction_key, voided_at, voided_by, listed_at,
    coalesce(payout_id, loyalty_payout_id), CASE WHEN payout_id IS NULL THEN 'loyalty' ELSE 'payout' END
  FROM payout_voids;
