import type pg from 'pg';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { waitForLock } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { isPermissionDenied } from './database-errors.ts';
import { defineStatement } from './statement.ts';

/**
 * Append-only tables with the columns that their triggers let the program change. A test compares them with the
 * triggers (PRIV-04).
 */
export const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  activity: ['note', 'note_salt'],
  adjustments: ['reason'],
  approvals: [
    ...[
      'approved_by',
      'approved_at',
      'lapses_at',
      'state',
      'decided_by',
      'decided_at',
      'paid_by',
      'payout_id',
      'loyalty_payout_id',
    ],
    ...['note', 'reason'],
  ],
  bank_answer_issues: [],
  booking_status_changes: [],
  chain_links: [],
  closes: [],
  ledger_entries: [],
  loyalty_payouts: [],
  payment_out_ids: [],
  payment_run_file_parts: ['content'],
  payment_run_rows: ['state', 'changed_at', 'payout_id', 'transaction_id', 'reason'],
  payment_runs: [
    ...['state', 'debit_account', 'approved_by', 'approved_at', 'sent_by', 'sent_at', 'file_name', 'file_hash'],
    ...['ended_by', 'ended_at', 'reason'],
  ],
  payout_voids: ['reason'],
  refunds: [
    ...['state', 'returned_paise', 'mechanic_percent', 'approved_by', 'approved_at', 'decided_by', 'decided_at'],
    ...['reason', 'outcome_reason', 'source_id', 'corrected_due_at'],
  ],
  transaction_ids: [],
  wallet_entries: [],
};
/** Tables in which rows may be updated to follow their source, but are never deleted. */
const NEVER_DELETED = ['payouts'];

/** The program's rights on each table. $1: append-only tables, $2: tables without deletes. */
const TABLES = `tables AS (
  SELECT c.oid, relname, relowner, relacl, format('%I.%I', nspname, relname) AS name, $1::jsonb ? relname AS is_append_only,
    ARRAY(SELECT jsonb_array_elements_text($1::jsonb -> relname)) AS columns,
    CASE WHEN nspname = 'drizzle' AND relname = 'back_fills' THEN '{SELECT,INSERT,UPDATE}'
      WHEN relkind = 'v' OR nspname = 'drizzle' THEN '{SELECT}'
      WHEN $1::jsonb ? relname THEN '{SELECT,INSERT}'
      WHEN relname = ANY ($2::text[]) THEN '{SELECT,INSERT,UPDATE}'
      ELSE '{SELECT,INSERT,UPDATE,DELETE}' END::text[] AS wanted
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'drizzle') AND relkind IN ('r', 'p', 'v'))`;
const LIMITS = [JSON.stringify(APPEND_ONLY), NEVER_DELETED] as const;

// Grants on tables of other owners are not changed; their owners must make them.
const FOR_PROGRAM = `WITH ${TABLES},
  own AS (SELECT * FROM tables WHERE pg_has_role(relowner, 'USAGE')),
  program AS (SELECT oid AS role, rolname FROM pg_roles WHERE rolname = $3 AND rolname <> current_user)`;

/** Revokes earlier grants on tables that became append-only, and grants on all tables. */
const REVOKES = `${FOR_PROGRAM}
  SELECT format('REVOKE %s ON %s FROM %I', string_agg(privilege_type, ', '), name, rolname) AS statement
  FROM program, own, aclexplode(relacl)
  WHERE grantee = role AND (is_append_only OR relname = ANY ($2)) AND privilege_type <> ALL (wanted) GROUP BY name, rolname`;

const GRANTS = `${FOR_PROGRAM}
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, rolname) AS statement FROM program, pg_namespace AS n
  WHERE nspname IN ('public', 'drizzle') AND NOT has_schema_privilege(role, n.oid, 'USAGE')
  UNION ALL
  SELECT format('GRANT %s ON %s TO %I', string_agg(privilege, ', '), name, rolname) FROM program, own, unnest(wanted) AS privilege
  WHERE NOT has_table_privilege(role, oid, privilege) GROUP BY name, rolname
  UNION ALL
  SELECT format('GRANT UPDATE (%s) ON %s TO %I', string_agg(quote_ident(changed), ', '), name, rolname)
  FROM program, own, unnest(columns) AS changed WHERE NOT has_column_privilege(role, oid, changed, 'UPDATE') GROUP BY name, rolname
  UNION ALL
  SELECT format('GRANT EXECUTE ON ROUTINE %s TO %I', p.oid::regprocedure, rolname) FROM program, pg_proc AS p
  WHERE pronamespace = 'public'::regnamespace
    AND pg_has_role(proowner, 'USAGE') AND NOT has_function_privilege(role, p.oid, 'EXECUTE')`;

const statements = z.array(z.object({ statement: z.string() }));

/**
 * Grants each role only the rights that the program needs, with fewer rights on append-only tables (PRIV-04). Does
 * nothing if the grants are already correct. @param owner the owner of the tables; call this after everything that
 * creates tables @throws StartError if the owner may not grant the rights
 */
export async function grantRights(owner: Database, roles: readonly string[]): Promise<void> {
  await owner.transaction(async (client) => {
    // Without the lock, concurrent nodes would fail with "tuple concurrently updated".
    await waitForLock(client, 'migration', { until: 'transaction' });
    for (const role of roles)
      for (const differences of [REVOKES, GRANTS]) {
        const { rows } = await client.query(differences, [...LIMITS, role]);
        for (const { statement } of statements.parse(rows)) await grant(client, statement, role);
      }
  });
}

async function grant(client: pg.ClientBase, statement: string, role: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    throw new StartError(
      `The role of MIGRATION_DATABASE_URL may not grant the role ${role} the permissions it needs. Run as an administrator of the database: ${statement};`,
      { cause: error },
    );
  }
}

// The owner of a table, its schema or its database can remove triggers and tables.
const EXCESSIVE_RIGHTS = defineStatement({
  name: 'excessive-rights-of-program',
  text: `WITH ${TABLES},
    limited AS (SELECT * FROM tables WHERE is_append_only OR relname = ANY ($2)),
    changeable AS (
      SELECT relname FROM limited
      WHERE EXISTS (SELECT FROM unnest('{DELETE,TRUNCATE,TRIGGER}'::text[]) AS privilege WHERE has_table_privilege(oid, privilege))
        OR is_append_only AND EXISTS (SELECT FROM pg_attribute
          WHERE attrelid = limited.oid AND attnum > 0 AND NOT attisdropped AND attname <> ALL (columns) AND has_column_privilege(attrelid, attnum, 'UPDATE')))
    SELECT current_user::text AS role, CASE
      WHEN rolsuper THEN 'is a superuser'
      WHEN EXISTS (SELECT FROM limited WHERE pg_has_role(relowner, 'MEMBER')) THEN 'owns the tables'
      WHEN pg_has_role(datdba, 'MEMBER') THEN 'owns the database'
      WHEN pg_has_role(nspowner, 'MEMBER') THEN 'owns the schema public'
      WHEN rolcreaterole AND current_setting('server_version_num')::int < 160000 THEN 'may become every other role (CREATEROLE)'
      WHEN has_parameter_privilege('session_replication_role', 'SET') THEN 'may switch triggers off'
      WHEN EXISTS (SELECT FROM changeable)
        THEN 'may change or remove rows of ' || (SELECT string_agg(relname, ', ' ORDER BY relname) FROM changeable) END AS reason
    FROM pg_roles, pg_database, pg_namespace
    WHERE rolname = current_user AND datname = current_database() AND nspname = 'public'`,
  row: z.object({ role: z.string(), reason: z.nullable(z.string()) }),
  example: [...LIMITS],
});

/** Explains why the program's role could rewrite history; null if it could not (PRIV-04). */
export async function explainExcessiveRights(program: Pick<Database, 'rows'>): Promise<string | null> {
  const [found] = await program.rows(EXCESSIVE_RIGHTS, LIMITS);
  if (found === undefined || found.reason === null) return null;
  return `The program's database role ${found.role} ${found.reason}, so it could rewrite ledger and activity log. See docs/operations.md, "Two database roles", for setting up a restricted role.`;
}
