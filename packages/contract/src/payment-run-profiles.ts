import { endpoint } from './wire/endpoint.ts';
import { list, maybe, numeric, text } from './wire/fields.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const profileFields = {
  name: text,
  label: text,
  /** The most rows of one file. */
  mostRows: numeric,
  /** The own account from which the last run of the profile was paid. */
  debitAccount: maybe(text),
};
/** A format of bank files (BANK-02). */
export type RunProfile = DomainOf<typeof profileFields>;

/** GET /admin/payment-runs/profiles (BANK-02). */
export const listRunProfiles = endpoint({
  name: 'listRunProfiles',
  method: 'GET',
  path: '/admin/payment-runs/profiles',
  permission: 'money:move',
  summary: 'The formats in which a payment run can leave, those of the product and those of BANK_PROFILES.',
  tag: 'payment-runs',
  answer: success({ rows: list(wireObject(profileFields)) }, { rows: 'data' }),
});
