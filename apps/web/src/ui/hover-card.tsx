import { HoverCard as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** More about what the pointer rests on, for what is also said elsewhere: keyboards and fingers do not get it. */
export function HoverCard({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Radix.Root openDelay={500} closeDelay={150}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-sm rounded-lg bg-overlay p-4 text-sm shadow-float animate-settle-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
