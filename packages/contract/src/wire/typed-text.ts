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

/**
 * Required text, unchanged: an email, a password.
 * @param longest its characters at most
 */
export function requiredText(longest: number): Wire<string> {
  return z.codec(z.string(), z.custom<string>(), {
    decode: (value, context) => {
      if (value.trim() === '') return addIssue(context, value, 'is required');
      const issue = textError(value, longest);
      return issue === null ? value : addIssue(context, value, issue);
    },
    encode: (value) => value as string,
  }) as Wire<string>;
}
