-- Numbers at most a thousand committed events for the feed, queues their deliveries and returns the count. An event
-- gets its number once it is visible, after all events that already have one. An event that takes its sequence early
-- and commits late is therefore not skipped.
CREATE OR REPLACE FUNCTION publish_events(published_at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  head bigint;
  published integer;
BEGIN
  IF NOT EXISTS (SELECT FROM events WHERE position IS NULL) THEN
    RETURN 0;
  END IF;
  -- Only one publisher runs at a time. The next statement has its own snapshot, so it sees the numbers that the
  -- previous publisher assigned.
  SELECT last_position INTO STRICT head FROM event_feed FOR UPDATE;
  WITH places AS (
    SELECT sequence, head + row_number() OVER (ORDER BY sequence) AS place
    FROM (SELECT sequence FROM events WHERE position IS NULL ORDER BY sequence LIMIT 1000) AS unnumbered
  ), numbered AS (
    UPDATE events AS e SET position = place FROM places AS p WHERE e.sequence = p.sequence RETURNING e.sequence, e.type
  ), queued AS (
    INSERT INTO webhook_deliveries (endpoint_id, event_sequence, next_attempt_at, created_at)
    SELECT w.id, n.sequence, published_at, published_at FROM numbered AS n
    JOIN webhook_endpoints AS w ON w.is_enabled AND (w.types IS NULL OR n.type = ANY(w.types))
    ORDER BY n.sequence
  )
  UPDATE event_feed SET last_position = head + (SELECT count(*) FROM numbered) RETURNING last_position - head INTO published;
  RETURN published;
END
$$;
