-- Returns the lowest amount in paise of the bucket that a day represents. This is the inverse of amount_day().
CREATE OR REPLACE FUNCTION lowest_amount(bucket date) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  place CONSTANT bigint := bucket - date '1970-01-01';
  zeros CONSTANT int := greatest(0, (place - 100) / 900);
BEGIN
  RETURN (place - 900 * zeros) * (10::bigint ^ zeros)::bigint * 100;
END
$$;
