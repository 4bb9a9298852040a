import { registerHooks } from 'node:module';

// ava runs every test file in its own thread, which loads and compiles all modules again. For a file of quick tests
// that takes longer than its tests. So test/run.ts lets ava run group files, which import many test files. In a group
// each file gets its `test` from groupedTest.ts, which puts the file's name before the titles.

const grouping = /\/test\/groups\/[^/]+\.test\.ts$/;
const testFile = /\.test\.ts$/;
const grouped = new Set<string>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier === 'ava' && grouped.has(parentURL)) {
      const file = /.*\/(test\/.*)/.exec(parentURL)![1]!;
      return { url: new URL(`groupedTest.ts?file=${file}`, import.meta.url).href, shortCircuit: true };
    }
    const resolved = next(specifier, context);
    // Some test files import another one, to run its tests in another locale.
    if (grouping.test(parentURL) || (grouped.has(parentURL) && testFile.test(resolved.url)))
      grouped.add(resolved.url);
    return resolved;
  },
});
