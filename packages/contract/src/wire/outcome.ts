import type { Endpoint } from './endpoint.ts';
import { list, text } from './fields.ts';
import { sentenceFields } from './sentence-fields.ts';
import { wireObject } from './wire-object.ts';

/** The status values that mean success, in upper or lower case and as a boolean, a number or text (API-15). */
const SUCCESS_VALUES: ReadonlySet<string> = new Set(['true', 'success', 'ok', '1', '200', '201']);
/** The names of the status field. One call in the specification uses `success` (API-07). */
const STATUS_KEYS = ['status', 'success'];

/**
 * Checks whether the body of a 2xx response reports a failure (API-18).
 * @param content parsed JSON; a word, a bare list or an empty body reports neither success nor failure
 */
export function isFailure({ successNeeds }: Pick<Endpoint, 'successNeeds'>, content: unknown): boolean {
  const response: ReadonlyMap<string, unknown> = new Map(isRecord(content) ? Object.entries(content) : []);
  const statuses = STATUS_KEYS.filter((key) => response.has(key)).map((key) => response.get(key));
  if (!statuses.every(isSuccessValue)) return true;
  const isThere = (key: string) => (key === 'status' ? statuses.length > 0 : !isBlank(response.get(key)));
  if (!successNeeds.every((needed) => [needed].flat().some(isThere))) return true;
  // An empty object in `error` counts as an error, because a JavaScript Error is serialized to it.
  const hasError = !isNone(response.get('error')) || !isEmpty(response.get('errors'));
  return hasError && isEmpty(response.get('data'));
}

function isSuccessValue(status: unknown): boolean {
  const isWord = typeof status === 'string' || typeof status === 'number' || typeof status === 'boolean';
  return isWord && SUCCESS_VALUES.has(String(status).trim().toLowerCase());
}

/** Checks whether a value is missing, `false`, 0, blank text, or an empty list or record. */
function isEmpty(value: unknown): boolean {
  return isEmptyRecord(value) || isNone(value);
}

function isNone(value: unknown): boolean {
  return isBlank(value) || value === false || value === 0 || (Array.isArray(value) && value.length === 0);
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of every error response in addition to `status: false` (API-14). Field names are wire names. */
export const failure = wireObject({
  ...sentenceFields,
  errors: list(wireObject({ ...sentenceFields, field: text, message: text })),
  /**
   * Only for a 403: the methods by which the caller can prove their identity. After that, the call succeeds
   * (TEAM-05).
   */
  proofNeeded: list(text),
});
