import { useEffect, useRef, useState } from 'react';

/** From the last key to the call (BOOK-01). */
const DEBOUNCE_MS = 500;

/**
 * What stands in the search box, ahead of the address by the debounce. A change of the address from elsewhere (back,
 * "Clear filters") wins over what is still being typed.
 */
export function useDebouncedSearch(
  inUrl: string,
  commit: (text: string) => void,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inUrl);
  const timer = useRef(0);
  const latestCommit = useRef(commit);
  const lastInUrl = useRef(inUrl);
  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    if (lastInUrl.current === inUrl) return;
    lastInUrl.current = inUrl;
    // Our own commit comes back trimmed; the space that is being typed stays in the box.
    setTyped((now) => (now.trim() === inUrl ? now : inUrl));
  }, [inUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const trimmed = text.trim();
      if (trimmed !== lastInUrl.current) latestCommit.current(trimmed);
    }, DEBOUNCE_MS);
  };
  return [typed, change];
}
