import { RUN_LIST } from '@wayside/contract/lists';
import { createRun, type PaymentRun } from '@wayside/contract/payment-runs';
import { useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { useStart } from '../../lib/use-start.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { runsUrl } from '../../list/list-urls.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PayoutSections } from '../payouts/payout-sections.tsx';
import { RUN_COLUMNS, RUN_STATE_LABELS, runCard, runTitle } from './run-columns.tsx';
import { runs } from './runs-queries.ts';

const NewRunDialog = lazyPart(() => import('./new-run-dialog.tsx'), 'NewRunDialog');
const RunDetails = lazyPart(() => import('./run-details.tsx'), 'RunDetails');
const ResultFilesDialog = lazyPart(() => import('./result-files-dialog.tsx'), 'ResultFilesDialog');

const LABELS: ListLabels = {
  title: msg('Payment Runs'),
  subtitle: msg('Pay many mechanics with one bank file'),
  heading: msg('All Payment Runs'),
  noun: { one: msg('run'), many: msg('runs') },
  empty: msg('No payment runs yet'),
  noMatch: msg('No payment runs with this status'),
  error: loadError(msg('Error Loading Payment Runs'), msg('Failed to load the payment runs')),
};

const STATE_FILTER: ListFilter<'state'> = {
  key: 'state',
  label: msg('Status'),
  all: msg('All Status'),
  options: Object.entries(RUN_STATE_LABELS).map(([value, { label }]) => ({ value, label })),
};

/** The payment runs and the bank result files (BANK-01, BANK-03). */
export function RunsScreen() {
  const [openDialog, setOpenDialog] = useState<'run' | 'results' | null>(null);
  const close = () => setOpenDialog(null);
  useStart(() => setOpenDialog('run'));
  return (
    <>
      <ListScreen
        url={runsUrl}
        query={runs.query}
        counted={runs.counted}
        labels={LABELS}
        sections={<PayoutSections />}
        titleActions={
          <Allowed to={createRun}>
            <Button onClick={() => setOpenDialog('results')}>{t('Bank results')}</Button>
            <Button variant="primary" onClick={() => setOpenDialog('run')}>
              {t('New run')}
            </Button>
          </Allowed>
        }
        emptyAction={
          <Allowed to={createRun}>
            <Button onClick={() => setOpenDialog('run')}>{t('Create the first run')}</Button>
          </Allowed>
        }
        exported={createListExport(RUN_LIST, { call: (calls) => calls.exportRuns })}
        filters={[STATE_FILTER]}
        columns={RUN_COLUMNS}
        card={runCard}
        idOf={(run: PaymentRun) => run.id}
        nameOf={runTitle}
        details={(id, row, onClose) => <RunDetails id={id} row={row} onClose={onClose} />}
      />
      {openDialog === 'run' && <NewRunDialog ids={null} onClose={close} />}
      {openDialog === 'results' && <ResultFilesDialog onClose={close} />}
    </>
  );
}
