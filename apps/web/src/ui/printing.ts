import { useEffect } from 'react';
import { create } from 'zustand';

/** The print mode: the page as shown, or with all rows. */
export type Printing = 'shown' | 'whole' | null;

interface PrintingStore {
  readonly printing: Printing;
  /** How many parts of the page wait for rows to print. */
  readonly waiting: number;
  /** Why a part has no rows. */
  readonly error: Error | null;
}

const usePrintingStore = create<PrintingStore>()(() => ({ printing: null, waiting: 0, error: null }));

export const setPrinting = (printing: Printing): void => usePrintingStore.setState({ printing, error: null });

/** Whether the page is being printed, by a button or by the browser's own command (VIEW-09). */
export const usePrinting = (): Printing => usePrintingStore(({ printing }) => printing);

const addWaiting = (count: number): void =>
  usePrintingStore.setState(({ waiting }) => ({ waiting: waiting + count }));

/** Keeps the page from being printed until the part that calls this has drawn its rows, or failed to load them. */
export function useRowsToPrint({ isWaiting, error }: { isWaiting: boolean; error: Error | null }): void {
  useEffect(() => {
    if (!isWaiting) return;
    addWaiting(1);
    return () => addWaiting(-1);
  }, [isWaiting]);
  useEffect(() => {
    if (error) usePrintingStore.setState({ error });
  }, [error]);
}

/** Whether all parts of the page have drawn the rows to print. */
export const useAllDrawn = (): boolean => usePrintingStore(({ waiting }) => waiting === 0);

/** Why the rows to print could not be loaded. */
export const printError = (): Error | null => usePrintingStore.getState().error;

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
