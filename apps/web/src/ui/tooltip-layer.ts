/** Delays of tooltips (NAV-07). */
const OPEN_AFTER_MS = 700;
const SKIP_DELAY_MS = 300;
/**
 * Time to move the pointer from a control across the gap to its tooltip, which the user can also hover over (WCAG
 * 1.4.13).
 */
const CROSSING_MS = 120;
const GAP_PX = 6;
const EDGE_PX = 8;

const TIP_CLASS_NAME =
  'pointer-events-auto fixed z-60 m-0 w-fit max-w-xs rounded-md bg-ink px-2 py-1 text-xs font-medium wrap-anywhere text-canvas animate-fade-in';

/**
 * Shows the `data-tip` text of the element under the pointer or with keyboard focus. One listener serves all
 * controls, so they need no tooltip component.
 */
export function startTooltips(): void {
  const tip = Object.assign(document.createElement('div'), { className: TIP_CLASS_NAME, popover: 'manual' });
  tip.setAttribute('role', 'tooltip');
  let anchor: HTMLElement | null = null;
  let timer = 0;
  let closedAt = Number.NEGATIVE_INFINITY;

  const hide = () => {
    clearTimeout(timer);
    if (tip.isConnected) {
      tip.remove();
      closedAt = performance.now();
    }
    anchor = null;
  };
  const show = (element: HTMLElement) => {
    const text = element.dataset['tip'];
    if (!text || !element.isConnected) return;
    tip.textContent = text;
    (element.closest('header, main, aside, [role="dialog"]') ?? document.body).append(tip);
    tip.showPopover?.();
    positionTip(tip, element);
  };
  const approach = (element: HTMLElement | null) => {
    if (element === anchor) return;
    if (!element) {
      clearTimeout(timer);
      timer = window.setTimeout(hide, tip.isConnected ? CROSSING_MS : 0);
      anchor = null;
      return;
    }
    const isNextOne = tip.isConnected || performance.now() - closedAt < SKIP_DELAY_MS;
    hide();
    anchor = element;
    timer = window.setTimeout(() => show(element), isNextOne ? 0 : OPEN_AFTER_MS);
  };

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    if (event.target instanceof Node && tip.contains(event.target)) clearTimeout(timer);
    else approach(tipOwner(event.target));
  });
  document.addEventListener('focusin', (event) => {
    const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible');
    approach(isByKeyboard ? tipOwner(event.target) : null);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', hide);
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide());
  approach(tipOwner([...document.querySelectorAll(':hover')].at(-1) ?? null));
}

function tipOwner(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}

function positionTip(tip: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const isBeside = anchor.dataset['tipSide'] === 'right';
  const left = isBeside ? at.right + GAP_PX : at.left + (at.width - width) / 2;
  const above = at.top - GAP_PX - height;
  const edge = above < EDGE_PX ? at.bottom + GAP_PX : above;
  const top = isBeside ? at.top + (at.height - height) / 2 : edge;
  tip.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX))}px`;
  tip.style.top = `${top}px`;
}
