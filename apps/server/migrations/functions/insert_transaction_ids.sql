-- Claims the transaction id of a payout permanently, in its stored and its comparable form (OWN-03). A second payout
-- with the same id violates the primary key. An updated payout that already owns its stored key claims nothing. The
-- check is skipped for new payouts, which own no id yet: if the table outgrows its statistics, the planner would read
-- all ids for each statement.
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
