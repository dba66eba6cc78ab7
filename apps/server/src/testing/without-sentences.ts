import { SENTENCES } from '@wayside/contract/sentences';
import { fillTemplate, type Params, type Template } from '@wayside/contract/wire/sentence';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks that a message equals the text of its code with its parameters (LANG-02). @returns the remaining fields */
function withoutSentence({ code, params, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const template = new Map<unknown, Template>(Object.entries(SENTENCES)).get(code);
  if (template === undefined) throw new Error(`the code ${code} has no sentence: ${JSON.stringify(rest)}`);
  const filled = fillTemplate(template, params as Params);
  if (filled !== rest['message']) throw new Error(`${code} is “${filled}”, not “${rest['message']}”`);
  return rest;
}

/**
 * Checks the codes of a response and removes them from what tests compare. An error without a code fails the test
 * (LANG-02).
 */
export function withoutSentences(body: unknown): unknown {
  if (!isRecord(body) || (body['status'] !== false && !('code' in body && 'params' in body))) return body;
  const { errors, ...rest } = withoutSentence(body);
  return Array.isArray(errors) ? { ...rest, errors: errors.map(withoutSentence) } : { ...rest };
}
