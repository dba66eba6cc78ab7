CREATE TABLE "ledger_accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "ledger_accounts_purpose" UNIQUE("purpose"),
	CONSTRAINT "ledger_accounts_id" CHECK ("ledger_accounts"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
-- The accounts of the journal, which administrators rename.
INSERT INTO "ledger_accounts" ("id", "purpose", "code", "name")
SELECT lpad(to_hex(number), 24, '0'), purpose, code, name
FROM (VALUES
	(1, 'bank', '1010', 'Bank'),
	(2, 'gateway_clearing', '1020', 'Payment gateway clearing'),
	(3, 'mechanics_payable', '2010', 'Payable to mechanics'),
	(4, 'wallets_payable', '2020', 'Wallets payable'),
	(5, 'opening_balances', '3010', 'Opening balances of wallets'),
	(6, 'commission_income', '4010', 'Commission income'),
	(7, 'platform_fee_income', '4020', 'Platform fee income'),
	(8, 'adjustments', '5010', 'Adjustments of balances'),
	(9, 'loyalty_expense', '5020', 'Loyalty expense'),
	(10, 'differences', '5030', 'Differences of imported earnings')
) AS accounts (number, purpose, code, name);
