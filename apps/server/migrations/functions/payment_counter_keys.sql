-- Returns every status under which the counter 'payments by method' counts a payment. A missing status or method is
-- ''. The counter 'payments' counts the payments by status and in total.
CREATE OR REPLACE FUNCTION payment_counter_keys(status text, method text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[payment_counter_key(NULL, own.method), payment_counter_key(own.status, own.method)]
  FROM (SELECT coalesce(status, '') AS status, coalesce(method, '') AS method) AS own
$$;
