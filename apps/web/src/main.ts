import { t } from './languages/text.ts';
import './ui/styles.css';
import { startLanguage } from './languages/language.ts';
import { config, loadConfig } from './lib/config.ts';
import { ignoreInputMethodKeys } from './lib/input-method.ts';
import { isLoginPath, SET_PASSWORD_PATH, SINGLE_SIGN_ON_PATH } from './lib/login-location.ts';
import { recoverFromMissing } from './lib/new-release.ts';
import { preload } from './lib/request.ts';
import { readToken } from './lib/token.ts';
import { tolerateTranslation } from './lib/translated-page.ts';

/**
 * The first calls of each screen by path, and under "" the first calls of all screens. The build derives them from
 * the contract.
 */
declare const FIRST_CALLS: Readonly<Record<string, readonly string[]>>;

/**
 * Loads the login page or the application. It does not use React, so that settings and data load in parallel with the
 * large files.
 */
async function start(host: HTMLElement): Promise<void> {
  if (location.pathname === SINGLE_SIGN_ON_PATH) {
    await prepare();
    if (config().singleSignOn !== '') return (await import('./single-sign-on-entry.tsx')).showSingleSignOn(host);
  }
  if (isLoginPath(location.pathname) && readToken() === null) {
    const coming = import('./login-entry.tsx');
    await prepare();
    (await coming).showLogin(host);
    return;
  }
  const coming = import('./application.tsx');
  // This file contains React, which then runs in a separate task while the application loads.
  import('./login-entry.tsx').catch(() => undefined);
  await prepare();
  const isOfSession = readToken() !== null && location.pathname !== SET_PASSWORD_PATH;
  if (isOfSession) preload([...(FIRST_CALLS[''] ?? []), ...(FIRST_CALLS[location.pathname] ?? [])]);
  (await coming).openApplication(host);
}

/** Loads what the first paint needs: the settings and the texts of the chosen language (LANG-01). */
const prepare = () => Promise.all([loadConfig(), startLanguage()]);

ignoreInputMethodKeys();
tolerateTranslation();
const host = document.getElementById('root');
if (host) start(host).catch((error: unknown) => showFailure(host, error));

/** Reports that the page could not start, unless a reload can load a new release (TOUGH-03). */
async function showFailure(host: HTMLElement, error: unknown): Promise<void> {
  console.error('the page could not begin', error);
  const cause = await recoverFromMissing(error);
  if (cause === 'reloading') return;
  const text = cause === 'outdated' ? t('A new version is available.') : t('The page could not be loaded.');
  const message = Object.assign(document.createElement('p'), { textContent: text });
  const reload = Object.assign(document.createElement('a'), {
    textContent: t('Reload'),
    href: location.href,
    className: 'link',
  });
  const alert = Object.assign(document.createElement('div'), {
    role: 'alert',
    className: 'grid min-h-dvh place-content-center justify-items-center gap-3',
  });
  alert.append(message, reload);
  host.replaceChildren(alert);
}
