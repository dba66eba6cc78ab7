-- Claims the id of a payout, loyalty payout, void or adjustment (OWN-02). If two transactions claim the same id, the
-- primary key decides. Ids that are older than this table exist only in the payment tables.
CREATE OR REPLACE FUNCTION insert_payment_out_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_out_ids (id, kind) SELECT id, tg_argv[0] FROM new_rows ORDER BY 1 ON CONFLICT DO NOTHING;
  IF EXISTS (
    SELECT FROM new_rows AS n WHERE NOT EXISTS (SELECT FROM payment_out_ids AS i WHERE i.id = n.id AND i.kind = tg_argv[0])
      OR (tg_argv[0] <> 'payout' AND EXISTS (SELECT FROM payouts AS p WHERE p.id = n.id))
      OR (tg_argv[0] <> 'loyalty' AND EXISTS (SELECT FROM loyalty_payouts AS p WHERE p.id = n.id))
      OR (tg_argv[0] <> 'void' AND EXISTS (SELECT FROM payout_voids AS p WHERE p.id = n.id))
      OR (tg_argv[0] <> 'adjustment' AND EXISTS (SELECT FROM adjustments AS p WHERE p.id = n.id))
  ) THEN
    RAISE EXCEPTION 'the id belongs to another payment' USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_out_ids_pkey';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER insert_payment_out_ids AFTER INSERT ON payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_payment_out_ids('payout');
CREATE OR REPLACE TRIGGER insert_payment_out_ids AFTER INSERT ON loyalty_payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_payment_out_ids('loyalty');
CREATE OR REPLACE TRIGGER insert_payment_out_ids AFTER INSERT ON payout_voids REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_payment_out_ids('void');
CREATE OR REPLACE TRIGGER insert_payment_out_ids AFTER INSERT ON adjustments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION insert_payment_out_ids('adjustment');
