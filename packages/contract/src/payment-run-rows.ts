import { BANK_STATUSES, RUN_ROW_STATES } from './payment-runs.ts';
import { endpoint } from './wire/endpoint.ts';
import { instant, maybe, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { pagedAnswer, pageLimit, pageNumber } from './wire/paging.ts';
import { optionalNote, optionalText, recordInPath, requiredNote } from './wire/request-fields.ts';
import { optionalTransactionId } from './wire/transaction-id.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const MAX_SEARCH_LENGTH = 100;
const MAX_REASON_LENGTH = 500;

const tag = 'payment-runs';
const PATH = '/admin/payment-runs';

const rowFields = {
  /** The key that the bank result file repeats. */
  reference: text,
  mechanicId: recordId,
  name: maybe(text),
  amountPaise: rupees,
  mode: text,
  /** Masked. */
  destination: text,
  state: openEnum(RUN_ROW_STATES),
  transactionId: maybe(text),
  /** Why it failed, was reversed or was removed. */
  reason: maybe(text),
  /** The last change of the state. */
  changedAt: instant,
  payoutId: maybe(recordId),
};
/** An amount in a run. */
export type RunRow = DomainOf<typeof rowFields>;
const row: Wire<RunRow> = wireObject(rowFields, { amountPaise: 'amount' });

/** Which rows of a run are listed. */
export const runRowFilters = { state: maybe(oneOf(RUN_ROW_STATES)), search: optionalText(MAX_SEARCH_LENGTH) };

/** GET /admin/payment-runs/{id}/rows: in the order of the file. */
export const listRunRows = endpoint({
  name: 'listRunRows',
  method: 'GET',
  path: `${PATH}/{id}/rows`,
  permission: 'payouts:read',
  summary:
    'A page of the rows of a run in the order of its file. `search` matches a reference, a name or a transaction id.',
  tag,
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit, ...runRowFilters }),
  answer: pagedAnswer(row),
  errorCodes: [404],
});

const rowParams = wireObject({ id: recordId, reference: text });

/** POST /admin/payment-runs/{id}/rows/{reference}/outcome: what the bank has said, row by row (BANK-03). */
export const recordOutcome = endpoint({
  name: 'recordOutcome',
  method: 'POST',
  path: `${PATH}/{id}/rows/{reference}/outcome`,
  permission: 'money:move',
  needsProof: true,
  summary:
    'Records what the bank has said of a row: paid with its transaction id, failed, reversed or still processing. A payment that came back after it was paid is voided.',
  tag,
  params: rowParams,
  body: wireObject({
    status: oneOf(BANK_STATUSES),
    transactionId: optionalTransactionId,
    reason: optionalNote(MAX_REASON_LENGTH),
  }),
  answer: success({ message: text, record: row }, { record: 'data' }),
  errorCodes: [404, 409],
});

/** POST /admin/payment-runs/{id}/rows/{reference}/remove: before the file is made (BANK-01). */
export const removeRunRow = endpoint({
  name: 'removeRunRow',
  method: 'POST',
  path: `${PATH}/{id}/rows/{reference}/remove`,
  permission: 'money:move',
  summary:
    'Removes a row from a run whose file was not made; its amount is free again. A run that has been approved needs no other approval for what is left. 409 for the last row.',
  tag,
  params: rowParams,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  answer: success({ message: text, record: row }, { record: 'data' }),
  errorCodes: [404, 409],
});
