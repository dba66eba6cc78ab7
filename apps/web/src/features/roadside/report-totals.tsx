import { REPORT_PHASES, type ReportPhase, type RoadsideFigures } from '@wayside/contract/roadside-report';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { clockText } from './emergency-labels.ts';
import { StatLink } from './stat-link.tsx';
import { durationText, PHASE_LABELS, shareText } from './stats-table.tsx';

interface ReportTotalsProps {
  total: RoadsideFigures;
  targets: Readonly<Record<`${ReportPhase}Seconds`, number>>;
}

/** The figures of all days together: each phase large, then what came and what went wrong (ROAD-07). */
export function ReportTotals({ total, targets }: ReportTotalsProps) {
  return (
    <section aria-label="In all" className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4 print:grid-cols-4">
      {REPORT_PHASES.map((phase) => (
        <Card key={phase} className="grid content-start gap-1 px-4 py-3.5">
          <h2 className="text-sm text-ink-soft">{PHASE_LABELS[phase]}, median</h2>
          <p className="text-[1.75rem] leading-9 font-semibold">
            {total[phase].count === 0 ? (
              '–'
            ) : (
              <StatLink figure={phase} label={`${PHASE_LABELS[phase]}, median`}>
                {durationText(total[phase].medianSeconds)}
              </StatLink>
            )}
          </p>
          <p className="numeric text-sm text-ink-soft">
            <span translate="no">90 %</span> within{' '}
            <span translate="no">{durationText(total[phase].ninetiethSeconds)}</span>
          </p>
          <p className="numeric text-sm text-ink-soft [&_a]:underline">
            {total[phase].count === 0 ? (
              shareText(total[phase])
            ) : (
              <StatLink figure={`${phase}_in_time`} label={`${PHASE_LABELS[phase]} in time`}>
                {shareText(total[phase])}
              </StatLink>
            )}{' '}
            within the target of <span translate="no">{clockText(targets[`${phase}Seconds`])}</span>
          </p>
        </Card>
      ))}
      <Card className="px-4 py-3.5">
        <dl className="grid gap-1">
          <Count figure="emergencies" label="Emergencies" value={total.emergencies} />
          <Count figure="lapses" label="Expired claims" value={total.lapses} />
          <Count figure="cancelled" label="Cancelled" value={total.cancelled} />
          <Count figure="not_come" label="Mechanics who did not come" value={total.notCome} />
        </dl>
      </Card>
    </section>
  );
}

interface CountProps {
  figure: 'emergencies' | 'lapses' | 'cancelled' | 'not_come';
  label: string;
  value: number;
}

const Count = ({ figure, label, value }: CountProps) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd translate="no" className="numeric shrink-0 text-lg font-semibold whitespace-nowrap">
      {value === 0 ? (
        '0'
      ) : (
        <StatLink figure={figure} label={label}>
          {formatCount(value)}
        </StatLink>
      )}
    </dd>
  </div>
);
