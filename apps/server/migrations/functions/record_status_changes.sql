-- Appends the new status of a booking and, at the first change, also the previous status (PEOP-02). Uses the source's
-- time if it is between the previous status and now.
CREATE OR REPLACE FUNCTION record_status_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_status_changes (booking_id, status, at, customer_id, mechanic_id)
  SELECT c.id, s.status, s.at, c.customer_id, s.mechanic_id
  FROM (
    SELECT n.id, n.customer_id, n.mechanic_id, o.mechanic_id AS mechanic_before, n.status, n.updated_at, o.status AS status_before,
      coalesce(l.at, o.created_at, '-infinity') AS since,
      CASE WHEN l.at IS NULL AND o.status <> 'pending' AND o.updated_at > o.created_at THEN least(o.updated_at, now()) END AS began_before
    FROM new_rows AS n JOIN old_rows AS o USING (id) LEFT JOIN LATERAL (
      SELECT at FROM booking_status_changes WHERE booking_id = n.id ORDER BY at DESC, id DESC LIMIT 1) AS l ON true
    WHERE n.status <> coalesce(o.status, '') AND n.record_state = 'full' AND o.record_state = 'full') AS c,
    LATERAL (VALUES
      (1, c.status_before, c.began_before, c.mechanic_before),
      (2, c.status, emergency_instant(c.updated_at, coalesce(c.began_before, c.since)), c.mechanic_id)) AS s (place, status, at, mechanic_id)
  WHERE s.at IS NOT NULL
  ORDER BY c.id, s.place;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER record_status_changes AFTER UPDATE ON bookings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_status_changes();
