import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { moduleMap } from './build/module-map.ts';
import { precompress } from './build/precompress.ts';

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
/** Shown on demand only, with the heavy parts under them: they stay in files of their own. */
const ON_DEMAND = /ui[\\/](dialog|confirm-dialog|hover-card|menu-panel|toaster|tooltip-layer|restore-focus)\.tsx?$/;
const FLOATING = /node_modules[\\/](@?radix-ui|@floating-ui|react-remove-scroll|aria-hidden|sonner)/;
const BEHIND_LOGIN =
  /node_modules[\\/](@tanstack|zod|lucide-react)[\\/]|contract[\\/]src[\\/](wire[\\/]|session|errors)|web[\\/]src[\\/](application|routes|ui|lib)/;

// A test run that builds first has NODE_ENV=test, which would ship React's development build.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  plugins: [react(), tailwindcss(), moduleMap(), precompress()],
  build: {
    target: 'es2022',
    // A font or an icon inlined into the style sheet would delay the first paint of every screen.
    assetsInlineLimit: 0,
    // One style sheet: it is small, and a screen that brings its own would shift what is painted.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes rarely, so its file outlives our releases in every cache.
            { name: 'react', test: REACT, priority: 30 },
            // What the bare login needs, which the application shares, and nothing else.
            { name: 'login', tags: ['$initial'], priority: 20 },
            // What is needed behind the login whatever the screen: one file instead of a dozen crumbs.
            {
              name: 'application',
              test: (id) => BEHIND_LOGIN.test(id) && !ON_DEMAND.test(id) && !FLOATING.test(id),
              priority: 10,
            },
            {
              name: 'floating',
              test: (id) => FLOATING.test(id) || ON_DEMAND.test(id),
              minShareCount: 2,
              priority: 5,
            },
          ],
        },
      },
    },
  },
});
