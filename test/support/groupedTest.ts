import test from 'ava';
import { FileOrder } from './inTurn.ts';

/** The test file that imports this module. The module is loaded once for each test file (grouped.ts). */
const file = new URL(import.meta.url).searchParams.get('file')!;

const order = new FileOrder();

/** ava's `test`, or one of its members, with the file's name before every title. */
function named<Declare extends (...args: any[]) => any>(declare: Declare): Declare {
  return new Proxy(declare, {
    apply: (_, __, [title, implementation, ...args]) =>
      typeof title === 'string'
        ? declareTest(declare, title, implementation, args)
        : declare(title, implementation, ...args),
    get: (_, name) => {
      // ava would run them for the tests of the group's other files as well, and not in the order of this file's tests.
      if (name === 'beforeEach' || name === 'afterEach')
        throw new Error(
          `${file} has hooks for each test: list it in test/groups.ts among those that are alone`,
        );
      const member = Reflect.get(declare, name);
      return typeof member === 'function' ? named(member as Declare) : member;
    },
  });
}

/**
 * Declares a test. For ava all tests are concurrent, because ava would run the serial tests of all files of a group in
 * a row.
 */
function declareTest<Declare extends (...args: any[]) => any>(
  declare: Declare,
  title: string,
  implementation: (...args: any[]) => unknown,
  args: unknown[],
): unknown {
  const own = `${file} › ${title}`;
  // A test that is skipped never runs, so no other may wait for it.
  if ((declare as unknown) === test.serial) order.serial(own);
  else if ((declare as unknown) === test) order.concurrent(own);
  else return declare(own, implementation, ...args);
  return test(own, implementation, ...args);
}

export default named(test);
