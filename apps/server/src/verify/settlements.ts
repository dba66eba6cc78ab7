import { counted } from '../counted.ts';
import { UNSETTLED_SOURCES } from '../ledger/settlement-sql.ts';
import { eachRow } from './each-row.ts';
import type { Proof } from './proof.ts';

const AT_ONCE = 5_000;
const NAMES: Readonly<Record<string, string>> = { payment: 'payment', statement: 'earnings row', payout: 'payout' };

/** What is settled together has one id here: payments of a booking bear that of the booking. */
const nextIds = `
  SELECT id FROM (
    (SELECT coalesce(booking_id, id) AS id FROM payments WHERE presence = 'known' AND coalesce(booking_id, id) > $1)
    UNION (SELECT id FROM earnings WHERE id > $1) UNION (SELECT id FROM payouts WHERE id > $1)) AS records
  ORDER BY id LIMIT ${AT_ONCE}`;

const withoutSource = `
  SELECT DISTINCT l.source, l.source_id AS id FROM ledger_entries AS l
  WHERE NOT EXISTS (SELECT FROM payments WHERE l.source = 'payment' AND id = l.source_id)
    AND NOT EXISTS (SELECT FROM earnings WHERE l.source = 'statement' AND id = l.source_id)
    AND NOT EXISTS (SELECT FROM payouts WHERE l.source = 'payout' AND id = l.source_id) ORDER BY 1, 2`;

/**
 * That the ledger holds what the rules say of every payment, earnings row and payout (PAYO-08, IMPO-05), and nothing
 * else. What waits to be settled is no mistake: the next start or import does it.
 */
export const settlements: Proof = {
  name: 'Settlements',
  holds: 'as the rules say',
  prove: async function* ({ client }) {
    const waiting = await client.query<{ id: string }>(
      'SELECT DISTINCT unnest(record_ids) AS id FROM unsettled_records',
    );
    const isWaiting = new Set(waiting.rows.map(({ id }) => id));
    let count = 0;
    for (let last: string | undefined = ''; last !== undefined; ) {
      const { rows }: { rows: { id: string }[] } = await client.query<{ id: string }>(nextIds, [last]);
      const ids = rows.map(({ id }) => id).filter((id) => !isWaiting.has(id));
      const found = await client.query<{ source: string; sourceId: string }>(UNSETTLED_SOURCES, [ids]);
      for (const { source, sourceId } of found.rows)
        yield `${NAMES[source]} ${sourceId} is not settled as the rules say`;
      count += rows.length;
      last = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
    }
    for await (const { source, id } of eachRow<{ source: string; id: string }>(client, withoutSource))
      yield `the ledger has rows of ${NAMES[source]} ${id}, which is not here`;
    return `${counted(count, 'record')}${isWaiting.size === 0 ? '' : `, ${counted(isWaiting.size, 'record')} waiting`}`;
  },
};
