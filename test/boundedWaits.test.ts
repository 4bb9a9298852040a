import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';

// A wait without a bound ends with ava's timeout, which fails a whole file and doesn't say what it waited for. This test
// reads text that the formatter has indented; it guards against the habit, not against cunning.

const root = join(import.meta.dirname, '..');

/** The start of a loop that ends only when something happens: `while`, `do`, and `for` without a last clause. */
const loopStart = /\bwhile \(|^\s*do( \{| \w[\w.]*\()|\bfor \([^;]*;[^;]*; *\)/;

const isBounded = (loop: string) => /\.now\(\)|\.aborted\b/.test(loop);

const indentOf = (line: string) => line.search(/\S/);

/** The text of the loop that starts on a line: what is indented deeper, and the line that closes it. */
function loopAt(lines: string[], start: number): string {
  const indent = indentOf(lines[start]!);
  const after = lines.findIndex((line, i) => i > start && line !== '' && indentOf(line) <= indent);
  return lines.slice(start, after + 1).join('\n');
}

/** The lines, counted from 1, on which a loop begins that waits for as long as it takes. */
function unboundedWaits(source: string): number[] {
  const lines = source.replace(/(?<=^|\s)\/\/.*$/gm, '').split('\n');
  return lines.flatMap((line, i) => {
    if (!loopStart.test(line)) return [];
    const isOneLine = line.endsWith(';') && !/^\s*do /.test(line);
    const loop = isOneLine ? line : loopAt(lines, i);
    return /\bawait\b/.test(loop) && !isBounded(loop) ? [i + 1] : [];
  });
}

const files = globSync('{test,judges}/**/*.ts', { cwd: root }).filter(
  file => !file.includes('node_modules') && basename(file) !== basename(import.meta.filename),
);

test('every wait in a test has a bound', t => {
  t.true(files.length > 200);
  const found = files.flatMap(file =>
    unboundedWaits(readFileSync(join(root, file), 'utf8')).map(line => `${file}:${line}`),
  );
  t.deepEqual(found, []);
});

for (const code of [
  'while (!(await isDone())) await pause(10);',
  'while (await isAtIt());',
  'if (n > 25) while (!restarted) await pause(10);',
  'for (;;) {\n  if (await isDone()) return;\n}\n',
  'for (; !done; ) await pause(10);',
  'while (count < 3) {\n  const answer = await ask();\n\n  count += answer;\n}\n',
  'do {\n  await pause(10);\n} while (!done);\n',
  'do counts.push(await ask());\nwhile (counts.at(-1) !== 0);\n',
]) {
  test(`an unbounded wait is found: ${code}`, t => {
    t.deepEqual(unboundedWaits(`test();\n${code}\ntest();\n`), [2]);
  });
}

for (const code of [
  'await eventually(isDone);',
  'while (queue.length > 0) queue.pop();',
  'while (queue.length > 0) queue.pop();\nawait done;',
  'while (performance.now() < end) await pause(10);',
  'while (!signal.aborted) {\n  await ask();\n}\n',
  'for (let i = 0; i < 10; i++) await ask();',
  '// while (!done) await pause(10);',
]) {
  test(`a bounded wait is allowed: ${code}`, t => {
    t.deepEqual(unboundedWaits(`test();\n${code}\ntest();\n`), []);
  });
}
