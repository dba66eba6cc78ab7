/** Why the login page is shown: the state of the history entry. */
export interface LoginState {
  /** The path, with its query, to go to after the login (AUTH-03, AUTH-07). */
  readonly from?: string | undefined;
  /** The session ended by a 401 (AUTH-09). */
  readonly isExpired?: boolean | undefined;
  readonly email?: string | undefined;
}

const HOME = '/dashboard';

/** Begins and finishes a sign-in at the identity provider (SHIP-04). */
export const SINGLE_SIGN_ON_PATH = '/single-sign-on';

/** The page behind a one-time link, whose token replaces a session (PRIV-07). */
export const SET_PASSWORD_PATH = '/set-password';

export function isLoginPath(path: string): boolean {
  return path === '/' || path === '/login';
}

/** Reads the state of the current history entry, which may hold anything. */
export function readLoginState(state: unknown = window.history.state): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, isExpired, email } = state as Record<string, unknown>;
  return {
    // "//host" and "/\host" would be another site.
    from: typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined,
    isExpired: isExpired === true,
    email: typeof email === 'string' ? email : undefined,
  };
}

export function afterLogin(state: LoginState = readLoginState()): string {
  return state.from && !isLoginPath(state.from.replace(/[?#].*/, '')) ? state.from : HOME;
}

/** The link that signs in at the identity provider and then goes to the remembered location (AUTH-03). */
export const singleSignOnLink = (): string => `${SINGLE_SIGN_ON_PATH}#${afterLogin()}`;
