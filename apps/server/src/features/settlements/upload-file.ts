import { createHash } from 'node:crypto';
import { sentence } from '@wayside/contract/sentences';
import type { SettlementProfile as ListedProfile, SettlementFile } from '@wayside/contract/settlements';
import type { FileContent } from '@wayside/contract/wire/request-fields';
import type { DateParam } from '@wayside/contract/wire/sentence';
import { EMPTY_SENTENCE, type ResponseSentence } from '@wayside/contract/wire/sentence-fields';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import {
  type ParsedSettlementLine,
  parseSettlementFile,
} from '../../money/settlement-files/parse-settlement-file.ts';
import { HeadingsError, hasHeadings, SettlementFileError } from '../../money/settlement-files/read-table-lines.ts';
import { readSettlementProfiles, type SettlementProfile } from '../../money/settlement-files/settlement-profile.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { isUniqueViolation } from '../../platform/db/database-errors.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { settlementFileParts, settlementFiles } from '../../platform/db/schema/settlements.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { WriteQueue } from '../../platform/db/write-queue.ts';
import type { Settings } from '../../settings.ts';
import { readSettlementFile } from './list-settlements.ts';
import { storeLines } from './store-lines.ts';

/** The number of bytes in a stored part. */
const BYTES_PER_PART = 131_072;
const DAY_MS = 86_400_000;

const FIND_FILE_BY_HASH = defineStatement({
  name: 'settlement-file-of-hash',
  text: `SELECT id, to_char(uploaded_at AT TIME ZONE business_time_zone(), 'FMDD Mon YYYY "at" FMHH12:MI am') AS at,
      iso_instant(uploaded_at) AS "uploadedAt"
    FROM settlement_files WHERE hash = $1`,
  row: z.object({ id: z.string(), at: z.string(), uploadedAt: z.string() }),
  example: [Buffer.of(16)],
});
interface UploadInput {
  readonly profile: string;
  readonly name: string | null;
  readonly file: FileContent;
}

type UploadContext = Pick<ActorContext, 'database' | 'keys' | 'actor' | 'now'> & {
  readonly settings: Pick<Settings, 'settlementProfiles'>;
  readonly serviceKey?: { readonly name: string } | null;
};

interface UploadResponse extends ResponseSentence {
  readonly record: SettlementFile;
}

/** The queue of uploads: reading a file may take a minute, and the database has few connections. */
export const uploadQueue = new WriteQueue(sentence('files_being_read'), 45_000);

/**
 * Stores a settlement report or bank statement, encrypted, and its lines. A worker matches them (RECON-01). Uploading
 * the same file again changes nothing.
 * @throws 400 that lists the lines that cannot be read
 */
export async function uploadFile(
  context: UploadContext,
  { profile: name, ...given }: UploadInput,
): Promise<UploadResponse> {
  const profiles = await readSettlementProfiles(context.settings.settlementProfiles);
  const profile = profiles.find((each) => each.name === name);
  if (!profile) throw badRequest([fieldError('profile', 'not_known')]);
  const content = Buffer.from(await given.file.arrayBuffer());
  const hash = createHash('sha256').update(content).digest();
  const known = await findFileByHash(context, hash);
  if (known !== null) return known;
  try {
    const lines = parseSettlementFile(profile, content, tomorrowOf(context));
    const file = { profile, name: given.name ?? 'settlement.csv', content, hash, lines };
    const id = await uploadQueue.run(context.database, () => store(context, file));
    return { ...EMPTY_SENTENCE, record: await readSettlementFile(context, id) };
  } catch (error) {
    if (error instanceof SettlementFileError) throw await describeFileError(error, { profiles, profile, content });
    // Another request has stored the same file concurrently.
    if (!isUniqueViolation(error, 'settlement_files_hash')) throw error;
    const first = await findFileByHash(context, hash);
    if (first === null) throw error;
    return first;
  }
}

/** Returns the last day that a line may have in any time zone. */
export const tomorrowOf = ({ now }: Pick<AppContext, 'now'>): string =>
  new Date(now().getTime() + DAY_MS).toISOString().slice(0, 10);

async function findFileByHash(context: UploadContext, hash: Buffer): Promise<UploadResponse | null> {
  const [found] = await context.database.rows(FIND_FILE_BY_HASH, [hash]);
  if (!found) return null;
  const record = await readSettlementFile(context, found.id);
  const date: DateParam = { text: found.at, style: 'at', date: found.uploadedAt };
  const first = { file: record.name, date, name: record.uploadedBy };
  return { ...sentence('settlement_file_read_before', first), record };
}

interface RejectedFile {
  readonly profiles: readonly SettlementProfile[];
  readonly profile: SettlementProfile;
  readonly content: Buffer;
}

/** Returns a 400 that lists the lines that cannot be read, or states which profile fits the file. */
export async function describeFileError(error: SettlementFileError, { profiles, profile, content }: RejectedFile) {
  const other = error instanceof HeadingsError ? await findProfile(profiles, content) : null;
  const said =
    other === null
      ? error.sentence
      : sentence('file_of_another_format', { found: other.label, chosen: profile.label });
  const issues = error.issues.map(({ line, issue }) => fieldError('', 'line_issue', { line, issue }));
  return badRequest([{ field: '', ...said }, ...issues]);
}

/** Returns the profile whose headings the file has, if exactly one other profile matches. */
async function findProfile(
  profiles: readonly SettlementProfile[],
  content: Buffer,
): Promise<SettlementProfile | null> {
  const found: SettlementProfile[] = [];
  for (const each of profiles) if (each.format === 'table' && (await hasHeadings(each, content))) found.push(each);
  return found.length === 1 ? (found[0] ?? null) : null;
}

interface NewFile {
  readonly profile: SettlementProfile;
  readonly name: string;
  readonly content: Buffer;
  readonly hash: Buffer;
  readonly lines: AsyncIterable<ParsedSettlementLine>;
}

/**
 * Stores the lines while they are being read, so that memory use does not depend on their number. @throws
 * SettlementFileError, after which nothing is stored
 */
function store(
  { database, keys, actor, now, serviceKey }: UploadContext,
  { profile, name, content, hash, lines }: NewFile,
): Promise<string> {
  const id = new ObjectId().toHexString();
  const at = now();
  const today = at.toISOString().slice(0, 10);
  return database.longTransaction(async (client) => {
    // The lock ensures that two files with the same lines are stored one after the other.
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.settlementFiles]);
    await orm(client)
      .insert(settlementFiles)
      .values({
        ...{ id, name, hash, kind: profile.kind, profile: profile.name, definition: JSON.stringify(profile) },
        // Placeholders until all lines are read.
        ...{ lineCount: 1, totalPaise: 0, firstDay: today, lastDay: today },
        ...{ uploadedAt: at, uploadedBy: actor.email ?? serviceKey?.name ?? '' },
      });
    const { lineCount: rows, totalPaise } = await storeLines(client, { id, profile, lines });
    await storeParts(client, { keys }, id, content);
    await recordActivity(client, actor, at, {
      action: 'created',
      entity: 'settlement_file',
      entityId: id,
      changes: toFieldChanges({ profile: profile.name, hash: hash.toString('hex'), rows, totalPaise }),
    });
    return id;
  });
}

const cellAddressOf = (id: string) => ({ table: 'settlement_file_parts', id, column: 'content' });

async function storeParts(
  client: pg.ClientBase,
  { keys }: Pick<AppContext, 'keys'>,
  fileId: string,
  content: Buffer,
): Promise<void> {
  const { encrypt } = await keys.encryptor(client);
  for (let part = 1; (part - 1) * BYTES_PER_PART < content.length; part += 1) {
    const id = `${fileId}-${part}`;
    const bytes = content.subarray((part - 1) * BYTES_PER_PART, part * BYTES_PER_PART);
    // The content is base64-encoded because a part may end within a character.
    const stored = encrypt(bytes.toString('base64'), cellAddressOf(id));
    await orm(client).insert(settlementFileParts).values({ id, fileId, part, content: stored });
  }
}

const READ_PART = defineStatement({
  name: 'read-settlement-file-part',
  text: 'SELECT id, content FROM settlement_file_parts WHERE file_id = $1 AND part = $2',
  row: z.object({ id: z.string(), content: z.string() }),
  example: ['5'.repeat(24), 1],
});

/** Yields the uploaded bytes of a file part by part and logs each download (RECON-01). @throws 404 */
export async function downloadFile(
  context: ActorContext,
  { id }: { readonly id: string },
): Promise<{ readonly name: string; readonly parts: AsyncIterable<Uint8Array> }> {
  const { database, actor, now } = context;
  const { name, hash } = await readSettlementFile(context, id);
  await database.transaction((client) =>
    recordActivity(client, actor, now(), {
      action: 'file_downloaded',
      entity: 'settlement_file',
      entityId: id,
      changes: [{ field: 'fileHash', before: null, after: hash }],
    }),
  );
  return { name, parts: readFileParts(context, id) };
}

export async function* readFileParts({ database, keys }: Pick<AppContext, 'database' | 'keys'>, id: string) {
  for (let part = 1; ; part += 1) {
    const [stored] = await database.rows(READ_PART, [id, part]);
    if (!stored) return;
    yield Buffer.from(await readStored(keys, stored.content, cellAddressOf(stored.id)), 'base64');
  }
}

/** Returns the supported file profiles. */
export async function listProfiles({
  settings,
}: Pick<AppContext, 'settings'>): Promise<{ readonly rows: ListedProfile[] }> {
  const profiles = await readSettlementProfiles(settings.settlementProfiles);
  return { rows: profiles.map(({ name, label, kind }) => ({ name, label, kind })) };
}
