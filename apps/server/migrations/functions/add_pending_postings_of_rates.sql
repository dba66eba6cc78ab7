-- Queues payments whose rate has changed.
CREATE OR REPLACE FUNCTION add_pending_postings_of_rates() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_first boolean := NEW.is_from_source AND NOT EXISTS (
    SELECT FROM configuration_versions AS v
    WHERE v.is_from_source AND (v.in_force_from, v.number) < (NEW.in_force_from, NEW.number));
  since timestamptz := CASE WHEN is_first THEN '-infinity' ELSE NEW.in_force_from END;
BEGIN
  INSERT INTO pending_postings (record_ids)
  SELECT array_agg(id) FROM (
    SELECT id, row_number() OVER (ORDER BY id) / 2000 AS batch FROM (
      SELECT DISTINCT coalesce(booking_id, id) AS id FROM payments WHERE record_state = 'full'
        AND (occurred_at >= since OR (occurred_at = '-infinity' AND rated_at >= since))) AS affected
  ) AS numbered GROUP BY batch;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER add_pending_postings_of_rates AFTER INSERT ON configuration_versions FOR EACH ROW
  WHEN (NEW.changed && ARRAY['commission_percent', 'platform_fee_paise']) EXECUTE FUNCTION add_pending_postings_of_rates();
