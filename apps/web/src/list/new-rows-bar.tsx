import { ArrowUp } from 'lucide-react';
import { formatCount } from '../lib/format.ts';
import type { ListLabels } from './list-definition.ts';

export interface NewRowsBarProps {
  /** The newer page of the list; null without one. */
  held: { added: number; show: () => void } | null;
  noun: ListLabels['noun'];
  /** Called after the click, which removes the button. */
  onShown: () => void;
}

/**
 * Announces rows that would move those on the screen, and shows them on a click (LIVE-02): over the edge of the list, so
 * that nothing moves for it.
 */
export function NewRowsBar({ held, noun, onShown }: NewRowsBarProps) {
  const show = () => {
    held?.show();
    onShown();
  };
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 -top-3 z-20 flex justify-center">
      {held && (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto relative flex h-7 animate-fade-in items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-medium text-accent-ink shadow-float after:absolute after:inset-x-0 after:top-0 after:-bottom-4"
        >
          <ArrowUp aria-hidden="true" className="size-3.5" />
          {textOf(held.added, noun)}
        </button>
      )}
    </div>
  );
}

function textOf(added: number, noun: ListLabels['noun']): string {
  if (added === 0) return 'Show the changed list';
  return `${formatCount(added)} new ${added === 1 ? noun.one : noun.many}`;
}
