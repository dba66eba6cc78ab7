import type { Activity } from '@wayside/contract/activity';
import { formatDate, formatDateTime, formatTime, orNotAvailable } from '../../lib/format.ts';
import type { ListCard, ListColumn } from '../../list/list-column.ts';
import { changeLines } from '../../people/deed-changes.ts';
import { deedSentence } from '../../people/deed-words.ts';
import { cn } from '../../ui/cn.ts';
import { Actor, DeedSentence } from './deed-parts.tsx';

const LINES = 2;

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="numeric whitespace-nowrap">
      <span className="block">{formatDate(at)}</span>
      <span className="block text-ink-soft">{formatTime(at)}</span>
    </time>
  );
}

function What({ deed }: { deed: Activity }) {
  return (
    <>
      <span className={deed.note ? 'block truncate' : 'line-clamp-2'} data-tip={deedSentence(deed)}>
        <DeedSentence deed={deed} />
      </span>
      {deed.note && (
        <span className="block truncate text-ink-soft" data-tip={deed.note}>
          {deed.note}
        </span>
      )}
    </>
  );
}

/** What fits of the changes; resting on it shows all. */
function Changes({ deed }: { deed: Activity }) {
  const lines = changeLines(deed.changes);
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
  { header: 'When', width: '11%', lines: 2, cell: (deed) => <Moment at={deed.at} /> },
  {
    header: 'Who',
    width: '19%',
    cell: (deed) => (
      <span className="block truncate" data-tip={deed.actorEmail ?? undefined}>
        <Actor deed={deed} />
      </span>
    ),
  },
  { header: 'What', width: '33%', lines: 2, cell: (deed) => <What deed={deed} /> },
  {
    header: 'From',
    width: '11%',
    cell: ({ address }) => (
      <span className="numeric block truncate" data-tip={address ?? undefined}>
        {orNotAvailable(address)}
      </span>
    ),
  },
  { header: 'Changes', width: '26%', lines: 2, cell: (deed) => <Changes deed={deed} /> },
];

/** A deed on a phone. */
export function activityCard(deed: Activity): ListCard {
  return {
    id: (
      <time dateTime={deed.at} className="numeric">
        {formatDateTime(deed.at)}
      </time>
    ),
    person: (
      <span className="block text-base font-normal whitespace-normal wrap-anywhere">
        <DeedSentence deed={deed} />
      </span>
    ),
    more: (
      <>
        <span className="block truncate">
          <Actor deed={deed} />
        </span>
        {deed.note && <span className="block truncate">{deed.note}</span>}
        {changeLines(deed.changes)
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
