import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type { Passkey, TwoFactor } from '@wayside/contract/two-factor';
import { ObjectId } from 'bson';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { ApiError, badRequest, conflict, fieldError, invalidField, notFound } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/passwords.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins, passkeyRegistrations, passkeys, sessions, totp } from '../../platform/db/schema/session.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import {
  hasAnyFactor,
  recoveryCodesForNew,
  removeAllFactors,
  removeRestOfFactors,
  replaceRecoveryCodes,
} from '../../platform/two-factor/factors.ts';
import { loadWebauthn, rpIdOf } from '../../platform/two-factor/passkey-assertion.ts';
import {
  acceptedStep,
  clockOffsetSeconds,
  decryptTotpSecret,
  encryptTotpSecret,
  newTotpSecret,
  totpDigits,
  totpUri,
} from '../../platform/two-factor/totp-code.ts';

const PASSKEYS = `SELECT id, name, iso_instant(created_at) AS "createdAt", iso_instant(last_used_at) AS "lastUsedAt", origin
  FROM passkeys`;
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  origin: z.string(),
});

const READ = defineStatement({
  name: 'read-two-factor',
  text: `SELECT (SELECT iso_instant(confirmed_at) FROM totp WHERE admin_id = $1) AS "totpSince",
           ${jsonRows(`${PASSKEYS} WHERE admin_id = $1 ORDER BY id`)} AS passkeys,
           (SELECT count(*)::int FROM recovery_codes WHERE admin_id = $1) AS "recoveryCodesLeft"`,
  row: z.object({
    totpSince: z.nullable(z.string()),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.number(),
  }),
  example: [sampleOf('admins')],
});

const READ_PASSKEY = defineStatement({
  name: 'read-passkey',
  text: `${PASSKEYS} WHERE id = $1 AND admin_id = $2`,
  row: passkey,
  example: [sampleOf('passkeys'), sampleOf('passkeys', 'admin_id')],
});

/** Returns the second factors of an administrator (TEAM-04). */
export async function readTwoFactor(
  { database, settings }: AppContext,
  { adminId }: { readonly adminId: string },
): Promise<TwoFactor> {
  const [found] = await database.rows(READ, [adminId]);
  if (!found) throw new Error('a statement without a condition found nothing');
  return { ...found, isRequired: settings.requiresTwoFactor };
}

/** Reads one of an administrator's passkeys in a transaction. Returns undefined if there is none with this id. */
async function readPasskey(
  client: pg.ClientBase,
  { id, adminId }: { readonly id: string; readonly adminId: string },
): Promise<Passkey | undefined> {
  const [found] = await rowsOf(client, READ_PASSKEY, [id, adminId]);
  return found;
}

const MAX_PASSKEYS = 20;
const REGISTRATION_TTL_MS = 300_000;

interface BeginPasskeyInput {
  readonly adminId: string;
  readonly email: string;
  readonly name: string | null;
  /** The origin of the page from the Origin header. */
  readonly origin: string | undefined;
}

/**
 * Returns the options with which a browser creates a passkey for the calling page. @throws 400 if there is no origin;
 * 409 if there are too many passkeys
 */
export async function beginPasskey(
  { database, settings, now }: AppContext,
  { adminId, email, name, origin }: BeginPasskeyInput,
): Promise<{ options: Record<string, unknown> }> {
  if (origin === undefined || !/^https?:\/\//.test(origin) || !URL.canParse(origin))
    throw badRequest([fieldError('', 'passkey_needs_browser')]);
  const { credentialId: id, transports } = passkeys;
  const known = await database.orm.select({ id, transports }).from(passkeys).where(eq(passkeys.adminId, adminId));
  if (known.length >= MAX_PASSKEYS) throw conflict('most_passkeys', { most: MAX_PASSKEYS });
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: settings.brand,
    rpID: rpIdOf(origin),
    userID: Uint8Array.from(Buffer.from(adminId)),
    userName: email,
    userDisplayName: name ?? email,
    excludeCredentials: known,
  });
  const begun = {
    challenge: options.challenge,
    origin,
    expiresAt: new Date(now().getTime() + REGISTRATION_TTL_MS),
  };
  await database.orm
    .insert(passkeyRegistrations)
    .values({ adminId, ...begun })
    .onConflictDoUpdate({ target: passkeyRegistrations.adminId, set: begun });
  return { options: { ...options } };
}

/**
 * Creates the secret of an authenticator app, which takes effect after `confirmTotp`. Only this response contains the
 * secret. @throws 409 if an app is already set up
 */
export async function beginTotp(
  context: AppContext,
  { adminId, email }: { readonly adminId: string; readonly email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const begun = await context.database.transaction(async (client) => {
    // The lock prevents a change of the secret between the check of its code and the confirmation.
    await lockAdmin(client, adminId);
    const stored = await encryptTotpSecret(context, client, { adminId, secret });
    return orm(client)
      .insert(totp)
      .values({ adminId, secret: stored })
      .onConflictDoUpdate({ target: totp.adminId, set: { secret: stored }, setWhere: isNull(totp.confirmedAt) });
  });
  if (begun.rowCount === 0) throw conflict('app_set_up_already');
  return { secret, uri: totpUri(secret, { issuer: context.settings.brand, label: email }) };
}

interface ConfirmTotpInput {
  readonly adminId: string;
  readonly code: string;
}

/**
 * Sets up an authenticator app after checking one of its codes. @returns ten recovery codes if this is the first
 * factor @throws 400 if the code is wrong, with the offset of the app's clock if it is off; 409 if no set-up was
 * started
 */
export function confirmTotp(
  context: ActorContext,
  { adminId, code }: ConfirmTotpInput,
): Promise<{ recoveryCodes: string[] }> {
  const { database, now, actor } = context;
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const [begun] = await orm(client).select().from(totp).where(eq(totp.adminId, adminId));
    if (begun === undefined || begun.confirmedAt !== null) throw conflict('no_app_to_confirm');
    const at = now();
    const lastStep = requireStep(await decryptTotpSecret(context, adminId, begun.secret), code, at);
    await orm(client).update(totp).set({ confirmedAt: at, lastStep }).where(eq(totp.adminId, adminId));
    const recoveryCodes = await recoveryCodesForNew(client, adminId);
    await recordActivity(client, actor, at, { action: 'totp_added', entity: 'admin', entityId: adminId });
    return { recoveryCodes };
  });
}

function requireStep(secret: string, code: string, at: Date): number {
  const digits = totpDigits(code);
  if (digits === null) throw wrongCode(sentence('six_digits'));
  const step = acceptedStep(secret, digits, at);
  if (step !== null) return step;
  const offset = clockOffsetSeconds(secret, digits, at);
  throw wrongCode(offset === null ? sentence('set_up_code_wrong') : clockSentence(offset));
}

function clockSentence(offsetSeconds: number): Sentence {
  const minutes = Math.max(1, Math.round(Math.abs(offsetSeconds) / 60));
  const side = offsetSeconds > 0 ? 'ahead' : 'behind';
  return minutes === 1 ? sentence(`clock_minute_${side}`) : sentence(`clock_${side}`, { minutes });
}

const wrongCode = (reason: Sentence) => invalidField('code', reason);

const MAX_TRANSPORTS = 10;
/** The longest credential id that WebAuthn allows: 1,023 bytes, encoded as base64url. */
const MAX_CREDENTIAL_ID_LENGTH = 1364;
const registration = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(MAX_TRANSPORTS)
      .default([]),
  }),
});

const passkeyUnusable = () => new ApiError('bad_request', sentence('passkey_unusable'));

interface RegisterPasskeyInput {
  readonly adminId: string;
  readonly name: string;
  /** The credential in the format of the browser library. */
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Adds the passkey that a browser created for `beginPasskey`. @returns ten recovery codes if this is the first factor
 * @throws 400 if it does not match the challenge; 409 if no set-up was started or the passkey already exists
 */
export async function registerPasskey(
  { database, now, actor }: ActorContext,
  { adminId, name, response }: RegisterPasskeyInput,
): Promise<{ record: Passkey; recoveryCodes: string[] }> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const { adminId: admin, expiresAt } = passkeyRegistrations;
    const [begun] = await orm(client)
      .delete(passkeyRegistrations)
      .where(and(eq(admin, adminId), gt(expiresAt, now())))
      .returning();
    if (begun === undefined) throw conflict('passkey_set_up_expired');
    const { success, data } = registration.safeParse(response);
    if (!success) throw passkeyUnusable();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...data, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: begun.challenge,
      expectedOrigin: begun.origin,
      expectedRPID: rpIdOf(begun.origin),
      requireUserVerification: false,
      // The library throws for any error in the response.
    }).catch(() => ({ registrationInfo: undefined }));
    if (registrationInfo === undefined) throw passkeyUnusable();
    const id = new ObjectId().toHexString();
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    if (credentialId.length > MAX_CREDENTIAL_ID_LENGTH) throw passkeyUnusable();
    const values = { id, adminId, credentialId, publicKey, counter, name, origin: begun.origin, createdAt: now() };
    const added = await orm(client)
      .insert(passkeys)
      .values({ ...values, transports: data.response.transports })
      .onConflictDoNothing();
    if (added.rowCount === 0) throw conflict('passkey_exists');
    const recoveryCodes = await recoveryCodesForNew(client, adminId);
    const record = await readPasskey(client, { id, adminId });
    if (!record) throw new Error('the passkey was not stored');
    await recordActivity(client, actor, now(), {
      action: 'passkey_added',
      entity: 'admin',
      entityId: adminId,
      changes: [{ field: 'passkey', before: null, after: name }],
    });
    return { record, recoveryCodes };
  });
}

/** Removes one of an administrator's passkeys. @throws 404 */
export function removePasskey(
  { database, now, actor }: ActorContext,
  { adminId, id }: { readonly adminId: string; readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const [removed] = await orm(client)
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.adminId, adminId)))
      .returning({ name: passkeys.name });
    if (removed === undefined) throw notFound('passkey');
    await removeRestOfFactors(client, adminId);
    await recordActivity(client, actor, now(), {
      action: 'passkey_removed',
      entity: 'admin',
      entityId: adminId,
      changes: [{ field: 'passkey', before: removed.name, after: null }],
    });
  });
}

/** Removes an administrator's authenticator app. @throws 404 if none is set up */
export function removeTotp(
  { database, now, actor }: ActorContext,
  { adminId }: { readonly adminId: string },
): Promise<void> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const removed = await orm(client)
      .delete(totp)
      .where(and(eq(totp.adminId, adminId), isNotNull(totp.confirmedAt)));
    if (removed.rowCount === 0) throw new ApiError('not_found', sentence('no_app'));
    await removeRestOfFactors(client, adminId);
    await recordActivity(client, actor, now(), { action: 'totp_removed', entity: 'admin', entityId: adminId });
  });
}

interface RenamePasskeyInput {
  readonly adminId: string;
  readonly id: string;
  readonly name: string;
}

/** Renames one of an administrator's passkeys. @throws 404 */
export function renamePasskey(
  { database, now, actor }: ActorContext,
  { adminId, id, name }: RenamePasskeyInput,
): Promise<Passkey> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const before = await readPasskey(client, { id, adminId });
    if (before === undefined) throw notFound('passkey');
    if (before.name === name) return before;
    await orm(client).update(passkeys).set({ name }).where(eq(passkeys.id, id));
    await recordActivity(client, actor, now(), {
      action: 'passkey_renamed',
      entity: 'admin',
      entityId: adminId,
      changes: [{ field: 'passkey', before: before.name, after: name }],
    });
    return { ...before, name };
  });
}

/** Creates ten recovery codes and invalidates earlier ones. @throws 409 if there is no second factor */
export function renewRecoveryCodes(
  { database, now, actor }: ActorContext,
  { adminId }: { readonly adminId: string },
): Promise<{ recoveryCodes: string[] }> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    if (!(await hasAnyFactor(client, adminId))) throw conflict('codes_need_factor');
    const recoveryCodes = await replaceRecoveryCodes(client, adminId);
    const entry = { action: 'recovery_codes_renewed', entity: 'admin', entityId: adminId } as const;
    await recordActivity(client, actor, now(), entry);
    return { recoveryCodes };
  });
}

type ResetContext = Pick<ActorContext, 'database' | 'now' | 'actor'>;

/** The result of a reset. */
interface TwoFactorReset {
  readonly email: string;
  /** Whether there was a second factor. */
  readonly hadSecondFactor: boolean;
  readonly endedSessions: number;
}

/** Removes a person's lost second factors and ends their sessions and pending logins (TEAM-04). @throws 404 */
export function resetTwoFactor(
  { database, now, actor }: ResetContext,
  { id }: { readonly id: string },
): Promise<TwoFactorReset> {
  return database.transaction(async (client) => {
    await lockAdmin(client, id);
    const [admin] = await orm(client).select({ email: admins.email }).from(admins).where(eq(admins.id, id));
    if (admin === undefined) throw notFound('administrator');
    const hadSecondFactor = await removeAllFactors(client, id);
    const ended = await orm(client).delete(sessions).where(eq(sessions.adminId, id));
    await recordActivity(client, actor, now(), { action: 'two_factor_reset', entity: 'admin', entityId: id });
    return { email: admin.email, hadSecondFactor, endedSessions: ended.rowCount ?? 0 };
  });
}
