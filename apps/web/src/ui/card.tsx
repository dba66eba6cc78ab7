import type { ComponentPropsWithRef } from 'react';
import { cn } from './cn.ts';

/** A raised surface with a hairline. */
export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cn('rounded-lg border border-line bg-surface', className)} />;
}
