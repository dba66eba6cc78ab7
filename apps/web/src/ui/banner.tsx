import { CircleAlert, CircleCheck } from 'lucide-react';
import { cn } from './cn.ts';

/** What came of something, at the place where it was done. */
export interface BannerMessage {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

/** Says it, to assistive technology too; the space is there only while it says something. */
export function Banner({ message }: { message: BannerMessage | null }) {
  const Icon = message?.tone === 'error' ? CircleAlert : CircleCheck;
  return (
    <div role={message?.tone === 'error' ? 'alert' : 'status'}>
      {message && (
        <p
          className={cn(
            'flex items-start gap-2 rounded-md px-3 py-2 animate-fade-in',
            message.tone === 'error' ? 'bg-danger-soft text-danger-badge' : 'bg-success-soft text-success-text',
          )}
        >
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{message.text}</span>
        </p>
      )}
    </div>
  );
}
