import { readFileSync } from 'node:fs';

const document = new URL('../../docs/operations.md', import.meta.url);

/** Documented commands that run on the same machines. */
export interface DocumentedCommands {
  /** The first line of a block: "every machine", "machine 1", "one machine after the other". */
  readonly where: string;
  readonly lines: readonly string[];
}

/**
 * Returns the commands below a heading of "Several machines", in order.
 * @throws Error if the heading does not exist or has no commands
 */
export function documentedCommands(heading: string): DocumentedCommands[] {
  const chapter = readFileSync(document, 'utf8')
    .split(/^## /m)
    .find((each) => each.startsWith('Several machines\n'));
  const section = chapter?.split(/^### /m).find((each) => each.startsWith(`${heading}\n`));
  const found = [...(section ?? '').matchAll(/^```sh\n# on ([^\n]+)\n([\s\S]*?)^```$/gm)].map(
    ([, where = '', text = '']) => ({ where, lines: text.trimEnd().split('\n') }),
  );
  if (found.length === 0) throw new Error(`docs/operations.md has no commands under "${heading}"`);
  return found;
}
