import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { cn } from './cn.ts';
import { useCopy } from './use-copy.ts';

/** The end of an id: hover shows the whole, one click copies it (FMT-03). */
export function CopyableId({ id, shown, className }: { id: string; shown: string; className?: string }) {
  const { isCopied, copy } = useCopy(id);
  // The icon is made when it is to be seen: a list has dozens of ids.
  const [isNear, setNear] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={isCopied ? `${shown} copied` : `${shown}, copy the whole id`}
      data-tip={isCopied ? 'Copied' : id}
      onClick={(event) => {
        // The row around it would open its details.
        event.stopPropagation();
        copy();
      }}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={(event) => setNear(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setNear(false)}
      className={cn(
        'relative -mx-1 inline-flex items-center rounded-sm pr-5 pl-1 font-mono text-sm hover:bg-pressed touch:min-h-11',
        className,
      )}
    >
      {shown}
      {(isNear || isCopied) && (
        <Icon
          aria-hidden="true"
          className={cn('absolute right-1 size-3', isCopied ? 'text-success-text' : 'text-ink-faint')}
        />
      )}
    </button>
  );
}
