import { create } from 'zustand';

/** What is printed: the page as shown, or with all rows. */
export type Printing = 'shown' | 'whole' | null;

const usePrintingStore = create<{ readonly printing: Printing }>()(() => ({ printing: null }));

export const setPrinting = (printing: Printing): void => usePrintingStore.setState({ printing });

/** Whether the page is being printed, by a button or by the browser's own command (VIEW-09). */
export const usePrinting = (): Printing => usePrintingStore(({ printing }) => printing);

/** Follows the browser's print command, and prints a name at the foot of every page. */
export function preparePrinting(name: string): void {
  addEventListener('beforeprint', () =>
    usePrintingStore.setState(({ printing }) => ({ printing: printing ?? 'shown' })),
  );
  addEventListener('afterprint', () => setPrinting(null));
  const sheet = new CSSStyleSheet();
  const text = name.replace(/["\\\n\r]/g, '\\$&');
  sheet.replaceSync(`@page { @bottom-left { content: "${text}"; } }`);
  document.adoptedStyleSheets.push(sheet);
}
