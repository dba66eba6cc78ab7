import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { DOCUMENT_FIELDS, type DocumentField } from './document-fields.ts';

const claimedRow = z.object({
  field: z.enum(Object.keys(DOCUMENT_FIELDS) as DocumentField[]),
  id: z.string(),
  attempts: z.number(),
  leaseEndsAt: z.date(),
});

/** A document that this node copies now. */
export type ClaimedCopy = z.infer<typeof claimedRow>;

/** A node that dies during an attempt is given up after this time: fetching, decoding and storing have shorter limits. */
const LEASE_MS = 180_000;

const CLAIM = defineStatement({
  name: 'claim-document-copy',
  text: `
    UPDATE document_copies AS c SET next_attempt_at = $2
    FROM (
      SELECT field, id FROM document_copies WHERE state = 'waiting' AND next_attempt_at <= $1
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE c.field = due.field AND c.id = due.id
    RETURNING c.field, c.id, c.attempts, c.next_attempt_at AS "leaseEndsAt"`,
  row: claimedRow,
  example: [new Date('2099-01-01'), new Date('2099-01-01')],
});

/** Takes the next document that is due, so that no other node copies it meanwhile. No transaction stays open. */
export async function claimCopy(database: Database, now: Date): Promise<ClaimedCopy | undefined> {
  const [claimed] = await database.rows(CLAIM, [now, new Date(now.getTime() + LEASE_MS)]);
  return claimed;
}
