import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PublicCard, PublicPage } from './features/session/login-screen.tsx';
import { msg, t } from './languages/text.ts';
import { failureText } from './lib/api-error.ts';
import { config } from './lib/config.ts';
import { locationAfterLogin, readLoginState, SINGLE_SIGN_ON_PATH } from './lib/login-location.ts';
import {
  beginAtProvider,
  finishAtProvider,
  goalOf,
  type SingleSignOnGoal,
  takePendingSignIn,
  usesSeparateWindow,
} from './lib/single-sign-on.ts';
import { Button, buttonClassName } from './ui/button.tsx';
import { CentredSpinner } from './ui/loading.tsx';

const SERVER_UNREACHABLE = msg('The server could not be reached. Please try again.');
const SIGN_IN_NOT_STARTED = msg('This sign-in was not started in this tab, or has already finished.');
const PROFILE = '/profile#single-sign-on';

type Outcome = { readonly failure: string } | 'gone' | 'done';

/** The purpose of a visit to the page, either to start a sign-in or to finish one with the provider's response. */
interface Visit {
  readonly goal: SingleSignOnGoal;
  readonly from: string;
  /** Resolves to `gone` if the browser is leaving for another page. */
  readonly run: () => Promise<Outcome>;
}

/**
 * Shows the page that starts and finishes a sign-in with the identity provider (SHIP-04). It needs neither router nor
 * session.
 */
export function showSingleSignOn(host: HTMLElement): void {
  const query = location.search.slice(1);
  const from = locationAfterLogin(readLoginState({ from: location.hash.slice(1) }));
  const parameters = new URLSearchParams(query);
  // Removes the code from the address, so that it stays neither in the history nor in a reload.
  history.replaceState(null, '', SINGLE_SIGN_ON_PATH);
  document.title = t('Sign in · {brand}', { brand: config().brand });
  const visit = parameters.has('state')
    ? createFinishVisit(query)
    : createStartVisit(goalOf(parameters.get('goal')), from);
  createRoot(host).render(<SingleSignOnPage visit={visit} />);
}

const attempt = (work: () => Promise<Outcome>): Promise<Outcome> =>
  work().catch((error: unknown) => ({ failure: failureText(error, t(SERVER_UNREACHABLE)) }));

const createStartVisit = (goal: SingleSignOnGoal, from: string): Visit => ({
  goal,
  from,
  run: () =>
    attempt(async () => {
      await beginAtProvider(goal, from);
      return 'gone';
    }),
});

function createFinishVisit(response: string): Visit {
  const begun = takePendingSignIn();
  if (begun === null)
    return {
      goal: 'enter',
      from: locationAfterLogin({}),
      run: () => Promise.resolve({ failure: t(SIGN_IN_NOT_STARTED) }),
    };
  const { goal, from } = begun;
  const run = () =>
    attempt(async () => {
      await finishAtProvider(begun, response);
      if (!usesSeparateWindow(goal)) {
        location.replace(from);
        return 'gone';
      }
      window.close();
      return 'done';
    });
  return { goal, from, run };
}

function SingleSignOnPage({ visit: first }: { visit: Visit }) {
  const [visit, setVisit] = useState(first);
  const [outcome, setOutcome] = useState<Outcome>('gone');
  const { singleSignOn: name, brand } = config();
  useEffect(() => void visit.run().then(setOutcome), [visit]);
  if (outcome === 'gone') return <CentredSpinner label={t('Signing in with {name}', { name })} isWholeScreen />;
  if (outcome === 'done')
    return (
      <PublicPage brand={brand} title={t('Sign in with {name}', { name })}>
        <PublicCard role="status">{t('You are signed in. You can close this window.')}</PublicCard>
      </PublicPage>
    );
  const retry = () => {
    setOutcome('gone');
    setVisit(createStartVisit(visit.goal, visit.from));
  };
  return (
    <PublicPage brand={brand} title={t('Sign in with {name}', { name })}>
      <PublicCard role="alert">
        <h2 className="text-lg font-semibold">{t('The sign-in failed')}</h2>
        <p className="mt-2 wrap-anywhere text-ink-soft">{outcome.failure}</p>
        <div className="mt-5 grid gap-2">
          {visit.goal !== 'connect' && (
            <Button variant="primary" autoFocus className="h-10" onClick={retry}>
              {t('Try again')}
            </Button>
          )}
          {usesSeparateWindow(visit.goal) && (
            <Button className="h-10" onClick={() => window.close()}>
              {t('Close this window')}
            </Button>
          )}
          {visit.goal === 'enter' && (
            <a href="/" className={`${buttonClassName()} h-10`}>
              {t('Back to the login page')}
            </a>
          )}
          {visit.goal === 'connect' && (
            <a href={PROFILE} className={`${buttonClassName('primary')} h-10`}>
              {t('Back to your profile')}
            </a>
          )}
        </div>
      </PublicCard>
    </PublicPage>
  );
}
