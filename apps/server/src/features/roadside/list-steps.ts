import type { EmergencyStep } from '@wayside/contract/roadside-requests';
import { EMERGENCY_STEPS } from '@wayside/contract/roadside-requests';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { adminName } from '../../platform/db/admin-name.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import type { EmergencyInput } from './change-emergency.ts';
import { READ_EMERGENCY } from './emergency-statements.ts';

const LIST_STEPS = defineStatement({
  name: 'list-emergency-steps',
  text: `SELECT s.kind, s.at, ${adminName('a')} AS by, ${adminName('c')} AS colleague,
      m.id AS "mechanicId", m.name AS "mechanicName", m.phone AS "mechanicPhone", s.reason
    FROM emergency_steps AS s LEFT JOIN admins AS a ON a.id = s.admin_id LEFT JOIN admins AS c ON c.id = s.colleague_id
      LEFT JOIN mechanics AS m ON m.id = s.mechanic_id
    WHERE s.booking_id = $1 ORDER BY s.id`,
  row: z.object({
    kind: z.enum(EMERGENCY_STEPS),
    at: z.date(),
    by: z.nullable(z.string()),
    colleague: z.nullable(z.string()),
    mechanicId: z.nullable(z.string()),
    mechanicName: z.nullable(z.string()),
    mechanicPhone: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  }),
  example: [sampleOf('emergency_steps', 'booking_id')],
});

/** What happened to an emergency, in the order in which it happened here (ROAD-03). @throws 404 as for the emergency */
export async function listSteps(
  { database }: Pick<AppContext, 'database'>,
  { id }: EmergencyInput,
): Promise<EmergencyStep[]> {
  const [[emergency], rows] = await Promise.all([
    database.rows(READ_EMERGENCY, [id]),
    database.rows(LIST_STEPS, [id]),
  ]);
  if (!emergency) throw notFound('emergency');
  return rows.map(({ at, mechanicId, mechanicName, mechanicPhone, ...step }) => ({
    ...step,
    at: at.toISOString(),
    mechanic:
      mechanicId === null ? null : { id: mechanicId, name: mechanicName, phone: mechanicPhone, email: null },
  }));
}
