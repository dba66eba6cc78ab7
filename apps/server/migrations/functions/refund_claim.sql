-- What a refund or dispute takes of the payment: an open or confirmed refund its amount, a lost dispute what it has returned (REFD-01).
CREATE OR REPLACE FUNCTION refund_claim(state text, amount_paise bigint, returned_paise bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN state IN ('waiting', 'requested', 'confirmed') THEN amount_paise WHEN state = 'lost' THEN returned_paise ELSE 0 END;
