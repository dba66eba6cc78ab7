-- Queues every record that may have ledger entries. Run it after rows were written with the triggers disabled.
CREATE OR REPLACE PROCEDURE add_all_pending_postings() LANGUAGE sql AS $$
  INSERT INTO pending_postings (record_ids)
  SELECT array_agg(id) FROM (
    SELECT id, row_number() OVER (ORDER BY id) / 2000 AS batch FROM (
      SELECT coalesce(booking_id, id) AS id FROM payments WHERE record_state = 'full'
      UNION SELECT id FROM earnings
      UNION SELECT id FROM payouts
      UNION SELECT id FROM adjustments
      UNION SELECT id FROM refunds) AS records
  ) AS numbered GROUP BY batch
$$;
