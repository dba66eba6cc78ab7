-- Returns the lowest amount in paise of the step that contains an amount. There are 32 steps from one power of two to
-- the next, and one step for all amounts below zero.
CREATE OR REPLACE FUNCTION amount_step(paise bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN paise < 0 THEN '-9223372036854775808'::bigint
    ELSE (paise >> digits) << digits END
  FROM (SELECT greatest(0, length(ltrim(paise::bit(64)::text, '0')) - 6) AS digits) AS step
$$;
