import { ArrowUp } from 'lucide-react';
import { formatCount } from '../lib/format.ts';
import type { ListLabels } from './list-definition.ts';

interface NewRowsButtonProps {
  /** How many records are new. */
  added: number;
  noun: ListLabels['noun'];
  onPress: () => void;
  /** Of a part that is loaded when it is needed; the button has no other end than the press. */
  onClose: () => void;
}

/** "3 new bookings": shows the newer page of a list (LIVE-02). */
export function NewRowsButton({ added, noun, onPress }: NewRowsButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="pointer-events-auto relative flex h-7 animate-fade-in items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-medium text-accent-ink shadow-float after:absolute after:inset-x-0 after:top-0 after:-bottom-4"
    >
      <ArrowUp aria-hidden="true" className="size-3.5" />
      {added === 0 ? 'Show the changed list' : `${formatCount(added)} new ${added === 1 ? noun.one : noun.many}`}
    </button>
  );
}
