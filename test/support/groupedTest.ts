import test, { type ExecutionContext } from 'ava';
import { FileOrder, inTurn } from './inTurn.ts';

/** The test file that imports this module. The module is loaded once for each test file (grouped.ts). */
const file = new URL(import.meta.url).searchParams.get('file')!.replaceAll('/', ' › ');

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
  implementation: (t: ExecutionContext, ...args: unknown[]) => unknown,
  args: unknown[],
): unknown {
  const own = `${file} › ${title}`;
  if ((declare as unknown) === test.serial) return test(own, order.serial(inTurn(implementation)), ...args);
  if ((declare as unknown) === test) return test(own, order.concurrent(inTurn(implementation)), ...args);
  // A test that is skipped never runs, so no other may wait for it.
  return declare(own, implementation, ...args);
}

export default named(test);
