import type { TestFn } from 'ava';
import { log } from '../../src/log.ts';

/** Collects the lines that this process logs at these levels, as they are written, while the tests of a file run. */
export function loggedLines(test: TestFn, ...levels: ('info' | 'warn' | 'error')[]): any[] {
  const lines: any[] = [];
  const undo: (() => void)[] = [];
  test.serial.before(() => {
    for (const level of levels) {
      const write = log[level];
      log[level] = ((fields: object, msg: string) => {
        lines.push(JSON.parse(JSON.stringify({ ...fields, msg })));
        write.call(log, fields, msg);
      }) as typeof write;
      undo.push(() => {
        log[level] = write;
      });
    }
  });
  test.after.always(() => {
    for (const step of undo) step();
  });
  return lines;
}
