/** Why the login page is shown: the state of the history entry. */
export interface LoginState {
  /** The path, with its query, to go to after the login (AUTH-03, AUTH-07). */
  readonly from?: string | undefined;
  /** The session ended by a 401 (AUTH-09). */
  readonly isExpired?: boolean | undefined;
  readonly email?: string | undefined;
}

const HOME = '/dashboard';

export function isLoginPath(path: string): boolean {
  return path === '/' || path === '/login';
}

/** Reads the state of the current history entry, which may hold anything. */
export function readLoginState(state: unknown = window.history.state): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, isExpired, email } = state as Record<string, unknown>;
  return {
    // "//host" would be another site.
    from: typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined,
    isExpired: isExpired === true,
    email: typeof email === 'string' ? email : undefined,
  };
}

export function afterLogin(state: LoginState = readLoginState()): string {
  return state.from && !isLoginPath(state.from.replace(/[?#].*/, '')) ? state.from : HOME;
}
