import './ui/styles.css';
import { loadConfig } from './lib/config.ts';
import { ignoreInputMethodKeys } from './lib/input-method.ts';
import { isLoginPath } from './lib/login-location.ts';
import { preload } from './lib/request.ts';
import { readToken } from './lib/token.ts';

/** The first calls of a screen by its path, and under "" those of all screens. The build takes them from the contract. */
declare const FIRST_CALLS: Readonly<Record<string, readonly string[]>>;

/**
 * Loads the login page or the application. It runs without React, so that settings and data load in parallel with the
 * large files.
 */
async function start(host: HTMLElement): Promise<void> {
  if (isLoginPath(location.pathname) && readToken() === null) {
    const coming = import('./login-entry.tsx');
    await loadConfig();
    (await coming).showLogin(host);
    return;
  }
  const coming = import('./application.tsx');
  // It carries React, which runs in a task of its own while the application loads.
  import('./login-entry.tsx').catch(() => undefined);
  await loadConfig();
  if (readToken() !== null) preload([...(FIRST_CALLS[''] ?? []), ...(FIRST_CALLS[location.pathname] ?? [])]);
  (await coming).openApplication(host);
}

ignoreInputMethodKeys();
const host = document.getElementById('root');
if (host) void start(host);
