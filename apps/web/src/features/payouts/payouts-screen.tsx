import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BALANCE_FILTERS } from '@wayside/contract/exports';
import { createPayout } from '@wayside/contract/payouts';
import type { LedgerSum } from '@wayside/contract/payouts-ledger';
import type { ReadRows } from '@wayside/contract/wire/paging';
import { MAX_SELECTED } from '@wayside/contract/wire/request-fields';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { msg, plural, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees, notAvailable } from '../../lib/format.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { tableCall } from '../../list/list-export.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import type { ListView } from '../../list/list-url.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ExplainButton, SumCard } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { HandCoinsIcon } from '../../ui/one-path-icons.ts';
import { personName } from '../people/person-link.tsx';
import { BALANCE_LABELS, PAYOUT_COLUMNS, payoutCard } from './payout-columns.tsx';
import { PayoutSections } from './payout-sections.tsx';
import {
  erasuresQuery,
  matchingPayees,
  type Payee,
  payablePaise,
  payoutCountsQuery,
  payoutsQuery,
  shownPayoutsQuery,
} from './payouts-queries.ts';
import { payoutsUrl } from './payouts-url.ts';

const PayoutDetails = lazyPart(() => import('./payout-details.tsx'), 'PayoutDetails');
const ToBePaid = lazyPart(() => import('../approvals/to-be-paid.tsx'), 'ToBePaid');
const PayoutDialog = lazyPart(() => import('./payout-dialog.tsx'), 'PayoutDialog');
const PendingErasures = lazyPart(() => import('./pending-erasures.tsx'), 'PendingErasures');
const NewRunDialog = lazyPart(() => import('../payment-runs/new-run-dialog.tsx'), 'NewRunDialog');
const LedgerSumEntries = lazyPart(() => import('./payout-details.tsx'), 'LedgerSumEntries');

const LABELS: ListLabels = {
  title: msg('Payouts'),
  subtitle: msg('Earnings and balance of each mechanic'),
  heading: msg('All Mechanics'),
  noun: { one: msg('mechanic'), many: msg('mechanics') },
  search: msg('Search by mechanic name, ID or phone'),
  empty: msg('No earnings yet'),
  noMatch: msg('No mechanics found matching your criteria'),
  error: {
    ...loadError(msg('Error Loading Payouts'), msg('Failed to load payout data. Please try again.')),
    place: 'bar',
  },
};

const BALANCE_FILTER: ListFilter<'balance'> = {
  key: 'balance',
  label: msg('Balance'),
  all: msg('All Balances'),
  options: Object.entries(BALANCE_LABELS).map(([value, { label }]) => ({ value, label })),
};

/** Checks whether the filters include every mechanic with a positive balance. */
const isOfAllOwed = ({ search, balance }: ListView<'balance'>): boolean =>
  search.trim() === '' && (balance === null || balance === 'all' || balance === 'available');

const nameOf = ({ mechanicId, name }: Payee) => personName({ id: mechanicId, name }, 'mechanic');

/** Payouts (PAYO-01 to PAYO-06). */
export function PayoutsScreen() {
  const { data: payees } = useQuery(payoutsQuery);
  const pending = useQuery({ ...erasuresQuery(1), enabled: isOwnServer() });
  // Shows the section when an erasure is pending or loading fails. The section then stays, so that an open payment
  // dialog is not closed when the last person is paid elsewhere.
  const [hasPending, setPending] = useState(false);
  if (!hasPending && (pending.isError || (pending.data?.total ?? 0) > 0)) setPending(true);
  const [payee, setPayee] = useState<Payee | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [explained, setExplained] = useState<{ sum: LedgerSum; payee: Payee | null } | null>(null);
  const [newRun, setNewRun] = useState<{ ids: readonly string[] | null; clear: () => void } | null>(null);
  // The web app filters the list. If there are too many ids for one call, null selects all mechanics with a balance.
  const matching = (view: ListView<'balance'>): readonly string[] | null => {
    const ids = matchingPayees(payees?.rows ?? [], view).map(({ mechanicId }) => mechanicId);
    return ids.length > MAX_SELECTED ? null : ids;
  };
  const pay = (chosen: Payee | null) => {
    setFailure(null);
    setPayee(chosen);
  };
  return (
    <>
      <ListScreen
        url={payoutsUrl}
        query={shownPayoutsQuery}
        counted={payoutCountsQuery}
        labels={LABELS}
        sections={<PayoutSections />}
        exported={(view) => ({
          name: 'payouts',
          permission: 'lists:export',
          call: (calls) =>
            tableCall(calls.exportPayouts, {
              balance: view.balance as (typeof BALANCE_FILTERS)[number] | null,
              search: view.search.trim() || null,
            }),
        })}
        // While the dialog is open, it shows the message; a bar behind it would move the list.
        alert={payee ? null : failure}
        onRefresh={() => setFailure(null)}
        filters={[BALANCE_FILTER]}
        totals={(_, hasFailed) => (
          <PayoutCards hasFailed={hasFailed} onExplain={(sum) => setExplained({ sum, payee: null })} />
        )}
        selectable={{
          list: 'payouts',
          actions: {
            permission: 'money:move',
            show: ({ ids, view, count, clear }) => {
              const chosen = ids ?? matching(view);
              return chosen === null && !isOfAllOwed(view) ? (
                <p className="text-warning-text">
                  {t('At most {count} search results can be paid together.', { count: MAX_SELECTED })}
                </p>
              ) : (
                <Button variant="primary" onClick={() => setNewRun({ ids: chosen, clear })}>
                  {plural(count, 'Pay {count} mechanic…', 'Pay {count} mechanics…')}
                </Button>
              );
            },
          },
        }}
        columns={PAYOUT_COLUMNS}
        card={payoutCard}
        idOf={(row: Payee) => row.mechanicId}
        nameOf={nameOf}
        actionsWidth="6rem"
        actions={(row) =>
          payablePaise(row) > 0 && (
            <Allowed to={createPayout}>
              <IconButton
                label={t('Process payout to {name}', { name: nameOf(row) })}
                tip={t('Process payout')}
                icon={<HandCoinsIcon className="size-4" />}
                onClick={() => pay(row)}
              />
            </Allowed>
          )
        }
        details={(id, row, close) => {
          const shown =
            row ?? (payees ? (payees.rows.find(({ mechanicId }) => mechanicId === id) ?? null) : undefined);
          return (
            <PayoutDetails
              id={id}
              payee={shown}
              onPay={() => pay(shown ?? null)}
              onExplain={(sum) => setExplained({ sum, payee: shown ?? null })}
              onClose={close}
            />
          );
        }}
      />

      {isOwnServer() && <ToBePaid className="mt-5" />}
      {hasPending && <PendingErasures onFailed={setFailure} />}
      {payee && <PayoutDialog payee={payee} onFailed={setFailure} onClose={() => setPayee(null)} />}
      {newRun && <NewRunDialog ids={newRun.ids} onCreated={newRun.clear} onClose={() => setNewRun(null)} />}
      {explained && (
        <LedgerSumEntries
          sum={explained.sum}
          mechanic={explained.payee && { id: explained.payee.mechanicId, name: nameOf(explained.payee) }}
          onClose={() => setExplained(null)}
        />
      )}
    </>
  );
}

const sumOf = (payees: readonly Payee[], read: (payee: Payee) => number | null) =>
  payees.reduce((paise, payee) => paise + (read(payee) ?? 0), 0);

function sumsOf({ rows: payees }: ReadRows<Payee>) {
  const available = payees.filter(({ balancePaise }) => (balancePaise ?? 0) > 0);
  return {
    earned: sumOf(payees, (payee) => payee.netEarningPaise),
    paidOut: sumOf(payees, (payee) => payee.paidOutPaise),
    available: sumOf(available, (payee) => payee.balancePaise),
    availableCount: available.length,
    pendingCommission: sumOf(payees, (payee) => payee.pendingCommissionPaise),
  };
}

/** Totals over all mechanics. A button on each total lists its ledger entries (PAYO-01). */
function PayoutCards({ hasFailed, onExplain }: { hasFailed: boolean; onExplain: (sum: LedgerSum) => void }) {
  const { data } = useQuery({ ...payoutsQuery, select: sumsOf });
  const unknown = hasFailed ? notAvailable() : undefined;
  const shown = (paise: number | undefined) => (paise === undefined ? unknown : formatExactRupees(paise));
  const explain = (sum: LedgerSum, title: string) =>
    isOwnServer() && <ExplainButton title={title} onClick={() => onExplain(sum)} />;
  return (
    <section
      aria-label={t('Sums over all mechanics')}
      className="grid grid-cols-2 gap-3 lg:grid-cols-4 other-language:max-[26rem]:grid-cols-1"
    >
      <SumCard
        title={t('Total Earnings')}
        value={shown(data?.earned)}
        note={t('Net, of all mechanics')}
        action={explain('earned', t('Total Earnings'))}
      />
      <SumCard
        title={t('Paid Out')}
        value={shown(data?.paidOut)}
        note={t('To all mechanics')}
        action={explain('paidOut', t('Paid Out'))}
      />
      <SumCard
        title={t('Available for Payout')}
        value={shown(data?.available)}
        note={data ? t('{count} with a positive balance', { count: data.availableCount }) : unknown}
        action={
          <Link
            to="/payouts"
            search={{ balance: 'available' }}
            aria-label={t('Explain {title}', { title: t('Available for Payout') })}
            data-tip={t('Explain this number')}
            className="inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-pressed hover:text-ink touch:size-11"
          >
            <ListTree aria-hidden="true" className="size-4" />
          </Link>
        }
      />
      <SumCard
        title={t('Pending Commission')}
        value={shown(data?.pendingCommission)}
        note={t('Commission and fees of cash jobs')}
        action={explain('pendingCommission', t('Pending Commission'))}
      />
    </section>
  );
}
