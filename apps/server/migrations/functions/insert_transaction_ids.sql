-- Claims the transaction id of a payout permanently, in stored and comparable form (OWN-03); a second payout with the same id violates the primary
-- key. A payout that has its stored key already keeps what it has. A new payout owns no id yet: looking for one would
-- read all ids once per statement where the table grows faster than its statistics.
CREATE OR REPLACE FUNCTION insert_transaction_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_table_name = 'payouts' THEN
    INSERT INTO transaction_ids (key, payout_id)
    SELECT DISTINCT form.key, paid.id
    FROM new_rows AS paid, LATERAL (VALUES (transaction_key), (comparable_transaction_key(transaction_key))) AS form (key)
    WHERE form.key <> ''
      AND (tg_op = 'INSERT' OR NOT EXISTS (SELECT FROM transaction_ids AS own WHERE own.key = paid.transaction_key AND own.payout_id = paid.id))
    ORDER BY 1;
  ELSE
    INSERT INTO transaction_ids (key, loyalty_payout_id)
    SELECT DISTINCT form.key, paid.id
    FROM new_rows AS paid, LATERAL (VALUES (transaction_key), (comparable_transaction_key(transaction_key))) AS form (key)
    WHERE form.key <> '' ORDER BY 1;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER insert_transaction_ids_on_insert AFTER INSERT ON payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_transaction_ids();
CREATE OR REPLACE TRIGGER insert_transaction_ids_on_update AFTER UPDATE ON payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_transaction_ids();
CREATE OR REPLACE TRIGGER insert_transaction_ids_on_insert AFTER INSERT ON loyalty_payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_transaction_ids();
