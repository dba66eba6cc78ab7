import { Search } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { openGlobalSearch } from './shell-store.ts';

/** Opens the global search (WORK-03). */
export function SearchButton() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button
      ref={button}
      variant="ghost"
      aria-haspopup="dialog"
      icon={<Search className="size-4.5 shrink-0" />}
      onClick={() => {
        // Safari does not focus a clicked button; the dialog returns the focus to it.
        button.current?.focus();
        openGlobalSearch();
      }}
      className="w-full max-md:px-0"
    >
      <span className="max-md:sr-only">Search</span>
    </Button>
  );
}
