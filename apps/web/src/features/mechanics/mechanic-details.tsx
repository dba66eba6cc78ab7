import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Mechanic, mechanicCan } from '@wayside/contract/mechanics';
import { type ReactNode, useState } from 'react';
import { hasExtension } from '../../lib/config.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { PersonDialog } from '../../people/person-dialog.tsx';
import { isGone } from '../../people/read-person.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { DecisionDialog, type Verdict } from './decision-dialog.tsx';
import { ApplicationBadge } from './mechanic-columns.tsx';
import { MechanicDescription } from './mechanic-description.tsx';
import { MechanicDocuments } from './mechanic-documents.tsx';
import { mechanicQuery } from './mechanics-queries.ts';

export interface MechanicDetailsProps {
  id: string;
  /** The mechanic, when the page in the list holds them; else they are asked for. */
  row: Mechanic | undefined;
  onReview: () => void;
  /** What can be done with a mechanic who is approved (MECH-09). */
  approvedActions: (mechanic: Mechanic) => ReactNode;
  onClose: () => void;
}

/** The dialog of one mechanic (MECH-03 to MECH-09). */
export function MechanicDetails({ id, row, onReview, approvedActions, onClose }: MechanicDetailsProps) {
  // What the list held stays on the screen when a decision takes the mechanic out of it.
  const isInList = row !== undefined;
  const query = useQuery({
    ...mechanicQuery(id),
    ...(isInList ? { initialData: row } : {}),
    enabled: (query) => !isInList && !isGone(query),
  });
  const [verdict, decide] = useState<Verdict | null>(null);
  const mechanic = row ?? query.data;
  return (
    <>
      <PersonDialog
        title={mechanic ? orNotAvailable(mechanic.name) : 'Mechanic Details'}
        titleExtra={mechanic && <ApplicationBadge status={mechanic.status} />}
        id={id}
        noun="mechanic"
        failed="Failed to load mechanics"
        query={isInList ? null : query}
        person={mechanic}
        footer={
          mechanic && (
            <>
              {hasExtension('records') && (
                <Link to="/bookings" search={{ mechanic: id }} className={buttonLook()}>
                  Bookings
                </Link>
              )}
              {mechanicCan.beBlocked(mechanic) && approvedActions(mechanic)}
              {mechanicCan.beDecided(mechanic) && (
                <>
                  <Button onClick={onReview}>Review documents</Button>
                  <Button variant="danger" onClick={() => decide('rejected')}>
                    Reject
                  </Button>
                  <Button variant="primary" onClick={() => decide('approved')}>
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
            <MechanicDescription mechanic={mechanic} />
            <MechanicDocuments mechanic={mechanic} />
          </div>
        )}
      </PersonDialog>
      {verdict !== null && mechanic && (
        <DecisionDialog mechanic={mechanic} verdict={verdict} onClose={() => decide(null)} />
      )}
    </>
  );
}
