-- Every status that counts a payment, a missing status and method as ''. Payments by status, and all payments, are counted as 'payments'.
CREATE OR REPLACE FUNCTION payment_counter_keys(status text, method text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[payment_counter_key(NULL, own.method), payment_counter_key(own.status, own.method)]
  FROM (SELECT coalesce(status, '') AS status, coalesce(method, '') AS method) AS own
$$;
