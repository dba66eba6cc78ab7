import { Link } from '@tanstack/react-router';
import { hasExtension } from '../lib/config.ts';
import { useMay } from '../lib/session.ts';

const LOOK =
  'inline-flex h-9 items-center border-b-2 border-transparent px-1 font-medium text-ink-soft hover:text-ink ' +
  'touch:h-11 aria-[current=page]:border-accent aria-[current=page]:text-ink';
const EXACT = { exact: true, includeSearch: false } as const;

const PAGES = [
  ['/payouts', 'Balances'],
  ['/payouts/history', 'History'],
  ['/payouts/runs', 'Payment runs'],
] as const;

/** The pages about payouts, above their lists; another provider has the first one alone. */
export function PayoutSections() {
  const may = useMay();
  if (!hasExtension('paymentsOut')) return null;
  const pages = may('money:move') ? PAGES : PAGES.slice(0, 2);
  return (
    <nav aria-label="Pages about payouts" data-unprinted="" className="-mt-2 flex gap-5 border-b border-line">
      {pages.map(([to, label]) => (
        <Link key={to} to={to} activeOptions={EXACT} className={LOOK}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
