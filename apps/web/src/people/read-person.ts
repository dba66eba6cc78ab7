import { ApiError } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';

const NOT_FOUND = 404;
const BAD_ID = 400;

/** What `read` brings; null where nobody has that id, or the provider gives nobody by their id. */
export async function readPerson<R>(read: () => Promise<{ record: R }>): Promise<R | null> {
  if (!hasExtension('records')) return null;
  try {
    return (await read()).record;
  } catch (error) {
    if (error instanceof ApiError && (error.status === NOT_FOUND || error.status === BAD_ID)) return null;
    throw error;
  }
}

/** Whether a query knows that there is nobody: who was deleted a moment ago is not asked for while the dialog closes. */
export const isGone = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;
