import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, isInstalled } from '../bin/installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs the packages of the lock file that are missing, tools included. Imports none of them. */
export function ensureInstalled() {
  if (!isInstalled(root, { withTools: true })) install(root);
}
