/** The state of the login page's history entry. */
export interface LoginState {
  /** The path and query to open after the login (AUTH-03, AUTH-07). */
  readonly from?: string | undefined;
  /** Whether a 401 response has ended the session (AUTH-09). */
  readonly isExpired?: boolean | undefined;
  readonly email?: string | undefined;
}

const HOME = '/dashboard';

/** The page that starts and completes a sign-in at the identity provider (SHIP-04). */
export const SINGLE_SIGN_ON_PATH = '/single-sign-on';

/** The page opened by a one-time link, whose token replaces a session (PRIV-07). */
export const SET_PASSWORD_PATH = '/set-password';

export function isLoginPath(path: string): boolean {
  return path === '/' || path === '/login';
}

/** Reads the state of the current history entry, which may hold anything. */
export function readLoginState(state: unknown = window.history.state): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, isExpired, email } = state as Record<string, unknown>;
  return {
    // Rejects "//host" and "/\host", because they lead to another site.
    from: typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined,
    isExpired: isExpired === true,
    email: typeof email === 'string' ? email : undefined,
  };
}

export function locationAfterLogin(state: LoginState = readLoginState()): string {
  return state.from && !isLoginPath(state.from.replace(/[?#].*/, '')) ? state.from : HOME;
}

/** Returns a link that signs in at the identity provider and then opens the remembered location (AUTH-03). */
export const singleSignOnLink = (): string => `${SINGLE_SIGN_ON_PATH}#${locationAfterLogin()}`;
