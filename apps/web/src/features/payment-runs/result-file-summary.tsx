import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ResultIssue, ResultIssueKind } from '@wayside/contract/bank-results';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { ProgressBar } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { invalidateRuns } from './new-run-queries.ts';
import { attentionText, paymentsOfFile } from './result-file-text.ts';
import { resultFileQuery, resultIssuesQuery } from './runs-queries.ts';

/** What the user can do about a line. */
const ADVICE: Readonly<Record<ResultIssueKind, string>> = {
  unreadable: 'Check the line in the file and record the payment by hand.',
  unknown_reference: 'The payment may belong to another system, or to a backup that was restored.',
  duplicate: 'The first line counts. If the bank paid twice, ask the bank to return the second payment.',
  amount_differs: 'Ask the bank. Nothing was changed.',
  account_differs: 'Ask the bank where the money went before you record anything.',
  not_sent: 'The file of this payment was not created here. Find out who sent it to the bank.',
  no_transaction_id: 'Record it by hand with its transaction ID.',
  transaction_id_used: 'Find the payment that has this ID, and ask the bank for the correct one.',
  contradiction: 'Ask the bank. If this file is correct, record the result by hand in the run.',
};

interface IssueProps {
  issue: ResultIssue;
  onOpenRun: () => void;
}

const Reference = ({ issue: { reference, runId }, onOpenRun }: IssueProps) =>
  runId === null ? (
    <span className="font-mono wrap-anywhere">{reference ?? '–'}</span>
  ) : (
    <Link to="/payouts/runs" search={{ run: runId }} onClick={onOpenRun} className="link font-mono">
      {reference ?? 'Open run'}
    </Link>
  );

const Explanation = ({ issue: { message, kind } }: { issue: ResultIssue }) => (
  <span className="block whitespace-normal wrap-anywhere">
    {message}
    <span className="block text-xs text-ink-soft">{ADVICE[kind as ResultIssueKind] ?? ''}</span>
  </span>
);

const columnsFor = (onOpenRun: () => void): readonly SmallColumn<ResultIssue>[] => [
  { header: 'Line', align: 'end', cell: ({ line }) => formatCount(line) },
  { header: 'Reference', cell: (issue) => <Reference issue={issue} onOpenRun={onOpenRun} /> },
  {
    header: 'Issue',
    cell: (issue) => (
      <div className="min-w-64 py-2">
        <Explanation issue={issue} />
      </div>
    ),
  },
];

const columnsOfPhone = (onOpenRun: () => void): readonly SmallColumn<ResultIssue>[] => [
  {
    header: 'Line and issue',
    cell: (issue) => (
      <div className="grid gap-1 py-2 whitespace-normal">
        <span>
          Line {formatCount(issue.line)} · <Reference issue={issue} onOpenRun={onOpenRun} />
        </span>
        <Explanation issue={issue} />
      </div>
    ),
  },
];

/** The result of one file: progress, payments by status, then the lines that need a person (BANK-03, BANK-08). */
export function ResultFileSummary({ id, onOpenRun }: { id: string; onOpenRun: () => void }) {
  const query = useQuery(resultFileQuery(id));
  const [page, setPage] = useState(1);
  const isPhone = useMediaQuery(PHONE);
  const file = query.data;
  const issues = useQuery({
    ...resultIssuesQuery(id, page, file?.lineCount ?? 0),
    enabled: (file?.issueCount ?? 0) > 0,
    placeholderData: (before) => before,
  });
  const failure = useFailedLoad(query, 'Failed to load the result file');
  const issuesFailure = useFailedLoad(issues, 'Failed to load the lines');
  useReloadedRuns(file?.state);
  if (failure) return <RetryNote {...failure} />;
  if (!file) return null;
  return (
    <section aria-label="Result of the file" className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold wrap-anywhere">{file.name}</h3>
      {file.state === 'reading' && (
        <ProgressBar label="Reading the file" value={Math.round(file.progress * 100)} max={100} />
      )}
      {file.reason && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger-badge">{file.reason}</p>}
      <p role="status" className="numeric">
        {paymentsOfFile(file)}
      </p>
      {issuesFailure ? (
        <RetryNote {...issuesFailure} />
      ) : (
        file.issueCount > 0 && (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <h4 className="font-medium">{attentionText(file)}</h4>
              <div className="ml-auto flex flex-wrap items-center gap-3">
                {issues.data && (
                  <PageSteps
                    page={page}
                    pageCount={issues.data.pageCount}
                    label="Pages of lines"
                    onPage={setPage}
                  />
                )}
                <ExportMenu
                  label="Export lines"
                  list={{
                    name: 'bank-result-issues',
                    permission: 'lists:export',
                    call: (calls) => tableCall(calls.exportResultIssues, { id }),
                  }}
                  total={file.issueCount}
                  hasPrint={false}
                />
              </div>
            </div>
            <SmallTable
              caption="Lines that need your attention"
              columns={(isPhone ? columnsOfPhone : columnsFor)(onOpenRun)}
              rows={issues.data?.rows}
              keyOf={({ line }) => String(line)}
              empty="No lines need your attention."
            />
          </>
        )
      )}
    </section>
  );
}

/** Reloads the runs when the file has been read. */
function useReloadedRuns(state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'reading' && state !== 'reading') void invalidateRuns();
    before.current = state;
  }, [state]);
}
