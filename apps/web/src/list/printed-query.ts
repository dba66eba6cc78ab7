import { type QueryKey, useQuery } from '@tanstack/react-query';
import { UNCACHED_OPTIONS } from '../lib/query-client.ts';
import { useRowsToPrint } from '../ui/printing.ts';

/**
 * Loads rows that are printed but not displayed; printing waits for them (VIEW-09). @returns undefined until they are
 * loaded
 */
export function usePrintedQuery<T>(queryKey: QueryKey, queryFn: () => Promise<T>, enabled: boolean): T | undefined {
  const query = useQuery({ ...UNCACHED_OPTIONS, queryKey: ['printed', ...queryKey], enabled, queryFn });
  const error = enabled ? query.error : null;
  useRowsToPrint({ isWaiting: enabled && query.isPending, error });
  return query.data;
}
