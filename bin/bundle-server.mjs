/** `node bin/bundle-server.mjs FOLDER`: bundles what is ours of the server; packages stay in node_modules. */
import { loadRolldown, serverBundle } from './server-bundle.mjs';

const [folder = 'dist'] = process.argv.slice(2);
const { input, output } = serverBundle(folder);
const { rolldown } = await loadRolldown();
const bundle = await rolldown(input);
await bundle.write(output);
await bundle.close();
