import type pg from 'pg';
import type { AppContext } from '../context.ts';

// TODO(crypto)
export const encryptTotpSecret = async (
  _context: AppContext,
  _client: pg.ClientBase,
  { secret }: { adminId: string; secret: string },
): Promise<string> => secret;
export const decryptTotpSecret = async (_context: AppContext, _adminId: string, stored: string): Promise<string> =>
  stored;
