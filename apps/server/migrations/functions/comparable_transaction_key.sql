-- Returns the comparable form of a stored transaction id, as `transactionKey` of the contract does (OWN-03). Removes
-- ASCII symbols, and also a leading UTR, REF, RRN or TXN if at least 10 characters remain.
CREATE OR REPLACE FUNCTION comparable_transaction_key(stored text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(stored, '[\u0001-/:-`{-\u007f]', '', 'g'), '^((utr|ref|rrn|txn)(?=.{10}))+', '')
$$;
