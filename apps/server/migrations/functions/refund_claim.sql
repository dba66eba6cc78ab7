-- Returns the amount that a refund or dispute claims from the payment: the amount of an open or confirmed refund, or
-- the returned amount of a lost dispute (REFD-01).
CREATE OR REPLACE FUNCTION refund_claim(state text, amount_paise bigint, returned_paise bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN state IN ('waiting', 'requested', 'confirmed') THEN amount_paise WHEN state = 'lost' THEN returned_paise ELSE 0 END;
