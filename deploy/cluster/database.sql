-- An empty database for the two roles.
CREATE DATABASE wayside;
\connect wayside
GRANT CONNECT, CREATE ON DATABASE wayside TO wayside_owner;
GRANT CONNECT ON DATABASE wayside TO wayside_program;
GRANT USAGE, CREATE ON SCHEMA public TO wayside_owner;
GRANT USAGE ON SCHEMA public TO wayside_program;
