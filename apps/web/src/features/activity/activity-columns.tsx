import type { Activity } from '@wayside/contract/activity';
import { formatDate, formatDateTime, formatTime, orNotAvailable } from '../../lib/format.ts';
import type { ListCard, ListColumn } from '../../list/list-definition.ts';
import { activitySentence, changeLines } from '../../people/activity-labels.ts';
import { cn } from '../../ui/cn.ts';
import { ActivitySentence, Actor } from './activity-parts.tsx';

const LINES = 2;

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="numeric whitespace-nowrap">
      <span className="block">{formatDate(at)}</span>
      <span className="block text-ink-soft">{formatTime(at)}</span>
    </time>
  );
}

function What({ entry }: { entry: Activity }) {
  return (
    <>
      <span className={entry.note ? 'block truncate' : 'line-clamp-2'} data-tip={activitySentence(entry)}>
        <ActivitySentence entry={entry} />
      </span>
      {entry.note && (
        <span className="block truncate text-ink-soft" data-tip={entry.note}>
          {entry.note}
        </span>
      )}
    </>
  );
}

/** What fits of the changes; resting on it shows all. */
function Changes({ entry }: { entry: Activity }) {
  const lines = changeLines(entry.changes);
  const shown = lines.length > LINES ? lines.slice(0, LINES - 1) : lines;
  return (
    <div data-tip={lines.join(' · ') || undefined}>
      {shown.map((line) => (
        <span key={line} className={cn('numeric', lines.length > 1 ? 'block truncate' : 'line-clamp-2')}>
          {line}
        </span>
      ))}
      {lines.length > shown.length && (
        <span className="block text-ink-soft">and {lines.length - shown.length} more</span>
      )}
    </div>
  );
}

/** Who did what to whom, when, from where, before and after (SECU-05). */
export const ACTIVITY_COLUMNS: readonly ListColumn<Activity>[] = [
  { header: 'When', width: '11%', lines: 2, cell: (entry) => <Moment at={entry.at} /> },
  {
    header: 'Who',
    width: '19%',
    cell: (entry) => (
      <span className="block truncate" data-tip={entry.actorEmail ?? undefined}>
        <Actor entry={entry} />
      </span>
    ),
  },
  { header: 'What', width: '33%', lines: 2, cell: (entry) => <What entry={entry} /> },
  {
    header: 'From',
    width: '11%',
    cell: ({ address }) => (
      <span className="numeric block truncate" data-tip={address ?? undefined}>
        {orNotAvailable(address)}
      </span>
    ),
  },
  { header: 'Changes', width: '26%', lines: 2, cell: (entry) => <Changes entry={entry} /> },
];

/** A deed on a phone. */
export function activityCard(entry: Activity): ListCard {
  return {
    id: (
      <time dateTime={entry.at} className="numeric">
        {formatDateTime(entry.at)}
      </time>
    ),
    person: (
      <span className="block text-base font-normal whitespace-normal wrap-anywhere">
        <ActivitySentence entry={entry} />
      </span>
    ),
    more: (
      <>
        <span className="block truncate">
          <Actor entry={entry} />
        </span>
        {entry.note && <span className="block truncate">{entry.note}</span>}
        {changeLines(entry.changes)
          .slice(0, LINES)
          .map((line) => (
            <span key={line} className="numeric block truncate">
              {line}
            </span>
          ))}
      </>
    ),
  };
}
