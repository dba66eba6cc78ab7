import type { ActivityAction, FieldValue } from '@wayside/contract/activity';
import { statedFields } from './activity-entry.ts';
import { commandLine } from './command-line-actor.ts';
import type { Database } from './database.ts';
import { recordActivity } from './record-activity.ts';

/** Logs what a command did to the whole database (PRIV-03). @param facts what it used or counted */
export function recordCommand(
  database: Database,
  action: ActivityAction,
  facts: Readonly<Record<string, FieldValue>> = {},
): Promise<void> {
  const changes = statedFields(facts);
  return database.transaction((client) =>
    recordActivity(client, commandLine(), new Date(), { action, entity: 'database', entityId: null, changes }),
  );
}
