// Builds the page into dist/, which the gateway serves; in development the gateway answers for /api.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { serviceWorker } from './serviceWorker.build.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // What the first page needs is one file: in many small ones it would be larger, since each is packed for itself.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:4517', '/login': 'http://127.0.0.1:4517' } },
});
