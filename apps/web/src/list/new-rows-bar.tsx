import { lazyPart } from '../ui/lazy-part.tsx';
import type { ListLabels } from './list-definition.ts';

const NewRowsButton = lazyPart(() => import('./new-rows-button.tsx'), 'NewRowsButton');

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
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 -top-3 z-20 flex justify-center">
      {held && (
        <NewRowsButton
          added={held.added}
          noun={noun}
          onPress={() => {
            held.show();
            onShown();
          }}
          onClose={onShown}
        />
      )}
    </div>
  );
}
