import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { IconButton } from '../ui/button.tsx';
import { setPrinting } from '../ui/printing.ts';

/** Prints the screen, with all rows of a list once they are drawn (VIEW-09). */
export const printPage = (): void => setPrinting('whole');

/** Prints the dialog that it is in; only with our own server (TOUGH-08). */
export const PrintButton = () =>
  isOwnServer() && <IconButton label={t('Print')} icon={<Printer className="size-4" />} onClick={printPage} />;

/** Prints all rows by Ctrl or Cmd+P (VIEW-09). */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'p') return;
      event.preventDefault();
      printPage();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
