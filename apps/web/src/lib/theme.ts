/** The chosen theme; System follows the operating system at once (THEME-01). */
export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'vite-ui-theme';

/** The stored choice; System when there is none. */
export function readTheme(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores the choice and shows it. theme.js, which applied it before the first paint, applies it again. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  dispatchEvent(new Event('wayside:theme'));
}
