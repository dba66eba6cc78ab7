/** Why the login page is shown; part of the history entry, not of the address. */
export interface LoginState {
  /** The path, with its query, to go to after the login (AUTH-03, AUTH-07). */
  readonly from?: string | undefined;
  /** The session ended by a 401 (AUTH-09). */
  readonly isExpired?: boolean | undefined;
  /** Who has just set a password (TEAM-02). */
  readonly email?: string | undefined;
}

const HOME = '/dashboard';

/** Whether a path shows the login form. */
export function isLoginPath(path: string): boolean {
  return path === '/' || path === '/login';
}

/** Reads the state of the current history entry, which may hold anything. */
export function readLoginState(state: unknown = window.history.state): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, isExpired, email } = state as Record<string, unknown>;
  return {
    // Only a path of ours: "//host" would leave the product.
    from: typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined,
    isExpired: isExpired === true,
    email: typeof email === 'string' ? email : undefined,
  };
}

/** Where to go after the login. */
export function afterLogin(state: LoginState = readLoginState()): string {
  return state.from && !isLoginPath(state.from.replace(/[?#].*/, '')) ? state.from : HOME;
}
