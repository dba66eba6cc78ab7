import { useQuery } from '@tanstack/react-query';
import { payLoyalty } from '@wayside/contract/loyalty';
import { showBankAccount } from '@wayside/contract/mechanics';
import { createPayout } from '@wayside/contract/payouts';
import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { BankDetails } from '../people/bank-details.tsx';
import { personName } from '../people/person-link.tsx';
import { ERASURE_KEYS, erasuresQuery, payablePaise, unavailableAmountText } from './payouts-queries.ts';

const PayoutDialog = lazyPart(() => import('./payout-dialog.tsx'), 'PayoutDialog');
const LoyaltyDialog = lazyPart(() => import('../people/loyalty-dialog.tsx'), 'LoyaltyDialog');
type OpenedDialog = 'balance' | 'wallet' | 'bank';

/** Returns the label of a pending erasure: "Erasure pending – ₹450 to pay" (PRIV-06). */
function erasureLabel({ balancePaise, walletPaise }: PendingErasure): string {
  const owed = Math.max(balancePaise, 0) + Math.max(walletPaise, 0);
  const owes = Math.max(-balancePaise, 0) + Math.max(-walletPaise, 0);
  const parts = [
    ...(owed > 0 ? [t('{amount} to pay', { amount: formatExactRupees(owed) })] : []),
    ...(owes > 0 ? [t('{amount} to collect', { amount: formatExactRupees(owes) })] : []),
  ];
  return t('Erasure pending – {parts}', { parts: parts.join(', ') });
}

const nameOf = ({ kind, id, name }: PendingErasure) => personName({ id, name }, kind);

interface PendingErasuresProps {
  /** Sets the alert bar of the screen; null clears it after a success (PAYO-06). */
  onFailed: (message: string | null) => void;
}

/**
 * Erased people with a balance or wallet other than 0, and the payments that complete their erasure (PRIV-06). Placed
 * below the list, because it would otherwise push the list down when it loads.
 */
export function PendingErasures({ onFailed }: PendingErasuresProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(erasuresQuery(page));
  const [asked, setAsked] = useState<{ readonly for: OpenedDialog; readonly person: PendingErasure } | null>(null);
  const close = () => {
    setAsked(null);
    void invalidateRecords(ERASURE_KEYS);
  };
  const { data } = query;
  const person = asked?.person;
  return (
    <>
      {data?.total !== 0 && (
        <div className="mt-5">
          <LoadedSection
            title={t('Pending erasures')}
            description={t(
              'Deleted people with open amounts: name and bank details are stored until balance and wallet are ₹0',
            )}
            count={data?.total}
            query={query}
            failed={t('The pending erasures could not be loaded.')}
            action={
              data &&
              data.pageCount > 1 && (
                <PageSteps
                  page={page}
                  pageCount={data.pageCount}
                  label={t('Pages of pending erasures')}
                  onPage={setPage}
                />
              )
            }
          >
            {data?.rows.length === 0 && (
              <p className="px-5 py-6 text-center text-ink-soft">{t('This page is empty.')}</p>
            )}
            <ul aria-label={t('Pending erasures')}>
              {data?.rows.map((each) => (
                <ErasureRow key={each.id} person={each} ask={(kind) => setAsked({ for: kind, person: each })} />
              ))}
            </ul>
          </LoadedSection>
        </div>
      )}
      {person && asked.for === 'balance' && (
        <PayoutDialog payee={payeeOf(person)} isErased onFailed={onFailed} onClose={close} />
      )}
      {person && asked.for === 'wallet' && (
        <LoyaltyDialog payee={person} kind={person.kind} keys={ERASURE_KEYS} isLast onClose={close} />
      )}
      {person && asked.for === 'bank' && <RetainedBankDetails person={person} onClose={close} />}
    </>
  );
}

/** A person with the amounts still owed and the actions that pay them. */
function ErasureRow({ person, ask }: { person: PendingErasure; ask: (kind: OpenedDialog) => void }) {
  const { kind, bank, walletPaise, reservedWalletPaise } = person;
  const payee = payeeOf(person);
  const name = nameOf(person);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge tone="warning" dot wraps>
            {erasureLabel(person)}
          </Badge>
        </p>
        <p className="numeric text-sm text-ink-soft">
          {kind === 'user' ? t('Customer') : t('Mechanic')} · {t('balance {amount}', { amount: owedText(payee) })} ·{' '}
          {t('wallet {amount}', {
            amount: owedText({ balancePaise: walletPaise, reservedPaise: reservedWalletPaise }),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1 sheet-buttons">
        {bank && (
          <Allowed to={showBankAccount}>
            <Button aria-label={t('Bank details of {name}', { name })} onClick={() => ask('bank')}>
              {t('Bank details')}
            </Button>
          </Allowed>
        )}
        {payablePaise(payee) > 0 && (
          <Allowed to={createPayout}>
            <Button aria-label={t('Pay the balance of {name}', { name })} onClick={() => ask('balance')}>
              {t('Pay balance')}
            </Button>
          </Allowed>
        )}
        {walletPaise > 0 && reservedWalletPaise === 0 && (
          <Allowed to={payLoyalty}>
            <Button aria-label={t('Pay the wallet of {name}', { name })} onClick={() => ask('wallet')}>
              {t('Pay wallet')}
            </Button>
          </Allowed>
        )}
      </div>
    </li>
  );
}

/** Returns an amount and the part of it that cannot be paid (TEAM-06, BANK-01). */
function owedText(owed: Parameters<typeof payablePaise>[0]): string {
  const text = formatExactRupees(owed.balancePaise);
  const notFree = unavailableAmountText(owed);
  return notFree === null ? text : `${text} (${notFree})`;
}

const payeeOf = ({ id, name, balancePaise, reservedBalancePaise, inTransitPaise }: PendingErasure) => ({
  ...{ mechanicId: id, name, phone: null, balancePaise },
  ...{ netEarningPaise: null, paidOutPaise: null, pendingCommissionPaise: null, cashKeptPaise: null },
  ...(reservedBalancePaise > 0 ? { reservedPaise: reservedBalancePaise } : {}),
  ...(inTransitPaise > 0 ? { inTransitPaise } : {}),
});

/** An erased mechanic's bank details, retained until the last payment (PRIV-06, MECH-06). */
function RetainedBankDetails({ person, onClose }: { person: PendingErasure; onClose: () => void }) {
  const { id, bank } = person;
  return (
    <Dialog
      title={t('Bank details')}
      description={t('Stored until {name} is paid', { name: nameOf(person) })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <BankDetails mechanicId={id} bank={bank} />
    </Dialog>
  );
}
