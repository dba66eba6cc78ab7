import { Check, Copy } from 'lucide-react';
import { cn } from './cn.ts';
import { useCopy } from './use-copy.ts';

/** The end of an id: hover shows the whole, one click copies it (FMT-03). */
export function CopyableId({ id, shown, className }: { id: string; shown: string; className?: string }) {
  const { isCopied, copy } = useCopy(id);
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
      className={cn(
        'group/id -mx-1 inline-flex items-center gap-1 rounded-sm px-1 font-mono text-sm hover:bg-pressed touch:min-h-11',
        className,
      )}
    >
      {shown}
      <Icon
        aria-hidden="true"
        className={cn(
          'size-3 opacity-0 group-hover/id:opacity-100 group-focus-visible/id:opacity-100',
          isCopied ? 'text-success-text opacity-100' : 'text-ink-faint',
        )}
      />
    </button>
  );
}
