import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';

const plainNumber = new Intl.NumberFormat('en-IN');

export interface SectionProps {
  title: string;
  about: string;
  /** Shown behind the title; undefined while it loads. */
  count?: number | undefined;
  /** What can be done, at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen on a card. */
export function Section({ title, about, count, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3.5">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={id} className="font-semibold">
              {title}
              {count !== undefined && (
                <span translate="no" className="numeric text-ink-faint">
                  {' '}
                  ({plainNumber.format(count)})
                </span>
              )}
            </h2>
            <p className="text-sm text-ink-soft">{about}</p>
          </div>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}
