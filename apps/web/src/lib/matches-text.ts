import { foldText } from '@wayside/contract/wire/fold-text';

/** Whether one of the texts contains what is typed, as people read it (FIND-01). */
export function matchesText(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const wanted = foldText(typed);
  return texts.some((text) => foldText(text ?? '').includes(wanted));
}
