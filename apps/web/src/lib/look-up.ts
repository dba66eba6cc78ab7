/** What is listed under a word that may have come from anywhere: nothing is under a provider's "constructor". */
export function lookUp<T>(entries: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(entries, word) ? entries[word] : undefined;
}
