import { APPROVALS_SENTENCES } from './sentences/approvals.ts';
import { CAUSES_SENTENCES } from './sentences/causes.ts';
import { CLOSES_SENTENCES } from './sentences/closes.ts';
import { FILES_SENTENCES } from './sentences/files.ts';
import { INTEGRATIONS_SENTENCES } from './sentences/integrations.ts';
import { JOBS_SENTENCES } from './sentences/jobs.ts';
import { MONEY_SENTENCES } from './sentences/money.ts';
import { PAYMENT_RUNS_SENTENCES } from './sentences/payment-runs.ts';
import { PEOPLE_SENTENCES } from './sentences/people.ts';
import { PROGRAMS_SENTENCES } from './sentences/programs.ts';
import { RECORD_SENTENCES } from './sentences/records.ts';
import { REFUND_REASON_SENTENCES } from './sentences/refund-reasons.ts';
import { REFUNDS_SENTENCES } from './sentences/refunds.ts';
import { REQUESTS_SENTENCES } from './sentences/requests.ts';
import { ROADSIDE_SENTENCES } from './sentences/roadside.ts';
import { SETTLEMENTS_SENTENCES } from './sentences/settlements.ts';
import { SIGN_IN_SENTENCES } from './sentences/sign-in.ts';
import { FIELD_SENTENCES } from './wire/field-sentences.ts';
import { type Sentence as AnySentence, sentencesOf } from './wire/sentence.ts';

/**
 * All server messages that users read, by their codes (LANG-02). A translation has the same codes and parameters.
 * Messages on the wire are in English. A code is never reused for another message.
 */
export const SENTENCES = {
  ...FIELD_SENTENCES,
  ...RECORD_SENTENCES,
  ...REFUND_REASON_SENTENCES,
  ...APPROVALS_SENTENCES,
  ...CAUSES_SENTENCES,
  ...CLOSES_SENTENCES,
  ...FILES_SENTENCES,
  ...INTEGRATIONS_SENTENCES,
  ...JOBS_SENTENCES,
  ...MONEY_SENTENCES,
  ...PAYMENT_RUNS_SENTENCES,
  ...PEOPLE_SENTENCES,
  ...PROGRAMS_SENTENCES,
  ...REFUNDS_SENTENCES,
  ...REQUESTS_SENTENCES,
  ...ROADSIDE_SENTENCES,
  ...SETTLEMENTS_SENTENCES,
  ...SIGN_IN_SENTENCES,
};

export { PROGRAMS_SENTENCES };

export type Sentences = typeof SENTENCES;
export type SentenceCode = keyof Sentences;
/** A message of this server. */
export type Sentence = AnySentence<SentenceCode>;

/** Creates a message from its code and parameters. */
export const sentence = sentencesOf(SENTENCES);
