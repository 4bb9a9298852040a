import { relative } from 'node:path';

/** The place of a file among the arguments: test/run.ts names the files in the order in which they are to begin. */
const place = path => process.argv.indexOf(relative(import.meta.dirname, path));

export default {
  files: ['test/**/*.test.ts', '!test/browser/**', '!test/citus/**'],
  extensions: { ts: 'module' },
  require: ['./test/support/scanOwnLogs.ts', './test/support/grouped.ts'],
  timeout: '5m',
  sortTestFiles: (a, b) => place(a) - place(b),
  // Each file has a database and a server of its own, and many are in a group; more at once only wait for each other, on a busy
  // machine until their timeouts.
  concurrency: 2,
};
