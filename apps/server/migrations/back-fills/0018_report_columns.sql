-- Fills the report columns of emergencies that are older than the columns. A trigger may have filled some of them in
-- the meantime.
WITH batch AS (
  SELECT booking_id FROM emergencies WHERE booking_id > $1 AND (cell IS NULL OR is_cancelled IS NULL OR has_changed IS NULL)
  ORDER BY booking_id LIMIT $2 FOR UPDATE),
changed AS (
  UPDATE emergencies AS e SET cell = coalesce(e.cell, emergency_cell(b.record_state, b.latitude, b.longitude)),
    is_cancelled = coalesce(e.is_cancelled, b.kind = 'emergency' AND b.status = 'cancelled', false),
    has_changed = coalesce(e.has_changed, EXISTS (
      SELECT FROM emergency_steps AS s JOIN emergency_steps AS earlier ON earlier.booking_id = s.booking_id AND earlier.id < s.id
      WHERE s.booking_id = b.id AND (s.kind IN ('cancelled', 'mechanic_changed', 'pending') OR s.mechanic_id <> earlier.mechanic_id)))
  FROM batch JOIN bookings AS b ON b.id = batch.booking_id WHERE e.booking_id = b.id)
SELECT max(booking_id) AS last, count(*) AS rows FROM batch
