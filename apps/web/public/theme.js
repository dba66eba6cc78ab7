// Runs before the first paint, from a file because the content security policy allows no inline script.
// It sets theme and sidebar, and starts what a signed-in visitor needs.
(() => {
  const root = document.documentElement;
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const applyTheme = () => {
    const choice = stored('vite-ui-theme');
    const isChosen = choice === 'light' || choice === 'dark';
    const system = darkSystem.matches ? 'dark' : 'light';
    root.dataset.theme = isChosen ? choice : system;
  };
  applyTheme();
  darkSystem.addEventListener('change', applyTheme);
  addEventListener('storage', applyTheme);
  addEventListener('wayside:theme', applyTheme);

  const isChosen = (state) => document.cookie.includes(`sidebar_state=${state}`);
  const isNarrow = matchMedia('(768px <= width < 1200px)').matches;
  root.dataset.sidebar = isChosen(false) || (isNarrow && !isChosen(true)) ? 'collapsed' : 'expanded';

  const isLogin = location.pathname === '/' || location.pathname === '/login';
  if (isLogin && !stored('wayside_token')) return;
  root.dataset.boot = 'application';
  const modules = JSON.parse(document.querySelector('meta[name="wayside-modules"]')?.content || '{}');
  const screen = isLogin ? '/dashboard' : location.pathname;
  for (const href of modules[screen] || []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
})();
