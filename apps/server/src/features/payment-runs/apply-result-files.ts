import { Readable } from 'node:stream';
import type { ResultIssueKind } from '@wayside/contract/bank-results';
import { BANK_STATUSES, type BankStatus } from '@wayside/contract/payment-runs';
import { ROLES, roleMay } from '@wayside/contract/roles';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { type BankResult, readBankResults, type UnreadableLine } from '../../money/bank-files/read-bank-results.ts';
import { applyOutcomes } from '../../money/ledger/apply-outcomes.ts';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { isValueRejected } from '../../platform/db/database-errors.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { loggingFailures, repeat } from '../../repeat.ts';
import { type Destination, destinationComparer } from './destination-digest.ts';
import { issueSentence } from './issue-sentence.ts';
import { readBankColumns } from './payees.ts';
import { storedProfile } from './profiles.ts';

export interface ResultFileParts extends Pick<AppContext, 'keys' | 'settings'> {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
}

const LINES_PER_TRANSACTION = 1000;
/** A file that a node has not touched for so long is read by another. */
const ABANDONED_AFTER_MS = 10_000;

const CLAIM = defineStatement({
  name: 'claim-result-file',
  text: `UPDATE bank_answers SET touched_at = $2 WHERE id = (
      SELECT id FROM bank_answers WHERE state = 'reading' AND (line_count = 0 OR touched_at < $1) ORDER BY touched_at, id
      LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, definition, line_count AS "lineCount"`,
  row: z.object({ id: z.string(), definition: z.string(), lineCount: z.number() }),
  example: [new Date(0), new Date(0)],
});
const READ_PART = defineStatement({
  name: 'read-result-file-part',
  text: 'SELECT id, content FROM bank_answer_parts WHERE answer_id = $1 AND part = $2',
  row: z.object({ id: z.string(), content: z.string() }),
  example: ['3'.repeat(24), 1],
});
const LOCK = defineStatement({
  name: 'lock-result-file',
  text: `SELECT b.uploaded_by AS id, b.uploader_email AS email, b.uploader_address AS address,
      b.request_id AS "requestId", a.role
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
const FIND_RUNS = defineStatement({
  name: 'runs-of-references',
  text: 'SELECT reference, run_id AS "runId" FROM payment_run_rows WHERE reference = ANY ($1)',
  row: z.object({ reference: z.string(), runId: z.string() }),
  example: [['W0000001']],
});
const INSERT_ISSUES = defineStatement({
  name: 'insert-result-file-issues',
  text: `INSERT INTO bank_answer_issues (answer_id, line, kind, reference, message, run_id)
    SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[])`,
  example: ['0'.repeat(24), [], [], [], [], []],
});
const PROGRESS = defineStatement({
  name: 'progress-of-result-file',
  text: `UPDATE bank_answers SET line_count = line_count + $2 + $3 + $4, changed_count = changed_count + $2,
      unchanged_count = unchanged_count + $3, issue_count = issue_count + $4, touched_at = $5, state = $6, reason = $7,
      finished_at = CASE WHEN $6 <> 'reading' THEN $5::timestamptz END
    WHERE id = $1 RETURNING changed_count AS changed, unchanged_count AS unchanged, issue_count AS issues`,
  row: z.object({ changed: z.number(), unchanged: z.number(), issues: z.number() }),
  example: ['3'.repeat(24), 0, 0, 0, new Date(0), 'reading', null],
});
const ADD_PAYMENTS = defineStatement({
  name: 'add-payments-of-result-file',
  text: `UPDATE bank_answers SET paid_count = paid_count + $2, failed_count = failed_count + $3, reversed_count = reversed_count + $4,
      processing_count = processing_count + $5
    WHERE id = $1`,
  example: ['3'.repeat(24), 0, 0, 0, 0],
});

type Line = BankResult | UnreadableLine;

/** A line with whether an earlier one of the file has its reference. */
interface ReadLine {
  readonly line: Line;
  readonly isRepeated: boolean;
}

/**
 * Applies the next result file to its end, 1,000 lines a transaction: payments, activity entries, issues and progress
 * are one, so that another node, or the next start, goes on after a kill (BANK-03, BANK-04).
 * @returns whether there was one
 */
export async function applyNextResultFile(
  parts: ResultFileParts,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const { database, now } = parts;
  const at = now();
  const [claimed] = await database.rows(CLAIM, [new Date(at.getTime() - ABANDONED_AFTER_MS), at]);
  if (!claimed) return false;
  const { id, definition } = claimed;
  const lines = readBankResults(storedProfile(definition), Readable.from(contentOf(parts, id)));
  const seen = new Set<string>();
  let { lineCount } = claimed;
  let read = 0;
  let piece: ReadLine[] = [];
  const apply = async (isLast = false): Promise<boolean> => {
    try {
      return await applyPiece(parts, { id, lineCount, piece, isLast });
    } catch (error) {
      if (!isValueRejected(error)) throw error;
      parts.log.warn({ err: error }, 'a bank result file has a value that cannot be stored');
      const reason = `Something in lines ${lineCount + 1} to ${lineCount + piece.length} cannot be stored. None of them was read.`;
      await database.transaction(async (client) => {
        const [found] = await rowsOf(client, LOCK, [id, lineCount]);
        if (found) await stopFile(client, found, { id, at: now(), reason });
      });
      return false;
    }
  };
  for await (const line of lines) {
    const isRepeated = !('issue' in line) && seen.has(line.reference);
    if (!('issue' in line)) seen.add(line.reference);
    read += 1;
    if (read <= lineCount) continue;
    piece.push({ line, isRepeated });
    if (piece.length < LINES_PER_TRANSACTION) continue;
    if (isStopped() || !(await apply())) return true;
    lineCount += piece.length;
    piece = [];
  }
  // A release that reads fewer lines of the file than the one that counted them ends it, too.
  if (!isStopped()) await apply(true);
  return true;
}

async function* contentOf({ database, keys }: ResultFileParts, answerId: string): AsyncGenerator<Buffer> {
  for (let part = 1; ; part += 1) {
    const [stored] = await database.rows(READ_PART, [answerId, part]);
    if (!stored) return;
    const place = { table: 'bank_answer_parts', id: stored.id, column: 'content' };
    yield Buffer.from(await readStored(keys, stored.content, place), 'base64');
  }
}

interface Piece {
  readonly id: string;
  /** Lines before it. */
  readonly lineCount: number;
  readonly piece: readonly ReadLine[];
  readonly isLast: boolean;
}

/** @returns false where another node has gone on, or whoever gave the file may not pay any more */
function applyPiece(parts: ResultFileParts, { id, lineCount, piece, isLast }: Piece): Promise<boolean> {
  const { database, now, settings } = parts;
  return database.transaction(async (client) => {
    await lockLedger(client);
    const [found] = await rowsOf(client, LOCK, [id, lineCount]);
    if (!found) return false;
    const { role, ...actor } = found;
    const at = now();
    if (role === null || !roleMay(role, 'money:move')) {
      const reason = `${actor.email ?? 'Whoever gave it'} may not move money any more.`;
      await stopFile(client, actor, { id, at, reason });
      return false;
    }
    const outcomes = await applyLines(client, parts, { at, actor, settings, piece });
    const issues = outcomes.filter((outcome) => outcome.issue !== null);
    await rowsOf(client, INSERT_ISSUES, [
      id,
      issues.map(({ line }) => line),
      issues.map(({ issue }) => issue),
      issues.map(({ reference }) => reference),
      issues.map(({ message }) => message),
      issues.map(({ runId }) => runId),
    ]);
    await countPayments(
      client,
      id,
      piece.map(({ line }, index) => ({
        status: 'issue' in line ? null : line.status,
        hasIssue: outcomes[index]?.issue !== null,
      })),
    );
    const changed = outcomes.filter(({ isChanged }) => isChanged).length;
    const counts = [changed, piece.length - changed - issues.length, issues.length];
    const [sums] = await rowsOf(client, PROGRESS, [id, ...counts, at, isLast ? 'finished' : 'reading', null]);
    if (isLast)
      await recordActivity(client, actor, at, {
        action: 'finished',
        entity: 'bank_answer',
        entityId: id,
        changes: statedFields(sums ?? {}),
      });
    return true;
  });
}

interface AppliedLine {
  /** What the bank states of the payment; null where the line cannot be read. */
  readonly status: BankStatus | null;
  readonly hasIssue: boolean;
}

/** Adds lines of a bank result file to its summary: payments by what the bank states, without the lines for a person (BANK-08). */
async function countPayments(client: pg.ClientBase, fileId: string, lines: readonly AppliedLine[]): Promise<void> {
  const counts = BANK_STATUSES.map(
    (status) => lines.filter((line) => !line.hasIssue && line.status === status).length,
  );
  await rowsOf(client, ADD_PAYMENTS, [fileId, ...counts]);
}

/** Reads no further, in the name of whoever gave the file; the lines before count. */
async function stopFile(
  client: pg.ClientBase,
  actor: Actor,
  { id, at, reason }: { readonly id: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  await rowsOf(client, PROGRESS, [id, 0, 0, 0, at, 'stopped', reason]);
  await recordActivity(client, actor, at, { action: 'stopped', entity: 'bank_answer', entityId: id });
}

interface LineOutcome {
  readonly line: number;
  readonly reference: string | null;
  readonly runId: string | null;
  readonly isChanged: boolean;
  readonly issue: ResultIssueKind | null;
  readonly message: string;
}

type LineContext = Parameters<typeof applyOutcomes>[1] & Pick<Piece, 'piece'>;

async function applyLines(
  client: pg.ClientBase,
  { keys }: Pick<ResultFileParts, 'keys'>,
  { piece, ...paying }: LineContext,
): Promise<LineOutcome[]> {
  const stated = piece.flatMap(({ line, isRepeated }) => ('issue' in line || isRepeated ? [] : [line]));
  const payees = new Map<string, Destination['payee']>();
  const found = await rowsOf(client, FIND_DESTINATIONS, [stated.map(({ reference }) => reference)]);
  for (const { mechanicId, ...payee } of found)
    if (!payees.has(mechanicId)) payees.set(mechanicId, await readBankColumns(keys, mechanicId, payee));
  const { isSameDestination } = await destinationComparer(
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
  const runs = await runsOf(client, piece, applied);
  return piece.map(({ line, isRepeated }): LineOutcome => {
    if ('issue' in line)
      return {
        line: line.line,
        reference: line.reference,
        runId: runs.byReference.get(line.reference ?? '') ?? runs.ofFile,
        isChanged: false,
        issue: 'unreadable',
        message: line.issue,
      };
    const outcome = byReference.get(line.reference);
    const { reference } = line;
    if (isRepeated || !outcome)
      return {
        line: line.line,
        reference,
        runId: runs.byReference.get(reference) ?? null,
        isChanged: false,
        issue: 'duplicate',
        message: issueSentence('duplicate', null, line),
      };
    const said = { ...line, isDestinationNamed: line.account !== null || line.upiId !== null };
    const message = outcome.issue === null ? '' : issueSentence(outcome.issue, outcome.stored, said);
    return {
      line: line.line,
      reference,
      runId: outcome.runId,
      isChanged: outcome.isChanged,
      issue: outcome.issue,
      message,
    };
  });
}

/** The runs of lines that are not applied, by their reference, and the run of the file where its other lines are all of one. */
async function runsOf(
  client: pg.ClientBase,
  piece: Piece['piece'],
  applied: readonly { readonly runId: string | null }[],
): Promise<{ readonly byReference: ReadonlyMap<string, string>; readonly ofFile: string | null }> {
  const others = piece.flatMap(({ line, isRepeated }) =>
    'issue' in line || isRepeated ? (line.reference ?? []) : [],
  );
  const found = others.length === 0 ? [] : await rowsOf(client, FIND_RUNS, [others]);
  const [ofFile = null, ...more] = new Set(applied.flatMap(({ runId }) => runId ?? []));
  return {
    byReference: new Map(found.map(({ reference, runId }) => [reference, runId])),
    ofFile: more.length === 0 ? ofFile : null,
  };
}

const POLL_MS = 500;

/** Applies result files until the returned function is called, on any number of nodes; the piece in progress is finished. */
export function applyResultFiles(parts: ResultFileParts): () => Promise<void> {
  let isStopped = false;
  const endWork = repeat(
    POLL_MS,
    loggingFailures(parts.log, 'a bank result file could not be applied', async () => {
      while (!isStopped && (await applyNextResultFile(parts, () => isStopped)));
    }),
  );
  return async () => {
    isStopped = true;
    await endWork();
  };
}
