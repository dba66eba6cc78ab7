// By their paths in the tree: what a package brings is not bundled into Vite's configuration, and Node reads no TypeScript.
import { getDashboard } from '../../../packages/contract/src/dashboard.ts';
import { ownProfile } from '../../../packages/contract/src/session.ts';

/** What a signed-in visitor's first screen asks for, by its path; under "" what every screen asks for. */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  '': [ownProfile.path],
  '/dashboard': [getDashboard.path],
};
