import { Info } from 'lucide-react';
import { formatCount } from '../lib/format.ts';

export interface UnreadableNoteProps {
  /** The number of records that could not be read completely. */
  count: number | undefined;
  /** "booking", "bookings" */
  noun: { readonly one: string; readonly many: string };
  /** A further sentence about the consequences. */
  more?: string;
}

/** Notes that some records of a provider could not be read completely; the console names each field (API-15). */
export function UnreadableNote({ count = 0, noun, more = '' }: UnreadableNoteProps) {
  if (count === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-ink-soft">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {formatCount(count)} {count === 1 ? noun.one : noun.many} could not be read whole. The browser’s console
        names the fields. {more}
      </span>
    </p>
  );
}
