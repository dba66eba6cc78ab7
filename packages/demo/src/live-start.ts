import type { Booking } from '@wayside/contract/bookings';
import { z } from 'zod';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { defineStatement } from '../../../apps/server/src/platform/db/statement.ts';
import { bookingRecord } from '../../../apps/server/src/records/bookings.ts';
import type { LiveMechanic } from './live-marketplace.ts';

/** As many as one call of ingest has records, with room. */
const MAX_MECHANICS = 400;
const MAX_OPEN = 200;

const MECHANICS = defineStatement({
  name: 'live-mechanics',
  text: `SELECT m.id, m.shop_latitude AS latitude, m.shop_longitude AS longitude, m.vehicle_types AS "vehicleTypes",
      EXISTS (SELECT FROM bookings AS b WHERE b.mechanic_id = m.id AND b.record_state = 'full' AND b.status IN ('accepted', 'arrived')) AS "isBusy"
    FROM mechanics AS m WHERE m.record_state = 'full' AND m.status = 'approved' AND NOT m.is_blocked AND m.is_available
      AND m.shop_latitude IS NOT NULL AND m.shop_longitude IS NOT NULL
    ORDER BY md5(m.id) LIMIT ${MAX_MECHANICS}`,
  row: z.object({
    id: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    vehicleTypes: z.array(z.string()),
    isBusy: z.boolean(),
  }),
  example: [],
});

const { json, joins } = bookingRecord.select;
const OPEN = defineStatement({
  name: 'live-open-emergencies',
  text: `SELECT ${json} AS record FROM (
      SELECT b.* FROM emergencies AS e JOIN bookings AS b ON b.id = e.booking_id
      WHERE e.phase <> 'ended' AND b.record_state = 'full' ORDER BY e.created_at DESC LIMIT ${MAX_OPEN}) AS b ${joins}`,
  row: z.object({ record: z.custom<Booking>() }),
  example: [],
});

const FEED = defineStatement({
  name: 'live-feed',
  text: 'SELECT last_position AS position FROM event_feed',
  row: z.object({ position: z.number() }),
  example: [],
});

/** Where the live demo goes on from: who can be sent, which emergencies are open, and where the feed ends. */
export async function readLiveStart(database: Pick<Database, 'rows'>): Promise<{
  readonly mechanics: readonly LiveMechanic[];
  readonly open: readonly Booking[];
  readonly cursor: number;
}> {
  const [mechanics, open, [feed]] = await Promise.all([
    database.rows(MECHANICS, []),
    database.rows(OPEN, []),
    database.rows(FEED, []),
  ]);
  return {
    mechanics: mechanics.map(({ latitude, longitude, ...mechanic }) => ({
      ...mechanic,
      place: { latitude, longitude },
    })),
    open: open.map(({ record }) => ({ ...record, noteCount: null })),
    cursor: feed?.position ?? 0,
  };
}
