import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Decision, decideApplication, type Mechanic, mechanicCan } from '@wayside/contract/mechanics';
import { type ReactNode, useId, useState } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { useMay } from '../../lib/session.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { PersonDialog } from '../people/person-dialog.tsx';
import { invalidateHistory, isGone } from '../people/person-queries.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { DocumentViewer, useDocumentView } from './document-viewer.tsx';
import { useKycDocuments } from './kyc-documents.ts';
import { ApplicationBadge } from './mechanic-columns.tsx';
import { MechanicDescription } from './mechanic-description.tsx';
import { mechanicQuery } from './mechanics-queries.ts';
import { useDecidedIds } from './unsent-decisions.ts';

export interface MechanicDetailsProps {
  id: string;
  /** The mechanic, if the page in the list holds them; otherwise the dialog loads them. */
  row: Mechanic | undefined;
  onReview: () => void;
  /** The buttons for an approved mechanic (MECH-09). */
  approvedActions: (mechanic: Mechanic) => ReactNode;
  onClose: () => void;
}

/** The dialog of one mechanic (MECH-03 to MECH-09). */
export function MechanicDetails({ id, row, onReview, approvedActions, onClose }: MechanicDetailsProps) {
  // The row of the list stays on the screen when a decision removes it from the list.
  const isInList = row !== undefined;
  const query = useQuery({
    ...mechanicQuery(id),
    ...(isInList ? { initialData: row } : {}),
    enabled: (query) => !isInList && !isGone(query),
  });
  const [decision, setDecision] = useState<Decision | null>(null);
  const isDecided = useDecidedIds().includes(id);
  const may = useMay();
  const [mayDecide, mayReadPayouts] = [may(decideApplication), may('payouts:read')];
  const mechanic = row ?? query.data;
  return (
    <>
      <PersonDialog
        title={mechanic ? orNotAvailable(mechanic.name) : 'Mechanic Details'}
        titleExtra={mechanic && <ApplicationBadge status={mechanic.status} />}
        id={id}
        noun="mechanic"
        query={query}
        person={mechanic}
        footer={
          mechanic && (
            <>
              {isOwnServer() && (
                <Link to="/bookings" search={{ mechanic: id }} className={buttonLook()}>
                  Bookings
                </Link>
              )}
              {isOwnServer() && mayReadPayouts && (
                <Link to="/payouts" search={{ mechanic: id }} className={buttonLook()}>
                  Earnings
                </Link>
              )}
              {mechanicCan.beBlocked(mechanic) && approvedActions(mechanic)}
              {mayDecide && mechanicCan.beDecided(mechanic) && !isDecided && (
                <>
                  {isOwnServer() && (
                    <>
                      <Button onClick={onReview}>Review documents</Button>
                      <Button onClick={() => setDecision('resent_for_verification')}>Ask again</Button>
                    </>
                  )}
                  <Button variant="danger" onClick={() => setDecision('rejected')}>
                    Reject
                  </Button>
                  <Button variant="primary" onClick={() => setDecision('approved')}>
                    Approve
                  </Button>
                </>
              )}
            </>
          )
        }
        onClose={onClose}
      >
        {mechanic && (
          <div className="grid grid-cols-1 gap-6">
            <RecordNotes
              entity="mechanic"
              id={id}
              expected={mechanic.noteCount}
              onChanged={() => void invalidateHistory()}
            />
            <MechanicDescription mechanic={mechanic} />
            <MechanicDocuments mechanic={mechanic} />
          </div>
        )}
      </PersonDialog>
      {decision !== null && mechanic && (
        <DecisionDialog mechanic={mechanic} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  );
}

/** The documents in the details of a mechanic (MECH-07). */
function MechanicDocuments({ mechanic }: { mechanic: Mechanic }) {
  const documents = useKycDocuments(mechanic, () => void invalidateRecords(MECHANIC_KEYS));
  const view = useDocumentView(documents);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} data-unprinted="">
      <h3 id={headingId} className="pb-1 font-semibold">
        Documents
      </h3>
      <DocumentViewer documents={documents} view={view} className="h-96" />
    </section>
  );
}
