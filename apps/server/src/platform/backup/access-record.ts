import { ROLES } from '@wayside/contract/roles';
import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { type OutsideRecord, openOutsideRecord } from '../files/outside-record.ts';

/** The entries of the activity log that change who has access, by their kind of record (OWN-09). */
export const ACCESS_ACTIONS = {
  admin: [
    ...(['created', 'invited', 'role_changed', 'suspended', 'reactivated', 'password_set'] as const),
    ...(['sessions_ended', 'two_factor_reset', 'totp_removed', 'passkey_removed'] as const),
  ],
  service_key: ['created', 'revoked'],
  webhook_endpoint: ['secret_rotated', 'deleted'],
} as const;

const shared = {
  /** The number and the hash of the entry in the activity log: another database has another hash. */
  id: z.string().regex(/^\d{1,18}-[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  entityId: z.string().regex(/^[0-9a-f]{24}$/),
  /** The email of an administrator, the name of a key, the host of a webhook endpoint; null where it is unknown. */
  name: z.nullable(z.string()),
};

/** A change of access as it is remembered outside of the database: no secret, and no hash of one. */
export const accessChange = z.discriminatedUnion('entity', [
  z.object({
    ...shared,
    entity: z.literal('admin'),
    action: z.enum(ACCESS_ACTIONS.admin),
    /** The role that an administrator was given; null for another change. */
    role: z.nullable(z.enum(ROLES)),
  }),
  z.object({ ...shared, entity: z.literal('service_key'), action: z.enum(ACCESS_ACTIONS.service_key) }),
  z.object({ ...shared, entity: z.literal('webhook_endpoint'), action: z.enum(ACCESS_ACTIONS.webhook_endpoint) }),
]);
export type AccessChange = z.infer<typeof accessChange>;

/** The record of changes of access that no restore of the database replaces (OWN-09). */
export type AccessRecord = OutsideRecord<AccessChange>;

/** Opens it; `openOutsideRecord` says where it is. */
export const openAccessRecord = (settings: Pick<Settings, 'objectStorage' | 'dataDir'>): AccessRecord =>
  openOutsideRecord(settings, {
    path: dataDirectoryAt(settings.dataDir).access,
    folder: 'access/',
    entry: accessChange,
  });
