import type { Emergency, RoadsideDesk } from '@wayside/contract/roadside';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonLook } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { dialUrl } from '../../ui/phone-link.tsx';
import type { DeskAction } from './desk-actions.ts';
import { type DeskPerson, deskCan } from './desk-can.ts';
import { DeskKbd } from './near-mechanics.tsx';
import { press, usePressed } from './pressed-actions.ts';

const HandOverDialog = lazyPart(() => import('./hand-over-dialog.tsx'), 'HandOverDialog');
const CancelForm = lazyPart(() => import('./cancel-form.tsx'), 'CancelForm');

export interface EmergencyActionsProps {
  emergency: Emergency;
  person: DeskPerson;
  desks: readonly RoadsideDesk[];
  /** Whether the marketplace can be asked to cancel now. */
  canCancel: boolean;
}

/** What can be done with the selected emergency, each with its key (ROAD-03, ROAD-05). */
export function EmergencyActions({ emergency, person, desks, canCancel }: EmergencyActionsProps) {
  const { id, customer, claim } = emergency;
  const [openDialog, setOpenDialog] = useState<'hand-over' | 'cancel' | null>(null);
  const pressed = usePressed(id);
  const isSending = pressed?.state === 'sending';
  // One at a time.
  const whileSending = (kind: DeskAction['kind']) => ({
    pending: isSending && pressed.action.kind === kind,
    disabled: isSending && pressed.action.kind !== kind,
  });
  const button = (action: DeskAction) => ({ ...whileSending(action.kind), onClick: () => void press(id, action) });
  const callUrl = dialUrl(customer?.phone);
  return (
    <div role="group" aria-label="Actions" data-unprinted="" className="flex flex-wrap gap-2">
      {deskCan.answerOffer(emergency, person) && (
        <>
          <Button variant="primary" {...button({ kind: 'accept' })}>
            Accept
          </Button>
          <Button {...button({ kind: 'decline' })}>Decline</Button>
        </>
      )}
      {deskCan.claim(emergency, person) && (
        <Button
          variant="primary"
          data-desk-key="c"
          aria-keyshortcuts="c"
          className="touch:flex-1"
          {...button({ kind: 'claim' })}
        >
          Claim <DeskKbd tone="inverse">C</DeskKbd>
        </Button>
      )}
      {callUrl !== null && (
        <a
          href={callUrl}
          data-desk-key="p"
          aria-keyshortcuts="p"
          className={`${buttonLook('secondary')} touch:flex-1`}
        >
          <Phone aria-hidden="true" className="size-4" />
          Call {customer?.name?.trim().split(/\s+/)[0] ?? 'the customer'}
          <DeskKbd>P</DeskKbd>
        </a>
      )}
      {deskCan.handOver(emergency, person) && (
        <Button
          data-desk-key="h"
          aria-keyshortcuts="h"
          {...whileSending('offer')}
          onClick={() => setOpenDialog('hand-over')}
        >
          {claim?.offeredTo ? `Offered to ${claim.offeredTo}` : 'Hand over'} <DeskKbd>H</DeskKbd>
        </Button>
      )}
      {deskCan.release(emergency, person) && <Button {...button({ kind: 'release' })}>Release</Button>}
      {canCancel && (
        <Button
          data-desk-key="x"
          aria-keyshortcuts="x"
          disabled={isSending}
          onClick={() => setOpenDialog('cancel')}
        >
          Ask to cancel <DeskKbd>X</DeskKbd>
        </Button>
      )}
      {openDialog === 'hand-over' && (
        <HandOverDialog
          emergency={emergency}
          colleagues={desks.filter((desk) => desk.id !== person.id)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'cancel' && <CancelForm emergency={emergency} onClose={() => setOpenDialog(null)} />}
    </div>
  );
}
