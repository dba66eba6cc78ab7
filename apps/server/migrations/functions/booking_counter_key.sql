-- Returns the status under which the counter 'bookings by kind' counts the bookings with these values. Null matches
-- any value.
CREATE OR REPLACE FUNCTION booking_counter_key(status text, kind text, is_unassigned boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_array(status, kind, is_unassigned)::text
$$;
