import type { ReactNode } from 'react';

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Shows the error of a failed call in place and announces it; renders nothing without a text. */
export function FailureText({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <p
      ref={scrollIntoView}
      role="alert"
      className="rounded-md bg-danger-soft px-3 py-2 text-danger-badge text-sm wrap-anywhere"
    >
      {children}
    </p>
  );
}
