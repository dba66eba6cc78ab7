const KEY = 'wayside_token';

/**
 * The token of this tab's session. Another tab may store a different token, which this tab must not use (EDIT-02).
 * This is a plain variable, because the login page loads no store.
 */
let own: string | null = null;

/** Returns the token of this tab's session, or else the stored token. */
export function readToken(): string | null {
  return own ?? readStoredToken();
}

/** Returns the token stored by any tab; null without storage. */
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

/** Stores the token for later visits and other tabs, and uses it in this tab (AUTH-03). */
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
 * @returns a function that unsubscribes
 */
export function onTokenChanged(listener: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener(readStoredToken());
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
