import { endpoint } from './wire/endpoint.ts';
import { instant, maybe, numeric, openEnum, recordId, text } from './wire/fields.ts';
import { fileContent } from './wire/file-content.ts';
import { pagedAnswer, pageLimit, pageNumber } from './wire/paging.ts';
import { optionalText, recordInPath, requiredName } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The most bytes of a bank's answer: more than 50,000 rows. */
export const MAX_ANSWER_BYTES = 26_214_400;

const MAX_NAME_LENGTH = 200;

/** `reading` until its last line; `stopped`: whoever gave it may not move money any more, or it is no answer of this bank. */
export const ANSWER_STATES = ['reading', 'finished', 'stopped'] as const;

/** Why a line of an answer was not carried out (BANK-03). */
export const ANSWER_ISSUES = [
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
export type AnswerIssueKind = (typeof ANSWER_ISSUES)[number];

const answerFields = {
  id: recordId,
  profile: text,
  profileLabel: text,
  /** Of the file, as it was given. */
  name: text,
  /** SHA-256 of the file, in hexadecimal digits. */
  hash: text,
  state: openEnum(ANSWER_STATES),
  /** Lines that hold payments, as far as they are read. */
  lineCount: numeric,
  /** How much of the file is read, from 0 to 1. */
  progress: numeric,
  /** Lines that changed a payment. */
  changedCount: numeric,
  /** Lines that say what is known already. */
  unchangedCount: numeric,
  /** Lines that need a person. */
  issueCount: numeric,
  /** The payments of the other lines, by what the bank states. All 0 for a file that was read before they were counted (BANK-08). */
  paidCount: numeric,
  failedCount: numeric,
  reversedCount: numeric,
  processingCount: numeric,
  /** Why it was stopped. */
  reason: maybe(text),
  uploadedAt: instant,
  /** The administrator's email. */
  uploadedBy: text,
  finishedAt: maybe(instant),
};
/** An answer of a bank (BANK-03). */
export type BankAnswerFile = DomainOf<typeof answerFields>;
const answer: Wire<BankAnswerFile> = wireObject(answerFields, { id: '_id' });
const answerAnswer = success({ message: maybe(text), record: answer }, { record: 'data' });

const tag = 'payment-runs';
const permission = 'payouts:read';
const PATH = '/admin/bank-answers';

/** POST /admin/bank-answers: a file that the bank gave (BANK-03). */
export const uploadBankAnswer = endpoint({
  name: 'uploadBankAnswer',
  method: 'POST',
  path: PATH,
  permission: 'money:move',
  needsProof: true,
  summary:
    'Takes the answer of a bank, 25 MB at most, and reads it in the background. The same file again changes nothing and answers with the first one.',
  tag,
  body: wireObject({
    profile: requiredName(MAX_NAME_LENGTH),
    name: optionalText(MAX_NAME_LENGTH),
    file: fileContent,
  }),
  fileLimitBytes: MAX_ANSWER_BYTES,
  answer: answerAnswer,
  errorCodes: [413, 415],
});

/** GET /admin/bank-answers: newest first. */
export const listBankAnswers = endpoint({
  name: 'listBankAnswers',
  method: 'GET',
  path: PATH,
  permission,
  summary: 'A page of the answers of banks, newest first.',
  tag,
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  answer: pagedAnswer(answer),
});

/** GET /admin/bank-answers/{id}: with its progress. */
export const getBankAnswer = endpoint({
  name: 'getBankAnswer',
  method: 'GET',
  path: `${PATH}/{id}`,
  permission,
  summary: 'One answer of a bank with its progress.',
  tag,
  params: recordInPath,
  answer: answerAnswer,
  errorCodes: [404],
});

const issueFields = {
  line: numeric,
  kind: openEnum(ANSWER_ISSUES),
  reference: maybe(text),
  /** What the bank says and what is stored. */
  message: text,
  /** The run of the reference. */
  runId: maybe(recordId),
};
/** A line of an answer that a person has to look at. */
export type AnswerIssue = DomainOf<typeof issueFields>;

/** GET /admin/bank-answers/{id}/issues: the lines for a person (BANK-03). */
export const listAnswerIssues = endpoint({
  name: 'listAnswerIssues',
  method: 'GET',
  path: `${PATH}/{id}/issues`,
  permission,
  summary: 'A page of the lines of an answer that were not carried out, in the order of the file, with the reason.',
  tag,
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  answer: pagedAnswer(wireObject(issueFields, { runId: 'run' })),
  errorCodes: [404],
});
