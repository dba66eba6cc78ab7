import type { ListName, Preferences } from '@wayside/contract/preferences';

/** The headings that a person wants to see of a list, in their order; unknown ones of an older version are ignored. */
export function shownHeaders(
  columns: Preferences['columns'],
  list: ListName | null,
  headers: readonly string[],
): readonly string[] {
  return knownHeaders(columns?.find((each) => each.list === list)?.shown ?? [], headers);
}

/** Those of the wanted headings that the list has; without any, those of the product. */
export function knownHeaders(wanted: readonly string[], headers: readonly string[]): readonly string[] {
  const known = wanted.filter((header) => headers.includes(header));
  return known.length === 0 ? headers : known;
}
