import test, { type ExecutionContext } from 'ava';
import { inTurn } from './inTurn.ts';

/** The file that imports this module, which is loaded once for each of them (grouped.ts). */
const file = new URL(import.meta.url).searchParams.get('file')!.replaceAll('/', ' › ');

/**
 * The same hook, but not for tests of the group's other files: ava takes the group for one file, so it would run a file's
 * afterEach beside that file's own tests whenever any test of the group ends.
 */
const forOwnTests =
  <Args extends unknown[]>(hook: (t: ExecutionContext, ...args: Args) => unknown) =>
  (t: ExecutionContext, ...args: Args): unknown => {
    const isForATest = t.title.includes(' hook for ');
    if (isForATest && !t.title.includes(` hook for ${file} › `)) return;
    return hook(t, ...args);
  };

/** ava's `test`, or one of its members, with the file's name before every title. */
function named<Declare extends (...args: any[]) => any>(declare: Declare): Declare {
  return new Proxy(declare, {
    apply: (_, __, [title, implementation, ...args]) =>
      typeof title === 'string'
        ? declare(`${file} › ${title}`, inTurn(implementation), ...args)
        : declare(forOwnTests(title), implementation, ...args),
    get: (_, name) => {
      const member = Reflect.get(declare, name);
      return typeof member === 'function' ? named(member as Declare) : member;
    },
  });
}

export default named(test);
