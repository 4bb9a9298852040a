export default {
  files: ['test/**/*.test.ts', '!test/browser/**'],
  extensions: { ts: 'module' },
  require: ['./test/support/overhear.ts', './test/support/grouped.ts'],
  timeout: '5m',
  // Each file has a database and a server of its own; more at once only wait for each other.
  concurrency: 3,
};
