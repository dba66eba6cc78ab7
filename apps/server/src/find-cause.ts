import { FOUND_SENTENCES } from '@wayside/contract/sentences/causes';
import type { Params, Sentence } from '@wayside/contract/wire/sentence';

type FoundCode = keyof typeof FOUND_SENTENCES;

/** Templates with the most literal text come first, because a shorter one may match the same text. */
const TEMPLATES = (Object.entries(FOUND_SENTENCES) as [FoundCode, string][])
  .map(([code, template]) => ({
    code,
    text: template.replaceAll(/\{\w+\}/g, ''),
    names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(
      `^${template.replaceAll(/[.?"()]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '(.+)')}$`,
      's',
    ),
  }))
  .toSorted((one, other) => other.text.length - one.text.length);

/**
 * Returns the message whose English text equals a stored cause, so that the cause can be translated by its code
 * (LANG-02). Causes are stored as text because exports and older rows contain only text. Null for any other text,
 * such as one written by a bank.
 */
export function findCause(text: string | null): Sentence<FoundCode> | null {
  for (const { code, names, pattern } of text === null ? [] : TEMPLATES) {
    const [message, ...values] = pattern.exec(text ?? '') ?? [];
    if (message === undefined) continue;
    const params: Params = Object.fromEntries(
      names.flatMap((name, index) => {
        const value = values[index] ?? '';
        const inner = findCause(value);
        return [[name, value], ...(inner ? [[`${name}:code`, inner.code]] : [])];
      }),
    );
    return { code, params, message };
  }
  return null;
}

/** Returns the code and parameters of a cause, for a field next to its text. */
export function causeKey(text: string | null): Pick<Sentence, 'code' | 'params'> | null {
  const cause = findCause(text);
  return cause && { code: cause.code, params: cause.params };
}
