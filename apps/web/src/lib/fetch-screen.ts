/**
 * Loads the code of a screen. Without a network it fails in words, in the shell and with a retry; the router would
 * reload the page to look for newer code, and so leave the product for the browser's own error page.
 */
export async function fetchScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    throw new Error('There is no network, so this screen could not be loaded.', { cause: error });
  }
}
