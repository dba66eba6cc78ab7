import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.ts';
import { type NextApplication, nextApplicationQuery } from './applications-queries.ts';

/**
 * The application behind the one that is open.
 * @returns what is known of it, and the way there, which waits until it is known
 */
export function useNextApplication(
  id: string,
  onReview: (id: string) => void,
): { next: NextApplication | undefined; goOn: () => void } {
  const { data } = useQuery(nextApplicationQuery(id));
  const open = useRef<string | null>(null);
  useEffect(() => {
    open.current = id;
    return () => {
      open.current = null;
    };
  }, [id]);
  const goOn = async () => {
    try {
      const { mechanicId } = await queryClient.ensureQueryData(nextApplicationQuery(id));
      if (mechanicId !== null && open.current === id) onReview(mechanicId);
    } catch (error) {
      toast({
        tone: 'error',
        title: 'Failed to load the next application',
        description: failureText(error, '') || undefined,
      });
    }
  };
  return { next: data, goOn: () => void goOn() };
}
