import { z } from 'zod';
import { demoSettlements } from '../../../../packages/demo/src/demo-settlements.ts';
import { uploadFile } from '../features/settlements/upload-file.ts';
import { SYSTEM_ACTOR } from '../platform/db/activity-entry.ts';

const DAYS = 33;
/** Limits the number of payments; with more payments per day, the files cover fewer days. */
const MAX_LINES = 5_000;
const payments = z.array(
  z.object({ id: z.string(), amountPaise: z.number(), isRefunded: z.boolean(), day: z.string() }),
);

/** Adds a settlement report and a bank statement for the last month of the demo (RECON-03). */
export async function addDemoSettlements(
  context: Omit<Parameters<typeof uploadFile>[0], 'actor' | 'serviceKey'>,
): Promise<void> {
  const { rows } = await context.database.pool.query(
    `SELECT p.id, p.amount_paise AS "amountPaise", p.status = 'refunded' AS "isRefunded", to_char(p.occurred_at AT TIME ZONE business_time_zone(), 'YYYY-MM-DD') AS day
     FROM payments AS p, (SELECT ($1::timestamptz AT TIME ZONE business_time_zone())::date AS day) AS today
     WHERE p.record_state = 'full' AND p.status IN ('paid', 'refunded') AND p.method IS DISTINCT FROM 'cash' AND p.amount_paise > 0
       AND p.occurred_at >= day_start(today.day - ${DAYS}, business_time_zone()) AND p.occurred_at < day_start(today.day, business_time_zone())
     ORDER BY p.occurred_at DESC, p.id LIMIT ${MAX_LINES}`,
    [context.now()],
  );
  const found = payments.parse(rows);
  const first = found.length === MAX_LINES ? found.at(-1)?.day : undefined;
  // The limit may cut off part of the oldest day, which is then omitted, because a day is settled only with all its
  // payments.
  const settled = found.filter(({ day }) => day !== first).toReversed();
  if (settled.length === 0) return;
  const { report, statement } = demoSettlements(settled);
  const upload = (profile: string, name: string, content: string) =>
    uploadFile(
      { ...context, actor: SYSTEM_ACTOR, serviceKey: { name: 'Demo' } },
      { profile, name, file: new File([content], name) },
    );
  await upload('razorpay', 'razorpay-settlements.csv', report);
  await upload('hdfc-statement', 'hdfc-statement.csv', statement);
}
