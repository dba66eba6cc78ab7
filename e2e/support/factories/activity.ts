import { type Activity, activity } from '@wayside/contract/activity';
import { completeRecord } from '@wayside/contract/wire/wire-object';

/** Creates an activity entry by an administrator. */
export function anActivity(fields: Partial<Activity> = {}): Activity {
  return completeRecord(activity, {
    id: '16',
    at: '2026-03-05T05:00:00.000Z',
    actorId: 'b'.repeat(24),
    actorEmail: 'kiran@example.in',
    address: '127.0.0.1',
    action: 'updated',
    entity: 'slot',
    changes: [],
    hash: 'ab'.repeat(32),
    previousHash: 'cd'.repeat(32),
    ...fields,
  });
}
