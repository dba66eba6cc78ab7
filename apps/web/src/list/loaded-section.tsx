import { Info } from 'lucide-react';
import { type Noun, nounFor, t } from '../languages/text.ts';
import { useFailedLoad } from '../lib/use-failed-load.ts';
import type { Retriable } from '../lib/use-retry.ts';
import { Section, type SectionProps } from '../ui/card.tsx';
import { RetryNote } from '../ui/error-card.tsx';
import { Skeleton } from '../ui/loading.tsx';

export interface LoadedSectionProps extends SectionProps {
  query: Retriable;
  failed: string;
}

/** A titled section of a screen with loading and error states. */
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
        <div
          role="status"
          aria-label={t('Loading: {title}', { title: section.title })}
          className="grid gap-5 px-5 py-4"
        >
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      {query.data !== undefined && children}
    </Section>
  );
}

export interface UnreadableNoteProps {
  count: number | undefined;
  noun: Noun;
  more?: string;
}

/** Note about records of a provider that could not be read completely (API-15). */
export function UnreadableNote({ count = 0, noun, more = '' }: UnreadableNoteProps) {
  if (count === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-ink-soft">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {t('{count} {noun} could not be read completely. The browser console lists the fields.', {
          count,
          noun: nounFor(count, noun),
        })}{' '}
        {more}
      </span>
    </p>
  );
}
