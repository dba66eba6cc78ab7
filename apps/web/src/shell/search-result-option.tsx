import { cn } from '../ui/cn.ts';
import type { SearchResult } from './search-results.ts';

export interface SearchResultOptionProps {
  id: string;
  result: SearchResult;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** One of what was found. */
export function SearchResultOption({ id, result, isActive, onPoint, onChoose }: SearchResultOptionProps) {
  return (
    // The keys are the input's: the focus stays there.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={cn('cursor-pointer rounded-sm px-2.5 py-1.5 touch:py-3', isActive && 'bg-accent-soft')}
      onPointerMove={() => !isActive && onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span dir="auto" className="block truncate text-left">
        {result.label}
      </span>
      {result.detail && <span className="block truncate text-sm text-ink-soft">{result.detail}</span>}
    </div>
  );
}
