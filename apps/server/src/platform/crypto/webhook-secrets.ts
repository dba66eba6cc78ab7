import type pg from 'pg';
import type { DataKeys } from './data-keys.ts';
import { readStored } from './reencrypt.ts';

/** The columns of an endpoint's signing secrets: the present one, and the one before the last rotation. */
type SecretColumn = 'secret' | 'previous_secret';

/** The value of a secret column, with its place. */
export interface WebhookSecret {
  readonly endpointId: string;
  readonly column: SecretColumn;
  readonly text: string;
}

const placeOf = ({ endpointId: id, column }: WebhookSecret) => ({ table: 'webhook_endpoints', id, column });

/** Encrypts a secret for its column (PRIV-01), in the transaction that stores it. */
export const encryptWebhookSecret = (
  keys: DataKeys,
  client: pg.ClientBase,
  secret: WebhookSecret,
): Promise<string> => keys.encrypt(client, secret.text, placeOf(secret));

/**
 * Decrypts a stored secret; one that an older version has stored is returned as it is.
 * @throws DecryptionError when the value is not of this endpoint and column
 */
export const readWebhookSecret = (keys: DataKeys, stored: WebhookSecret): Promise<string> =>
  readStored(keys, stored.text, placeOf(stored));
