import type pg from 'pg';
import type { DataKeys } from './data-keys.ts';
import { readStored } from './reencrypt.ts';

type SecretColumn = 'secret' | 'previous_secret';

export interface WebhookSecret {
  readonly endpointId: string;
  readonly column: SecretColumn;
  readonly text: string;
}

const cellAddressOf = ({ endpointId: id, column }: WebhookSecret) => ({ table: 'webhook_endpoints', id, column });

/** Encrypts a secret in the transaction that stores it (PRIV-01). */
export const encryptWebhookSecret = (
  keys: DataKeys,
  client: pg.ClientBase,
  secret: WebhookSecret,
): Promise<string> => keys.encrypt(client, secret.text, cellAddressOf(secret));

/** Decrypts a stored secret. A plain secret of an older version is returned unchanged. @throws DecryptionError */
export const readWebhookSecret = (keys: DataKeys, stored: WebhookSecret): Promise<string> =>
  readStored(keys, stored.text, cellAddressOf(stored));
