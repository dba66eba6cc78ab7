-- The lowest amount in paise of the step that an amount is in: 32 steps from each amount to its double, and one for all amounts below zero.
CREATE OR REPLACE FUNCTION amount_step(paise bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN paise < 0 THEN '-9223372036854775808'::bigint
    ELSE (paise >> digits) << digits END
  FROM (SELECT greatest(0, length(ltrim(paise::bit(64)::text, '0')) - 6) AS digits) AS step
$$;
