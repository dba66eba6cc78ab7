import { endpointsOf } from './wire/endpoint.ts';
import { instant, maybe, numeric, openEnum, recordId, text } from './wire/fields.ts';
import { pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import { fileContent, optionalName, recordInPath, requiredName } from './wire/request-fields.ts';
import { sentenceFields, sentenceKey } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payment-runs');

/** The maximum size of a bank result file in bytes, which allows more than 50,000 rows. */
export const MAX_RESULT_FILE_BYTES = 26_214_400;

const MAX_NAME_LENGTH = 200;

/**
 * The states of a bank result file. `reading`: the last line is not read yet. `stopped`: the user who uploaded it may
 * no longer move money, or it is not a result file of this bank.
 */
export const RESULT_FILE_STATES = ['reading', 'finished', 'stopped'] as const;

/** Why a line of a bank result file needs a user's attention (BANK-03). */
export const RESULT_ISSUES = [
  'unreadable',
  'unknown_reference',
  'duplicate',
  'amount_differs',
  'account_differs',
  'not_sent',
  'no_transaction_id',
  'transaction_id_used',
  'contradiction',
] as const;
export type ResultIssueKind = (typeof RESULT_ISSUES)[number];

const fileFields = {
  id: recordId,
  profile: text,
  profileLabel: text,
  name: text,
  /** SHA-256 of the file, in hexadecimal digits. */
  hash: text,
  state: openEnum(RESULT_FILE_STATES),
  /** The number of lines with payments read so far. */
  lineCount: numeric,
  /** The share of the file that is read, from 0 to 1. */
  progress: numeric,
  changedCount: numeric,
  unchangedCount: numeric,
  issueCount: numeric,
  /**
   * The number of payments on the other lines, by the status that the bank reports. All are 0 for a file that was
   * read before they were counted (BANK-08).
   */
  paidCount: numeric,
  failedCount: numeric,
  reversedCount: numeric,
  processingCount: numeric,
  reason: maybe(text),
  reasonKey: sentenceKey,
  uploadedAt: instant,
  uploadedBy: text,
  finishedAt: maybe(instant),
};
/** A bank result file (BANK-03). */
export type BankResultFile = DomainOf<typeof fileFields>;
const file: Wire<BankResultFile> = wireObject(fileFields, { id: '_id' });
const fileResponse = success({ ...sentenceFields, record: file }, { record: 'data' });

const permission = 'payouts:read';
const PATH = '/admin/bank-answers';

/** BANK-03 */
export const uploadResultFile = endpoint('uploadResultFile', `POST ${PATH}`, {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Uploads a bank result file (at most 25 MB) and applies it in the background. Uploading the same file under the same profile again changes nothing and returns the first upload; under another profile it is parsed again.',
  body: wireObject({
    profile: requiredName(MAX_NAME_LENGTH),
    name: optionalName(MAX_NAME_LENGTH),
    file: fileContent,
  }),
  fileLimitBytes: MAX_RESULT_FILE_BYTES,
  response: fileResponse,
  errorCodes: [413, 415],
});

export const listResultFiles = endpoint('listResultFiles', `GET ${PATH}`, {
  permission,
  summary: 'A page of the bank result files, newest first.',
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  response: pagedResponse(file),
});

export const getResultFile = endpoint('getResultFile', `GET ${PATH}/{id}`, {
  permission,
  summary: 'One bank result file with its progress and its payments by status.',
  params: recordInPath,
  response: fileResponse,
  errorCodes: [404],
});

const issueFields = {
  line: numeric,
  kind: openEnum(RESULT_ISSUES),
  reference: maybe(text),
  message: text,
  messageKey: sentenceKey,
  runId: maybe(recordId),
};
/** A line of a bank result file that needs a user's attention. */
export type ResultIssue = DomainOf<typeof issueFields>;

/** BANK-03 */
export const listResultIssues = endpoint('listResultIssues', `GET ${PATH}/{id}/issues`, {
  permission,
  summary: 'A page of the lines of a result file that need a person, in the order of the file, with the reason.',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  response: pagedResponse(wireObject(issueFields, { runId: 'run' })),
  errorCodes: [404],
});
