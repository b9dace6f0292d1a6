import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedAssets } from './build/compressed-assets';
import { iconSprite } from './build/icon-sprite';
import { worldMap } from './build/world-map';

/** Where `npm start` listens; `npm run console:dev` passes everything but the console's sources to it. */
const PRODUCT = process.env['TIDEMARK_URL'] ?? 'http://127.0.0.1:8000';
const PRODUCT_PATHS = '^/(api|capture|e|i|batch|flags|decide|array|static|s)(/|$)';

export default defineConfig({
  base: '/console/',
  plugins: [react(), iconSprite(), worldMap(), compressedAssets()],
  build: {
    target: 'es2022',
    // A style or image inside the page would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The entry chunk lists the files of all screens, and long names would add a kilobyte to the first screen.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:8][extname]',
        // What nearly every screen needs is one chunk: it compresses better than many small ones.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 30, test: /console\/src\// }] },
      },
    },
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
  },
  server: {
    // The session cookie belongs to the host that the browser names, so `Host` is kept.
    proxy: { [PRODUCT_PATHS]: { target: PRODUCT, changeOrigin: false } },
  },
});
