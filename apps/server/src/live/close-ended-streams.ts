import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';
import type { LiveStream } from './live-stream.ts';

const OPEN_SESSIONS = defineStatement({
  name: 'open-sessions',
  text: `SELECT encode(s.token_hash, 'hex') AS token FROM sessions s JOIN admins a ON a.id = s.admin_id
         WHERE s.token_hash = ANY ($1::bytea[]) AND s.expires_at > $2`,
  row: z.object({ token: z.string() }),
  example: [[Buffer.from([1])], new Date(0)],
});

/** Ends the streams whose session has ended, wherever it was ended (LIVE-01, SECU-03). */
export async function closeEndedStreams(
  database: Database,
  streams: Iterable<LiveStream>,
  now: Date,
): Promise<void> {
  // A stream that opens meanwhile was not asked about.
  const asked = [...streams];
  const hashes = new Map(asked.map(({ tokenHash }) => [tokenHash.toString('hex'), tokenHash]));
  const found = await database.rows(OPEN_SESSIONS, [[...hashes.values()], now]);
  const open = new Set(found.map(({ token }) => token));
  for (const stream of asked) if (!open.has(stream.tokenHash.toString('hex'))) stream.finish();
}
