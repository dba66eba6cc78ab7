const KEY = 'wayside_token';

/**
 * The token of this tab's session. Another tab may store another one, which this tab must not use (EDIT-02). The
 * login page loads no store.
 */
let own: string | null = null;

/** The token of this tab's session, else the stored one. */
export function readToken(): string | null {
  return own ?? readStoredToken();
}

/** The token that any tab has stored; null without storage. */
export function readStoredToken(): string | null {
  try {
    return localStorage.getItem(KEY) || null;
  } catch {
    return null;
  }
}

export function adoptToken(token: string | null): void {
  own = token;
}

/** Stores the token for the next start and for the other tabs, and adopts it (AUTH-03). */
export function saveToken(token: string): void {
  own = token;
  localStorage.setItem(KEY, token);
}

export function removeToken(): void {
  own = null;
  localStorage.removeItem(KEY);
}

/** Clears the local storage, including the theme (AUTH-09, AUTH-10). */
export function clearLocalStorage(): void {
  own = null;
  localStorage.clear();
  dispatchEvent(new Event('wayside:theme'));
}

/**
 * Calls `listener` with the stored token when another tab signs in or out.
 * @returns stops listening
 */
export function onTokenChanged(listener: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener(readStoredToken());
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
