-- Makes a table append-only. An empty one may be truncated: nothing is lost.
CREATE OR REPLACE FUNCTION forbid_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_empty boolean;
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM %I)', tg_table_name) INTO is_empty;
    IF is_empty THEN RETURN NULL; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON approvals FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON loyalty_payouts FOR EACH ROW EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON loyalty_payouts FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON transaction_ids FOR EACH ROW EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON transaction_ids FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON wallet_entries FOR EACH ROW EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON wallet_entries FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON chain_links FOR EACH ROW EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON chain_links FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON payment_runs FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON payment_run_rows FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON payment_run_file_parts FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON bank_answer_issues FOR EACH ROW EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON bank_answer_issues FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON adjustments FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON payout_voids FOR EACH STATEMENT EXECUTE FUNCTION forbid_changes();
