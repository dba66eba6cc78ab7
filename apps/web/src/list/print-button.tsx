import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { failureText } from '../lib/api-error.ts';
import { isOwnServer } from '../lib/config.ts';
import { queryClient } from '../lib/query-client.ts';
import { IconButton } from '../ui/button.tsx';
import { setPrinting } from '../ui/printing.ts';
import { startLoading } from '../ui/toast.ts';

const PRINTED = { queryKey: ['printed'] };

/** Prints the screen, with all rows of a list once they are loaded (VIEW-09). */
export async function printPage(): Promise<void> {
  const endLoading = startLoading('Preparing to print...');
  flushSync(() => setPrinting('whole'));
  await untilLoaded();
  await (await import('../ui/devanagari-font.ts')).loadDevanagari(document.body.textContent);
  const failed = queryClient
    .getQueryCache()
    .findAll(PRINTED)
    .find(({ state }) => state.status === 'error');
  endLoading(
    failed
      ? {
          tone: 'error',
          title: 'Printing failed',
          description: failureText(failed.state.error, 'The rows could not be loaded. Please try again.'),
        }
      : null,
  );
  if (failed) setPrinting(null);
  else print();
}

function untilLoaded(): Promise<void> {
  const isDone = () => queryClient.isFetching(PRINTED) === 0;
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => check());
    const check = () => {
      if (!isDone()) return;
      stop();
      // The rows are drawn in the next task.
      setTimeout(resolve);
    };
    setTimeout(check);
  });
}

/** Prints the dialog that it is in; only with our own server (TOUGH-08). */
export const PrintButton = () =>
  isOwnServer() && (
    <IconButton label="Print" icon={<Printer className="size-4" />} onClick={() => void printPage()} />
  );

/** Prints all rows by Ctrl or Cmd+P (VIEW-09). */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'p') return;
      event.preventDefault();
      void printPage();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
