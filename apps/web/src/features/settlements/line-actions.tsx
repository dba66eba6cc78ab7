import {
  approveWriteOff,
  canBeIgnored,
  canBeReopened,
  rejectWriteOff,
  reopenSettlementLine,
  type SettlementLineDetails,
  unresolvedPaise,
  updateSettlementLine,
} from '@wayside/contract/settlement-lines';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { versionOf } from '../../lib/changed-fields.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';

/** The form that an action opens. */
export type Form = 'link' | 'split' | 'note' | 'resolve' | 'reject';

interface LineActionsProps {
  line: SettlementLineDetails;
  isPending: boolean;
  onForm: (form: Form) => void;
  onSend: (send: () => Promise<{ readonly message: string | null }>) => void;
}

/** The actions for a line (RECON-03). */
export function LineActions({ line, isPending, onForm, onSend }: LineActionsProps) {
  if (line.isMatching) return null;
  const isRequested = line.isOpen && line.requestedById !== null;
  const undo = () => onSend(() => call(reopenSettlementLine, { params: { id: line.id } }));
  return (
    <>
      {canBeReopened(line) && !isRequested && (
        <Button disabled={isPending} className="md:mr-auto" onClick={undo}>
          {t('Undo')}
        </Button>
      )}
      {isRequested && <RequestActions {...{ line, isPending, onForm, onSend }} />}
      {line.isOpen && !isRequested && <OpenActions {...{ line, isPending, onForm, onSend }} />}
    </>
  );
}

/** Actions for a write-off request. Another user approves or rejects it; the requester can withdraw it. */
function RequestActions({ line, isPending, onForm, onSend }: LineActionsProps) {
  const params = { id: line.id };
  if (line.requestedById === signedInIdentity()?.id)
    return (
      <Button
        disabled={isPending}
        onClick={() => onSend(() => call(rejectWriteOff, { params, body: { reason: null } }))}
      >
        {t('Withdraw write-off')}
      </Button>
    );
  const requested = {
    amountPaise: line.requestedPaise ?? unresolvedPaise(line),
    reason: line.requestReason ?? '–',
  };
  return (
    <>
      <Button disabled={isPending} onClick={() => onForm('reject')}>
        {t('Reject write-off')}
      </Button>
      <Button
        variant="primary"
        pending={isPending}
        onClick={() => onSend(() => call(approveWriteOff, { params, body: requested }))}
      >
        {t('Approve write-off of {amount}', { amount: formatExactRupees(requested.amountPaise) })}
      </Button>
    </>
  );
}

/**
 * Actions for an open line. The one that fits the line's state is primary: a line without a payment is linked, others
 * are resolved.
 */
function OpenActions({ line, isPending, onForm, onSend }: LineActionsProps) {
  const me = signedInIdentity()?.id;
  const isMine = me !== undefined && line.ownerId === me;
  const isCredited = line.fileId !== null && (line.type === 'payment' || line.type === 'credit');
  const isLinkedFirst = isCredited && line.state === 'missing_here';
  const own = () =>
    onSend(() =>
      call(updateSettlementLine, {
        params: { id: line.id },
        body: { ownerId: isMine ? null : (me ?? null), note: undefined },
        ifMatch: versionOf(line),
      }),
    );
  const resolve = (
    <Button
      key="resolve"
      variant={isLinkedFirst ? 'secondary' : 'primary'}
      disabled={isPending}
      onClick={() => onForm('resolve')}
    >
      {canBeIgnored(line) ? t('Ignore or write off') : t('Write off')}
    </Button>
  );
  const link = isCredited && (
    <Button
      key="link"
      variant={isLinkedFirst ? 'primary' : 'secondary'}
      disabled={isPending}
      onClick={() => onForm('link')}
    >
      {t('Link')}
    </Button>
  );
  return (
    <>
      <Button disabled={isPending} className="md:mr-auto" onClick={own}>
        {isMine ? t('Release') : t('Assign to me')}
      </Button>
      <Button disabled={isPending} onClick={() => onForm('note')}>
        {t('Note')}
      </Button>
      {isCredited && (
        <Button disabled={isPending} onClick={() => onForm('split')}>
          {t('Split | verb')}
        </Button>
      )}
      {isLinkedFirst ? [resolve, link] : [link, resolve]}
    </>
  );
}
