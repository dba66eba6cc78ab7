import { useQuery } from '@tanstack/react-query';
import { type Decision, decideApplication, type Mechanic, mechanicCan } from '@wayside/contract/mechanics';
import { getMechanicBalance } from '@wayside/contract/payouts-earnings';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../languages/text.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { SendNotification } from '../notifications/send-notification.tsx';
import { BlockBadge } from '../people/person-cells.tsx';
import { PersonHistory } from '../people/person-history.tsx';
import { invalidateHistory, isRecordDeleted } from '../people/person-queries.ts';
import {
  HeaderAmount,
  type OpenTab,
  PersonDialog,
  RecordOverview,
  RecordPage,
  type RecordTab,
} from '../people/record-page.tsx';
import { MechanicEarnings, MechanicPayouts, PersonBookings } from '../people/record-tables.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { DocumentViewer, useDocumentView, useKycDocuments } from './kyc-documents.tsx';
import { ApplicationBadge } from './mechanic-columns.tsx';
import { MechanicDescription } from './mechanic-description.tsx';
import { balanceQuery, mechanicQuery } from './mechanics-queries.ts';
import { useDecidedIds } from './unsent-decisions.ts';

interface MechanicDetailsProps extends OpenTab {
  id: string;
  row: Mechanic | undefined;
  onReview: () => void;
  approvedActions: (mechanic: Mechanic) => ReactNode;
  onClose: () => void;
}

/**
 * The details of a mechanic: a page with our server, a dialog with an external provider (MECH-03 to MECH-09,
 * PEOP-01).
 */
export function MechanicDetails({ id, row, onReview, approvedActions, onClose, ...tab }: MechanicDetailsProps) {
  // Keeps the row on the screen after a decision removes it from the list.
  const isInList = row !== undefined;
  const query = useQuery({
    ...mechanicQuery(id),
    ...(isInList ? { initialData: row } : {}),
    enabled: (query) => !isInList && !isRecordDeleted(query),
  });
  const [decision, setDecision] = useState<Decision | null>(null);
  const isDecided = useDecidedIds().includes(id);
  const may = useMay();
  const mechanic = row ?? query.data;
  const person = {
    title: mechanic ? orNotAvailable(mechanic.name) : t('Mechanic Details'),
    ...({ id, kind: 'mechanic', query, person: mechanic, onClose } as const),
  };
  const actions = mechanic && (
    <>
      {isOwnServer() && <SendNotification recipients={[{ type: 'mechanic', id, name: mechanic.name }]} />}
      {mechanicCan.beBlocked(mechanic) && approvedActions(mechanic)}
      {may(decideApplication) && mechanicCan.beDecided(mechanic) && !isDecided && (
        <>
          {isOwnServer() && (
            <>
              <Button onClick={onReview}>{t('Review documents')}</Button>
              <Button onClick={() => setDecision('resent_for_verification')}>{t('Ask again')}</Button>
            </>
          )}
          <Button variant="danger" onClick={() => setDecision('rejected')}>
            {t('Reject')}
          </Button>
          <Button variant="primary" onClick={() => setDecision('approved')}>
            {t('Approve')}
          </Button>
        </>
      )}
    </>
  );
  const badge = mechanic && <ApplicationBadge status={mechanic.status} />;
  return (
    <>
      {isOwnServer() ? (
        <RecordPage
          {...person}
          {...tab}
          badges={
            <>
              {badge}
              {mechanic?.isBlocked && <BlockBadge isBlocked />}
            </>
          }
          money={mechanic && <Money mechanic={mechanic} />}
          actions={actions}
          tabs={mechanic ? tabsOf(mechanic, may) : []}
        />
      ) : (
        <PersonDialog {...person} titleExtra={badge} footer={actions}>
          {mechanic && (
            <div className="grid grid-cols-1 gap-6">
              <MechanicDescription mechanic={mechanic} />
              <MechanicDocuments mechanic={mechanic} />
            </div>
          )}
        </PersonDialog>
      )}
      {decision !== null && mechanic && (
        <DecisionDialog mechanic={mechanic} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  );
}

function tabsOf(mechanic: Mechanic, may: ReturnType<typeof useMay>): RecordTab[] {
  const { id } = mechanic;
  const tabs: (RecordTab | false)[] = [
    {
      ...{ name: 'overview', label: t('Overview') },
      content: () => <Overview mechanic={mechanic} />,
    },
    {
      ...{ name: 'bookings', label: t('Bookings'), count: 'bookings' },
      content: () => <PersonBookings kind="mechanic" id={id} />,
    },
    may('payouts:read') && {
      ...{ name: 'earnings', label: t('Earnings'), count: 'earnings' },
      content: () => <MechanicEarnings id={id} />,
    },
    may('payouts:read') && {
      ...{ name: 'payouts', label: t('Payouts'), count: 'payouts' },
      content: () => <MechanicPayouts id={id} />,
    },
    {
      ...{ name: 'notes', label: t('Notes'), count: 'notes' },
      content: () => (
        <RecordNotes
          entity="mechanic"
          id={id}
          expected={mechanic.noteCount}
          isWhole
          onChanged={() => void invalidateHistory()}
        />
      ),
    },
    may('activity:read') && {
      ...{ name: 'activity', label: t('Activity'), count: 'activity' },
      content: () => <PersonHistory entity="mechanic" id={id} length={20} />,
    },
  ];
  return tabs.filter((tab) => tab !== false);
}

/** Overview of a mechanic. For applicants, the documents follow directly after the short timeline. */
function Overview({ mechanic }: { mechanic: Mechanic }) {
  const documents = <MechanicDocuments mechanic={mechanic} />;
  const isApplicant = mechanicCan.beDecided(mechanic);
  return (
    <RecordOverview
      timeline={
        <div className="grid grid-cols-1 content-start gap-6">
          <Timeline entity="mechanic" id={mechanic.id} />
          {isApplicant && documents}
        </div>
      }
      description={<MechanicDescription mechanic={mechanic} isColumn />}
      below={!isApplicant && documents}
    />
  );
}

/** The wallet and, if the role may read it, the open balance. */
function Money({ mechanic }: { mechanic: Mechanic }) {
  const mayRead = useMay()(getMechanicBalance);
  const { data } = useQuery({ ...balanceQuery(mechanic.id), enabled: mayRead });
  return (
    <>
      {mayRead && (
        <HeaderAmount label={t('Balance')}>
          {data ? formatExactRupees(data.balancePaise) : <span className="inline-block w-16" />}
        </HeaderAmount>
      )}
      {(mechanic.walletPaise !== null || !mayRead) && (
        <HeaderAmount label={t('Wallet')}>{formatExactRupees(mechanic.walletPaise)}</HeaderAmount>
      )}
    </>
  );
}

function MechanicDocuments({ mechanic }: { mechanic: Mechanic }) {
  const documents = useKycDocuments(mechanic, () => void invalidateRecords(MECHANIC_KEYS));
  const view = useDocumentView(documents);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} data-unprinted="">
      <h3 id={headingId} className="pb-1 font-semibold">
        {t('Documents')}
      </h3>
      <DocumentViewer documents={documents} view={view} className="h-96" />
    </section>
  );
}
