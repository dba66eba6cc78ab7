import { useSyncExternalStore } from 'react';

/** What goes to the printer: the page as it stands, or with all rows, which a button has asked for. */
export type Printing = 'shown' | 'whole' | null;

let current: Printing = null;
const listeners = new Set<() => void>();

/** Sets what is printed; null after printing. */
export function setPrinting(next: Printing): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Before the browser lays the pages out. */
const begin = () => current === null && setPrinting('shown');
const end = () => setPrinting(null);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is being printed, by a button or by the browser's own command (VIEW-09). */
export const usePrinting = (): Printing => useSyncExternalStore(subscribe, () => current);

/** Puts a name at the foot of every printed page; the style sheet has the number of the page. */
export function printName(name: string): void {
  const sheet = new CSSStyleSheet();
  const text = name.replace(/["\\\n\r]/g, '\\$&');
  sheet.replaceSync(`@page { @bottom-left { content: "${text}"; } }`);
  document.adoptedStyleSheets.push(sheet);
}
