import { createHash } from 'node:crypto';
import { sentence } from '@wayside/contract/sentences';
import type { FileContent } from '@wayside/contract/wire/request-fields';
import { ObjectId } from 'bson';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { BankResultError } from '../../money/bank-files/bank-file-text.ts';
import type { BankProfile } from '../../money/bank-files/bank-profile.ts';
import { type ParsedLine, parseBankResults } from '../../money/bank-files/parse-bank-results.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { isUniqueViolation } from '../../platform/db/database-errors.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { bankResultFileParts, bankResultFiles } from '../../platform/db/schema/payment-runs.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type ResultFileResponse, readResultFileResponse } from './list-result-files.ts';
import { findBankProfile } from './profiles.ts';
import { storeResultRows } from './result-rows.ts';

/** The number of bytes in a stored part. */
const BYTES_PER_PART = 131_072;

/**
 * Statement that resumes processing. The user who uploads the file again becomes the actor, because the first user
 * may have lost the permission to move money.
 */
const RESUME = defineStatement({
  name: 'resume-result-file',
  text: `UPDATE bank_answers SET state = 'reading', reason = NULL, finished_at = NULL, touched_at = $2, uploaded_by = $3, uploader_email = $4,
      uploader_address = $5, request_id = $6
    WHERE id = $1 AND state = 'stopped' RETURNING id`,
  row: z.object({ id: z.string() }),
  example: ['4'.repeat(24), new Date(0), '0'.repeat(24), null, null, null],
});
const SAME_FILE = defineStatement({
  name: 'same-result-file',
  text: `SELECT id, state = 'stopped' AS "isStopped" FROM bank_answers
    WHERE hash = $1 AND md5(definition) = md5($2) AND definition = $2`,
  row: z.object({ id: z.string(), isStopped: z.boolean() }),
  example: [Buffer.of(10), '{"label": "ICICI"}'],
});

interface UploadResultFileInput {
  readonly profile: string;
  readonly name: string | null;
  readonly file: FileContent;
}

type UploadContext = ActorContext & Pick<AppContext, 'keys'>;

/**
 * Stores a bank result file and its lines, encrypted. A worker applies them (BANK-03). Uploading the same file under
 * the same profile again changes nothing.
 * @throws 400 if it is not a result file of this bank
 */
export async function uploadResultFile(
  context: UploadContext,
  { profile: profileName, name, file }: UploadResultFileInput,
): Promise<ResultFileResponse> {
  const profile = await findBankProfile(context, profileName);
  const content = Buffer.from(await file.arrayBuffer());
  const hash = createHash('sha256').update(content).digest();
  const same = { hash, definition: JSON.stringify(profile) };
  const known = await findSameFile(context, same);
  if (known !== null) return known;
  const lines = await parseLines(profile, content);
  try {
    const id = await store(context, { ...same, profile: profile.name, name: name ?? 'result.csv', content, lines });
    return await readResultFileResponse(context, id, null);
  } catch (error) {
    // Another request has stored the same file concurrently.
    if (!isUniqueViolation(error, 'bank_answers_file')) throw error;
    const first = await findSameFile(context, same);
    if (first === null) throw error;
    return first;
  }
}

interface SameFile {
  readonly hash: Buffer;
  /** The profile as JSON. */
  readonly definition: string;
}

async function findSameFile(
  context: UploadContext,
  { hash, definition }: SameFile,
): Promise<ResultFileResponse | null> {
  const { actor, database, now } = context;
  const [found] = await database.rows(SAME_FILE, [hash, definition]);
  if (!found) return null;
  const { id, isStopped } = found;
  const by = [now(), actor.id, actor.email, actor.address, actor.requestId];
  const isResumed = isStopped && (await database.rows(RESUME, [id, ...by])).length > 0;
  return readResultFileResponse(
    context,
    id,
    isResumed ? sentence('file_reading_resumed') : sentence('file_read_before'),
  );
}

/** @throws 400 */
async function parseLines(profile: BankProfile, content: Buffer): Promise<ParsedLine[]> {
  let lines: ParsedLine[];
  try {
    lines = await parseBankResults(profile, [content]);
  } catch (error) {
    if (error instanceof BankResultError) throw badRequest([{ field: '', ...error.sentence }]);
    throw error;
  }
  if (lines.length === 0) throw badRequest([fieldError('', 'result_file_empty')]);
  // Headings identify the bank. In a format without headings, a file without any readable line belongs to another
  // bank.
  if (!profile.answer.hasHeadings && lines.every((line) => 'issue' in line))
    throw badRequest([fieldError('', 'result_file_of_another_bank', { bank: profile.label })]);
  return lines;
}

interface NewResultFile extends SameFile {
  readonly profile: string;
  readonly name: string;
  readonly content: Buffer;
  readonly lines: readonly ParsedLine[];
}

function store(
  { database, keys, actor, now }: UploadContext,
  { profile, definition, name, content, hash, lines }: NewResultFile,
): Promise<string> {
  const uploadedBy = actor.id;
  if (uploadedBy === null) throw new Error('only an administrator uploads a bank result file');
  return database.transaction(async (client) => {
    const id = new ObjectId().toHexString();
    const at = now();
    await orm(client).insert(bankResultFiles).values({
      id,
      profile,
      definition,
      name,
      hash,
      total: lines.length,
      uploadedBy,
      uploaderEmail: actor.email,
      uploaderAddress: actor.address,
      requestId: actor.requestId,
      uploadedAt: at,
      touchedAt: at,
    });
    const { encrypt } = await keys.encryptor(client);
    const parts = Array.from({ length: Math.ceil(content.length / BYTES_PER_PART) }, (_, index) => {
      const partId = `${id}-${index + 1}`;
      const bytes = content.subarray(index * BYTES_PER_PART, (index + 1) * BYTES_PER_PART);
      // The content is base64-encoded because a part may end within a character.
      const text = encrypt(bytes.toString('base64'), { table: 'bank_answer_parts', id: partId, column: 'content' });
      return { id: partId, answerId: id, part: index + 1, content: text };
    });
    for (const part of parts) await orm(client).insert(bankResultFileParts).values(part);
    await storeResultRows(client, { keys }, id, lines);
    await recordActivity(client, actor, at, {
      action: 'created',
      entity: 'bank_answer',
      entityId: id,
      changes: toFieldChanges({ profile, hash: hash.toString('hex'), rows: lines.length }),
    });
    return id;
  });
}
