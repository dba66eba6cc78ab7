import { Search } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { openGlobalSearch } from './shell-store.ts';

/** Opens the global search, in the place that the header keeps for it (WORK-03). */
export function SearchButton() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button
      ref={button}
      variant="ghost"
      aria-haspopup="dialog"
      icon={<Search className="size-4.5" />}
      onClick={() => {
        // Safari does not focus a clicked button; the dialog returns the focus to it.
        button.current?.focus();
        openGlobalSearch();
      }}
      className="w-full max-md:px-2.5"
    >
      <span className="max-md:sr-only">Search</span>
    </Button>
  );
}
