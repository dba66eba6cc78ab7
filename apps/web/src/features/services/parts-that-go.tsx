import { useQuery } from '@tanstack/react-query';
import { listParts } from '@wayside/contract/catalogue';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { RetryNote } from '../../ui/retry-note.tsx';

/** How many parts a service takes with it when it is deleted (PART-01). */
export function PartsThatGo({ serviceId }: { serviceId: string }) {
  const query = useQuery({
    queryKey: ['parts-that-go', serviceId],
    queryFn: ({ signal }) => call(listParts, { params: { serviceId }, signal }),
    select: ({ rows }) => rows.length,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: true,
  });
  const { failure, isRetrying, retry } = useRetry(query);
  if (failure !== null) {
    const why = failureText(failure, 'They could not be counted.');
    const message = `Its parts are deleted with it. ${why}`;
    return <RetryNote message={message} pending={isRetrying} onRetry={() => void retry()} />;
  }
  return (
    <p role="status" className="min-h-5 text-ink-soft">
      {query.isPending && 'Counting its parts…'}
      {query.data === 0 && 'It has no parts.'}
      {query.data === 1 && 'Its 1 part is deleted with it.'}
      {(query.data ?? 0) > 1 && `Its ${formatCount(query.data)} parts are deleted with it.`}
    </p>
  );
}
