import * as z from 'zod/mini';
import { textError } from './plain-text.ts';
import { addIssue, type Wire } from './wire.ts';

/**
 * Text that a person types, trimmed: a search, a remark, a name.
 * @param longest its characters at most
 */
export function typedText(longest: number): Wire<string> {
  return z.codec(z.string(), z.custom<string>(), {
    decode: (value, context) => {
      const given = value.trim();
      const issue = textError(given, longest);
      return issue === null ? given : addIssue(context, value, issue);
    },
    encode: (value) => value as string,
  }) as Wire<string>;
}

/** The same, where it may be missing: blank is null. */
export function optionalText(longest: number): Wire<string | null> {
  const typed = typedText(longest);
  return z.codec(z.optional(z.nullable(typed)), z.custom<string | null>(), {
    decode: (value) => value || null,
    encode: (value) => value,
  }) as Wire<string | null>;
}

/** The same, written as "" where there is none. */
export function clearableText(longest: number): Wire<string | null> {
  return z.codec(optionalText(longest), z.custom<string | null>(), {
    decode: (value) => value,
    encode: (value) => value ?? '',
  }) as Wire<string | null>;
}

/** A character that can be seen. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

const required = (longest: number, read: (value: string) => string, rule?: (text: string) => string | null) =>
  z.codec(z.string(), z.custom<string>(), {
    decode: (value, context) => {
      const given = read(value);
      const issue = !VISIBLE.test(given) ? 'is required' : (textError(given, longest) ?? rule?.(given) ?? null);
      return issue === null ? given : addIssue(context, value, issue);
    },
    encode: (value) => value as string,
  }) as Wire<string>;

/** Required text of so many characters at most, unchanged: an email, a password. */
export const requiredText = (longest: number) => required(longest, (value) => value);

/** The same, trimmed: a name. */
export const requiredName = (longest: number) => required(longest, (value) => value.trim());

/** The number of an account at a bank, without the spaces that people write in it: letters and digits. */
export const accountNumber = (longest: number) =>
  required(
    longest,
    (value) => value.replaceAll(/\s+/g, ''),
    (text) => (/^[A-Za-z0-9]+$/.test(text) ? null : 'must be letters and digits'),
  );
