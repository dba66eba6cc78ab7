/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'libpg-query';

/** The number of the baseline migration, which creates the tables. */
const BASELINE = 0;
const MIGRATION = /^apps\/server\/migrations\/(\d{4})_[^/]+\.sql$/;
const CONTRACT = /^\s*-- contract: nothing uses it since (\S+)$/m;
const FEW_ROWS = /^\s*-- few rows: \S/m;

/**
 * The squawk rules that apply here, with the recommended alternative. Its style rules are omitted, and so are rules
 * that are unnecessary because of how migrations are applied here.
 * @type {Record<string, string>}
 */
const SQUAWK = {
  'adding-field-with-default': 'add the column without it, and fill it by a back-fill',
  'adding-required-field':
    'the previous release writes rows without it: give it a constant DEFAULT, or let it be null',
  'adding-not-nullable-field': 'first ADD CONSTRAINT … CHECK (… IS NOT NULL) NOT VALID, then VALIDATE CONSTRAINT',
  'adding-serial-primary-key-field': 'add the column first, and fill it by a back-fill',
  'adding-foreign-key-constraint': 'add NOT VALID, then VALIDATE CONSTRAINT in a separate statement',
  'constraint-missing-not-valid': 'add NOT VALID, then VALIDATE CONSTRAINT in a separate statement',
  'disallowed-unique-constraint': 'CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … UNIQUE USING INDEX',
  'changing-column-type':
    'add another column, write both, fill it by a back-fill, and drop the old one in a later release',
  'renaming-column': 'the previous release uses the old name: add another column instead',
  'renaming-table': 'the previous release uses the old name: add another table instead',
  'ban-drop-column':
    'the previous release uses it, or a line before says "-- contract: nothing uses it since MIGRATION"',
  'ban-drop-table':
    'the previous release uses it, or a line before says "-- contract: nothing uses it since MIGRATION"',
  'ban-drop-database': 'it is everything',
  'ban-truncate-cascade': 'it empties tables that are not named',
  'require-concurrent-index-creation': 'add CONCURRENTLY',
  'require-concurrent-index-deletion': 'add CONCURRENTLY',
  'require-concurrent-reindex': 'add CONCURRENTLY',
};
const CONTRACTING = ['ban-drop-column', 'ban-drop-table'];

/**
 * Object types whose DROP breaks the previous release. Instead, files in `functions/` replace these objects in one
 * transaction.
 */
const FUNCTIONS = ['OBJECT_VIEW', 'OBJECT_FUNCTION', 'OBJECT_PROCEDURE', 'OBJECT_ROUTINE', 'OBJECT_TRIGGER'];
const LOCKING = ['LockStmt', 'ClusterStmt', 'VacuumStmt', 'ReindexStmt', 'RefreshMatViewStmt'];

/**
 * A statement of a migration: its kind and content in the parse tree, the comments before it, and its byte range.
 * @typedef {{ kind: string, node: any, comments: string, start: number, end: number }} Statement
 */

/**
 * Finds migrations that lock a large table for a long time or break the previous release (OPER-03). A migration may
 * do anything to tables that it creates.
 * @param {SourceFile[]} files
 * @returns {Promise<SearchResult[]>}
 */
export async function findLockingMigrations(files) {
  const names = files.flatMap(({ path }) => MIGRATION.exec(path)?.[0].split('/').at(-1)?.replace('.sql', '') ?? []);
  const written = files.filter(({ path }) => Number(MIGRATION.exec(path)?.[1] ?? 0) > BASELINE);
  return (await Promise.all(written.map((file) => checkMigration(file, names)))).flat();
}

/**
 * @param {SourceFile} file
 * @param {string[]} names of all migrations
 * @returns {Promise<SearchResult[]>}
 */
async function checkMigration({ path, text }, names) {
  const bytes = Buffer.from(text);
  const statements = await readStatements(bytes);
  const ownName = path.split('/').at(-1)?.replace('.sql', '') ?? '';
  const created = new Set(
    statements.filter(({ kind }) => kind === 'CreateStmt').map(({ node }) => node.relation.relname),
  );
  const contracts = (/** @type {Statement} */ { comments }) => {
    const since = CONTRACT.exec(comments)?.[1];
    return since !== undefined && names.includes(since) && since < ownName;
  };
  const found = runSquawk(text)
    .map(({ rule_name: rule, line, column }) => ({ rule, offset: offsetOf(bytes, line, column) }))
    .flatMap(({ rule, offset }) => {
      const statement = statements.find(({ start, end }) => start <= offset && offset < end);
      if (statement === undefined || SQUAWK[rule] === undefined || created.has(tableOf(statement) ?? '')) return [];
      if (CONTRACTING.includes(rule) && contracts(statement)) return [];
      return [{ statement, message: `${rule}: ${SQUAWK[rule]}` }];
    });
  const own = statements.flatMap((statement) =>
    ownRules(statement, created, contracts(statement)).map((message) => ({ statement, message })),
  );
  const chunks = findSharedSteps(statements, text.split('--> statement-breakpoint'));
  return [...found, ...own, ...chunks].map(({ statement, message }) => ({
    path,
    line: bytes.subarray(0, statement.start).toString().split('\n').length,
    message,
  }));
}

/**
 * @param {Statement} statement
 * @param {Set<string>} created
 * @param {boolean} isContracting
 * @returns {string[]}
 */
function ownRules({ kind, node, comments }, created, isContracting) {
  const isOld = (/** @type {any} */ relation) => !created.has(relation.relname);
  if (LOCKING.includes(kind)) return [`${kind} locks a table for as long as it works`];
  if (kind === 'DoStmt') return ['a DO block cannot be checked: write its statements'];
  if (kind === 'DropStmt' && FUNCTIONS.includes(node.removeType) && !isContracting)
    return ['the previous release uses it: drop it in the file of functions/ that replaces it'];
  if (kind === 'AlterTableStmt' && isOld(node.relation) && addsColumnWithCheck(node))
    return ['a column with a CHECK reads the whole table: add the constraint NOT VALID, then VALIDATE CONSTRAINT'];
  if (FEW_ROWS.test(comments)) return [];
  return writesOf({ [kind]: node }).some((write) => isOld(write.relation))
    ? ['changes rows of an existing table: do it by a back-fill, or say before it "-- few rows: WHICH"']
    : [];
}

/** @param {any} node of an ALTER TABLE */
const addsColumnWithCheck = (node) =>
  node.cmds.some(
    (/** @type {any} */ { AlterTableCmd: command }) =>
      command.subtype === 'AT_AddColumn' &&
      command.def.ColumnDef.constraints?.some(
        (/** @type {any} */ one) => one.Constraint.contype === 'CONSTR_CHECK',
      ),
  );

/**
 * Returns the relations that a statement writes to or copies from.
 * @param {any} node
 * @returns {{ relation: any }[]}
 */
function writesOf(node) {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([kind, value]) => {
    if (['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kind)) return [value, ...writesOf(value)];
    if (kind === 'TruncateStmt')
      return value.relations.map((/** @type {any} */ one) => ({ relation: one.RangeVar }));
    if (kind === 'InsertStmt') return [...readsOf(value.selectStmt), ...writesOf(value)];
    return writesOf(value);
  });
}

/**
 * @param {any} node
 * @returns {{ relation: any }[]}
 */
function readsOf(node) {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([kind, value]) =>
    kind === 'RangeVar' ? [{ relation: value }] : readsOf(value),
  );
}

/**
 * Finds statements that must run alone but share a step with others.
 * @param {Statement[]} statements
 * @param {string[]} chunks
 */
function findSharedSteps(statements, chunks) {
  let end = 0;
  return chunks.flatMap((chunk) => {
    const start = end;
    end += Buffer.byteLength(`${chunk}--> statement-breakpoint`);
    const own = statements.filter((statement) => start <= statement.start && statement.start < end);
    if (own.length < 2) return [];
    return own
      .filter(runsAlone)
      .map((statement) => ({ statement, message: 'it runs alone: put "--> statement-breakpoint" around it' }));
  });
}

/** @param {Statement} statement */
function runsAlone({ kind, node }) {
  if (kind === 'AlterTableStmt')
    return node.cmds.some((/** @type {any} */ one) => one.AlterTableCmd.subtype === 'AT_ValidateConstraint');
  return node.concurrent === true;
}

/**
 * @param {Buffer} bytes
 * @returns {Promise<Statement[]>}
 */
async function readStatements(bytes) {
  const { stmts = [] } = await parse(bytes.toString());
  let before = 0;
  return stmts.map(({ stmt, stmt_location: start = 0, stmt_len: length = bytes.length - start }) => {
    const comments = bytes.subarray(before, start).toString();
    before = start + length;
    const [kind = '', node] = Object.entries(stmt ?? {})[0] ?? [];
    return { kind, node, comments, start, end: before };
  });
}

/**
 * Returns the table that a statement affects.
 * @param {Statement} statement
 * @returns {string | undefined}
 */
function tableOf({ node }) {
  const dropped = node.removeType === 'OBJECT_TABLE' ? node.objects[0].List.items.at(-1).String.sval : undefined;
  return node.relation?.relname ?? dropped;
}

/**
 * @param {Buffer} bytes
 * @param {number} line from 0
 * @param {number} column in bytes, from 0
 */
function offsetOf(bytes, line, column) {
  const before = bytes.toString().split('\n').slice(0, line).join('\n');
  return Buffer.byteLength(before) + (line === 0 ? 0 : 1) + column;
}

/**
 * @param {string} text
 * @returns {{ rule_name: string, line: number, column: number }[]}
 */
function runSquawk(text) {
  const program = join(dirname(createRequire(import.meta.url).resolve('squawk-cli/package.json')), 'js/bin/squawk');
  const words = [program, '--pg-version=15', '--reporter=json', '--stdin-filepath=migration.sql'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { input: text, encoding: 'utf8' });
  if (stdout.trim() === '') throw new Error(`squawk cannot run here: ${stderr}`);
  return JSON.parse(stdout);
}
