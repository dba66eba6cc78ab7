import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

/** What is filled in, and the pages of a list, which are at its end. */
const FORMS = 'form, main nav';

/** Everything that is added, removed or moved on the page. */
function subscribe(onChange: () => void): () => void {
  const ended = new AbortController();
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['scroll', 'resize'])
    addEventListener(event, onChange, { capture: true, passive: true, signal: ended.signal });
  return () => {
    observer.disconnect();
    ended.abort();
  };
}

/** Whether the page has such an element now. */
export const useOnPage = (selector: string): boolean =>
  useSyncExternalStore(subscribe, () => document.querySelector(selector) !== null);

/** Whether an element would cover a form; once it would, it stays so, so that nothing jumps to and fro while one scrolls. */
export function useCoveredForm(element: RefObject<HTMLElement | null>): boolean {
  const [isCovering, setIsCovering] = useState(false);
  useEffect(() => {
    if (isCovering) return;
    const check = () => {
      const own = element.current?.getBoundingClientRect();
      if (!own || own.width === 0) return;
      const isCovered = (form: Element) => {
        const { left, right, top, bottom, width } = form.getBoundingClientRect();
        return width > 0 && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      };
      if ([...document.querySelectorAll(FORMS)].some(isCovered)) setIsCovering(true);
    };
    check();
    return subscribe(check);
  }, [element, isCovering]);
  return isCovering;
}
