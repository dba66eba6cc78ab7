/** A part of a migration that is done or not. */
export type MigrationStep =
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  /** Takes long, and runs outside of a transaction without making anybody wait. */
  | { readonly kind: 'create-index' | 'drop-index'; readonly index: string; readonly statement: string }
  /** Takes long, in a transaction of its own, beside reads and writes. */
  | { readonly kind: 'validate'; readonly statement: string };

const CREATE_INDEX = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/i;
const DROP_INDEX = /^DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/i;
const VALIDATE = /^ALTER\s+TABLE\s+\S+\s+VALIDATE\s+CONSTRAINT\s/i;
const NEEDS_BACK_FILL = /^\s*-- after back-fill (\S+)$/gm;

/** The steps of a migration: what takes long is alone, and what is between that is one transaction. */
export function migrationSteps(statements: readonly string[]): MigrationStep[] {
  const steps: MigrationStep[] = [];
  let together: string[] = [];
  for (const statement of statements) {
    const alone = stepAlone(statement);
    if (alone === null) {
      together.push(statement);
      continue;
    }
    if (together.length > 0) steps.push({ kind: 'transaction', statements: together });
    together = [];
    steps.push(alone);
  }
  // A migration of comments alone has a step, too.
  if (together.length > 0 || steps.length === 0) steps.push({ kind: 'transaction', statements: together });
  return steps;
}

function stepAlone(statement: string): MigrationStep | null {
  const command = withoutComments(statement);
  const created = CREATE_INDEX.exec(command)?.[1];
  if (created !== undefined) return { kind: 'create-index', index: created, statement };
  const dropped = DROP_INDEX.exec(command)?.[1];
  if (dropped !== undefined) return { kind: 'drop-index', index: dropped, statement };
  return VALIDATE.test(command) ? { kind: 'validate', statement } : null;
}

/** For a database in which nobody waits: an index is built in the transaction. */
export const withoutConcurrently = (statement: string): string =>
  stepAlone(statement) === null ? statement : statement.replace(/\bCONCURRENTLY\s+/i, '');

/** The back-fills that a migration needs to have ended before it: lines `-- after back-fill NAME`. */
export const neededBackFills = (statements: readonly string[]): string[] =>
  [...statements.join('\n').matchAll(NEEDS_BACK_FILL)].flatMap(([, name]) => name ?? []);

const withoutComments = (statement: string): string => statement.replace(/^(?:\s*--[^\n]*\n|\s+)+/, '');
