import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerIssue, AnswerIssueKind } from '@wayside/contract/bank-answers';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { invalidateRuns } from '../../people/run-queries.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { answerIssuesQuery, answerQuery } from './runs-queries.ts';

/** What can be done about a difference. */
const ADVICE: Readonly<Record<AnswerIssueKind, string>> = {
  unreadable: 'Look at the line in the file; record its payment by hand.',
  unknown_reference: 'It may be a payment of another system, or of a restored backup.',
  duplicate: 'The first line counts. If the bank has paid twice, settle it with the bank.',
  amount_differs: 'Ask the bank. Nothing was changed.',
  account_differs: 'Ask the bank where the money went before you record anything.',
  not_sent: 'Its file was not made: ask who has given the bank this payment.',
  no_transaction_id: 'Record it by hand with its transaction ID.',
  transaction_id_used: 'Look for the payment that has this ID; ask the bank for the right one.',
  contradiction: 'Ask the bank. If this answer is right, record it by hand in the run.',
};

const columnsFor = (onOpenRun: () => void): readonly SmallColumn<AnswerIssue>[] => [
  { header: 'Line', align: 'end', cell: ({ line }) => formatCount(line) },
  {
    header: 'Reference',
    cell: ({ reference, runId }) =>
      runId === null ? (
        <span className="font-mono">{reference ?? '–'}</span>
      ) : (
        <Link to="/payouts/runs" search={{ run: runId }} onClick={onOpenRun} className="link font-mono">
          {reference}
        </Link>
      ),
  },
  {
    header: 'What the bank says',
    cell: ({ message, kind }) => (
      <span className="block min-w-64 whitespace-normal">
        {message}
        <span className="block text-xs text-ink-soft">{ADVICE[kind as AnswerIssueKind] ?? ''}</span>
      </span>
    ),
  },
];

/** What came of one answer: progress, counts, and a line for each difference (BANK-03). */
export function AnswerResult({ id, onOpenRun }: { id: string; onOpenRun: () => void }) {
  const query = useQuery(answerQuery(id));
  const [page, setPage] = useState(1);
  const answer = query.data;
  const issues = useQuery({
    ...answerIssuesQuery(id, page, answer?.lineCount ?? 0),
    enabled: (answer?.issueCount ?? 0) > 0,
    placeholderData: (before) => before,
  });
  const failure = useFailedLoad(query, 'Failed to load the answer');
  const issuesFailure = useFailedLoad(issues, 'Failed to load the differences');
  useReloadedRuns(answer?.state);
  if (failure) return <RetryNote {...failure} />;
  if (!answer) return null;
  return (
    <section aria-label="Result" className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold wrap-anywhere">{answer.name}</h3>
      {answer.state === 'reading' && (
        <ProgressBar label="Reading the answer" value={Math.round(answer.progress * 100)} max={100} />
      )}
      {answer.reason && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger-badge">{answer.reason}</p>}
      <p role="status" className="numeric">
        {formatCount(answer.lineCount)} {answer.lineCount === 1 ? 'line' : 'lines'} read:{' '}
        {formatCount(answer.changedCount)} changed a payment, {formatCount(answer.unchangedCount)} said what is
        known, {formatCount(answer.issueCount)} to look at.
      </p>
      {issuesFailure ? (
        <RetryNote {...issuesFailure} />
      ) : (
        answer.issueCount > 0 && (
          <>
            {issues.data && (
              <PageSteps
                page={page}
                pageCount={issues.data.pageCount}
                label="Pages of differences"
                onPage={setPage}
              />
            )}
            <SmallTable
              caption="Differences"
              columns={columnsFor(onOpenRun)}
              rows={issues.data?.rows}
              keyOf={({ line }) => String(line)}
              empty="There are no differences."
            />
          </>
        )
      )}
    </section>
  );
}

/** Shows what an answer has changed once it is read. */
function useReloadedRuns(state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'reading' && state !== 'reading') void invalidateRuns();
    before.current = state;
  }, [state]);
}
