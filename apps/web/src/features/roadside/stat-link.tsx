import { Link } from '@tanstack/react-router';
import type { ReportFigure } from '@wayside/contract/roadside-states';
import { type FigureOf, readReportSearch } from './report-url.ts';

interface FigureLinkProps extends Omit<FigureOf, 'figure'> {
  figure: ReportFigure;
  /** What it counts, for assistive technology: "8 am, claimed in time". */
  label: string;
  children: string;
}

/** A figure of the report, which opens the emergencies behind it (ROAD-07). */
export function StatLink({ figure, label, children, ...of }: FigureLinkProps) {
  return (
    <Link
      to="/roadside/report"
      search={(now) => readReportSearch({ period: now.period, from: now.from, to: now.to, figure, ...of })}
      resetScroll={false}
      translate="no"
      aria-label={`${label}: ${children}`}
      className="link numeric touch:inline-grid touch:min-h-11 touch:items-center print:text-ink"
    >
      {children}
    </Link>
  );
}
