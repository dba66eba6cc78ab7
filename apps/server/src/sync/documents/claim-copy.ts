import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { claimNext } from '../../platform/db/queue.ts';
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
  text: claimNext(
    {
      table: 'document_copies',
      key: 'field, id',
      due: "state = 'waiting' AND next_attempt_at <= $1",
      order: 'next_attempt_at',
    },
    'next_attempt_at = $2',
    'SELECT field, id, attempts, next_attempt_at AS "leaseEndsAt" FROM claimed',
  ),
  row: claimedRow,
  example: [new Date('2099-01-01'), new Date('2099-01-01')],
});

/** Takes the next document that is due, so that no other node copies it too. No transaction stays open. */
export async function claimCopy(database: Database, now: Date): Promise<ClaimedCopy | undefined> {
  const [claimed] = await database.rows(CLAIM, [now, new Date(now.getTime() + LEASE_MS)]);
  return claimed;
}
