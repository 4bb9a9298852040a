// The external judges (npm run judges), which npm test leaves out: their packages are in a folder of their own.
export default {
  files: ['judges/*.test.ts'],
  extensions: { ts: 'module' },
  require: ['./test/support/scanOwnLogs.ts'],
  timeout: '5m',
  concurrency: 2,
};
