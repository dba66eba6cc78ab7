/** The element of the header; see shell/header.tsx. */
const STATUS_ID = 'live-status';
const PAUSED = 'Live updates paused';

/** Says in the header whether changes arrive, without a toast and in a place that moves nothing (LIVE-03). */
export function showLivePaused(isPaused: boolean): void {
  const status = document.getElementById(STATUS_ID);
  if (status === null || (status.textContent === PAUSED) === isPaused) return;
  status.textContent = isPaused ? PAUSED : '';
  status.className = isPaused ? 'shrink-0 text-sm text-warning-text max-md:flex-1 max-md:leading-4' : '';
  // On a phone it takes the place of the greeting.
  status.previousElementSibling?.classList.toggle('max-md:hidden', isPaused);
}
