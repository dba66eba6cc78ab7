import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toast } from '../ui/toast.ts';

/** A part of the shell that comes when it is opened: where it cannot be loaded, a toast says so and the screen stays. */
export function ShellPart({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const fail = () => {
    onClose();
    toast({
      tone: 'error',
      title: 'This could not be opened',
      // Browsers remember that a module was missing until the page is loaded again.
      description: 'Save what you are working on, then reload the page once there is a network.',
    });
  };
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Nothing} onCatch={fail}>
      {children}
    </CatchBoundary>
  );
}

const Nothing = () => null;
