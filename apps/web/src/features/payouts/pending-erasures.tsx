import { useQuery } from '@tanstack/react-query';
import { payLoyalty } from '@wayside/contract/loyalty';
import { showBankAccount } from '@wayside/contract/mechanics';
import { createPayout } from '@wayside/contract/payouts';
import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { formatExactRupees } from '../../lib/format.ts';
import { reloadShown } from '../../lib/shown-change.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { personName } from '../../people/person-name.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { ERASURE_KEYS, erasuresQuery } from './erasures-query.ts';

const PayoutDialog = lazyPart(() => import('./payout-dialog.tsx'), 'PayoutDialog');
const LoyaltyDialog = lazyPart(() => import('../../people/loyalty-dialog.tsx'), 'LoyaltyDialog');
const RetainedBankDetails = lazyPart(() => import('./retained-bank-details.tsx'), 'RetainedBankDetails');

type Dialog = 'balance' | 'wallet' | 'bank';

/** What is still to be paid, or owed by the person, as a badge (PRIV-06). */
function erasureLabel({ balancePaise, walletPaise }: PendingErasure): string {
  const owed = Math.max(balancePaise, 0) + Math.max(walletPaise, 0);
  const owes = Math.max(-balancePaise, 0) + Math.max(-walletPaise, 0);
  const parts = [
    ...(owed > 0 ? [`${formatExactRupees(owed)} to pay`] : []),
    ...(owes > 0 ? [`${formatExactRupees(owes)} to settle`] : []),
  ];
  return `Erasure pending – ${parts.join(', ')}`;
}

const nameOf = ({ kind, id, name }: PendingErasure) => personName({ id, name }, kind);

export interface PendingErasuresProps {
  /** Sets the alert bar of the screen; null after a success (PAYO-06). */
  onFailed: (message: string | null) => void;
  onClose: () => void;
}

/**
 * The erased people whose balance or wallet is not 0, with the payments that end it (PRIV-06). Nothing while there is nobody. Below
 * the list, which it would push down when it comes.
 */
export function PendingErasures({ onFailed }: PendingErasuresProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(erasuresQuery(page));
  const [asked, setAsked] = useState<{ readonly for: Dialog; readonly person: PendingErasure } | null>(null);
  const close = () => {
    setAsked(null);
    void reloadShown(ERASURE_KEYS);
  };
  const { data } = query;
  if (data?.total === 0 || (data === undefined && !query.isError)) return null;
  const person = asked?.person;
  return (
    <div className="mt-5">
      <LoadedSection
        title="Pending erasures"
        about="Deleted people to settle with: name and bank details are kept until balance and wallet are ₹0"
        count={data?.total}
        query={query}
        failed="The pending erasures could not be loaded."
        action={
          data &&
          data.pageCount > 1 && (
            <PageSteps page={page} pageCount={data.pageCount} label="Pages of pending erasures" onPage={setPage} />
          )
        }
      >
        <div className="px-3 py-2">
          <SmallTable
            caption="Pending erasures"
            columns={columnsWith((kind, chosen) => setAsked({ for: kind, person: chosen }))}
            rows={data?.rows}
            keyOf={({ id }) => id}
            empty="Nobody is left on this page."
          />
        </div>
      </LoadedSection>
      {person && asked.for === 'balance' && (
        <PayoutDialog payee={payeeOf(person)} onFailed={onFailed} onClose={close} />
      )}
      {person && asked.for === 'wallet' && (
        <LoyaltyDialog payee={person} kind={person.kind} keys={ERASURE_KEYS} isLast onClose={close} />
      )}
      {person && asked.for === 'bank' && <RetainedBankDetails person={person} onClose={close} />}
    </div>
  );
}

function columnsWith(ask: (kind: Dialog, person: PendingErasure) => void): readonly SmallColumn<PendingErasure>[] {
  const isPayable = ({ balancePaise, reservedBalancePaise }: PendingErasure) => balancePaise > reservedBalancePaise;
  const hasWallet = ({ walletPaise, reservedWalletPaise }: PendingErasure) =>
    walletPaise > 0 && reservedWalletPaise === 0;
  return [
    {
      header: 'Person',
      cell: (person) => (
        <>
          <span className="block max-w-48 truncate font-medium" data-tip={nameOf(person)}>
            {nameOf(person)}
          </span>
          <span className="text-xs text-ink-soft">{person.kind === 'user' ? 'Customer' : 'Mechanic'}</span>
        </>
      ),
    },
    { header: 'Status', cell: (person) => <StatusBadge tone="warning" label={erasureLabel(person)} wraps /> },
    { header: 'Balance', align: 'end', cell: ({ balancePaise }) => formatExactRupees(balancePaise) },
    { header: 'Wallet', align: 'end', cell: ({ walletPaise }) => formatExactRupees(walletPaise) },
    {
      header: 'Actions',
      cell: (person) => (
        <span className="flex items-center gap-2">
          {person.bank && (
            <Allowed to={showBankAccount}>
              <IconButton
                label={`Bank details of ${nameOf(person)}`}
                tip="Bank details"
                icon={<Landmark className="size-4" />}
                onClick={() => ask('bank', person)}
              />
            </Allowed>
          )}
          {isPayable(person) && (
            <Allowed to={createPayout}>
              <Button aria-label={`Pay the balance of ${nameOf(person)}`} onClick={() => ask('balance', person)}>
                Pay balance
              </Button>
            </Allowed>
          )}
          {hasWallet(person) && (
            <Allowed to={payLoyalty}>
              <Button aria-label={`Pay the wallet of ${nameOf(person)}`} onClick={() => ask('wallet', person)}>
                Pay wallet
              </Button>
            </Allowed>
          )}
        </span>
      ),
    },
  ];
}

/** A mechanic as the payout dialog pays them. */
const payeeOf = ({ id, name, balancePaise, reservedBalancePaise }: PendingErasure) => ({
  ...{ mechanicId: id, name, phone: null, balancePaise },
  ...{ netEarningPaise: null, paidOutPaise: null, pendingCommissionPaise: null, cashKeptPaise: null },
  ...(reservedBalancePaise > 0 ? { reservedPaise: reservedBalancePaise } : {}),
});
