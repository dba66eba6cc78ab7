import { ListTree } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { t } from '../languages/text.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { Skeleton } from './loading.tsx';

export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cn('rounded-lg border border-line bg-surface', className)} />;
}

const CHARACTER_WIDTH = 0.6;

/** A number on one line, as large as its container allows. */
export function StatValue({ children }: { children: string }) {
  const share = 100 / (CHARACTER_WIDTH * Math.max(children.length, 1));
  return (
    <p
      translate="no"
      className="numeric leading-8 font-semibold tracking-[-0.015em] wrap-anywhere"
      style={{ fontSize: `clamp(0.8125rem, ${share.toFixed(1)}cqi, 1.5rem)` }}
    >
      {children}
    </p>
  );
}

export interface SumCardProps {
  title: string;
  value: string | undefined;
  note?: string | undefined;
  action?: ReactNode;
}

/** Card with a large amount, its name and a note. */
export function SumCard({ title, value, note, action }: SumCardProps) {
  return (
    <Card className="@container grid content-start gap-1 px-4 py-3.5">
      <div className="flex min-h-8 items-center justify-between gap-2 @max-[12rem]:min-h-10">
        <h2 className="text-sm break-words text-ink-soft">{title}</h2>
        {action}
      </div>
      {value === undefined ? <Skeleton className="my-1 h-6 w-28" /> : <StatValue>{value}</StatValue>}
      {note === undefined ? (
        <Skeleton className="my-1 h-3 w-24" />
      ) : (
        <p className="text-sm text-ink-faint">{note}</p>
      )}
    </Card>
  );
}

const plainNumber = new Intl.NumberFormat('en-IN');

export interface CountCardProps {
  title: string;
  count: number | undefined;
  hasFailed: boolean;
}

/** Card with a count and its name. */
export function CountCard({ title, count, hasFailed }: CountCardProps) {
  return (
    <Card className="grid w-full gap-1 px-5 py-4 sm:w-64">
      <p className="text-sm text-ink-soft">{title}</p>
      {count === undefined && !hasFailed ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <p translate="no" className="numeric text-2xl font-semibold">
          {count === undefined ? t('N/A') : plainNumber.format(count)}
        </p>
      )}
    </Card>
  );
}

export interface ExplainButtonProps {
  title: string;
  className?: string;
  onClick: () => void;
}

/** Button that opens the list of the entries behind a sum. */
export function ExplainButton({ title, className, onClick }: ExplainButtonProps) {
  return (
    <IconButton
      label={t('Explain {title}', { title })}
      tip={t('Explain this number')}
      icon={<ListTree className="size-4" />}
      onClick={onClick}
      {...(className === undefined ? {} : { className })}
    />
  );
}

export interface SectionProps {
  title: string;
  description: string;
  count?: number | undefined;
  action?: ReactNode;
  children: ReactNode;
}

/** Card with a titled part of a screen. */
export function Section({ title, description, count, action, children }: SectionProps) {
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
            <p className="text-sm text-ink-soft">{description}</p>
          </div>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}
