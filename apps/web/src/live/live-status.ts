/** The element of the header, after the greeting; see shell/header.tsx. */
const STATUS_ID = 'live-status';
const PAUSED = 'Live updates paused';

/**
 * Shows in the header that changes do not arrive (LIVE-03). The text replaces the greeting, which keeps its place, so that
 * nothing moves.
 */
export function showLivePaused(isPaused: boolean): void {
  const status = document.getElementById(STATUS_ID);
  const greeting = status?.previousElementSibling;
  if (!status || !(greeting instanceof HTMLElement) || (status.textContent === PAUSED) === isPaused) return;
  status.style.left = `${greeting.offsetLeft}px`;
  status.textContent = isPaused ? PAUSED : '';
  status.classList.toggle('text-warning-text', isPaused);
  greeting.classList.toggle('invisible', isPaused);
}
