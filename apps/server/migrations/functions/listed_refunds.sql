-- Refunds and disputes with the customer and booking of their payment, for the list of refunds (REFD-01). If a
-- statement uses neither column, the planner removes the left join and reads no payments.
DROP VIEW IF EXISTS listed_refunds;
CREATE VIEW listed_refunds AS
  SELECT r.id, 'full'::text AS record_state, r.payment_id, p.booking_id, p.customer_id, r.mechanic_id, r.kind, r.state, r.amount_paise, r.returned_paise,
    r.mechanic_percent, r.mechanic_paise, r.reason, coalesce(r.corrected_due_at, r.due_at) AS due_at, r.is_after_refund, r.requested_by, r.requested_at,
    r.approved_by, r.approved_at, r.decided_by, r.decided_at, r.outcome_reason
  FROM refunds AS r LEFT JOIN payments AS p ON p.id = r.payment_id;
