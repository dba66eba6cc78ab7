import { install, isInstalled } from '../bin/installed.mjs';
import { root } from './tree.mjs';

/** Installs missing packages of the lock file, including tools. It does not import any of them. */
export function ensureInstalled() {
  if (!isInstalled(root, { withTools: true })) install(root);
}
