import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import type { Settings } from '../../settings.ts';
import { commandLineActor, type NewActivityEntry, SYSTEM_ACTOR, toFieldChanges } from '../db/activity-entry.ts';
import type { Database } from '../db/database.ts';
import { orm } from '../db/orm.ts';
import { recordActivities } from '../db/record-activity.ts';
import { businessSettings } from '../db/schema/configuration.ts';
import { type AccessChange, type AccessChangeLog, openAccessChangeLog } from './access-change-log.ts';
import {
  type AppliedAccess,
  appliedAccess,
  nothingApplied,
  type ReplayedAccess,
  replayAccess,
} from './replay-access.ts';

const ADMIN_TEXTS = {
  created: 'was created',
  invited: 'was invited',
  role_changed: 'got another role',
  suspended: 'was suspended',
  reactivated: 'was reactivated',
  password_set: 'got a new password',
  sessions_ended: 'ended sessions',
  two_factor_reset: 'lost the second factors by a reset',
  totp_removed: 'removed the authenticator app',
  passkey_removed: 'removed a passkey',
} as const;
const KEY_TEXTS = { created: 'was created', revoked: 'was revoked' } as const;
const ENDPOINT_TEXTS = { secret_rotated: 'got a new signing secret', deleted: 'was deleted' } as const;

function describeChange(change: AccessChange): string {
  const name = change.name ?? change.entityId;
  if (change.entity === 'service_key') return `the service key ${name} ${KEY_TEXTS[change.action]}`;
  if (change.entity === 'webhook_endpoint') return `the webhook endpoint ${name} ${ENDPOINT_TEXTS[change.action]}`;
  return `${name} ${ADMIN_TEXTS[change.action]}${change.role === null ? '' : ` (${change.role})`}`;
}

const namesOf = (changes: readonly AccessChange[], ...actions: readonly AccessChange['action'][]): string =>
  [
    ...new Set(
      changes.filter(({ action }) => actions.includes(action)).map(({ name, entityId }) => name ?? entityId),
    ),
  ].join(', ');

/** Describes, line by line, the changes of access since the backup and how the restore handled them (OWN-09). */
export function describeAccess({ changes, applied }: ReplayedAccess, keepsAccess: boolean): string[] {
  const passwords = namesOf(changes, 'password_set');
  const factors = namesOf(changes, 'two_factor_reset', 'totp_removed', 'passkey_removed');
  const secrets = namesOf(changes, 'secret_rotated');
  return [
    ...(changes.length > 0 ? ['Changes of access after the backup:'] : []),
    ...changes.map((change) => `  ${change.at} ${describeChange(change)}`),
    ...(keepsAccess
      ? ['Administrators and service keys keep the access that they had in the backup (--keep-access).']
      : describeApplied(applied)),
    ...(passwords
      ? [
          `The password in the backup is valid again for ${passwords}: set a new one with "npm run admin -- create EMAIL".`,
        ]
      : []),
    ...(factors
      ? [
          `The second factors in the backup are valid again for ${factors}: remove them with "npm run admin -- reset-two-factor EMAIL".`,
        ]
      : []),
    ...(secrets
      ? [`The signing secret in the backup is valid again for ${secrets}: rotate it on the screen Integrations.`]
      : []),
  ];
}

function describeApplied({ suspended, lowered, neededOwners, revokedKeys, endedLinks }: AppliedAccess): string[] {
  const keys = `${countText(revokedKeys.length, 'service key')} ${revokedKeys.length === 1 ? 'was' : 'were'} revoked`;
  const links = `${countText(endedLinks, 'one-time link')} ${endedLinks === 1 ? 'was' : 'were'} ended`;
  return [
    ...suspended.map(({ email }) => `${email} is suspended again.`),
    ...lowered.map(({ email, before, after }) => `${email} has the role ${after} again instead of ${before}.`),
    ...neededOwners.map((email) => `${email} stays an owner who can sign in, because there is no other one.`),
    ...(revokedKeys.length > 0
      ? [
          `${keys}: ${revokedKeys.map(({ name }) => name).join(', ')}. Create new ones with "npm run key -- create NAME"; --keep-access keeps those of a backup.`,
        ]
      : []),
    ...(endedLinks > 0 ? [`${links}: an owner renews the invitations on the screen Team.`] : []),
  ];
}

export const accessEntries = ({ suspended, lowered, revokedKeys }: AppliedAccess): NewActivityEntry[] => [
  ...suspended.map(({ id }): NewActivityEntry => ({ action: 'suspended', entity: 'admin', entityId: id })),
  ...lowered.map(
    ({ id, before, after }): NewActivityEntry => ({
      action: 'role_changed',
      entity: 'admin',
      entityId: id,
      changes: [{ field: 'role', before, after }],
    }),
  ),
  ...revokedKeys.map(({ id }): NewActivityEntry => ({ action: 'revoked', entity: 'service_key', entityId: id })),
];

const restoreNote = z.object({
  user: z.string().nullable(),
  at: z.iso.datetime(),
  backupOf: z.string(),
  /** Notes of earlier releases don't contain it. */
  access: appliedAccess.default(nothingApplied),
});

const NAME = 'restored';

/**
 * Stores a note of a restore in the restored database. The activity entry is written later, because it needs the data
 * key, which may not be on this machine.
 */
async function storeRestoreNote(client: pg.ClientBase, backupOf: string, access: AppliedAccess): Promise<void> {
  const note: z.infer<typeof restoreNote> = {
    user: commandLineActor().email,
    at: new Date().toISOString(),
    backupOf,
    access,
  };
  await orm(client)
    .insert(businessSettings)
    .values({ name: NAME, value: JSON.stringify(note) });
}

export interface RestoreAccessOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'objectStorage'>;
  /** Whether all administrators keep the access that they had in the backup (OWN-09). */
  readonly keepsAccess: boolean;
}

/**
 * Applies the suspensions, revocations and role reductions of the outside record, ends the access of programs, and
 * stores a note of the restore (OWN-09).
 */
export function finishRestore(
  database: Database,
  backupOf: string,
  { settings, keepsAccess }: RestoreAccessOptions,
): Promise<ReplayedAccess> {
  return replayAccess(database, openAccessChangeLog(settings), {
    at: new Date(),
    by: commandLineActor().email,
    what: keepsAccess ? 'nothing' : 'all',
    since: new Date(backupOf),
    conclude: (client, applied) => storeRestoreNote(client, backupOf, applied),
  });
}

/** Applies and logs lost access changes at startup if the database was restored by other means (OWN-09). */
export async function repeatAccess(database: Database, record: AccessChangeLog): Promise<AppliedAccess> {
  const at = new Date();
  const { applied } = await replayAccess(database, record, {
    at,
    by: null,
    what: 'again',
    since: null,
    conclude: (client, done) => recordActivities(client, SYSTEM_ACTOR, at, accessEntries(done)),
  });
  return applied;
}

/** Logs a restore from its note before the first program with the data key logs anything else (PRIV-03). */
export function recordRestore(database: Pick<Database, 'transaction'>): Promise<void> {
  return database.transaction(async (client) => {
    const [found] = await orm(client).delete(businessSettings).where(eq(businessSettings.name, NAME)).returning();
    if (found === undefined) return;
    const { user, at, backupOf, access } = restoreNote.parse(JSON.parse(found.value));
    await recordActivities(client, { ...commandLineActor(), email: user }, new Date(at), [
      { action: 'restored', entity: 'database', entityId: null, changes: toFieldChanges({ backupOf }) },
      ...accessEntries(access),
    ]);
  });
}
