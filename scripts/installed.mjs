import { install, isInstalled } from '../bin/installed.mjs';
import { root } from './tree.mjs';

/** Installs the packages of the lock file that are missing, tools included. Imports none of them. */
export function ensureInstalled() {
  if (!isInstalled(root, { withTools: true })) install(root);
}
