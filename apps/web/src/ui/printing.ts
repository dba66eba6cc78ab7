import { create } from 'zustand';

/** What is printed: the page as it is shown, or with all rows, as the Print button does. */
export type Printing = 'shown' | 'whole' | null;

const usePrintingStore = create<{ readonly printing: Printing }>()(() => ({ printing: null }));

/** Sets what is printed; null after printing. */
export const setPrinting = (printing: Printing): void => usePrintingStore.setState({ printing });

/** Whether the page is being printed, by a button or by the browser's own command (VIEW-09). */
export const usePrinting = (): Printing => usePrintingStore(({ printing }) => printing);

/** Follows the browser's print command, and puts a name at the foot of every printed page. */
export function preparePrinting(name: string): void {
  // Before the browser lays out the pages.
  addEventListener('beforeprint', () =>
    usePrintingStore.setState(({ printing }) => ({ printing: printing ?? 'shown' })),
  );
  addEventListener('afterprint', () => setPrinting(null));
  const sheet = new CSSStyleSheet();
  const text = name.replace(/["\\\n\r]/g, '\\$&');
  sheet.replaceSync(`@page { @bottom-left { content: "${text}"; } }`);
  document.adoptedStyleSheets.push(sheet);
}
