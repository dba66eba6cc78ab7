import type { ResultIssueKind } from '@wayside/contract/bank-results';
import { BANK_STATUSES, type BankStatus } from '@wayside/contract/payment-runs';
import { ROLES, roleMay } from '@wayside/contract/roles';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { applyOutcomes } from '../../money/ledger/apply-outcomes.ts';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { DecryptionError } from '../../platform/crypto/encrypted-text.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { isValueRejected } from '../../platform/db/database-errors.ts';
import { lockNextSql, processNextRow, runQueue } from '../../platform/db/queue.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { createDestinationComparer, type Destination } from './destination-digest.ts';
import { issueSentence } from './issue-sentence.ts';
import { readBankColumns } from './payees.ts';
import { type ResultRow, readResultRows, removeResultRows } from './result-rows.ts';

interface ResultFileParts extends Pick<AppContext, 'keys' | 'settings'> {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
}

const ROWS_PER_TRANSACTION = 1_000;

const CLAIM = defineStatement({
  name: 'claim-result-file',
  text: lockNextSql(
    { table: 'bank_answers', due: "state = 'reading'", order: 'touched_at, id' },
    'id, definition, total, line_count AS "lineCount"',
  ),
  row: z.object({ id: z.string(), definition: z.string(), total: z.number(), lineCount: z.number() }),
  example: [],
});
type ClaimedFile = z.infer<NonNullable<typeof CLAIM.row>>;
const POSTPONE = defineStatement({
  name: 'postpone-result-file',
  text: 'UPDATE bank_answers SET touched_at = $2 WHERE id = $1',
  example: ['3'.repeat(24), new Date(0)],
});
const READ_UPLOADER = defineStatement({
  name: 'read-uploader-of-result-file',
  text: `SELECT b.uploaded_by AS id, b.uploader_email AS email, b.uploader_address AS address, b.request_id AS "requestId", a.role
    FROM bank_answers AS b LEFT JOIN admins AS a ON a.id = b.uploaded_by AND a.suspended_at IS NULL
    WHERE b.id = $1 AND b.state = 'reading' AND b.line_count = $2 FOR UPDATE OF b`,
  row: z.object({
    id: z.string(),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    requestId: z.nullable(z.string()),
    role: z.nullable(z.enum(ROLES)),
  }),
  example: ['3'.repeat(24), 0],
});
const FIND_DESTINATIONS = defineStatement({
  name: 'destinations-of-run-rows',
  text: `SELECT r.destination_digest AS digest, m.id AS "mechanicId", coalesce(m.name, m.payee_name) AS name, m.bank_account_holder AS holder,
      m.bank_account_number AS account, m.bank_ifsc_code AS ifsc, m.bank_upi_id AS "upiId"
    FROM payment_run_rows AS r JOIN mechanics AS m ON m.id = r.mechanic_id WHERE r.reference = ANY ($1)`,
  row: z.object({
    digest: z.string(),
    mechanicId: z.string(),
    name: z.nullable(z.string()),
    holder: z.nullable(z.string()),
    account: z.nullable(z.string()),
    ifsc: z.nullable(z.string()),
    upiId: z.nullable(z.string()),
  }),
  example: [['W0000001']],
});
const INSERT_ISSUES = defineStatement({
  name: 'insert-result-file-issues',
  text: `INSERT INTO bank_answer_issues (answer_id, line, kind, reference, message, run_id)
    SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[])`,
  example: ['0'.repeat(24), [], [], [], [], []],
});
const FIND_RUNS = defineStatement({
  name: 'runs-of-references',
  text: 'SELECT reference, run_id AS "runId" FROM payment_run_rows WHERE reference = ANY ($1)',
  row: z.object({ reference: z.string(), runId: z.string() }),
  example: [['W0000001']],
});
const PROGRESS = defineStatement({
  name: 'progress-of-result-file',
  text: `UPDATE bank_answers SET line_count = line_count + $2 + $3 + $4, changed_count = changed_count + $2,
      unchanged_count = unchanged_count + $3, issue_count = issue_count + $4, paid_count = paid_count + $8,
      failed_count = failed_count + $9, reversed_count = reversed_count + $10, processing_count = processing_count + $11,
      touched_at = $5, state = $6, reason = $7,
      finished_at = CASE WHEN $6 <> 'reading' THEN $5::timestamptz END
    WHERE id = $1 RETURNING changed_count AS changed, unchanged_count AS unchanged, issue_count AS issues`,
  row: z.object({ changed: z.number(), unchanged: z.number(), issues: z.number() }),
  example: ['3'.repeat(24), 0, 0, 0, new Date(0), 'reading', null, 0, 0, 0, 0],
});

/**
 * Applies the next rows of a result file in one transaction, so that another node can continue after a crash
 * (BANK-03, BANK-04).
 * @returns whether there was a file
 */
export async function applyNextResultFile(parts: ResultFileParts): Promise<boolean> {
  const { database, log, now } = parts;
  let file: ClaimedFile | undefined;
  try {
    return await processNextRow(database, { claim: CLAIM, postpone: POSTPONE, now }, async (client, claimed) => {
      file = claimed;
      await applyNextRows(client, parts, claimed);
    });
  } catch (error) {
    if (file === undefined) throw error;
    if (error instanceof DecryptionError) {
      log.error({ err: error }, 'a bank result file cannot be decrypted');
      await stopUnreadable(parts, file, sentence('stored_file_locked'));
      return true;
    }
    if (!isValueRejected(error)) throw error;
    log.warn({ err: error }, 'a bank result file has a value that cannot be stored');
    const { total, lineCount } = file;
    const last = Math.min(total, lineCount + ROWS_PER_TRANSACTION);
    await stopUnreadable(parts, file, sentence('lines_not_storable', { from: lineCount + 1, to: last }));
    return true;
  }
}

async function applyNextRows(client: pg.ClientBase, parts: ResultFileParts, file: ClaimedFile): Promise<void> {
  const { now, settings } = parts;
  const { id, total, lineCount } = file;
  const rows = await readResultRows(client, parts, file, ROWS_PER_TRANSACTION);
  await lockLedger(client);
  const [uploader] = await rowsOf(client, READ_UPLOADER, [id, lineCount]);
  if (uploader === undefined) throw new Error('the result file is not the one that was claimed');
  const { role, ...actor } = uploader;
  const at = now();
  if (role === null || !roleMay(role, 'money:move')) {
    const { email: name } = actor;
    const reason =
      name === null ? sentence('uploader_may_not_move_money') : sentence('may_not_move_money', { name });
    await stopFile(client, actor, { id, at, reason });
    return;
  }
  const outcomes = await applyRows(client, parts, { at, actor, settings, rows });
  const issues = outcomes.filter((outcome) => outcome.issue !== null);
  await rowsOf(client, INSERT_ISSUES, [
    id,
    issues.map(({ line }) => line),
    issues.map(({ issue }) => issue),
    issues.map(({ reference }) => reference),
    issues.map(({ message }) => message),
    issues.map(({ runId }) => runId),
  ]);
  const changed = outcomes.filter(({ isChanged }) => isChanged).length;
  const counts = [changed, rows.length - changed - issues.length, issues.length];
  // Count payments only; lines that a user must check are excluded (BANK-08).
  const payments = BANK_STATUSES.map(
    (status) => outcomes.filter((outcome) => outcome.issue === null && outcome.status === status).length,
  );
  // This release may find fewer lines in a file than the previous release, which counted them.
  const isLast = rows.length < ROWS_PER_TRANSACTION || lineCount + rows.length === total;
  await removeResultRows(client, id, lineCount + rows.length);
  const [sums] = await rowsOf(client, PROGRESS, [
    id,
    ...counts,
    at,
    isLast ? 'finished' : 'reading',
    null,
    ...payments,
  ]);
  if (isLast)
    await recordActivity(client, actor, at, {
      action: 'finished',
      entity: 'bank_answer',
      entityId: id,
      changes: toFieldChanges(sums ?? {}),
    });
}

async function stopUnreadable(
  { database, now }: ResultFileParts,
  { id, lineCount }: ClaimedFile,
  reason: Sentence,
): Promise<void> {
  await database.transaction(async (client) => {
    const [uploader] = await rowsOf(client, READ_UPLOADER, [id, lineCount]);
    if (uploader) await stopFile(client, uploader, { id, at: now(), reason });
  });
}

/** Stops processing the file. The user who uploaded it is the actor. Lines that are already applied remain valid. */
async function stopFile(
  client: pg.ClientBase,
  actor: Actor,
  { id, at, reason }: { readonly id: string; readonly at: Date; readonly reason: Sentence },
): Promise<void> {
  await rowsOf(client, PROGRESS, [id, 0, 0, 0, at, 'stopped', reason.message, 0, 0, 0, 0]);
  await recordActivity(client, actor, at, { action: 'stopped', entity: 'bank_answer', entityId: id });
}

interface RowOutcome {
  readonly line: number;
  readonly reference: string | null;
  /** The status in the line; null if the line cannot be read. */
  readonly status: BankStatus | null;
  readonly runId: string | null;
  readonly isChanged: boolean;
  readonly issue: ResultIssueKind | null;
  readonly message: string;
}

type RowContext = Parameters<typeof applyOutcomes>[1] & { readonly rows: readonly ResultRow[] };

async function applyRows(
  client: pg.ClientBase,
  { keys }: Pick<ResultFileParts, 'keys'>,
  { rows, ...paying }: RowContext,
): Promise<RowOutcome[]> {
  const stated = rows.flatMap(({ parsed, isRepeated }) => ('issue' in parsed || isRepeated ? [] : [parsed]));
  const payees = new Map<string, Destination['payee']>();
  const found = await rowsOf(client, FIND_DESTINATIONS, [stated.map(({ reference }) => reference)]);
  for (const { mechanicId, ...payee } of found)
    if (!payees.has(mechanicId)) payees.set(mechanicId, await readBankColumns(keys, mechanicId, payee));
  const { isSameDestination } = await createDestinationComparer(
    keys,
    found.map(({ digest }) => digest),
  );
  const applied = await applyOutcomes(
    client,
    paying,
    stated.map(({ account, upiId, ...line }) => ({
      ...line,
      isSameAccount: (stored) =>
        isSameDestination({ account, upiId }, stored, payees.get(stored.mechanicId) ?? null),
      isOfPerson: false,
    })),
  );
  const byReference = new Map(applied.map((outcome) => [outcome.reference, outcome]));
  const runs = await findRuns(client, rows, applied);
  return rows.map(({ parsed, isRepeated }): RowOutcome => {
    const { line, reference } = parsed;
    const notApplied = { line, reference, isChanged: false, runId: runs.byReference.get(reference ?? '') ?? null };
    if ('issue' in parsed)
      return {
        ...notApplied,
        runId: notApplied.runId ?? runs.ofFile,
        status: null,
        issue: 'unreadable',
        message: parsed.issue,
      };
    const { status } = parsed;
    const outcome = isRepeated ? undefined : byReference.get(parsed.reference);
    if (!outcome)
      return {
        ...notApplied,
        status,
        issue: 'duplicate',
        message: issueSentence('duplicate', null, parsed).message,
      };
    const { runId, isChanged, issue, stored } = outcome;
    const said = { ...parsed, isDestinationNamed: parsed.account !== null || parsed.upiId !== null };
    const message = issue === null ? '' : issueSentence(issue, stored, said).message;
    return { line, reference, status, runId, isChanged, issue, message };
  });
}

/**
 * Finds the run of each line that was not applied, by its reference. If all other lines of the file belong to one
 * run, that is the run of the file.
 */
async function findRuns(
  client: pg.ClientBase,
  rows: readonly ResultRow[],
  applied: readonly { readonly runId: string | null }[],
): Promise<{ readonly byReference: ReadonlyMap<string, string>; readonly ofFile: string | null }> {
  const others = rows.flatMap(({ parsed, isRepeated }) =>
    'issue' in parsed || isRepeated ? (parsed.reference ?? []) : [],
  );
  const found = others.length === 0 ? [] : await rowsOf(client, FIND_RUNS, [others]);
  const [ofFile = null, ...more] = new Set(applied.flatMap(({ runId }) => runId ?? []));
  return {
    byReference: new Map(found.map(({ reference, runId }) => [reference, runId])),
    ofFile: more.length === 0 ? ofFile : null,
  };
}

const POLL_MS = 500;

/**
 * Applies result files until the returned function is called, on any number of nodes. The current transaction is
 * completed.
 */
export const applyResultFiles = (parts: ResultFileParts): (() => Promise<void>) =>
  runQueue({
    log: parts.log,
    failure: 'a bank result file could not be applied',
    pollMs: POLL_MS,
    processNext: () => applyNextResultFile(parts),
  });
