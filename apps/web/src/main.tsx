import { createRoot } from 'react-dom/client';
import './ui/styles.css';
import { ExpiredNotice } from './features/session/login-notice.tsx';
import { LoginScreen } from './features/session/login-screen.tsx';
import { config, loadConfig } from './lib/config.ts';
import { isLoginPath, readLoginState } from './lib/login-location.ts';
import { readToken } from './lib/token.ts';

const loadApplication = () => import('./application.tsx');

async function start(host: HTMLElement): Promise<void> {
  if (isLoginPath(location.pathname) && readToken() === null) {
    await loadConfig();
    showLogin(host);
    return;
  }
  const coming = loadApplication();
  await loadConfig();
  const application = await coming;
  application.mountApplication(createRoot(host));
}

/** The login alone, without router, queries and schemas; they come at the first sign that somebody signs in. */
function showLogin(host: HTMLElement): void {
  const root = createRoot(host);
  document.title = `Login · ${config().brand}`;
  for (const intent of ['keydown', 'pointerdown', 'pointermove', 'input']) {
    addEventListener(intent, () => void loadApplication().catch(() => undefined), { once: true, passive: true });
  }
  root.render(
    <LoginScreen
      brand={config().brand}
      notice={readLoginState().isExpired && <ExpiredNotice />}
      signIn={async (credentials) => {
        try {
          return await (await loadApplication()).signInFromLogin(credentials);
        } catch (error) {
          console.error('the application could not be loaded', error);
          return 'Unable to connect to server. Please try again.';
        }
      }}
      onSignedIn={() => void loadApplication().then((application) => application.mountApplication(root))}
    />,
  );
}

const host = document.getElementById('root');
if (host) void start(host);
