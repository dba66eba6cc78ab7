import { useQuery } from '@tanstack/react-query';
import { createPayout } from '@wayside/contract/payouts';
import type { LedgerSum } from '@wayside/contract/payouts-ledger';
import { adjustBalance } from '@wayside/contract/payouts-ledger';
import { useState } from 'react';
import { type Message, msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { config, isOwnServer } from '../../lib/config.ts';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { isDateRangeReversed, type ListDays } from '../../list/list-url.ts';
import { ExplainedSum, PagedTable } from '../../list/paged-table.tsx';
import { DayFields, PeriodSelect } from '../../list/period-select.tsx';
import { daysOf } from '../../list/periods.ts';
import { PrintButton, usePrintKey } from '../../list/print-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ExplainButton } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PhoneItem } from '../people/person-items.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { earningsQuery, ledgerQuery, payoutsOfMechanicQuery } from './ledger-queries.ts';
import { BalanceStatusBadge, daysText, EARNED_COLUMNS, entryColumns, PAID_COLUMNS } from './payout-columns.tsx';
import { type Payee, payablePaise } from './payouts-queries.ts';

const MechanicStatement = lazyPart(() => import('./mechanic-statement.tsx'), 'MechanicStatement');
const AdjustDialog = lazyPart(() => import('./adjust-dialog.tsx'), 'AdjustDialog');

const PAYOUTS_LOAD_FAILED = msg('Failed to load payout data. Please try again.');

interface PayoutDetailsProps {
  id: string;
  /** Undefined while loading; null if no mechanic has this id. */
  payee: Payee | null | undefined;
  onPay: () => void;
  onExplain: (sum: LedgerSum) => void;
  onClose: () => void;
}

/** Dialog with the balance, earnings and payouts of one mechanic (PAYO-04). */
export function PayoutDetails({ id, payee, onPay, onExplain, onClose }: PayoutDetailsProps) {
  const [isAdjusting, setAdjusting] = useState(false);
  usePrintKey();
  const [view, setView] = useState<ListDays>({ period: null, from: null, to: null });
  const days = daysOf(view);
  // The field shows the error.
  const isReversed = isDateRangeReversed(view);
  const isOfDays = days.from !== null || days.to !== null;
  return (
    <Dialog
      title={payee ? orNotAvailable(payee.name) : t('Payout Details')}
      copiedId={id}
      titleExtra={payee && <BalanceStatusBadge payee={payee} />}
      size="xl"
      isText
      headerActions={payee && <PrintButton />}
      onClose={onClose}
      footer={
        payee && (
          <>
            <ExportMenu
              disabled={isReversed}
              list={{
                name: `statement-${id}`,
                permission: 'lists:export',
                call: (calls) => tableCall(calls.exportStatement, { mechanicId: id, ...days }),
              }}
            />
            {isOwnServer() && (
              <Allowed to={adjustBalance}>
                <Button onClick={() => setAdjusting(true)}>{t('Adjust balance')}</Button>
              </Allowed>
            )}
            <Allowed to={createPayout}>
              <Button variant="primary" disabled={payablePaise(payee) <= 0} onClick={onPay}>
                {t('Process payout')}
              </Button>
            </Allowed>
          </>
        )
      }
    >
      {payee === null && (
        <p className="py-16 text-center text-ink-soft">
          {t('There is no mechanic with this id among the payouts.')}
        </p>
      )}
      {payee && (
        <div className="grid gap-6">
          <p className="hidden text-ink-soft print:block">
            {[
              config().brand,
              isReversed ? t('Statement') : t('Statement, {days}', { days: daysText(days) }),
              t('Printed {date}', { date: formatDateTime(new Date()) }),
            ].join(' · ')}
          </p>
          <Balance payee={payee} title={isOfDays ? t('Balance today') : t('Balance')} onExplain={onExplain} />
          {isOwnServer() && <StatementDays view={view} onDays={(changed) => setView({ ...view, ...changed })} />}
          {isOfDays && !isReversed && (
            <MechanicStatement
              key={`${days.from} ${days.to}`}
              mechanicId={id}
              days={days}
              onClose={() => setView({ period: null, from: null, to: null })}
            />
          )}
          {!isOfDays && (
            <>
              <PagedTable
                title={t('Earnings History')}
                columns={EARNED_COLUMNS}
                rows={payee.earnings}
                query={(page, limit) => earningsQuery(id, page, limit)}
                empty={t('No earnings yet.')}
                failed={t(PAYOUTS_LOAD_FAILED)}
              />
              <PagedTable
                title={t('Payout History')}
                columns={PAID_COLUMNS}
                rows={payee.payouts}
                query={(page, limit) => payoutsOfMechanicQuery(id, page, limit)}
                empty={t('No payments yet.')}
                failed={t(PAYOUTS_LOAD_FAILED)}
              />
            </>
          )}
        </div>
      )}
      {payee && isAdjusting && <AdjustDialog payee={payee} onClose={() => setAdjusting(false)} />}
    </Dialog>
  );
}

/** Fields for the statement period. Without a period, the dialog shows the histories (CLOS-02). */
function StatementDays({ view, onDays }: { view: ListDays; onDays: (days: Partial<ListDays>) => void }) {
  const [areFieldsOpen, setAreFieldsOpen] = useState(false);
  return (
    <div data-unprinted="" className="grid gap-3">
      <div className="flex">
        <PeriodSelect label={t('Statement')} view={view} onDays={onDays} onBetween={setAreFieldsOpen} />
      </div>
      {(areFieldsOpen || view.from !== null || view.to !== null) && (
        <DayFields label={t('Days of the statement')} view={view} onDays={onDays} />
      )}
    </div>
  );
}

interface BalanceProps {
  payee: Payee;
  /** Differs while a statement for a period is shown, because that statement ends with another balance. */
  title: string;
  onExplain: (sum: LedgerSum) => void;
}

/**
 * The calculation of the balance, line by line: total − cash kept − pending commission − paid out = balance
 * (PAYO-08).
 */
function Balance({ payee, title, onExplain }: BalanceProps) {
  const line = (label: string, paise: number | null, sum: LedgerSum, isSubtracted = false) => (
    <DescriptionItem label={label} align="end">
      <span className="inline-flex items-center gap-1">
        <span className={cn('min-[22.5rem]:whitespace-nowrap', sum === 'balance' && 'text-lg font-semibold')}>
          {formatExactRupees(isSubtracted && paise !== null ? -paise : paise)}
        </span>
        {isOwnServer() && <ExplainButton title={label} className="-my-1.5" onClick={() => onExplain(sum)} />}
      </span>
    </DescriptionItem>
  );
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title={t('Mechanic')}>
        <DescriptionItem label={t('Name')}>
          <PersonLink
            person={{ id: payee.mechanicId, name: payee.name, phone: payee.phone, email: null }}
            as="mechanic"
            isWhole
          />
        </DescriptionItem>
        <PhoneItem phone={payee.phone} />
      </DescriptionList>
      <DescriptionList title={title}>
        {line(t('Total Earnings'), payee.netEarningPaise, 'earned')}
        {payee.cashKeptPaise !== null && line(t('Cash Kept'), payee.cashKeptPaise, 'cashKept', true)}
        {line(t('Pending Commission'), payee.pendingCommissionPaise, 'pendingCommission', true)}
        {line(t('Paid Out'), payee.paidOutPaise, 'paidOut', true)}
        {line(t('Net Balance'), payee.balancePaise, 'balance')}
        {payee.reservedPaise !== undefined && (
          <DescriptionItem label={t('of which reserved')} align="end">
            {formatExactRupees(payee.reservedPaise)}
          </DescriptionItem>
        )}
        {payee.inTransitPaise !== undefined && (
          <DescriptionItem label={t('of which in transit')} align="end">
            {formatExactRupees(payee.inTransitPaise)}
          </DescriptionItem>
        )}
      </DescriptionList>
    </div>
  );
}

const SUM_LABELS: Readonly<Record<LedgerSum, Message>> = {
  earned: msg('Total Earnings'),
  cashKept: msg('Cash Kept'),
  pendingCommission: msg('Pending Commission'),
  paidOut: msg('Paid Out'),
  balance: msg('Net Balance'),
};

interface LedgerSumEntriesProps {
  sum: LedgerSum;
  /** Null for all mechanics. */
  mechanic: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}

export function LedgerSumEntries({ sum, mechanic, onClose }: LedgerSumEntriesProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(ledgerQuery(sum, mechanic?.id ?? null, page));
  const { data } = query;
  const failure = useFailedLoad(query, t(PAYOUTS_LOAD_FAILED));
  return (
    <ExplainedSum
      title={t(SUM_LABELS[sum])}
      description={mechanic ? t('Of {name}', { name: mechanic.name }) : t('Of all mechanics')}
      caption={t('Rows of the ledger')}
      columns={entryColumns(sum, mechanic !== null)}
      page={data}
      keyOf={(entry) => entry.id}
      pages={data && { current: page, count: data.pageCount, onPage: setPage }}
      failure={failure && <ErrorCard title={t('Error Loading Rows')} {...failure} />}
      onClose={onClose}
    />
  );
}
