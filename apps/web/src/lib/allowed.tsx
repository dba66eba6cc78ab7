import type { ReactNode } from 'react';
import { type may, useMay } from './session.ts';

interface AllowedProps {
  /** A call of the contract, or a permission. */
  to: Parameters<typeof may>[0];
  children: ReactNode;
}

/** What the administrator's role may do; nothing for the others (TEAM-01). */
export function Allowed({ to, children }: AllowedProps) {
  return useMay()(to) ? children : null;
}
