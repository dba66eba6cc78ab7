import type { RoadsideTargets } from '@wayside/contract/roadside';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { roadsideSettings } from '../../db/schema/roadside.ts';
import { requireRight } from '../../ledger/payment-rights.ts';

const FIELDS = ['claimSeconds', 'assignSeconds', 'arriveSeconds'] as const;

/** Sets how long an emergency may be new, claimed and assigned, in seconds, for those on the desk too (ROAD-01). @throws 403 */
export async function updateTargets(
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  input: RoadsideTargets,
): Promise<RoadsideTargets> {
  const targets = {
    claimSeconds: input.claimSeconds,
    assignSeconds: input.assignSeconds,
    arriveSeconds: input.arriveSeconds,
  };
  await database.transaction(async (client) => {
    await requireRight(client, actor, 'roadside:configure');
    // The row with the defaults, where nobody has set any: two people who set them come one after the other.
    await orm(client).insert(roadsideSettings).values({}).onConflictDoNothing();
    const [before] = await orm(client).select().from(roadsideSettings).for('update');
    if (!before) throw new Error('the targets were not inserted');
    const changes = FIELDS.map((field) => ({ field, before: before[field], after: targets[field] })).filter(
      (change) => change.before !== change.after,
    );
    if (changes.length === 0) return;
    await orm(client).update(roadsideSettings).set(targets);
    await recordActivity(client, actor, now(), {
      action: 'updated',
      entity: 'roadside_settings',
      entityId: null,
      changes,
    });
  });
  return targets;
}
