const KEY = 'wayside_permissions';

/**
 * What the administrator of the stored token may do, as this browser last saw it; null where it is not known. A screen can be
 * opened before the profile is there (TEAM-01).
 */
export function readKnownPermissions(): readonly unknown[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores what the profile says; null where the provider has no permissions. */
export function storeKnownPermissions(permissions: readonly string[] | null): void {
  try {
    if (permissions === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(permissions));
  } catch {
    // Without storage they come with the next profile.
  }
}
