import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';
import { type Retriable, useRetry } from '../lib/use-retry.ts';
import { CopyButton } from '../ui/copyable-id.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { Skeleton } from '../ui/loading.tsx';

interface PersonQuery extends Retriable {
  readonly isPending: boolean;
}

/** The list holds the person: nothing is asked for. */
const NO_QUERY: PersonQuery = {
  data: null,
  error: null,
  isPending: false,
  isFetching: false,
  refetch: () => Promise.resolve(),
};

export interface PersonDialogProps extends Pick<DialogProps, 'title' | 'titleExtra' | 'footer' | 'onClose'> {
  id: string;
  noun: 'user' | 'mechanic';
  /** What is said when they cannot be loaded: "Failed to load users". */
  failed: string;
  /** How they are loaded, when the list does not hold them. */
  query: PersonQuery | null;
  /** Undefined while they load; null where nobody has this id. */
  person: unknown;
  children: ReactNode;
}

/** The dialog of one person, with everything that can come between opening it and reading it. */
export function PersonDialog(props: PersonDialogProps) {
  const { id, noun, person } = props;
  const query = props.query ?? NO_QUERY;
  const { failure, isRetrying, retry } = useRetry(query);
  // A provider that gives nobody by their id has them in the list or not at all.
  const isInListOnly = !hasExtension('records');
  const isListLoading = useIsFetching() > 0 && isInListOnly;
  const isLoading = person === undefined ? query.isPending && failure === null : person === null && isListLoading;
  return (
    <Dialog
      title={props.title}
      titleTip={id}
      titleExtra={
        <>
          <CopyButton text={id} label="Copy the whole id" />
          {props.titleExtra}
        </>
      }
      size="steady"
      isText
      footer={props.footer}
      onClose={props.onClose}
    >
      {person ? props.children : null}
      {isLoading && <PersonSkeleton label={`Loading the ${noun}`} />}
      {person === undefined && failure !== null && (
        <ErrorCard
          title={`Error Loading ${noun === 'user' ? 'User' : 'Mechanic'}`}
          message={failureText(failure, props.failed)}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      )}
      {person === null && !isLoading && (
        <p className="grid h-full place-content-center text-center text-ink-soft">
          {isInListOnly
            ? `This ${noun} is not on the page of the list that is shown. Search for them there.`
            : `There is no ${noun} with this id. They may have been deleted.`}
        </p>
      )}
    </Dialog>
  );
}

/** Much like the facts that replace it. */
function PersonSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      {['one', 'other'].map((column) => (
        <div key={column} className="grid content-start gap-3">
          <Skeleton className="h-5 w-40" />
          {Array.from({ length: 6 }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <div key={line} className="flex justify-between border-t border-line pt-3">
              <Skeleton className="h-3 w-24" />
              <Skeleton className="h-3 w-32" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
