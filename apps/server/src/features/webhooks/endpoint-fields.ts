import { badRequest } from '../../api-error.ts';
import { namesPrivateHost } from '../../public-address.ts';
import type { Settings } from '../../settings.ts';

/**
 * Rejects at once what every delivery would reject; a name is resolved at each delivery (HOOK-03).
 * @throws 400
 */
export function requireAllowedUrl({ allowsPrivateWebhooks }: Settings, url: string): void {
  if (!allowsPrivateWebhooks && namesPrivateHost(url))
    throw badRequest([{ field: 'url', message: 'must not lead into a private network' }]);
}

/** An address without path and query, which may contain a token: for logs. */
export const shownUrl = (url: string): string => new URL(url).origin;

/** Event types as the activity log shows them. */
export const typesText = (types: readonly string[] | null): string => types?.join(', ') ?? 'all';
