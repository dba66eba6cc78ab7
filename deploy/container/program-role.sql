-- The role of the program, which can neither change ledger and activity log nor disable their triggers (docs/operations.md, "Two database roles").
\getenv password DATABASE_PASSWORD
CREATE ROLE wayside_program LOGIN PASSWORD :'password';
