import { BANK_STATUSES, RUN_ROW_STATES } from './payment-runs.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, maybe, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import { optionalNote, optionalText, recordInPath, requiredNote } from './wire/request-fields.ts';
import { sentenceFields, sentenceKey } from './wire/sentence-fields.ts';
import { optionalTransactionId } from './wire/transaction-id.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payment-runs');

const MAX_SEARCH_LENGTH = 100;
const MAX_REASON_LENGTH = 500;

const PATH = '/admin/payment-runs';

const rowFields = {
  /** The key that the bank result file repeats. */
  reference: text,
  mechanicId: recordId,
  name: maybe(text),
  amountPaise: rupees,
  mode: text,
  destination: text,
  state: openEnum(RUN_ROW_STATES),
  transactionId: maybe(text),
  reason: maybe(text),
  reasonKey: sentenceKey,
  changedAt: instant,
  payoutId: maybe(recordId),
};
export type RunRow = DomainOf<typeof rowFields>;
const row: Wire<RunRow> = wireObject(rowFields, { amountPaise: 'amount' });

/** The filters for the rows of a run. */
export const runRowFilters = { state: maybe(oneOf(RUN_ROW_STATES)), search: optionalText(MAX_SEARCH_LENGTH) };

export const listRunRows = endpoint('listRunRows', `GET ${PATH}/{id}/rows`, {
  permission: 'payouts:read',
  summary:
    'A page of the rows of a run in the order of its file. `search` matches a reference, a name or a transaction id.',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit, ...runRowFilters }),
  response: pagedResponse(row),
  errorCodes: [404],
});

const rowParams = wireObject({ id: recordId, reference: text });

/** BANK-03 */
export const recordOutcome = endpoint('recordOutcome', `POST ${PATH}/{id}/rows/{reference}/outcome`, {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Records the bank’s result for a row: paid with its transaction id, failed, reversed or still processing. Reversing a paid row voids the payment.',
  params: rowParams,
  body: wireObject({
    status: oneOf(BANK_STATUSES),
    transactionId: optionalTransactionId,
    reason: optionalNote(MAX_REASON_LENGTH),
  }),
  response: success({ ...sentenceFields, message: text, record: row }, { record: 'data' }),
  errorCodes: [404, 409],
});

/** BANK-01 */
export const removeRunRow = endpoint('removeRunRow', `POST ${PATH}/{id}/rows/{reference}/remove`, {
  permission: 'money:move',
  summary:
    'Removes a row from a run before its file is made and releases its amount. An approved run needs no new approval. 409 for the last row.',
  params: rowParams,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  response: success({ ...sentenceFields, message: text, record: row }, { record: 'data' }),
  errorCodes: [404, 409],
});
