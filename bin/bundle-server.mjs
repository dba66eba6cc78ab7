/** `node bin/bundle-server.mjs FOLDER`: bundles the server with its packages. */
import { loadRolldown, serverBundle } from './server-bundle.mjs';

const [folder = 'dist'] = process.argv.slice(2);
const { input, output } = serverBundle(folder, { includesPackages: true });
const { rolldown } = await loadRolldown();
const bundle = await rolldown(input);
await bundle.write(output);
await bundle.close();
