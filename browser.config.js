// The browser run (npm run browser), which npm test leaves out.
export default {
  files: ['test/browser/*.test.ts'],
  extensions: { ts: 'module' },
  timeout: '10m',
  concurrency: 2,
};
