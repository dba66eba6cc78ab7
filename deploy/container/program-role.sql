-- The role of the program. It can neither change the ledger and the activity log nor disable their triggers
-- (docs/operations.md, "Two database roles").
\getenv password DATABASE_PASSWORD
CREATE ROLE wayside_program LOGIN PASSWORD :'password';
