CREATE OR REPLACE FUNCTION update_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users AS u SET wallet_paise = coalesce(u.wallet_paise, 0) + added.paise
  FROM (SELECT user_id, sum(amount_paise) AS paise FROM new_rows WHERE user_id IS NOT NULL GROUP BY 1) AS added WHERE u.id = added.user_id;
  UPDATE mechanics AS m SET wallet_paise = coalesce(m.wallet_paise, 0) + added.paise
  FROM (SELECT mechanic_id, sum(amount_paise) AS paise FROM new_rows WHERE mechanic_id IS NOT NULL GROUP BY 1) AS added WHERE m.id = added.mechanic_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER update_wallets AFTER INSERT ON wallet_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_wallets();
