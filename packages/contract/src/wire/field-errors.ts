import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import type { Sentence } from './sentence.ts';

/** An error in one field of a request or record: the path of the field (dotted wire names) and the message. */
export interface FieldError extends Sentence {
  readonly field: string;
}

interface Issue {
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly expected?: string | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

const isSpecific = (issue: Issue): boolean =>
  issue.code === 'custom' ||
  issue.path.length > 0 ||
  (issue.values !== undefined && issue.values[0] !== '') ||
  (issue.errors ?? []).flat().some(isSpecific);

/**
 * Returns specific errors for a value that matches no branch of a union: the errors of the branch that matched best,
 * or else the expected types of all branches.
 */
function fieldErrorsOfUnion(branches: readonly (readonly Issue[])[], field: string): FieldError[] {
  const furthest = branches.find((branch) => branch.some(isSpecific));
  if (furthest) return fieldErrorsOf(furthest, field);
  const wanted = branches.flat().flatMap(expectedTypes);
  return [
    {
      field,
      ...(wanted.length > 0
        ? fieldIssue('must_be_type', { type: [...new Set(wanted)].join(' or ') })
        : fieldIssue('wrong_type')),
    },
  ];
}

function expectedTypes(issue: Issue): string[] {
  if (issue.errors?.length) return issue.errors.flat().flatMap(expectedTypes);
  return issue.code === 'invalid_type' && issue.expected ? [withArticle(issue.expected)] : [];
}

const withArticle = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

function fieldIssueOf(issue: Issue): FieldIssue {
  const given = issue.params?.['issue'] as FieldIssue | undefined;
  if (given) return given;
  if (issue.code === 'too_big') return fieldIssue('at_most_characters', { most: Number(issue.maximum) });
  if (issue.code === 'invalid_value' && issue.values)
    return fieldIssue('one_of', { values: issue.values.join(', ') });
  if (issue.code === 'invalid_type' && issue.expected)
    return fieldIssue('must_be_type', { type: withArticle(issue.expected) });
  return fieldIssue('wrong_type');
}

/**
 * The maximum number of errors in a response. It keeps the response short and the time linear for a request with a
 * million wrong fields.
 */
export const MAX_FIELD_ERRORS = 100;

/** Turns schema issues into errors that users can read, one per field and at most 100. */
export function fieldErrorsOf(issues: readonly Issue[], prefix = ''): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    for (const error of fieldErrorsOfIssue(issue, prefix)) {
      if (errors.size === MAX_FIELD_ERRORS) return [...errors.values()];
      if (!errors.has(error.field)) errors.set(error.field, error);
    }
  }
  return [...errors.values()];
}

function fieldErrorsOfIssue(issue: Issue, prefix: string): FieldError[] {
  const field = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
  if (issue.errors?.length) return fieldErrorsOfUnion(issue.errors, field);
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? [])
      .slice(0, MAX_FIELD_ERRORS)
      .map((key) => ({ field: field ? `${field}.${key}` : key, ...fieldIssue('unknown') }));
  return [{ field, ...fieldIssueOf(issue) }];
}
