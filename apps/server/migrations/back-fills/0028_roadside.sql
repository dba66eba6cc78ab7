-- The emergencies that are open already; when their phase began is not known better than by the source's last change.
WITH batch AS (
  SELECT id, status, least(coalesce(created_at, now()), now()) AS created, least(coalesce(updated_at, created_at, now()), now()) AS changed
  FROM bookings
  WHERE id > $1 AND record_state = 'full' AND kind = 'emergency' AND status IN ('pending', 'accepted', 'arrived')
  ORDER BY id LIMIT $2 FOR UPDATE),
changed AS (
  INSERT INTO emergencies (booking_id, phase, created_at, phase_since, accepted_at, arrived_at)
  SELECT id, status, created, CASE status WHEN 'pending' THEN created ELSE changed END,
    CASE status WHEN 'accepted' THEN changed END, CASE status WHEN 'arrived' THEN changed END
  FROM batch ON CONFLICT (booking_id) DO NOTHING)
SELECT max(id) AS last, count(*) AS rows FROM batch
