import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues, wholeCatalogues } from './build/catalogues.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { iconImports } from './build/icon-imports.ts';
import { firstCalls, moduleMap } from './build/module-map.ts';
import { noSummaries } from './build/no-summaries.ts';
import { precompress } from './build/precompress.ts';

// A test run sets NODE_ENV=test, and a build with it would contain React's development build.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  plugins: [
    catalogues(),
    wholeCatalogues(),
    iconImports(),
    noSummaries(),
    react(),
    tailwindcss(),
    moduleMap(),
    precompress(),
  ],
  define: { FIRST_CALLS: JSON.stringify(firstCalls) },
  build: {
    target: 'es2022',
    // A font or an icon inlined into the style sheet would delay the first paint of every screen.
    assetsInlineLimit: 0,
    // All styles are in one file: it is small, and separate files per screen would shift the layout.
    cssCodeSplit: false,
    // Browsers without module preloading load the same modules a little later.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
