// The tests on Citus (npm run test:citus), which npm test leaves out: they share one database, and
// some run a release on it.
export default {
  files: ['test/**/*.test.ts', '!test/browser/**'],
  extensions: { ts: 'module' },
  require: ['./test/support/scanOwnLogs.ts'],
  timeout: '5m',
  concurrency: 1,
};
