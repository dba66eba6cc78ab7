import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { isOwnServer } from '../lib/config.ts';
import { IconButton } from '../ui/button.tsx';

/** Opens the browser's print dialog for what is on the screen, or for all rows of a list (VIEW-09). */
export const startPrinting = (): void => void import('./print-page.ts').then(({ printPage }) => printPage());

/** Prints the dialog that it is in; only in front of our own server (TOUGH-08). */
export const PrintButton = () =>
  isOwnServer() && <IconButton label="Print" icon={<Printer className="size-4" />} onClick={startPrinting} />;

/** Prints all rows by Ctrl or Cmd+P too, where a page of them is on the screen (VIEW-09). */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'p') return;
      event.preventDefault();
      startPrinting();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
