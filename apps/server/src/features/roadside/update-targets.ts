import type { RoadsideTargets } from '@wayside/contract/roadside';
import type { ActorContext } from '../../context.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { roadsideSettings } from '../../platform/db/schema/roadside.ts';

const FIELDS = ['claimSeconds', 'assignSeconds', 'arriveSeconds'] as const;

export type UpdateTargetsInput = { readonly [K in keyof RoadsideTargets]: number | undefined };

/** Sets how long an emergency may be new, claimed and assigned, in seconds; a missing field stays (ROAD-01, OWN-07). @throws 403 */
export function updateTargets(
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  input: UpdateTargetsInput,
): Promise<RoadsideTargets> {
  return database.transaction(async (client) => {
    await requireRight(client, actor, 'roadside:configure');
    // The row with the defaults, where nobody has set any: two people who set them come one after the other.
    await orm(client).insert(roadsideSettings).values({}).onConflictDoNothing();
    const [before] = await orm(client).select().from(roadsideSettings).for('update');
    if (!before) throw new Error('the targets were not inserted');
    const targets = {
      claimSeconds: input.claimSeconds ?? before.claimSeconds,
      assignSeconds: input.assignSeconds ?? before.assignSeconds,
      arriveSeconds: input.arriveSeconds ?? before.arriveSeconds,
    };
    const changes = FIELDS.map((field) => ({ field, before: before[field], after: targets[field] })).filter(
      (change) => change.before !== change.after,
    );
    if (changes.length === 0) return targets;
    await orm(client).update(roadsideSettings).set(targets);
    await recordActivity(client, actor, now(), {
      action: 'updated',
      entity: 'roadside_settings',
      entityId: null,
      changes,
    });
    return targets;
  });
}
