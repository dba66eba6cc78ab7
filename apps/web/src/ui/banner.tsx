import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from './cn.ts';

export interface BannerMessage {
  readonly tone: 'success' | 'error';
  readonly text: string;
  /** A message with an action stays for 10 s. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

const ACTION_MS = 10_000;

/**
 * Shows an outcome over the page, so that nothing moves. Place it between two parts of a flex column with 20 px gaps.
 */
export function Banner({ message, className }: { message: BannerMessage | null; className?: string }) {
  const Icon = message?.tone === 'error' ? CircleAlert : CircleCheck;
  return (
    <div
      role={message?.tone === 'error' ? 'alert' : 'status'}
      className={cn('sticky top-[calc(var(--header-height)+1.75rem)] z-20 h-0', className)}
    >
      {message && (
        <p
          className={cn(
            'absolute inset-x-0 -top-4.5 flex items-start gap-2 rounded-md px-3 py-2 shadow-float animate-fade-in',
            message.tone === 'error' ? 'bg-danger-soft text-danger-badge' : 'bg-success-soft text-success-text',
          )}
        >
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{message.text}</span>
          {message.action && (
            <button
              type="button"
              className="-my-1 shrink-0 rounded-sm px-1.5 py-1 font-semibold underline underline-offset-2 touch:-my-3 touch:py-3"
              onClick={message.action.onClick}
            >
              {message.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

export function useBanner(durationMs = 3000): [BannerMessage | null, (message: BannerMessage | null) => void] {
  const [message, setMessage] = useState<BannerMessage | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), message.action ? ACTION_MS : durationMs);
    return () => clearTimeout(timer);
  }, [message, durationMs]);
  return [message, setMessage];
}
