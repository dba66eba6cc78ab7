-- Returns the status under which the counter 'payments by method' counts the payments with these values. Null matches
-- any value.
CREATE OR REPLACE FUNCTION payment_counter_key(status text, method text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_array(status, method)::text
$$;
