/** The sign of the product and its name. `compact` shows the sign alone. */
export function Wordmark({ name, compact = false }: { name: string; compact?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 font-semibold">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 9.5l4.6 13L16 11.5l4.4 11L25 9.5"
          className="fill-none stroke-accent-ink"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span translate="no" className={compact ? 'sr-only' : 'truncate text-lg tracking-[-0.01em]'}>
        {name}
      </span>
    </span>
  );
}
