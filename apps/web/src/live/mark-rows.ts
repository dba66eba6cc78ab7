const MARK_MS = 1_600;

/** Marks rows that changed in place for a moment, unless the person wants less motion (LIVE-02). */
export function markRows(ids: readonly string[]): void {
  if (ids.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // After the rows are drawn with their new values.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const id of ids)
        for (const row of document.querySelectorAll(`[data-record="${CSS.escape(id)}"]`))
          row.animate([{ backgroundColor: 'var(--accent-soft)' }, {}], { duration: MARK_MS, easing: 'ease-out' });
    }),
  );
}
