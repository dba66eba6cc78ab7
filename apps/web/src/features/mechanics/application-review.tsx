import { useQuery } from '@tanstack/react-query';
import { mechanicCan } from '@wayside/contract/mechanics';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { personName } from '../../people/person-name.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { reviewedQuery } from './applications-queries.ts';
import { DecisionDialog, type Verdict } from './decision-dialog.tsx';
import { ApplicationBadge } from './mechanic-columns.tsx';
import { ReviewBody } from './review-body.tsx';
import { ReviewFooter } from './review-footer.tsx';
import { ReviewSkeleton } from './review-skeleton.tsx';
import { useNextApplication } from './use-next-application.ts';

export interface ApplicationReviewProps {
  id: string;
  /** Goes to another application; null closes the review. */
  onReview: (id: string | null) => void;
}

/** One application after the other, documents beside facts, for whoever decides on forty a day (MECH-07, MECH-08). */
export function ApplicationReview({ id, onReview }: ApplicationReviewProps) {
  const query = useQuery(reviewedQuery(id));
  const { next, goOn } = useNextApplication(id, onReview);
  const [verdict, decide] = useState<Verdict | null>(null);
  const { failure, isRetrying, retry } = useRetry(query);
  const mechanic = query.data;
  const name = mechanic ? personName(mechanic, 'mechanic') : null;
  const isWaiting = mechanic ? mechanicCan.beDecided(mechanic) : false;
  const left = next && waitingText(next.waiting);

  return (
    <>
      <Dialog
        title={name === null ? 'Application' : `Application of ${name}`}
        titleTip={id}
        titleExtra={
          <>
            {mechanic && <ApplicationBadge status={mechanic.status} />}
            <span className="numeric text-sm text-ink-soft">{left}</span>
          </>
        }
        size="full"
        onClose={() => onReview(null)}
        footer={
          <ReviewFooter
            isWaiting={isWaiting}
            onDecide={decide}
            onNext={next && next.mechanicId === null ? null : goOn}
            onClose={() => onReview(null)}
          />
        }
      >
        {mechanic && (
          <ReviewBody
            key={id}
            mechanic={mechanic}
            onReload={() => void query.refetch()}
            onDecide={decide}
            onNext={goOn}
          />
        )}
        {mechanic === undefined && query.isPending && failure === null && <ReviewSkeleton />}
        {failure !== null && (
          <div className="p-5">
            <ErrorCard
              title="Error Loading Mechanic"
              message={failureText(failure, 'Failed to load mechanics')}
              retryLabel="Try Again"
              pending={isRetrying}
              onRetry={retry}
            />
          </div>
        )}
        {mechanic === null && (
          <p className="px-5 py-16 text-center text-ink-soft">
            There is no application with this id. It may have been decided or deleted.
          </p>
        )}
        <p role="status" className="sr-only">
          {name !== null && `Application of ${name}. ${left ?? ''}`}
        </p>
      </Dialog>
      {verdict !== null && mechanic && (
        <DecisionDialog mechanic={mechanic} verdict={verdict} onClose={() => decide(null)} />
      )}
    </>
  );
}

function waitingText(waiting: number): string {
  if (waiting === 0) return 'No application waits';
  return waiting === 1 ? '1 application waits' : `${formatCount(waiting)} applications wait`;
}
