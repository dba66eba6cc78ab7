import { plural } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';

/** The number of notes of a row (WORK-04), rendered as one element because lists are long. */
export function NoteCount({ count }: { count: number | null }) {
  if (!count || !isOwnServer()) return null;
  const label = plural(count, '{count} note', '{count} notes');
  return (
    <span
      role="img"
      translate="no"
      aria-label={label}
      data-tip={label}
      className="numeric inline-flex items-center gap-1 align-middle text-xs text-ink-soft before:h-3 before:w-2.5 before:rounded-xs before:border before:border-current before:bg-[linear-gradient(currentColor,currentColor)] before:bg-[length:60%_1px] before:bg-center before:bg-no-repeat"
    >
      {count}
    </span>
  );
}
