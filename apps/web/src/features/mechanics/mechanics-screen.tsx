import { type Mechanic, mechanicCan } from '@wayside/contract/mechanics';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import type { ListFilter, ListLabels } from '../../list/list-labels.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { useListUrl } from '../../list/use-list-url.ts';
import { personName } from '../../people/person-name.ts';
import { useToggle } from '../../people/use-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TrashIcon } from '../../ui/trash-icon.ts';
import { reloadWaiting } from './applications-queries.ts';
import { ExpertSwitch } from './expert-switch.tsx';
import { mechanicCard, mechanicColumns } from './mechanic-columns.tsx';
import { STATUS_LABELS } from './mechanic-labels.ts';
import { MECHANIC_BLOCKING, MECHANIC_EXPERTISE } from './mechanic-toggles.ts';
import { MECHANIC_KEYS, mechanicsQuery, mechanicsUrl } from './mechanics-queries.ts';
import { ReviewButton } from './review-button.tsx';

const MechanicDetails = lazyPart(() => import('./mechanic-details.tsx'), 'MechanicDetails');
const ApplicationReview = lazyPart(() => import('./application-review.tsx'), 'ApplicationReview');
const DeleteMechanic = lazyPart(() => import('./delete-mechanic.tsx'), 'DeleteMechanic');
const LoyaltyDialog = lazyPart(() => import('../../people/loyalty-dialog.tsx'), 'LoyaltyDialog');

const LABELS: ListLabels = {
  title: 'Mechanics',
  subtitle: 'Mechanics and their applications, newest first',
  heading: 'All Mechanics',
  noun: { one: 'mechanic', many: 'mechanics' },
  search: 'Search by phone',
  empty: 'No mechanics yet',
  noMatch: 'No mechanics found matching your criteria',
  error: {
    title: 'Error Loading Mechanics',
    refused: 'Failed to load mechanics',
    exception: 'Failed to load mechanics',
    retry: 'Try Again',
  },
};

/** MECH-01. */
const STATUS: ListFilter<'status'> = {
  key: 'status',
  label: 'Status',
  all: 'All Status',
  options: Object.entries(STATUS_LABELS).map(([value, { label }]) => ({ value, label })),
};

const nameOf = (mechanic: Mechanic) => personName(mechanic, 'mechanic');

/** Mechanics and their applications (MECH-01 to MECH-13). */
export function MechanicsScreen() {
  const list = useListUrl(mechanicsUrl);
  const blocking = useToggle(MECHANIC_BLOCKING);
  const expertise = useToggle(MECHANIC_EXPERTISE);
  const [asked, ask] = useState<{ readonly for: 'deletion' | 'loyalty'; readonly mechanic: Mechanic } | null>(null);
  const close = () => ask(null);
  const review = (id: string | null) => list.show('review', id);
  const reviewedId = list.idOf('review');

  const expertOf = (mechanic: Mechanic) => <ExpertSwitch mechanic={mechanic} button={expertise.button(mechanic)} />;
  return (
    <>
      <ListScreen
        url={mechanicsUrl}
        query={mechanicsQuery}
        words={LABELS}
        filters={[STATUS]}
        titleActions={<ReviewButton onReview={review} />}
        onRefresh={() => void reloadWaiting()}
        columns={mechanicColumns(expertOf)}
        card={mechanicCard(expertOf)}
        idOf={(mechanic: Mechanic) => mechanic.id}
        nameOf={nameOf}
        actionsWidth="8rem"
        actions={(mechanic) => (
          <>
            {mechanicCan.bePaidLoyalty(mechanic) ? (
              <IconButton
                label={`Pay loyalty to ${nameOf(mechanic)}`}
                tip="Pay loyalty"
                icon={<HandCoins className="size-4" />}
                onClick={() => ask({ for: 'loyalty', mechanic })}
              />
            ) : (
              // The other actions keep their place.
              <span className="size-8 max-md:hidden" />
            )}
            <IconButton
              label={`Delete mechanic ${nameOf(mechanic)}`}
              tip="Delete mechanic"
              tone="danger"
              icon={<TrashIcon className="size-4" />}
              onClick={() => ask({ for: 'deletion', mechanic })}
            />
          </>
        )}
        details={(id, row, closeDetails) => (
          <MechanicDetails
            id={id}
            row={row}
            onReview={() => review(id)}
            onClose={closeDetails}
            approvedActions={(mechanic) => (
              <>
                <Button {...blocking.button(mechanic)}>{mechanic.isBlocked ? 'Unblock' : 'Block'}</Button>
                <Button variant="danger" onClick={() => ask({ for: 'deletion', mechanic })}>
                  Delete
                </Button>
              </>
            )}
          />
        )}
      />

      {reviewedId !== null && <ApplicationReview id={reviewedId} onReview={review} />}
      {asked?.for === 'deletion' && (
        <DeleteMechanic
          mechanic={asked.mechanic}
          onDeleted={() => {
            close();
            if (list.openId !== null) list.close();
          }}
          onClose={close}
        />
      )}
      {asked?.for === 'loyalty' && (
        <LoyaltyDialog payee={asked.mechanic} kind="mechanic" keys={MECHANIC_KEYS} onClose={close} />
      )}
    </>
  );
}
