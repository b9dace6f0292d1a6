import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedAssets } from './build/compressed-assets';
import { iconSprite } from './build/icon-sprite';
import { worldMap } from './build/world-map';

/**
 * The address of `npm start`. `npm run console:dev` forwards all requests to it, except those for files of the console.
 */
const PRODUCT = process.env['TIDEMARK_URL'] ?? 'http://127.0.0.1:8000';
const PRODUCT_PATHS = '^/(api|capture|e|i|batch|flags|decide|array|static|s)(/|$)';

export default defineConfig({
  base: '/console/',
  plugins: [react(), iconSprite(), worldMap(), compressedAssets()],
  build: {
    target: 'es2022',
    // Inlined styles and images would require exceptions in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Short names, because the entry chunk lists the files of all screens; long names would add a kilobyte to the first
    // screen.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:8][extname]',
        // Modules that nearly every screen needs are in one chunk, which compresses better than many small ones.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 30, test: /console\/src\// }] },
      },
    },
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
  },
  server: {
    // Keeps the `Host` header, because the session cookie belongs to the host in the browser's address.
    proxy: { [PRODUCT_PATHS]: { target: PRODUCT, changeOrigin: false } },
  },
});
