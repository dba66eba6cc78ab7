-- Returns the day that represents an amount, because counters of amounts use days as buckets. Day n after 1970-01-01
-- represents n rupees up to 999, then steps of 10 rupees up to 9,999, steps of 100 rupees up to 99,999, and so on.
-- Larger amounts have later days. All debts above a million share one day.
CREATE OR REPLACE FUNCTION amount_day(paise bigint) RETURNS date LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  rupees CONSTANT bigint := greatest(floor(paise / 100.0), -1000000);
  zeros int;
BEGIN
  IF rupees < 1000 THEN RETURN date '1970-01-01' + rupees::int; END IF;
  zeros := length(rupees::text) - 3;
  RETURN date '1970-01-01' + (900 * zeros + rupees / (10::bigint ^ zeros)::bigint)::int;
END
$$;
