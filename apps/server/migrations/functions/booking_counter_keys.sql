-- Returns every status under which the counter 'bookings by kind' counts a booking. A missing status or kind is ''.
-- The counter 'bookings' counts the bookings by status and in total. Assigned bookings have no key of their own.
CREATE OR REPLACE FUNCTION booking_counter_keys(status text, kind text, is_unassigned boolean) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[booking_counter_key(NULL, own.kind, NULL), booking_counter_key(own.status, own.kind, NULL)]
    || CASE WHEN is_unassigned THEN ARRAY[
      booking_counter_key(NULL, NULL, true), booking_counter_key(own.status, NULL, true),
      booking_counter_key(NULL, own.kind, true), booking_counter_key(own.status, own.kind, true)] ELSE '{}' END
  FROM (SELECT coalesce(status, '') AS status, coalesce(kind, '') AS kind) AS own
$$;
