import { type ComponentProps, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ExpiredNotice, LoginScreen } from './features/session/login-screen.tsx';
import { msg, t } from './languages/text.ts';
import { useLanguage } from './languages/use-language.ts';
import { config } from './lib/config.ts';
import { readLoginState } from './lib/login-location.ts';
import { recoverFromMissing } from './lib/new-release.ts';
import { onTokenChanged } from './lib/token.ts';

const NEW_VERSION = msg('A new version is available. Reload the page.');
const loadApplication = () => import('./application.tsx');

/** Shows the login page. The router, queries and schemas load only at the first interaction. */
export function showLogin(host: HTMLElement): void {
  const root = createRoot(host);
  for (const intent of ['keydown', 'pointerdown', 'pointermove', 'input']) {
    addEventListener(intent, () => void loadApplication().catch(() => undefined), { once: true, passive: true });
  }
  const mount = () => void loadApplication().then((application) => application.mountApplication(root));
  // Another tab has signed in, so the application checks the session and opens the remembered location (EDIT-02).
  const stop = onTokenChanged((token) => {
    if (token === null) return;
    stop();
    mount();
  });
  const { isExpired, email } = readLoginState();
  root.render(
    <Login
      brand={config().brand}
      notice={isExpired && <ExpiredNotice />}
      email={email}
      signIn={async (credentials) => {
        try {
          return await (await loadApplication()).signInFromLogin(credentials);
        } catch (error) {
          console.error('the application could not be loaded', error);
          const cause = await recoverFromMissing(error, true);
          return cause === 'unanswered' ? t('Unable to connect to server. Please try again.') : t(NEW_VERSION);
        }
      }}
      signInToDemo={async (role) => (await loadApplication()).signInToDemoFromLogin(role)}
      enter={async (token, email) => (await loadApplication()).enterFromLogin(token, email)}
      onSignedIn={() => {
        stop();
        mount();
      }}
    />,
  );
}

/** The login page in the chosen language. Changing the language keeps the typed text (LANG-01). */
function Login(props: ComponentProps<typeof LoginScreen>) {
  useLanguage();
  useEffect(() => {
    document.title = t('Login · {brand}', { brand: config().brand });
  });
  return <LoginScreen {...props} />;
}
