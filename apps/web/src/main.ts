import './ui/styles.css';
import { loadConfig } from './lib/config.ts';
import { isLoginPath } from './lib/login-location.ts';
import { preload } from './lib/request.ts';
import { readToken } from './lib/token.ts';

/** By path of a screen, and under "" for all of them: what is asked for first. The build takes it from the contract. */
declare const FIRST_CALLS: Readonly<Record<string, readonly string[]>>;

/**
 * Decides between the login entry and the application. It loads without React, so that settings and data are under way
 * while the large files still arrive.
 */
async function start(host: HTMLElement): Promise<void> {
  if (isLoginPath(location.pathname) && readToken() === null) {
    const coming = import('./login-entry.tsx');
    await loadConfig();
    (await coming).showLogin(host);
    return;
  }
  const coming = import('./application.tsx');
  // For React, which runs in a task of its own while the application still arrives.
  import('./login-entry.tsx').catch(() => undefined);
  await loadConfig();
  if (readToken() !== null) preload([...(FIRST_CALLS[''] ?? []), ...(FIRST_CALLS[location.pathname] ?? [])]);
  (await coming).openApplication(host);
}

const host = document.getElementById('root');
if (host) void start(host);
