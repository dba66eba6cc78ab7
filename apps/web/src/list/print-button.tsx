import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { IconButton } from '../ui/button.tsx';
import { setPrinting } from '../ui/printing.ts';

/** Prints the screen, including all rows of a list after they are rendered (VIEW-09). */
export const printPage = (): void => setPrinting('whole');

/** Button that prints the dialog around it. Only shown with our own server (TOUGH-08). */
export const PrintButton = () =>
  isOwnServer() && <IconButton label={t('Print')} icon={<Printer className="size-4" />} onClick={printPage} />;

/** Makes Ctrl+P or Cmd+P print all rows (VIEW-09). */
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
