/** A table with encrypted columns. Its rows have an `id`. */
export interface EncryptedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Every column that is encrypted (PRIV-01). */
export const ENCRYPTED_TABLES: readonly EncryptedTable[] = [
  { table: 'mechanics', columns: ['bank_account_number', 'bank_ifsc_code', 'bank_upi_id', 'aadhaar_card'] },
  { table: 'payment_runs', columns: ['debit_account'] },
  { table: 'payment_run_file_parts', columns: ['content'] },
  { table: 'bank_answer_parts', columns: ['content'] },
  { table: 'bank_result_rows', columns: ['content'] },
  { table: 'totp', columns: ['secret'] },
  { table: 'webhook_endpoints', columns: ['secret', 'previous_secret'] },
  { table: 'push_keys', columns: ['private_key'] },
  { table: 'push_subscriptions', columns: ['subscription'] },
];

/** The encrypted columns of a table. */
export const encryptedColumnsOf = (name: string): readonly string[] =>
  ENCRYPTED_TABLES.find(({ table }) => table === name)?.columns ?? [];

/**
 * Whether a value of an encrypted column is stored as it is: the name of an image of ours, which only signed links open,
 * which tells nothing, and by which SQL finds the images that are in use.
 */
export const isStoredPlain = (text: string): boolean => text.startsWith('/files/');
