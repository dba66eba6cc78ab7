/** Looks up an untrusted key safely: "constructor", for example, finds nothing. */
export function lookUp<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}
