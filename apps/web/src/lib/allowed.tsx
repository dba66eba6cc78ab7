import type { ReactNode } from 'react';
import { type may, useMay } from './session.ts';

interface AllowedProps {
  /** An endpoint of the contract, or a permission. */
  to: Parameters<typeof may>[0];
  children: ReactNode;
}

/** Renders its children if the administrator's role has the permission (TEAM-01). */
export function Allowed({ to, children }: AllowedProps) {
  return useMay()(to) ? children : null;
}
