/** An error of one field of a request or a record: its path (wire names, dotted) and a message. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly expected?: string | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

const isTelling = (issue: Issue): boolean =>
  issue.code === 'custom' ||
  issue.path.length > 0 ||
  (issue.values !== undefined && issue.values[0] !== '') ||
  (issue.errors ?? []).flat().some(isTelling);

/** The issue of a union is not specific: the branch that got furthest is reported, else the expectations of all branches. */
function fieldErrorsOfUnion(branches: readonly (readonly Issue[])[], field: string): FieldError[] {
  const furthest = branches.find((branch) => branch.some(isTelling));
  if (furthest) return fieldErrorsOf(furthest, field);
  const wanted = branches.flat().flatMap(wantedTypes);
  return [
    { field, message: wanted.length > 0 ? `must be ${[...new Set(wanted)].join(' or ')}` : 'has the wrong type' },
  ];
}

function wantedTypes(issue: Issue): string[] {
  if (issue.errors?.length) return issue.errors.flat().flatMap(wantedTypes);
  return issue.code === 'invalid_type' && issue.expected ? [withArticle(issue.expected)] : [];
}

const withArticle = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

function sentence(issue: Issue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_value' && issue.values) return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type' && issue.expected) return `must be ${withArticle(issue.expected)}`;
  return 'has the wrong type';
}

/** How many errors are named at most: a request with a million wrong fields gets a short answer, in linear time. */
export const MOST_FIELD_ERRORS = 100;

/** Turns a schema's issues into messages for a person, one for each field and at most 100. */
export function fieldErrorsOf(issues: readonly Issue[], prefix = ''): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    for (const error of fieldErrorsOfIssue(issue, prefix)) {
      if (errors.size === MOST_FIELD_ERRORS) return [...errors.values()];
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
      .slice(0, MOST_FIELD_ERRORS)
      .map((key) => ({ field: field ? `${field}.${key}` : key, message: 'is unknown' }));
  return [{ field, message: sentence(issue) }];
}
