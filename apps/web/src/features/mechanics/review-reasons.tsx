import { type RefObject, useEffect, useRef } from 'react';
import { cn } from '../../ui/cn.ts';
import { isTypingTarget } from '../../ui/focus.ts';
import { Kbd } from '../../ui/kbd.tsx';

/** Reasons that every business needs; each has a key (WORK-05). */
export const FIXED_REASONS: readonly string[] = [
  'The Aadhaar card is not readable.',
  'The photo does not show the person.',
  'The name differs from the Aadhaar card.',
  'The photo of the shop is missing.',
];
const MOST_KEYS = 9;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const hasReason = (text: string, reason: string): boolean => linesOf(text).includes(reason);

/** Adds a reason to what is typed as a line of its own, or takes it away again. */
export const toggleReason = (text: string, reason: string): string =>
  (hasReason(text, reason) ? linesOf(text).filter((line) => line !== reason) : [...linesOf(text), reason]).join(
    '\n',
  );

interface ReviewReasonsProps {
  reasons: readonly string[];
  /** The remarks as they are typed. */
  text: string;
  onChange: (text: string) => void;
  /** Whether the focus begins here, where nothing was typed before. */
  isFirst: boolean;
}

/**
 * The reasons of a decision, chosen by a click or by their key: 1 to 9 while no text is being typed, or with Alt. A letter
 * goes on in the remarks.
 */
export function ReviewReasons({ reasons, text, onChange, isFirst }: ReviewReasonsProps) {
  const group = useRef<HTMLDivElement>(null);
  const toggle = (reason: string) => onChange(toggleReason(text, reason));
  useReasonKeys(group, (index) => {
    const reason = reasons[index];
    if (reason === undefined) return false;
    toggle(reason);
    return true;
  });
  return (
    <div ref={group} role="group" aria-label="Reasons" className="flex flex-col gap-1">
      {reasons.map((reason, index) => {
        const isChosen = hasReason(text, reason);
        return (
          <button
            key={reason}
            type="button"
            aria-pressed={isChosen}
            {...(index < MOST_KEYS ? { 'aria-keyshortcuts': `${index + 1}` } : {})}
            {...(isFirst && index === 0 ? { 'data-first-focus': true } : {})}
            onClick={() => toggle(reason)}
            className={cn(
              'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-left wrap-anywhere hover:bg-hover touch:min-h-11',
              isChosen && 'bg-accent-soft font-medium',
            )}
          >
            <span aria-hidden="true" className="w-5 shrink-0 touch:hidden">
              {index < MOST_KEYS && <Kbd>{index + 1}</Kbd>}
            </span>
            <span className="min-w-0">{reason}</span>
          </button>
        );
      })}
    </div>
  );
}

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** The digit of a key from 1 to 9; with Alt some keyboards name the key by another character. */
function digitOf({ key, code, altKey, shiftKey }: KeyboardEvent): number | null {
  const digit = /^[1-9]$/.test(key) ? key : altKey && /^Digit([1-9])$/.exec(code)?.[1];
  return digit && !shiftKey ? Number(digit) : null;
}

/** The dialog of the reasons, where the key is pressed in it. */
function dialogOf({ target }: KeyboardEvent, group: HTMLElement | null): Element | null {
  const dialog = group?.closest('[role="dialog"]') ?? null;
  return target instanceof Element && target.closest('[role="dialog"]') === dialog ? dialog : null;
}

/** @param choose returns whether there is such a reason */
function useReasonKeys(group: RefObject<HTMLElement | null>, choose: (index: number) => boolean): void {
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const dialog = dialogOf(event, group.current);
      if (dialog === null || event.ctrlKey || event.metaKey || event.isComposing) return;
      const isTyping = isTypingTarget(event.target);
      const digit = digitOf(event);
      if (digit !== null && (event.altKey || !isTyping) && latest.current(digit - 1)) {
        event.preventDefault();
        // Enter then sends the decision, and further digits go on. The button is enabled with the next drawing.
        if (!isTyping) queueMicrotask(() => dialog.querySelector<HTMLElement>('button[type="submit"]')?.focus());
      } else if (!isTyping && !event.altKey && isLetter(event.key)) dialog.querySelector('textarea')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [group]);
}
