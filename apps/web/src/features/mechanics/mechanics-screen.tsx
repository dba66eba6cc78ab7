import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MECHANIC_LIST } from '@wayside/contract/lists';
import { payLoyalty } from '@wayside/contract/loyalty';
import {
  type Decision,
  decideApplication,
  deleteMechanic,
  type Mechanic,
  mechanicCan,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from '@wayside/contract/mechanics';
import { FileSearch, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { useMay } from '../../lib/session.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { mechanicsUrl } from '../../list/list-urls.ts';
import { useListUrl } from '../../list/use-list-url.ts';
import { Button, buttonClassName, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { HandCoinsIcon, TrashIcon } from '../../ui/one-path-icons.ts';
import { BlockSelected, JobsButton } from '../jobs/jobs-buttons.tsx';
import { personName } from '../people/person-link.tsx';
import { type Toggle, useToggle } from '../people/use-toggle.ts';
import { ExpertSwitch, mechanicCard, mechanicColumns } from './mechanic-columns.tsx';
import { STATUS_LABELS } from './mechanic-labels.ts';
import {
  invalidateWaiting,
  mechanics,
  nextApplicationQuery,
  sendBlockToggle,
  sendExpertToggle,
} from './mechanics-queries.ts';
import { UnsentBar } from './unsent-bar.tsx';
import { showDecisions, useDecidedIds } from './unsent-decisions.ts';

const nameOf = (mechanic: Mechanic) => personName(mechanic, 'mechanic');

const MECHANIC_BLOCKING: Toggle<'isBlocked', Mechanic> = {
  keys: MECHANIC_KEYS,
  field: 'isBlocked',
  send: sendBlockToggle,
  doing: (mechanic, isBlocked) =>
    t(isBlocked ? 'Blocking {name}...' : 'Unblocking {name}...', { name: nameOf(mechanic) }),
  done: (mechanic, isBlocked) =>
    t(isBlocked ? '{name} is blocked' : '{name} is unblocked', { name: nameOf(mechanic) }),
  failed: msg('Failed to update mechanic status'),
};

const MECHANIC_EXPERTISE: Toggle<'isExpert', Mechanic> = {
  keys: MECHANIC_KEYS,
  field: 'isExpert',
  send: sendExpertToggle,
  doing: (mechanic, isExpert) =>
    t(isExpert ? 'Changing {name} to expert...' : 'Changing {name} to regular...', { name: nameOf(mechanic) }),
  done: (mechanic, isExpert) =>
    t(isExpert ? '{name} is now an expert' : '{name} is now regular', { name: nameOf(mechanic) }),
  failed: msg('Failed to update expert status'),
};

const MechanicDetails = lazyPart(() => import('./mechanic-details.tsx'), 'MechanicDetails');
const ApplicationReview = lazyPart(() => import('./application-review.tsx'), 'ApplicationReview');
const DeleteMechanic = lazyPart(() => import('./delete-mechanic.tsx'), 'DeleteMechanic');
const LoyaltyDialog = lazyPart(() => import('../people/loyalty-dialog.tsx'), 'LoyaltyDialog');

const LABELS: ListLabels = {
  title: msg('Mechanics'),
  subtitle: msg('Mechanics and their applications'),
  heading: msg('All Mechanics'),
  noun: { one: msg('mechanic'), many: msg('mechanics') },
  search: msg('Search by phone'),
  searchHint: msg('Phone, name, email'),
  empty: msg('No mechanics yet'),
  noMatch: msg('No mechanics found matching your criteria'),
  error: loadError(msg('Error Loading Mechanics'), msg('Failed to load mechanics')),
};

const STATUS_FILTER: ListFilter<'status'> = {
  key: 'status',
  label: msg('Status'),
  all: msg('All Status'),
  options: Object.entries(STATUS_LABELS).map(([value, { label }]) => ({ value, label })),
};

/** Filters applications by who takes the next step (WORK-05). */
const APPLICATION_FILTER: ListFilter<'application'> = {
  key: 'application',
  label: msg('Applications'),
  all: msg('All Mechanics'),
  options: [
    { value: 'to_decide', label: msg('To decide') },
    { value: 'waiting', label: msg('Waiting for the mechanic') },
  ],
};

/** Mechanics and their applications (MECH-01 to MECH-13). */
export function MechanicsScreen() {
  const list = useListUrl(mechanicsUrl);
  const blockButton = useToggle(MECHANIC_BLOCKING);
  const expertButton = useToggle(MECHANIC_EXPERTISE);
  const [openDialog, setOpenDialog] = useState<{
    readonly for: 'deletion' | 'loyalty';
    readonly mechanic: Mechanic;
  } | null>(null);
  const close = () => setOpenDialog(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  const review = (id: string | null, step: Decision | null = null) => {
    setDecision(step);
    list.show('review', id);
  };
  // Only our server can return the next application (TOUGH-08).
  const reviewedId = isOwnServer() ? list.idOf('review') : null;
  useEffect(showDecisions, []);

  const maySetExpert = useMay()(toggleMechanicExpert);
  const expertOf = (mechanic: Mechanic) => (
    <ExpertSwitch mechanic={mechanic} button={maySetExpert ? expertButton(mechanic) : null} />
  );
  return (
    <>
      <ListScreen
        url={mechanicsUrl}
        query={mechanics.query}
        counted={mechanics.counted}
        labels={LABELS}
        exported={createListExport(MECHANIC_LIST, { call: (calls) => calls.exportMechanics })}
        filters={[STATUS_FILTER, APPLICATION_FILTER]}
        fixedFilters={[{ key: 'active', label: msg('Status'), value: () => t('Active') }]}
        selectable={{
          list: 'mechanics',
          actions: {
            permission: 'people:block',
            show: ({ ids, view, clear }) => (
              <BlockSelected
                target={{ list: 'mechanics', ids, filters: mechanics.inputOf(view) }}
                onStarted={clear}
              />
            ),
          },
        }}
        titleActions={
          <>
            {isOwnServer() && (
              <Allowed to={decideApplication}>
                <ReviewButton onReview={review} />
              </Allowed>
            )}
            <JobsButton />
          </>
        }
        onRefresh={() => void invalidateWaiting()}
        columns={mechanicColumns(expertOf)}
        card={mechanicCard(expertOf)}
        idOf={(mechanic: Mechanic) => mechanic.id}
        nameOf={nameOf}
        actionsWidth="8rem"
        actions={(mechanic) => (
          <>
            <Allowed to={payLoyalty}>
              {mechanicCan.bePaidLoyalty(mechanic) ? (
                <IconButton
                  label={t('Pay loyalty to {name}', { name: nameOf(mechanic) })}
                  tip={t('Pay loyalty')}
                  icon={<HandCoinsIcon className="size-4" />}
                  onClick={() => setOpenDialog({ for: 'loyalty', mechanic })}
                />
              ) : (
                // Placeholder that keeps the other actions aligned.
                <span className="size-8 max-md:hidden" />
              )}
            </Allowed>
            <Allowed to={deleteMechanic}>
              <IconButton
                label={t('Delete mechanic {name}', { name: nameOf(mechanic) })}
                tip={t('Delete mechanic')}
                tone="danger"
                icon={<TrashIcon className="size-4" />}
                onClick={() => setOpenDialog({ for: 'deletion', mechanic })}
              />
            </Allowed>
          </>
        )}
        details={(id, row, closeDetails) => (
          <MechanicDetails
            id={id}
            row={row}
            tab={list.tab}
            openTab={list.openTab}
            onReview={() => review(id)}
            onClose={closeDetails}
            approvedActions={(mechanic) => (
              <>
                {isOwnServer() && mechanicCan.bePaidLoyalty(mechanic) && (
                  <Allowed to={payLoyalty}>
                    <Button onClick={() => setOpenDialog({ for: 'loyalty', mechanic })}>{t('Pay loyalty')}</Button>
                  </Allowed>
                )}
                <Allowed to={toggleMechanicBlock}>
                  <Button {...blockButton(mechanic)}>{mechanic.isBlocked ? t('Unblock') : t('Block')}</Button>
                </Allowed>
                <Allowed to={deleteMechanic}>
                  <Button className="text-danger-text" onClick={() => setOpenDialog({ for: 'deletion', mechanic })}>
                    {t('Delete')}
                  </Button>
                </Allowed>
              </>
            )}
          />
        )}
      />

      {reviewedId === null ? (
        <UnsentBar onOpen={review} />
      ) : (
        <ApplicationReview
          id={reviewedId}
          decision={decision}
          onDecide={setDecision}
          onReview={review}
          onClose={() => review(null)}
        />
      )}
      {openDialog?.for === 'deletion' && (
        <DeleteMechanic
          mechanic={openDialog.mechanic}
          onDeleted={() => {
            close();
            if (list.openId !== null) list.close();
          }}
          onClose={close}
        />
      )}
      {openDialog?.for === 'loyalty' && (
        <LoyaltyDialog payee={openDialog.mechanic} kind="mechanic" keys={MECHANIC_KEYS} onClose={close} />
      )}
    </>
  );
}

/** Button that opens the review, with the number of pending applications. */
function ReviewButton({ onReview }: { onReview: (id: string) => void }) {
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...nextApplicationQuery(null, useDecidedIds()),
    placeholderData: keepPreviousData,
  });
  const next = data?.mechanicId ?? null;
  return (
    <div className="flex min-h-9 items-center gap-2 touch:min-h-11">
      {isError && !data && (
        <Button
          icon={<RotateCw className="size-4" />}
          pending={isFetching}
          data-tip={failureText(error, t('Failed to load the pending applications.'))}
          onClick={() => void refetch()}
        >
          {t('Load applications again')}
        </Button>
      )}
      {data && next !== null && (
        <Button icon={<FileSearch className="size-4" />} onClick={() => onReview(next)}>
          <span className="numeric">
            {/* A phone shows the short text; the long text remains the accessible name. */}
            <span className="max-md:sr-only">{t('Review applications ({count})', { count: data.waiting })}</span>
            <span aria-hidden="true" className="md:hidden">
              {t('Review ({count})', { count: data.waiting })}
            </span>
          </span>
        </Button>
      )}
      {data && data.asked > 0 && (
        <Link
          to="/mechanics"
          search={{ application: 'waiting' }}
          className={cn(buttonClassName(), 'max-md:hidden')}
        >
          <span className="numeric">{t('Resubmission requested ({count})', { count: data.asked })}</span>
        </Link>
      )}
    </div>
  );
}
