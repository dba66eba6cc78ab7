import { useEffect } from 'react';
import { create } from 'zustand';

/** The print mode: `shown` prints the page as it is, `whole` prints all rows. */
export type Printing = 'shown' | 'whole' | null;

interface PrintingStore {
  readonly printing: Printing;
  /** The number of page parts that are waiting for rows to print. */
  readonly waiting: number;
  /** The error because of which a part has no rows. */
  readonly error: Error | null;
}

const usePrintingStore = create<PrintingStore>()(() => ({ printing: null, waiting: 0, error: null }));

export const setPrinting = (printing: Printing): void => usePrintingStore.setState({ printing, error: null });

/** Returns how the page is being printed, by a button or by the browser's own command (VIEW-09); null if it is not. */
export const usePrinting = (): Printing => usePrintingStore(({ printing }) => printing);

const addWaiting = (count: number): void =>
  usePrintingStore.setState(({ waiting }) => ({ waiting: waiting + count }));

/** Delays printing until the calling part has drawn its rows or failed to load them. */
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

/** Returns whether all parts of the page have drawn their rows. */
export const useIsEverythingDrawn = (): boolean => usePrintingStore(({ waiting }) => waiting === 0);

/** Returns the error because of which rows to print could not be loaded. */
export const printError = (): Error | null => usePrintingStore.getState().error;

/** Listens to the browser's print command and prints a name at the bottom of every page. */
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
