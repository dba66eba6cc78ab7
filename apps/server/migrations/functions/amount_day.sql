-- Counters of amounts use days as buckets: day n after 1970-01-01 stands for n rupees up to 999, then for 10 rupees each up to
-- 9,999, for 100 rupees each up to 99,999, and so on. Larger amounts have later days; debts above a million share one.
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
