// `beckon` in a few files: most of the time that a short command takes would go into finding and reading hundreds of them.
// Built from what the compiler has made of it.

/** Loaded from where the compiler put them: they have files of their own beside them, or start once and then run for days. */
const apart = new Set(['./serve.js', './hooks.js', './hooksStatus.js']);

export default {
  plugins: [
    {
      name: 'apart',
      enforce: 'pre',
      resolveId: (source) =>
        apart.has(source) ? { id: source.replace('./', '../cli/'), external: 'absolute' } : undefined,
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/command',
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    rolldownOptions: {
      input: 'dist/cli/main.js',
      output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: ['@beckon/protocol', 'commander', 'eventsource-parser', 'zod'] },
};
