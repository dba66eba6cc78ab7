/** The values of a unit file section by name, in order. An empty value removes the values before it. */
export type UnitLines = ReadonlyMap<string, readonly string[]>;

/** Reads the [Service] section of a unit and its drop-in files. */
export function readService(files: readonly string[]): UnitLines {
  const lines = new Map<string, string[]>();
  for (const file of files) {
    let section = '';
    for (const line of file.replaceAll('\\\n', ' ').split('\n')) {
      section = /^\[(\w+)\]$/.exec(line.trim())?.[1] ?? section;
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line.trim()) ?? [];
      if (section !== 'Service' || name === '') continue;
      lines.set(name, value === '' ? [] : [...(lines.get(name) ?? []), value]);
    }
  }
  return lines;
}

/** Returns the last value of a name, which systemd uses for settings with a single value. */
export const lastOf = (unit: UnitLines, name: string): string | undefined => unit.get(name)?.at(-1);

/** Splits a line into words as systemd does; quoted spaces are preserved. */
export function splitArguments(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/**
 * Returns the arguments of a command. `$NAME` as a whole word is split into arguments, `${NAME}` is replaced within a
 * word, `$$` is a dollar sign and `%%` a percent sign.
 */
export function commandOf(line: string, env: Readonly<Record<string, string>>): string[] {
  return splitArguments(line.replace(/^[-+!@:]+/, '')).flatMap((word) => {
    const [, name] = /^\$(\w+)$/.exec(word) ?? [];
    if (name !== undefined) return splitArguments(env[name] ?? '');
    return word
      .replaceAll('%%', '%')
      .replaceAll(/\$\$|\$\{(\w+)\}/g, (found, inside?: string) =>
        found === '$$' ? '$' : (env[inside ?? ''] ?? ''),
      );
  });
}

/** Returns the variables of a file for EnvironmentFile=. */
export function readEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line): [string, string] => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1).replace(/^(["'])(.*)\1$/, '$2')];
      }),
  );
}
