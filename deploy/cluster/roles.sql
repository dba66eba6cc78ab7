-- The two database roles of the program, created once per cluster (docs/operations.md, "Two database roles").
CREATE ROLE wayside_owner LOGIN PASSWORD '@PASSWORD_OWNER@';
CREATE ROLE wayside_program LOGIN PASSWORD '@PASSWORD_PROGRAM@';
