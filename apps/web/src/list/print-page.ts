import { flushSync } from 'react-dom';
import { failureText } from '../lib/api-error.ts';
import { queryClient } from '../lib/query-client.ts';
import { setPrinting } from '../ui/printing.ts';
import { startLoading } from '../ui/toast.ts';

const PRINTED = { queryKey: ['printed'] };

/** Opens the browser's print dialog once all that is printed has been loaded (VIEW-09). */
export async function printPage(): Promise<void> {
  const endLoading = startLoading('Preparing to print...');
  flushSync(() => setPrinting('whole'));
  await untilLoaded();
  // Imported here, so that the lists do not name its file.
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

/** Resolves when no query for printing is under way. */
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
