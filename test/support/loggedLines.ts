import type { TestFn } from 'ava';
import { log } from '../../src/log.ts';

/** Has `heard` called with what a method of an object is called with, while the tests of a file run. */
function overhear<Name extends string>(
  test: TestFn,
  object: Record<Name, (...given: any[]) => void>,
  name: Name,
  heard: (...given: any[]) => void,
): void {
  let own = object[name];
  test.serial.before(() => {
    // Other files of the thread may overhear it too.
    own = object[name];
    object[name] = (...given) => {
      heard(...given);
      own.apply(object, given);
    };
  });
  test.after.always(() => {
    object[name] = own;
  });
}

/** Collects the lines that this process logs at these levels, as they are written, while the tests of a file run. */
export function loggedLines(test: TestFn, ...levels: ('info' | 'warn' | 'error')[]): any[] {
  const lines: any[] = [];
  for (const level of levels)
    overhear(test, log, level, (fields: object, msg: string) =>
      lines.push(JSON.parse(JSON.stringify({ ...fields, msg }))),
    );
  return lines;
}

/** Collects the lines that this process prints by console.error while the tests of a file run. */
export function printedErrors(test: TestFn): string[] {
  const lines: string[] = [];
  overhear(test, console, 'error', (...printed) => lines.push(printed.join(' ')));
  return lines;
}
