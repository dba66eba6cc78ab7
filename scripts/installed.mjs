import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, isInstalled } from '../bin/installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs what the lock file asks for and is not there, tools included. Needs nothing that it installs. */
export function ensureInstalled() {
  if (!isInstalled(root, { withTools: true })) install(root);
}
