/**
 * Finds elements in the page that are beyond the window's edges, and boxes that scroll horizontally. Tables, tabs and
 * views may scroll.
 */
export function findOverflow(): string[] {
  const root = document.documentElement;
  const all = [...document.body.querySelectorAll('*')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).visibility !== 'hidden';
  });
  const named = (what: string) => (element: Element) =>
    `${what}: <${element.localName} class="${element.getAttribute('class')}"> ${element.textContent?.slice(0, 40)}`;
  const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const mayScroll = (element: Element) =>
    element.role === 'tablist' ||
    ['NAV', 'PRE'].includes(element.tagName) ||
    element.ariaLabel === 'Views' ||
    element.querySelector(':scope > table') !== null;
  const isClipped = (element: Element): boolean => {
    const { position } = getComputedStyle(element);
    const around = position === 'fixed' ? null : element.parentElement;
    if (around === null || around === document.body) return false;
    return getComputedStyle(around).overflowX !== 'visible' || isClipped(around);
  };
  const reachesOut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    return (left < -1 || right > root.clientWidth + 1) && !isClipped(element);
  };
  const scrollers = all.filter(
    (element) => isScroller(element) && !mayScroll(element) && element.scrollWidth > element.clientWidth + 1,
  );
  const pageIsWide = root.scrollWidth > root.clientWidth;
  return [
    ...(pageIsWide ? [`the page: ${root.scrollWidth} > ${root.clientWidth}`] : []),
    ...scrollers.map((box) => named(`scrolls horizontally, ${box.scrollWidth} > ${box.clientWidth}`)(box)),
    ...all.filter(reachesOut).map(named('beyond the window')),
  ];
}
