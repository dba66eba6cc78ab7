import { queryOptions, useQuery } from '@tanstack/react-query';
import { listParts } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { RetryNote } from '../../ui/retry-note.tsx';

/** The parts of a service, as long as somebody asks whether it should go. */
const partsThatGo = (serviceId: string) =>
  queryOptions({
    queryKey: ['parts-that-go', serviceId],
    queryFn: ({ signal }) => call(listParts, { params: { serviceId }, signal }),
    gcTime: 0,
  });

/** The images of a service and of the parts that it takes with it (FILE-02). */
export async function imagesThatGo({ id, image }: Service): Promise<(string | null)[]> {
  try {
    const { rows } = await queryClient.ensureQueryData(partsThatGo(id));
    return [image, ...rows.map((part) => part.image)];
  } catch (error) {
    console.warn('an old image was not deleted: the parts of the service are not known', error);
    return [image];
  }
}

/** How many parts a service takes with it when it is deleted (PART-01). */
export function PartsThatGo({ serviceId }: { serviceId: string }) {
  const query = useQuery({
    ...partsThatGo(serviceId),
    select: ({ rows }) => rows.length,
    staleTime: 0,
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
