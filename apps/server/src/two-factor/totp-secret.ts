// TODO(crypto)
import type { AppContext } from '../context.ts';
export const encryptTotpSecret = (_context: AppContext, _adminId: string, secret: string): string => secret;
export const decryptTotpSecret = (_context: AppContext, _adminId: string, stored: string): string => stored;
