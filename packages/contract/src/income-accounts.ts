import { optionalFields, recordResponse } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { list, openEnum, recordId, text } from './wire/fields.ts';
import { recordInPath, requiredName } from './wire/request-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('income');

/** The accounts to which the journal posts (CLOS-02). */
export const ACCOUNT_PURPOSES = [
  'bank',
  'gateway_clearing',
  'mechanics_payable',
  'wallets_payable',
  'opening_balances',
  'commission_income',
  'platform_fee_income',
  'adjustments',
  'loyalty_expense',
  'differences',
] as const;
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number];

/** The maximum number of characters in the code and the name of an account. */
export const MAX_ACCOUNT_CODE = 40;
export const MAX_ACCOUNT_NAME = 100;

const fields = {
  id: recordId,
  /** What the journal uses the account for. */
  purpose: openEnum(ACCOUNT_PURPOSES),
  /** The number of the account in the accounting software. It is unique, regardless of letter case. */
  code: text,
  name: text,
};
/** An account of the journal. */
export type LedgerAccount = DomainOf<typeof fields>;
export const ledgerAccount: Wire<LedgerAccount> = wireObject(fields, { id: '_id' });
const storedAccount = versioned(fields, { id: '_id' });
export type StoredAccount = LedgerAccount & Versioned;

/** CLOS-02 */
export const listAccounts = endpoint('listAccounts', 'GET /admin/income/accounts', {
  permission: 'payouts:read',
  summary: 'The accounts of the journal, by their codes.',
  response: success({ rows: list(storedAccount) }, { rows: 'data' }),
});

/** CLOS-02, EDIT-01 */
export const updateAccount = endpoint('updateAccount', 'PATCH /admin/income/accounts/{id}', {
  permission: 'money:move',
  summary:
    'Changes the code or name of an account; a missing field stays unchanged. The journal uses the new values for every day. 409 names the account that already has the code.',
  params: recordInPath,
  body: wireObject(optionalFields({ code: requiredName(MAX_ACCOUNT_CODE), name: requiredName(MAX_ACCOUNT_NAME) })),
  response: recordResponse(storedAccount),
  conflict: conflictResponse(storedAccount),
  errorCodes: [404, 409],
});
