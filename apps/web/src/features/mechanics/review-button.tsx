import { useQuery } from '@tanstack/react-query';
import { FileSearch, RotateCw } from 'lucide-react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { nextApplicationQuery } from './applications-queries.ts';

/** The way to the applications that wait, with how many they are; its place is kept while that is not known. */
export function ReviewButton({ onReview }: { onReview: (id: string) => void }) {
  const { data, error, isError, isFetching, refetch } = useQuery(nextApplicationQuery(null));
  const next = data?.mechanicId ?? null;
  return (
    <div className="flex h-9 min-w-60 md:justify-end touch:h-11">
      {isError && !data && (
        <Button
          icon={<RotateCw className="size-4" />}
          pending={isFetching}
          data-tip={failureText(error, 'It could not be found out who waits for a decision.')}
          onClick={() => void refetch()}
        >
          Load applications again
        </Button>
      )}
      {data && next !== null && (
        <Button icon={<FileSearch className="size-4" />} onClick={() => onReview(next)}>
          <span className="numeric">Review applications ({formatCount(data.waiting)})</span>
        </Button>
      )}
    </div>
  );
}
