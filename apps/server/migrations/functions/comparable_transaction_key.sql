-- The comparable form of a stored transaction id: `transactionKey` of the contract (OWN-03). Symbols of
-- ASCII are removed, and a leading UTR, REF, RRN or TXN where at least 10 characters remain.
CREATE OR REPLACE FUNCTION comparable_transaction_key(stored text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(stored, '[\u0001-/:-`{-\u007f]', '', 'g'), '^((utr|ref|rrn|txn)(?=.{10}))+', '')
$$;
