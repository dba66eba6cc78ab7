/** A table with encrypted columns. Its rows have an `id`. */
export interface EncryptedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** All encrypted columns (PRIV-01). */
export const ENCRYPTED_TABLES: readonly EncryptedTable[] = [
  { table: 'mechanics', columns: ['bank_account_number', 'bank_ifsc_code', 'bank_upi_id', 'aadhaar_card'] },
  { table: 'payment_runs', columns: ['debit_account'] },
  { table: 'payment_run_file_parts', columns: ['content'] },
  { table: 'bank_answer_parts', columns: ['content'] },
  { table: 'bank_result_rows', columns: ['content'] },
  { table: 'settlement_file_parts', columns: ['content'] },
  { table: 'totp', columns: ['secret'] },
  { table: 'admin_identities', columns: ['refresh_token'] },
  { table: 'webhook_endpoints', columns: ['secret', 'previous_secret'] },
  { table: 'push_keys', columns: ['private_key'] },
  { table: 'push_subscriptions', columns: ['subscription'] },
];

export const encryptedColumnsOf = (name: string): readonly string[] =>
  ENCRYPTED_TABLES.find(({ table }) => table === name)?.columns ?? [];

/**
 * Names of stored images are not encrypted. They are not secret, because only signed links give access to images, and
 * SQL searches for them.
 */
export const isStoredPlain = (text: string): boolean => text.startsWith('/files/');
