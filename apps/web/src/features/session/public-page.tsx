import type { ReactNode } from 'react';
import { Wordmark } from '../../ui/page-header.tsx';

/** The frame of a page without a session. */
export function PublicPage({ brand, title, children }: { brand: string; title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="grid w-full max-w-[22rem] gap-8">
        <div className="grid justify-items-center gap-6">
          <Wordmark name={brand} />
          <h1 className="text-center text-2xl font-semibold tracking-[-0.015em]">{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}

/** The card on such a page. */
export function PublicCard({ children, role }: { children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div role={role} className="rounded-lg border border-line bg-surface p-6">
      {children}
    </div>
  );
}
