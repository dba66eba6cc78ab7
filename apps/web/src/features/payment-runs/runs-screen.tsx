import { createRun, type PaymentRun } from '@wayside/contract/payment-runs';
import { useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { PayoutSections } from '../../records/payout-sections.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RUN_COLUMNS, RUN_STATE_LABELS, runCard, runTitle } from './run-columns.tsx';
import { runCountsQuery, runsQuery } from './runs-queries.ts';
import { runsUrl } from './runs-url.ts';

const NewRunDialog = lazyPart(() => import('../../people/new-run-dialog.tsx'), 'NewRunDialog');
const RunDetails = lazyPart(() => import('./run-details.tsx'), 'RunDetails');
const AnswersDialog = lazyPart(() => import('./answers-dialog.tsx'), 'AnswersDialog');

const LABELS: ListLabels = {
  title: 'Payment Runs',
  subtitle: 'From what is owed to what the bank has paid',
  heading: 'All Payment Runs',
  noun: { one: 'run', many: 'runs' },
  empty: 'No payment run has been made yet',
  noMatch: 'No payment runs in this state',
  error: loadError('Error Loading Payment Runs', 'Failed to load the payment runs'),
};

const STATE_FILTER: ListFilter<'state'> = {
  key: 'state',
  label: 'Status',
  all: 'All Status',
  options: Object.entries(RUN_STATE_LABELS).map(([value, { label }]) => ({ value, label })),
};

/** The payment runs, and the answers of banks to them (BANK-01, BANK-03). */
export function RunsScreen() {
  const [open, setOpen] = useState<'run' | 'answers' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ListScreen
        url={runsUrl}
        query={runsQuery}
        counted={runCountsQuery}
        labels={LABELS}
        sections={<PayoutSections />}
        titleActions={
          <Allowed to={createRun}>
            <Button onClick={() => setOpen('answers')}>Bank’s answers</Button>
            <Button variant="primary" onClick={() => setOpen('run')}>
              New run
            </Button>
          </Allowed>
        }
        filters={[STATE_FILTER]}
        columns={RUN_COLUMNS}
        card={runCard}
        idOf={(run: PaymentRun) => run.id}
        nameOf={runTitle}
        details={(id, row, onClose) => <RunDetails id={id} row={row} onClose={onClose} />}
      />
      {open === 'run' && <NewRunDialog ids={null} onClose={close} />}
      {open === 'answers' && <AnswersDialog onClose={close} />}
    </>
  );
}
