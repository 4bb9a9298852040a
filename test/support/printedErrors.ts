import type { TestFn } from 'ava';

/** Collects the lines that this process prints by console.error while the tests of a file run. */
export function printedErrors(test: TestFn): string[] {
  const lines: string[] = [];
  let { error } = console;
  test.serial.before(() => {
    // Other files of the thread may collect them too.
    error = console.error;
    console.error = (...printed) => {
      lines.push(printed.join(' '));
      error(...printed);
    };
  });
  test.after.always(() => {
    console.error = error;
  });
  return lines;
}
