import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../languages/text.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';

/** Shows the end of an id; hovering shows the full id and a click copies it (FMT-03). */
export function CopyableId({ id, shown, className }: { id: string; shown: string; className?: string }) {
  const { isCopied, copy } = useCopy(id);
  const [isNear, setNear] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      data-text=""
      translate="no"
      aria-label={isCopied ? t('{id} copied', { id: shown }) : t('{id}, copy the complete ID', { id: shown })}
      data-tip={isCopied ? t('Copied') : id}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={(event) => setNear(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setNear(false)}
      className={cn(
        'relative -mx-1 inline-flex items-center rounded-sm pr-5 pl-1 font-mono text-sm hover:bg-pressed touch:min-h-11 print:mx-0 print:px-0 print:whitespace-nowrap',
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

/** Button that copies a text, such as the full id where the screen shows only its end (FMT-03). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton
      label={isCopied ? t('Copied') : label}
      icon={<Icon className="size-4" />}
      onClick={() => void copy()}
    />
  );
}

const CONFIRMED_FOR_MS = 1500;

/**
 * Provides a function that copies a text and a state that confirms it for 1.5 s. `copy` returns whether copying
 * succeeded.
 */
export function useCopy(text: string): { isCopied: boolean; copy: () => Promise<boolean> } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    return isDone;
  };
  return { isCopied, copy };
}

/** Copies text. It also works over plain http, where pages have no access to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), { value: text });
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // The field must be inside the dialog, which would otherwise take the focus back.
  (focused?.closest('[role$="dialog"]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
