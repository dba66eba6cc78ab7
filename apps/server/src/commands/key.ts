import { parseArgs } from 'node:util';
import { SERVICE_KEY_SCOPES, type ServiceKey, serviceKeyBody } from '@wayside/contract/service-keys';
import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import * as z from 'zod/mini';
import { ApiError } from '../api-error.ts';
import { countText } from '../count-text.ts';
import {
  type CreateServiceKeyInput,
  createServiceKey,
  listServiceKeys,
  revokeKeysOf,
} from '../features/service-keys/service-keys.ts';
import { commandLineActor } from '../platform/db/activity-entry.ts';
import type { Database } from '../platform/db/database.ts';
import { StartError } from '../start-error.ts';

export interface KeyContext {
  readonly database: Database;
  readonly stdout: { write(text: string): unknown };
  readonly now?: () => Date;
}

const USAGE = `Usage:
  npm run key -- create NAME --scope bookings,payments [--days N]
  npm run key -- list
  npm run key -- revoke NAME
The scopes are ${SERVICE_KEY_SCOPES.join(', ')}.`;

/**
 * `npm run key`: creates, lists and revokes service keys (SYNC-06). The last line that `create` prints is only the
 * key.
 * @throws StartError if the arguments are invalid or the key does not exist
 */
export async function run(
  args: string[],
  { database, stdout, now = () => new Date() }: KeyContext,
): Promise<number> {
  const [verb, ...rest] = args;
  const { positionals, values } = parse(rest);
  const [name, ...others] = positionals;
  const hasOptions = values.scope !== undefined || values.days !== undefined;
  const context = { database, now, actor: commandLineActor() };
  if (verb === 'create' && name !== undefined && others.length === 0) {
    const { key, record } = await create(context, name, values);
    stdout.write(`${createdText(record)}\n${key}\n`);
  } else if (verb === 'list' && name === undefined && !hasOptions) {
    const { rows } = await listServiceKeys(context);
    stdout.write(rows.length === 0 ? 'There is no service key.\n' : `${rows.map(keyLine).join('\n')}\n`);
  } else if (verb === 'revoke' && name !== undefined && others.length === 0 && !hasOptions) {
    const { found, revoked } = await revokeKeysOf(context, name);
    if (found === 0) throw new StartError(`There is no service key named ${JSON.stringify(name)}.`);
    stdout.write(revoked === 0 ? 'It was already revoked.\n' : `${countText(revoked, 'key')} revoked.\n`);
  } else throw new StartError(USAGE);
  return 0;
}

function parse(args: string[]) {
  try {
    const options = { scope: { type: 'string' }, days: { type: 'string' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}

async function create(
  context: Parameters<typeof createServiceKey>[0],
  name: string,
  { scope, days }: { readonly scope?: string | undefined; readonly days?: string | undefined },
): ReturnType<typeof createServiceKey> {
  if (scope === undefined) throw new StartError(USAGE);
  const scopes = scope.split(',').map((word) => word.trim());
  const input = z.safeDecode(serviceKeyBody, { name, scopes, ...(days === undefined ? {} : { days }) });
  if (!input.success) throw new StartError(`${issuesText(input.error.issues)}\n${USAGE}`);
  try {
    return await createServiceKey(context, input.data satisfies CreateServiceKeyInput);
  } catch (error) {
    throw error instanceof ApiError ? new StartError(error.message, { cause: error }) : error;
  }
}

const issuesText = (issues: Parameters<typeof fieldErrorsOf>[0]): string =>
  fieldErrorsOf(issues)
    .map(({ field, message }) => `${field} ${message}.`)
    .join(' ');

const expiryText = (expiresAt: string | null): string =>
  expiresAt === null ? 'never expires' : `expires ${expiresAt}`;

const createdText = ({ name, scopes, expiresAt }: ServiceKey): string =>
  `The service key ${name} has the scopes ${scopes.join(', ')} and ${expiryText(expiresAt)}. It is shown only once:`;

const keyLine = ({ name, prefix, state, scopes, expiresAt, lastUsedAt }: ServiceKey): string =>
  [`${prefix}…`, state, name, scopes.join(','), expiryText(expiresAt), `last used ${lastUsedAt ?? 'never'}`].join(
    '  ',
  );
