/** One thing that is wrong with a request or a record: where (wire names, dotted) and what. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly expected?: string | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

/** A union's complaint says nothing by itself: the branch that came furthest does. */
function mostTelling(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const isTelling = (issue: Issue) =>
    issue.code === 'custom' || issue.path.length > 0 || (issue.values !== undefined && issue.values[0] !== '');
  return branches.find((branch) => branch.some(isTelling)) ?? branches.at(-1) ?? [];
}

function sentence(issue: Issue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_value' && issue.values) return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type' && issue.expected)
    return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
  return 'has the wrong type';
}

/** Turns a schema's issues into what a person can act on, one entry a field. */
export function problemsOf(issues: readonly Issue[], prefix = ''): Problem[] {
  const problems = issues.flatMap((issue): Problem[] => {
    const field = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    if (issue.errors?.length) return problemsOf(mostTelling(issue.errors), field);
    return [{ field, message: sentence(issue) }];
  });
  return problems.filter(
    (problem, index) => problems.findIndex((other) => other.field === problem.field) === index,
  );
}
