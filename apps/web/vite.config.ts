import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { moduleMap } from './build/module-map.ts';
import { precompress } from './build/precompress.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), moduleMap(), precompress()],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // A font or an icon inlined into the style sheet would delay the first paint of every screen.
    assetsInlineLimit: 0,
    // One style sheet: it is small, and a screen that brings its own would shift what is painted.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes rarely, so its file outlives our releases in every cache; the login needs nothing else.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
});
