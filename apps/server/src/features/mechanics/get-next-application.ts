import { WAITING_STATUSES } from '@wayside/contract/mechanics';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement } from '../../platform/db/statement.ts';

const nextApplication = z.object({
  /** Null when no other application waits. */
  mechanicId: z.nullable(z.string()),
  /** The number of waiting applications. */
  waiting: z.number(),
  /** The place of the open one among them, from 1. */
  position: z.nullable(z.number()),
});
export type NextApplication = z.infer<typeof nextApplication>;

const NEXT_APPLICATION = defineStatement({
  name: 'next-application',
  // False sorts before true: applications behind `after` come first, then those before it, so that none is skipped.
  text: `
    WITH waiting AS (
      SELECT id, listed_at, row_number() OVER (ORDER BY listed_at, id) AS place
      FROM mechanics WHERE record_state = 'full' AND status = ANY($1) AND id <> ALL ($3)
    )
    SELECT (SELECT count(*)::float8 FROM waiting) AS waiting,
      (SELECT place::float8 FROM waiting WHERE id = $2) AS position, (
      SELECT id FROM waiting WHERE id IS DISTINCT FROM $2
      ORDER BY (listed_at, id) < (SELECT listed_at, id FROM mechanics WHERE id = $2), listed_at, id
      LIMIT 1) AS "mechanicId"`,
  row: nextApplication,
  example: [WAITING_STATUSES, null, []],
});

export interface GetNextApplicationInput {
  /** The mechanic on the screen, or null. */
  readonly after: string | null;
  /** Applications that count as decided: their decision is not sent yet (WORK-05). */
  readonly without: readonly string[];
}

/**
 * The application that has waited longest; with `after`, the next one in that order, and then from the front again.
 */
export async function getNextApplication(
  { database }: AppContext,
  { after, without }: GetNextApplicationInput,
): Promise<NextApplication> {
  const [found] = await database.rows(NEXT_APPLICATION, [WAITING_STATUSES, after, without]);
  return found ?? { mechanicId: null, waiting: 0, position: null };
}
