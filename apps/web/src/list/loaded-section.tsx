import { useFailedLoad } from '../lib/use-failed-load.ts';
import type { Retriable } from '../lib/use-retry.ts';
import { RetryNote } from '../ui/error-card.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Section, type SectionProps } from '../ui/section.tsx';

export interface LoadedSectionProps extends SectionProps {
  query: Retriable;
  /** The text of a failed load. */
  failed: string;
}

/** A titled part of a screen with its loading and failed states; its content shows once it is loaded. */
export function LoadedSection({ query, failed, children, ...section }: LoadedSectionProps) {
  const failure = useFailedLoad(query, failed);
  return (
    <Section {...section}>
      {failure && (
        <div className="px-5 py-4">
          <RetryNote {...failure} />
        </div>
      )}
      {failure === null && query.data === undefined && (
        <div role="status" aria-label={`Loading: ${section.title}`} className="grid gap-5 px-5 py-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      {query.data !== undefined && children}
    </Section>
  );
}
